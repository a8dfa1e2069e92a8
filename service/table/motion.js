/** Animation of elements that have moved: each one with a `data-key` glides from its old position. */

const ANIMATION = "glide";
const MILLISECONDS = 420;
/** Above this number the view is a new position and no move, and nothing is animated. */
const MOST_MOVING = 80;

export const skipsMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** @typedef {{width: number, boxes: Map<string, {box: DOMRect, place: string | null}>}} Positions */

/** Measure the positions of all elements with a key, relative to the board since the page may have scrolled. @param {Element} root @returns {Positions} */
function measure(root) {
  const boxes = new Map();
  const origin = root.getBoundingClientRect();
  for (const each of root.querySelectorAll("[data-key]")) {
    const key = /** @type {string} */ (each.getAttribute("data-key"));
    const { x, y, width, height } = each.getBoundingClientRect();
    if (width && !boxes.has(key)) boxes.set(key, { box: new DOMRect(x - origin.x, y - origin.y, width, height), place: placeOf(each) });
  }
  return { width: origin.width, boxes };
}

/** Return what stays the same while an element is only laid out again: its `data-place`, the element with a key around it, or its position. @param {Element} element */
const placeOf = (element) => element.getAttribute("data-place") ?? element.parentElement?.closest("[data-key]")?.getAttribute("data-key") ?? element.getAttribute("transform");

/**
 * Animate elements that have moved and fade in new ones. Returns the present positions, and the keys of the elements that
 * are new or, in a drawing, have changed their place. What can be selected is new without a move. A board of another
 * size is a new drawing: nothing has moved.
 * @param {Element} root @param {Positions | undefined} before @returns {{now: Positions, changed: string[]}}
 */
export function animateMoves(root, before) {
  for (const running of root.getAnimations({ subtree: true })) if (running.id === ANIMATION) running.finish();
  const now = measure(root);
  const isSame = before?.boxes.size && Math.abs(before.width - now.width) < 2;
  return { now, changed: isSame ? move(root, before, now) : [] };
}

/** Mark the elements with these keys, and no others. @param {Element} root @param {Set<string>} keys */
export function markMoved(root, keys) {
  for (const each of root.querySelectorAll("[data-key]")) each.toggleAttribute("data-moved", keys.has(/** @type {string} */ (each.getAttribute("data-key"))));
}

/** @param {Element} root @param {Positions} before @param {Positions} now @returns {string[]} */
function move(root, before, now) {
  const moved = [...now.boxes].flatMap(([key, { box, place }]) => {
    const element = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const was = before.boxes.get(key);
    return element ? [{ key, element, box, was: was?.box, isElsewhere: was?.place !== place }] : [];
  });
  const moving = moved.filter(({ box, was }) => !was || Math.hypot(box.x - was.x, box.y - was.y) > 2);
  const elements = new Set(moving.map(({ element }) => element));
  if (!skipsMotion() && moving.length <= MOST_MOVING) glide(moving, elements);
  const touched = moving.filter(({ element, was, isElsewhere }) => isElsewhere && (was ? element instanceof SVGElement : !element.matches("g.selectable")));
  const around = new Set(touched.map(({ element }) => element));
  return touched.length > MOST_MOVING ? [] : touched.filter(({ element }) => !hasMovingAncestor(element, around)).map(({ key }) => key);
}

/** @param {{element: Element, box: DOMRect, was?: DOMRect}[]} moving @param {Set<Element>} elements */
function glide(moving, elements) {
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
