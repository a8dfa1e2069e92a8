/** Outlines of targets, and the number of times a target is selected. */

import type { ComponentChildren } from "preact";
import type { Mark } from "../../kit/board";
import type { Box, Point } from "../../kit/geometry";
import type { Outline } from "../../kit/outline";
import { boxOutline, shapeOutline } from "../../kit/outline";
import type { Target } from "../../selection";
import { timesChosen } from "../../selection";
import { INK, LOZENGE } from "./pieces";
import type { Context, PiecePlace, Spot } from "./types";

/** Half the height of a tile as it is defined. */
const HIGH = 50;
const LEGAL = "#ffc02e";
const CHOSEN = "#ffffff";
/** Width of the stitches of a legal target, relative to its bright line. */
const STITCH = 0.36;
/** Size of the outline of what is selected, relative to what is legal: it lies around the tile and leaves it free. */
const RAISED = 1.22;
/** Radius of the corners of a box. */
const ROUND = 7;

/** Return an outline: a dark line below a bright one. Stitches mark what is legal without colours. */
const twoLines = (dark: number, bright: number): Outline => ({
  legal: [
    { stroke: INK, "stroke-width": dark },
    { stroke: LEGAL, "stroke-width": bright, fill: "none" },
    { stroke: INK, "stroke-width": bright * STITCH, "stroke-dasharray": `${bright} ${bright * 1.6}`, fill: "none" },
  ],
  chosen: [
    { stroke: INK, "stroke-width": dark * RAISED },
    { stroke: CHOSEN, "stroke-width": bright, fill: "none" },
  ],
});

const BOX = twoLines(6, 3.5);

/** Draw an outline around a tile that is legal or selected.  @param more size of the outline relative to the tile */
export function tileOutline(mark: Mark, { x, y, turn, size }: PiecePlace, more = 1) {
  const scale = (size / HIGH) * more * (mark === "chosen" ? RAISED : 1);
  const transform = `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn}) scale(${scale})`;
  return (
    <g transform={transform} fill="none" stroke-linejoin="round">
      <path class="hit" d={LOZENGE} fill="transparent" />
      {shapeOutline(mark, twoLines(340 / size, 200 / size), (paint) => (
        <path d={LOZENGE} {...paint} />
      ))}
    </g>
  );
}

/**
 * Draw what selects each of some equal tiles. All have one target: the pointer selects any, the keyboard the first.
 * @param drawn what marks a tile
 */
export const equalTiles = (
  { selectable }: Context,
  target: Target,
  label: string,
  spots: Spot[],
  drawn: (spot: Spot, index: number) => ComponentChildren,
) => spots.map((spot, index) => selectable({ isRepeated: index > 0 }, target, label, <g>{drawn(spot, index)}</g>));

/** Draw an outline around a box that is legal or selected. */
export const outlinedBox = (mark: Mark, box: Box) => (
  <g fill="none">
    <rect class="hit" {...box} rx={ROUND} fill="transparent" />
    {boxOutline(mark, BOX, box, ROUND)}
  </g>
);

/** Draw how often a target is selected. */
export function badge({ chosen }: Context, target: Target, { x, y }: Point) {
  const times = timesChosen(chosen, target);
  if (!times) return null;
  return (
    <g>
      <circle cx={x} cy={y} r="13" fill={INK} stroke="#ffffff" stroke-width="2" />
      <text x={x} y={y + 5.5} font-size={16} font-weight="800" text-anchor="middle" fill="#ffffff">
        {times}
      </text>
    </g>
  );
}
