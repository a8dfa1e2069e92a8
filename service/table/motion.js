/** Motion: what has a key and stands elsewhere after a change glides there from where it was. */

const GLIDE_MILLISECONDS = 420;
const GLIDE = "glide";
const MOST_MOVING = 80;
/** More than these at once is a new position, not a move. */

export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** @typedef {Map<string, {box: DOMRect, copy?: Element}>} Places */

/** Note where everything with a key stands. @param {Element} root @returns {Places} */
export function placesOf(root) {
  const places = new Map();
  for (const each of root.querySelectorAll("[data-key]")) {
    const key = /** @type {string} */ (each.getAttribute("data-key"));
    const box = each.getBoundingClientRect();
    if (box.width && !places.has(key)) places.set(key, { box });
  }
  return places;
}

/** Let what has moved since then glide, and what is new come up; tell where everything comes to stand. @param {Element} root @param {Places} before @returns {Places} */
export function glide(root, before) {
  for (const each of root.getAnimations({ subtree: true })) if (each.id === GLIDE) each.finish();
  const places = placesOf(root);
  if (!wantsStillness() && before.size) start(root, before, places);
  return places;
}

/** @param {Element} root @param {Places} before @param {Places} after where everything stands before it is sent back to glide */
function start(root, before, after) {
  const moved = [...after].flatMap(([key, { box }]) => {
    const element = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    return element ? [{ element, box, was: before.get(key)?.box }] : [];
  });
  const moving = moved.filter(({ box, was }) => !was || Math.hypot(box.x - was.x, box.y - was.y) > 2);
  if (moving.length > MOST_MOVING) return;
  const elements = new Set(moving.map(({ element }) => element));
  for (const { element, box, was } of moving) {
    if (isCarried(element, elements)) continue;
    if (was) slide(element, was.x + was.width / 2 - box.x - box.width / 2, was.y + was.height / 2 - box.y - box.height / 2, was.width / box.width);
    else element.animate([{ opacity: 0 }, { opacity: 1 }], { id: GLIDE, duration: GLIDE_MILLISECONDS, easing: "ease-out" });
  }
}

/** Whether something around an element moves already, and takes it along. @param {Element} element @param {Set<Element>} moving */
function isCarried(element, moving) {
  for (let around = element.parentElement; around; around = around.parentElement) if (moving.has(around)) return true;
  return false;
}

/** Move an element back by so many pixels of the screen, and let go. @param {Element} element @param {number} x @param {number} y @param {number} scale */
function slide(element, x, y, scale) {
  const unit = pixelsPerUnit(element);
  const from = `translate(${x / unit}px, ${y / unit}px)${element instanceof SVGElement ? "" : ` scale(${scale})`}`;
  element.animate([{ transform: from }, { transform: "none" }], {
    id: GLIDE, duration: GLIDE_MILLISECONDS, easing: "cubic-bezier(.3, .8, .3, 1)", composite: "add",
  });
}

/** How many pixels of the screen one unit of an element's drawing is. @param {Element} element */
function pixelsPerUnit(element) {
  const drawing = element instanceof SVGGraphicsElement ? element.ownerSVGElement : null;
  const matrix = drawing?.getScreenCTM();
  return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
}
