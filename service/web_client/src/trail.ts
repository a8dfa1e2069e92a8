/** The arrows of the last moves on a board: from the old places of what others have moved to the new ones. */

import type { Move } from "@bottega/client/moves";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { EventMove } from "./eventmoves";
import { placeAt } from "./flights";
import type { Point } from "./kit/geometry";
import type { Moved } from "./motion";
import { glidesIn, layoutOf } from "./motion";

/** More arrows than this hide the board; the first ones are left out. */
const MOST_ARROWS = 8;
/** Arrows whose ends are nearer than this share of the width of the board are one; on a phone, nearer than a finger. */
const NEAR = 0.07;
const NEAR_PIXELS = 64;
/** How far the middle of an arrow is beside the straight line, relative to its length. */
const BEND = 0.14;
const HEAD_PIXELS = 11;
/** Shorter arrows say nothing. */
const LEAST_PIXELS = 26;
const SVG = "http://www.w3.org/2000/svg";

/** Something that has moved from one place of the board to another, in screen pixels. */
type Arrow = { from: Point; to: Point; reach: number; actor?: number; count: number };
type Ref<Value> = { current: Value };

/** Draw the arrows on a layer above the board, with each drawing of the board and each change of its size. Returns the layer. */
export function useTrail(frame: Ref<HTMLElement | null>, moved: Ref<Map<string, Moved>>, moves: EventMove[]) {
  const layer = useRef<SVGSVGElement>(null);
  const draw = () => {
    if (!frame.current || !layer.current) return;
    if (hasGlides(frame.current, () => latest.current())) return layer.current.replaceChildren();
    const hidden = moves.filter((move) => ![...moved.current.keys()].some((key) => isNamed(key, move)));
    const arrows = [...movedArrows(frame.current, moved.current, moves), ...pathArrows(frame.current, hidden)];
    const near = Math.max(NEAR_PIXELS, NEAR * frame.current.clientWidth);
    layer.current.replaceChildren(...merged(arrows, near).slice(-MOST_ARROWS).map(drawn));
  };
  const latest = useRef(draw);
  latest.current = draw;
  useLayoutEffect(draw);
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current());
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return layer;
}

/** Whether elements still glide to the ends of the arrows; if so, calls `then` at the end. */
function hasGlides(frame: HTMLElement, then: () => void) {
  const gliding = glidesIn(frame).map(({ finished }) => finished);
  if (gliding.length) Promise.allSettled(gliding).then(then);
  return gliding.length > 0;
}

/** Return the arrows to elements that have moved. A new element comes from the place that its event names. */
function movedArrows(frame: HTMLElement, moved: Map<string, Moved>, moves: EventMove[]): Arrow[] {
  const [{ width }, layout] = [frame.getBoundingClientRect(), layoutOf(frame)];
  return [...moved].flatMap(([key, { actor, origin, layout: was }]) => {
    const element = frame.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!element || (origin && was !== layout)) return [];
    const named = moves.find((move) => isNamed(key, move) && isAt(frame, element, move));
    const from = origin ? { x: origin.x * width, y: origin.y * width } : middleAt(frame, named?.from);
    return from ? arrow(from, boxIn(frame, element), actor) : [];
  });
}

/** Whether the key of an element contains the id of what moves. */
const isNamed = (key: string, { id }: EventMove) => key.startsWith(`${id}-`) || key.endsWith(`-${id}`);

/** Whether an element lies where a move ends. Other elements of the same kind are new as well, such as those of a deal. */
function isAt(frame: HTMLElement, element: Element, { to }: EventMove) {
  const place = to && placeAt(frame, to);
  if (!place) return false;
  const [{ x, y, width, height }, around] = [element.getBoundingClientRect(), place.getBoundingClientRect()];
  const [across, down] = [x + width / 2 - around.x, y + height / 2 - around.y];
  return across >= 0 && across <= around.width && down >= 0 && down <= around.height;
}

/** Return the arrows between places of the view that the board shows. */
const pathArrows = (frame: HTMLElement, moves: EventMove[]): Arrow[] =>
  moves.flatMap(({ from, to, actor }) => {
    const start = middleAt(frame, from);
    const end = to && placeAt(frame, to);
    return start && end ? arrow(start, boxIn(frame, end), actor) : [];
  });

function middleAt(frame: HTMLElement, path: Move["from"]): Point | undefined {
  const place = path && placeAt(frame, path);
  return place ? boxIn(frame, place).middle : undefined;
}

function boxIn(frame: Element, element: Element): { middle: Point; reach: number } {
  const outer = frame.getBoundingClientRect();
  const { x, y, width, height } = element.getBoundingClientRect();
  return {
    middle: { x: x - outer.x + width / 2, y: y - outer.y + height / 2 },
    reach: Math.min(width, height) / 2,
  };
}

function arrow(from: Point, { middle: to, reach }: ReturnType<typeof boxIn>, actor?: number): Arrow[] {
  const isLong = Math.hypot(to.x - from.x, to.y - from.y) - Math.min(reach, HEAD_PIXELS) > LEAST_PIXELS;
  return isLong ? [{ from, to, reach: Math.min(reach, 2 * HEAD_PIXELS), actor, count: 1 }] : [];
}

/** Merge arrows of a seat with the same ends: four tiles that move together have one arrow. */
function merged(arrows: Arrow[], near: number): Arrow[] {
  const all: Arrow[] = [];
  for (const each of arrows) {
    const same = all.findIndex(
      ({ from, to, actor }) => actor === each.actor && isNear(from, each.from, near) && isNear(to, each.to, near),
    );
    if (same < 0) all.push(each);
    else all[same] = both(all[same], each);
  }
  return all;
}

const isNear = (one: Point, other: Point, near: number) => Math.hypot(one.x - other.x, one.y - other.y) < near;

function both(one: Arrow, other: Arrow): Arrow {
  const mean = (a: Point, b: Point) => ({
    x: (a.x * one.count + b.x) / (one.count + 1),
    y: (a.y * one.count + b.y) / (one.count + 1),
  });
  return { ...one, from: mean(one.from, other.from), to: mean(one.to, other.to), count: one.count + 1 };
}

/** Draw an arrow: a line in the colour of the seat on a wider one in that of the paper. */
function drawn({ from, to, reach, actor }: Arrow): SVGGElement {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const middle = { x: (from.x + to.x) / 2 - dy * BEND, y: (from.y + to.y) / 2 + dx * BEND };
  const turn = Math.atan2(to.y - middle.y, to.x - middle.x);
  const tip = along(to, turn, -reach);
  const path = `M${point(from)}Q${point(middle)} ${point(tip)}`;
  const head = `M${point(along(tip, turn + 2.6, HEAD_PIXELS))}L${point(tip)}L${point(along(tip, turn - 2.6, HEAD_PIXELS))}`;
  const group = document.createElementNS(SVG, "g");
  if (actor !== undefined) group.style.setProperty("--trail", `var(--seat-${actor})`);
  for (const part of ["trail-edge", "trail-line"]) {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("class", part);
    line.setAttribute("d", path + head);
    group.append(line);
  }
  return group;
}

const along = ({ x, y }: Point, turn: number, far: number): Point => ({
  x: x + far * Math.cos(turn),
  y: y + far * Math.sin(turn),
});
const point = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
