/** Drag and drop on the board, for actions that bring a thing to a place. Mouse and pen drag at once; a finger first rests on the thing, since it also scrolls. */

import { useEffect, useRef } from "./vendor/preact.js";

const LEAST_PIXELS = 6;
const HOLD_SECONDS = 0.2;

/** @typedef {{canTake: (element: Element) => boolean, take: (element: Element) => void, over: (element: Element | undefined) => void, drop: (element: Element) => void}} Tools */
/** @typedef {{source: Element, x: number, y: number, isTouch: boolean, ghost?: HTMLElement, timer?: number}} Drag */

/** Let elements of the board be dragged. `take` selects what is dragged, `drop` the place. @param {{current: Element | null}} frame @param {Tools} tools */
export function useDrag(frame, tools) {
  const latest = useRef(tools);
  latest.current = tools;
  useEffect(() => {
    const root = /** @type {HTMLElement} */ (frame.current);
    const down = (/** @type {PointerEvent} */ event) => startDrag(root, event, latest);
    const native = (/** @type {Event} */ event) => event.preventDefault(); // pictures and selected text stay where they are
    root.addEventListener("pointerdown", down);
    root.addEventListener("dragstart", native);
    return () => (root.removeEventListener("pointerdown", down), root.removeEventListener("dragstart", native));
  }, []);
}

/** @param {HTMLElement} root @param {PointerEvent} event @param {{current: Tools}} tools */
function startDrag(root, event, tools) {
  const source = selectableAt(event, ".selectable.legal, .selectable.chosen");
  if (!source || !event.isPrimary || event.button || !tools.current.canTake(source)) return;
  /** @type {Drag} */
  const drag = { source, x: event.clientX, y: event.clientY, isTouch: event.pointerType === "touch" };
  const ended = new AbortController();
  const begin = () => {
    drag.ghost = root.appendChild(ghostOf(source));
    moveGhost(drag, drag.x, drag.y);
    tools.current.take(source);
  };
  const move = (/** @type {PointerEvent} */ moved) => {
    const isFar = Math.hypot(moved.clientX - drag.x, moved.clientY - drag.y) > LEAST_PIXELS;
    if (!drag.ghost && isFar && drag.isTouch) return end(); // the finger scrolls
    if (!drag.ghost && isFar) begin();
    if (!drag.ghost) return undefined;
    moveGhost(drag, moved.clientX, moved.clientY);
    tools.current.over(selectableAt(moved, ".selectable.legal", source));
    return undefined;
  };
  const end = () => (clearTimeout(drag.timer), drag.ghost?.remove(), tools.current.over(undefined), ended.abort());
  const up = (/** @type {PointerEvent} */ released) => {
    const place = drag.ghost && (selectableAt(released, ".selectable.legal", source) ?? selectableAt(released, ".selectable", source));
    if (drag.ghost) suppressClick();
    end();
    if (place) tools.current.drop(place);
  };
  if (drag.isTouch) drag.timer = setTimeout(begin, HOLD_SECONDS * 1000);
  const { signal } = ended;
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", up, { signal });
  addEventListener("pointercancel", end, { signal });
  addEventListener("touchmove", (touched) => drag.ghost && touched.preventDefault(), { signal, passive: false });
  addEventListener("contextmenu", (menu) => drag.ghost && menu.preventDefault(), { signal });
}

/** Return the topmost element under the pointer that matches, other than the dragged one. @param {PointerEvent} event @param {string} selector @param {Element} [source] @returns {Element | undefined} */
const selectableAt = ({ clientX, clientY }, selector, source) =>
  document.elementsFromPoint(clientX, clientY).map((each) => each.closest(selector)).find((each) => each && each !== source) ?? undefined;

/** The click that ends a drag selects nothing. */
function suppressClick() {
  const stop = (/** @type {Event} */ event) => (event.stopPropagation(), event.preventDefault());
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
}

/** Return a picture of an element: a copy of the element, or the part of the drawing in its frame. @param {Element} source @returns {HTMLElement} */
function ghostOf(source) {
  const drawing = source instanceof SVGElement ? source.ownerSVGElement : null;
  const shown = source instanceof SVGElement ? source.firstElementChild ?? source : source;
  const box = shown.getBoundingClientRect();
  const copy = /** @type {Element} */ ((drawing ?? source).cloneNode(true));
  const matrix = drawing?.getScreenCTM()?.inverse();
  if (matrix) {
    const { x, y } = new DOMPoint(box.x, box.y).matrixTransform(matrix);
    copy.setAttribute("viewBox", `${x} ${y} ${box.width * matrix.a} ${box.height * matrix.d}`);
  }
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.inert = true;
  Object.assign(ghost.style, { width: `${box.width}px`, height: `${box.height}px` });
  ghost.append(copy);
  return ghost;
}

/** @param {Drag} drag @param {number} x @param {number} y */
function moveGhost({ ghost }, x, y) {
  if (ghost) ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
}
