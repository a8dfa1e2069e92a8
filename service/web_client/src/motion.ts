/** Animation of elements that have moved: each one with a `data-key` glides from its old position. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Point } from "./kit/geometry";

/** What has moved: the seat that acted, and the middle of its old place in the layout of that time, in units of its width. */
export type Moved = { actor?: number; origin?: Point; layout?: string };

const ANIMATION = "glide";
const MILLISECONDS = 420;
/** Above this number the view is a new position and no move, and nothing is animated. */
const MOST_MOVING = 80;

export const skipsMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** Return what still glides to its place. */
export const glidesIn = (root: Element) => root.getAnimations({ subtree: true }).filter(({ id }) => id === ANIMATION);

type Positions = {
  isDrawn: boolean;
  width: number;
  layout: string;
  boxes: Map<string, { box: DOMRect; place: string | null }>;
};

/**
 * What a board marks: `step` names the position since which changes are marked, `actor` the seat that acted last.
 * `Board` is undefined while it loads.
 */
export type Marking = { step: string; isMarked: boolean; actor?: number; Board?: unknown };

const UNMARKED: Marking = { step: "", isMarked: false };

/**
 * Animate the elements that have moved since the last view, and mark them until the step changes. Returns what has moved
 * in this step, by the key of its element.
 */
export function useMotion(
  frame: { current: Element | null },
  shown: unknown,
  { step, isMarked, actor, Board }: Marking = UNMARKED,
): { current: Map<string, Moved> } {
  const before = useRef<Positions>(undefined);
  const moved = useRef(new Map<string, Moved>());
  const marked = useRef(step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: elements move only with another view, step or board
  useLayoutEffect(() => {
    if (!frame.current) return;
    const { now, changed } = animateMoves(frame.current, before.current);
    before.current = now;
    if (marked.current !== step) moved.current = new Map();
    marked.current = step;
    if (!isMarked) return;
    const layout = layoutOf(frame.current);
    for (const [key, origin] of changed)
      moved.current.set(key, { actor, layout, origin: moved.current.get(key)?.origin ?? origin });
  }, [shown, step, Board]);
  useLayoutEffect(() => {
    if (frame.current) markMoved(frame.current, moved.current);
  });
  return moved;
}

/** Return what differs when a drawing is laid out in another way: its size, or the name that the board gives the layout. */
export function layoutOf(root: Element) {
  const drawing = root.querySelector(".drawing > svg");
  return [drawing?.getAttribute("viewBox"), drawing?.getAttribute("data-layout")].join(" ");
}

/** Measure the positions of all elements with a key, relative to the board since the page may have scrolled. */
function measure(root: Element): Positions {
  const boxes: Positions["boxes"] = new Map();
  const origin = root.getBoundingClientRect();
  for (const each of root.querySelectorAll("[data-key]")) {
    const key = keyOf(each);
    const { x, y, width, height } = each.getBoundingClientRect();
    if (width && !boxes.has(key))
      boxes.set(key, { box: new DOMRect(x - origin.x, y - origin.y, width, height), place: placeOf(each) });
  }
  const isDrawn = root.querySelector(".drawing > svg, .plain") !== null;
  return { isDrawn, width: origin.width, layout: layoutOf(root), boxes };
}

const keyOf = (element: Element) => element.getAttribute("data-key") ?? "";

/** Return what stays the same while an element is only laid out again: its `data-place`, the element with a key around it, or its position. */
const placeOf = (element: Element) =>
  element.getAttribute("data-place") ??
  element.parentElement?.closest("[data-key]")?.getAttribute("data-key") ??
  element.getAttribute("transform");

/** The keys of elements that have changed, each with the middle of its old box; undefined for new elements. */
type Changed = [key: string, origin: Moved["origin"]][];

/**
 * Animate elements that have moved and fade in new ones. Returns the present positions, and the elements that are new or,
 * in a drawing, have changed their place. What can be selected is new without a move. A board of another size is a new
 * drawing: nothing has moved.
 */
function animateMoves(root: Element, before: Positions | undefined): { now: Positions; changed: Changed } {
  for (const running of glidesIn(root)) running.finish();
  const now = measure(root);
  const isSame = before?.isDrawn && Math.abs(before.width - now.width) < 2;
  return { now, changed: isSame ? move(root, before, now) : [] };
}

/** Mark the elements with these keys, and no others. */
function markMoved(root: Element, moved: Map<string, Moved>) {
  for (const each of root.querySelectorAll("[data-key]")) each.toggleAttribute("data-moved", moved.has(keyOf(each)));
}

function move(root: Element, before: Positions, now: Positions): Changed {
  const moved = [...now.boxes].flatMap(([key, { box, place }]) => {
    const element = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const was = before.boxes.get(key);
    return element ? [{ key, element, box, was: was?.box, isElsewhere: was?.place !== place }] : [];
  });
  const moving = moved.filter(({ box, was }) => !was || Math.hypot(box.x - was.x, box.y - was.y) > 2);
  const elements = new Set(moving.map(({ element }) => element));
  if (!skipsMotion() && moving.length <= MOST_MOVING) glide(moving, elements);
  const touched = moving.filter(
    ({ element, was, isElsewhere }) =>
      isElsewhere && (was ? element instanceof SVGElement : !element.matches("g.selectable")),
  );
  const around = new Set(touched.map(({ element }) => element));
  return touched.length > MOST_MOVING
    ? []
    : touched
        .filter(({ element }) => !hasMovingAncestor(element, around))
        .map(({ key, was }) => [key, was && before.layout === now.layout ? middleOf(was, before) : undefined]);
}

/** Return the middle of a box in units of the width of the board. */
const middleOf = ({ x, y, width, height }: DOMRect, board: Positions): Point => ({
  x: (x + width / 2) / board.width,
  y: (y + height / 2) / board.width,
});

function glide(moving: { element: Element; box: DOMRect; was?: DOMRect }[], elements: Set<Element>) {
  for (const { element, box, was } of moving) {
    if (hasMovingAncestor(element, elements)) continue;
    if (was)
      animateFrom(
        element,
        was.x + was.width / 2 - box.x - box.width / 2,
        was.y + was.height / 2 - box.y - box.height / 2,
        was.width / box.width,
      );
    else
      element.animate([{ opacity: 0 }, { opacity: 1 }], { id: ANIMATION, duration: MILLISECONDS, easing: "ease-out" });
  }
}

/** Whether an ancestor of an element is animated and moves it along. */
function hasMovingAncestor(element: Element, moving: Set<Element>) {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
    if (moving.has(ancestor)) return true;
  return false;
}

/** Start an element at an offset in screen pixels and let it glide to its place. */
function animateFrom(element: Element, x: number, y: number, scale: number) {
  const unit = pixelsPerUnit(element);
  const from = `translate(${x / unit}px, ${y / unit}px)${element instanceof SVGElement ? "" : ` scale(${scale})`}`;
  element.animate([{ transform: from }, { transform: "none" }], {
    id: ANIMATION,
    duration: MILLISECONDS,
    easing: "cubic-bezier(.3, .8, .3, 1)",
    composite: "add",
  });
}

/** Return the screen pixels in one unit of an SVG drawing. */
function pixelsPerUnit(element: Element) {
  const drawing = element instanceof SVGGraphicsElement ? element.ownerSVGElement : null;
  const matrix = drawing?.getScreenCTM();
  return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
}
