/** Lights up the parts of the board that the text of a lesson speaks of, and scrolls them into view. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { skipsMotion } from "../motion";

type Box = { x: number; y: number; width: number; height: number };
type Shown = { width: number; height: number; boxes: Box[] };

/** Distance of the light from the part, in pixels. */
const MARGIN = 6;
const ROUND = 14;
const NOTHING: Shown = { width: 0, height: 0, boxes: [] };

/** `areas`: paths in the view. `isDim`: whether the rest of the board is darker. */
type Props = { areas: string[]; isDim: boolean };

export function Spotlight({ areas, isDim }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const [shown, setShown] = useState(NOTHING);
  const measure = () => {
    const drawing = svg.current?.parentElement;
    if (!drawing) return;
    const found = measured(drawing, areas);
    setShown((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
  };
  useLayoutEffect(measure); // the board changes with each view
  useResized(svg, measure);
  useScrolled(shown.boxes, svg);
  const { width, height, boxes } = shown;
  const rects = boxes.map(({ x, y, width: across, height: down }) => ({ x, y, width: across, height: down }));
  return (
    <svg ref={svg} class="spotlight" width={width} height={height} aria-hidden="true">
      {isDim && boxes.length ? <path d={`M0 0H${width}V${height}H0Z${boxes.map(rounded).join("")}`} /> : null}
      {boxes.length ? <rect class="whole" {...around(boxes)} /> : null}
      {rects.map((rect) => (
        <rect key={`${rect.x} ${rect.y}`} {...rect} rx={ROUND} />
      ))}
    </svg>
  );
}

/** Return the size of the drawing, and the boxes of the areas in it. */
function measured(drawing: Element, areas: string[]): Shown {
  const board = drawing.firstElementChild?.getBoundingClientRect();
  const outer = drawing.getBoundingClientRect();
  if (!board) return NOTHING;
  const [left, top] = [outer.left - drawing.scrollLeft, outer.top - drawing.scrollTop];
  const [width, height] = [board.right - left, board.bottom - top].map(Math.round);
  const boxes = areas.flatMap((area) => partsAt(drawing, area).map((part) => part.getBoundingClientRect()));
  const inside = boxes.filter(hasSize).map((box) => within(box, left, top, width, height));
  return { width, height, boxes: inside.filter(hasSize) }; // a board that still loads has no size
}

/** Return the box around some boxes, which is scrolled into view. */
function around(boxes: Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

const hasSize = ({ width, height }: Box) => width > 0 && height > 0;

/** Return a box with a margin, inside the drawing. */
function within({ x, y, width, height }: Box, left: number, top: number, most: number, lowest: number): Box {
  const [x0, y0] = [Math.max(2, x - left - MARGIN), Math.max(2, y - top - MARGIN)];
  const [x1, y1] = [Math.min(most - 2, x - left + width + MARGIN), Math.min(lowest - 2, y - top + height + MARGIN)];
  const [across, down] = [x1 - x0, y1 - y0];
  return { x: Math.round(x0), y: Math.round(y0), width: Math.round(across), height: Math.round(down) };
}

/** List the elements that show a part of the view, or the nearest part around it. */
export function partsAt(drawing: Element, path: string): Element[] {
  const names = path.split("/");
  for (let length = names.length; length; length -= 1) {
    const found = drawing.querySelectorAll(`[data-path="${CSS.escape(names.slice(0, length).join("/"))}"]`);
    if (found.length) return [...found];
  }
  return [];
}

/** Return the outline of a box with round corners, against the direction of the drawing. */
function rounded({ x, y, width, height }: Box) {
  const r = Math.min(ROUND, width / 2, height / 2);
  const [across, down] = [width - 2 * r, height - 2 * r];
  return (
    `M${x + r} ${y}a${r} ${r} 0 0 0 ${-r} ${r}v${down}a${r} ${r} 0 0 0 ${r} ${r}h${across}` +
    `a${r} ${r} 0 0 0 ${r} ${-r}v${-down}a${r} ${r} 0 0 0 ${-r} ${-r}z`
  );
}

/** Measure again when the board changes its size: it has loaded, or the window has another size. */
function useResized(svg: { current: Element | null }, measure: () => void) {
  const latest = useRef(measure);
  latest.current = measure;
  useEffect(() => {
    const drawing = svg.current?.parentElement;
    if (!drawing) return undefined;
    const observer = new ResizeObserver(() => latest.current());
    const children = new MutationObserver(() => latest.current());
    observer.observe(drawing);
    children.observe(drawing, { childList: true });
    return () => {
      observer.disconnect();
      children.disconnect();
    };
  }, [svg]);
}

/** Scroll the lit parts into view when they change. */
function useScrolled(boxes: Box[], svg: { current: Element | null }) {
  const key = JSON.stringify(boxes);
  useEffect(() => {
    if (key === "[]") return;
    const lit = svg.current?.querySelector(".whole");
    lit?.scrollIntoView({ block: "center", inline: "nearest", behavior: skipsMotion() ? "auto" : "smooth" });
  }, [key, svg]);
}
