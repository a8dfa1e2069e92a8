/** Animation of elements that have moved: each one with a `data-key` glides from its old position. */

const ANIMATION = "glide";
const MILLISECONDS = 420;
/** Above this number the view is a new position and no move, and nothing is animated. */
const MOST_MOVING = 80;

export const skipsMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** @typedef {Map<string, {box: DOMRect}>} Positions */

/** Measure the positions of all elements with a key, relative to the board since the page may have scrolled. @param {Element} root @returns {Positions} */
function measure(root) {
  const positions = new Map();
  const origin = root.getBoundingClientRect();
  for (const each of root.querySelectorAll("[data-key]")) {
    const key = /** @type {string} */ (each.getAttribute("data-key"));
    const { x, y, width, height } = each.getBoundingClientRect();
    if (width && !positions.has(key)) positions.set(key, { box: new DOMRect(x - origin.x, y - origin.y, width, height) });
  }
  return positions;
}

/** Animate elements that have moved and fade in new ones. Returns the present positions. @param {Element} root @param {Positions} before @returns {Positions} */
export function animateMoves(root, before) {
  for (const running of root.getAnimations({ subtree: true })) if (running.id === ANIMATION) running.finish();
  const now = measure(root);
  if (!skipsMotion() && before.size) move(root, before, now);
  return now;
}

/** @param {Element} root @param {Positions} before @param {Positions} now */
function move(root, before, now) {
  const moved = [...now].flatMap(([key, { box }]) => {
    const element = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    return element ? [{ element, box, was: before.get(key)?.box }] : [];
  });
  const moving = moved.filter(({ box, was }) => !was || Math.hypot(box.x - was.x, box.y - was.y) > 2);
  if (moving.length > MOST_MOVING) return;
  const elements = new Set(moving.map(({ element }) => element));
  for (const { element, box, was } of moving) {
    if (hasMovingAncestor(element, elements)) continue;
    if (was) animateFrom(element, was.x + was.width / 2 - box.x - box.width / 2, was.y + was.height / 2 - box.y - box.height / 2, was.width / box.width);
    else element.animate([{ opacity: 0 }, { opacity: 1 }], { id: ANIMATION, duration: MILLISECONDS, easing: "ease-out" });
  }
}

/** Whether an ancestor of an element is animated and moves it along. @param {Element} element @param {Set<Element>} moving */
function hasMovingAncestor(element, moving) {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) if (moving.has(ancestor)) return true;
  return false;
}

/** Start an element at an offset in screen pixels and let it glide to its place. @param {Element} element @param {number} x @param {number} y @param {number} scale */
function animateFrom(element, x, y, scale) {
  const unit = pixelsPerUnit(element);
  const from = `translate(${x / unit}px, ${y / unit}px)${element instanceof SVGElement ? "" : ` scale(${scale})`}`;
  element.animate([{ transform: from }, { transform: "none" }], {
    id: ANIMATION, duration: MILLISECONDS, easing: "cubic-bezier(.3, .8, .3, 1)", composite: "add",
  });
}

/** Return the screen pixels in one unit of an SVG drawing. @param {Element} element */
function pixelsPerUnit(element) {
  const drawing = element instanceof SVGGraphicsElement ? element.ownerSVGElement : null;
  const matrix = drawing?.getScreenCTM();
  return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
}
