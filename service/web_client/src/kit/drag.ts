/** Drag and drop on the board, for actions that bring a thing to a place. Mouse and pen drag at once; a finger first rests on the thing, since it also scrolls. */

import { useEffect, useRef } from "preact/hooks";

const LEAST_PIXELS = 6;
const HOLD_SECONDS = 0.2;

/** What dragging does: `take` selects the dragged thing, `over` shows a place under it, `drop` selects the place. */
export type DragTools = {
  canTake: (element: Element) => boolean;
  take: (element: Element) => void;
  over: (element: Element | undefined) => void;
  drop: (element: Element) => void;
};
type Drag = {
  source: Element;
  x: number;
  y: number;
  isTouch: boolean;
  ghost?: HTMLElement;
  timer?: ReturnType<typeof setTimeout>;
};

/** Let elements of the board be dragged. */
export function useDrag(frame: { current: HTMLElement | null }, tools: DragTools) {
  const latest = useRef(tools);
  latest.current = tools;
  useEffect(() => {
    const root = frame.current;
    if (!root) return;
    const down = (event: PointerEvent) => startDrag(root, event, latest);
    const native = (event: Event) => event.preventDefault(); // pictures and selected text stay where they are
    root.addEventListener("pointerdown", down);
    root.addEventListener("dragstart", native);
    return () => {
      root.removeEventListener("pointerdown", down);
      root.removeEventListener("dragstart", native);
    };
  }, [frame]);
}

function startDrag(root: HTMLElement, event: PointerEvent, tools: { current: DragTools }) {
  const source = selectableAt(event, ".selectable.legal, .selectable.chosen");
  if (!source || !event.isPrimary || event.button || !tools.current.canTake(source)) return;
  const drag: Drag = { source, x: event.clientX, y: event.clientY, isTouch: event.pointerType === "touch" };
  const ended = new AbortController();
  const begin = () => {
    drag.ghost = root.appendChild(ghostOf(source));
    moveGhost(drag, drag.x, drag.y);
    tools.current.take(source);
  };
  const move = (moved: PointerEvent) => {
    const isFar = Math.hypot(moved.clientX - drag.x, moved.clientY - drag.y) > LEAST_PIXELS;
    if (!drag.ghost && isFar && drag.isTouch) return end(); // the finger scrolls
    if (!drag.ghost && isFar) begin();
    if (!drag.ghost) return;
    moveGhost(drag, moved.clientX, moved.clientY);
    tools.current.over(selectableAt(moved, ".selectable.legal", source));
  };
  const end = () => {
    clearTimeout(drag.timer);
    drag.ghost?.remove();
    if (drag.ghost) tools.current.over(undefined);
    ended.abort();
  };
  const up = (released: PointerEvent) => {
    const place = drag.ghost && placeAt(released, source);
    if (drag.ghost) suppressClick();
    end();
    if (place) tools.current.drop(place);
  };
  if (drag.isTouch) drag.timer = setTimeout(begin, HOLD_SECONDS * 1000);
  listen(drag, { move, up, end }, ended.signal);
}

/** Listen to the pointer until the drag ends. */
function listen(
  drag: Drag,
  on: { move: (event: PointerEvent) => void; up: (event: PointerEvent) => void; end: () => void },
  signal: AbortSignal,
) {
  const prevent = (event: Event) => drag.ghost && event.preventDefault();
  addEventListener("pointermove", on.move, { signal });
  addEventListener("pointerup", on.up, { signal });
  addEventListener("pointercancel", on.end, { signal });
  addEventListener("touchmove", prevent, { signal, passive: false });
  addEventListener("contextmenu", prevent, { signal });
}

/** Return the place under the pointer, preferably a legal one. */
const placeAt = (event: PointerEvent, source: Element) =>
  selectableAt(event, ".selectable.legal", source) ?? selectableAt(event, ".selectable", source);

/** Return the topmost element under the pointer that matches, other than the dragged one. */
const selectableAt = ({ clientX, clientY }: PointerEvent, selector: string, source?: Element): Element | undefined =>
  document
    .elementsFromPoint(clientX, clientY)
    .map((each) => each.closest(selector))
    .find((each) => each && each !== source) ?? undefined;

/** The click that ends a drag selects nothing. */
function suppressClick() {
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
}

/** Return a picture of an element: a copy of the element, or the part of the drawing in its frame. */
function ghostOf(source: Element): HTMLElement {
  const drawing = source instanceof SVGElement ? source.ownerSVGElement : null;
  const shown = source instanceof SVGElement ? (source.firstElementChild ?? source) : source;
  const box = shown.getBoundingClientRect();
  const copy = document.importNode(drawing ?? source, true);
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

function moveGhost({ ghost }: Drag, x: number, y: number) {
  if (ghost) ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
}
