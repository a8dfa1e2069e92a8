/** Where the cells of a grid are drawn. The unit is the width of a cell; the middle of the upper left cell is near 0. */

import type { Point } from "../kit/geometry";
import { formatPoints } from "../kit/geometry";
import type { Cell, Cells, Grid } from "./cells";

/** The height of a row of hexagons. */
const HEXAGON_ROW = Math.sqrt(3) / 2;
/** The room for the labels around the cells. */
const MARGIN = 0.75;
/** The columns and rows of an enlarged part. */
const PART = 9;

export type Frame = { x: number; y: number; width: number; height: number };

/** Return the middle of a cell. */
export const middleOf = ({ shape }: Grid, { rows }: Cells, { column, row }: Pick<Cell, "column" | "row">): Point =>
  shape === "hexagon"
    ? { x: column + (row % 2) / 2, y: (rows - 1 - row) * HEXAGON_ROW }
    : { x: column, y: rows - 1 - row };

/** Return the frame of the cells: of all, or of the part around one. */
export function frameOf(grid: Grid, all: Cells, around?: Cell): Frame {
  const [left, wide] = partOf(all.columns, around?.column);
  const [low, high] = partOf(all.rows, around?.row);
  const isHexagon = grid.shape === "hexagon";
  const top = middleOf(grid, all, { column: left, row: low + high - 1 });
  return {
    x: left - 0.5,
    y: top.y - 0.5,
    width: wide + (isHexagon ? 0.5 : 0),
    height: (high - 1) * (isHexagon ? HEXAGON_ROW : 1) + 1,
  };
}

/** Return the first line of a part and its number of lines. */
function partOf(lines: number, around?: number): [first: number, number: number] {
  if (around === undefined || lines <= PART) return [0, lines];
  return [Math.max(0, Math.min(lines - PART, around - Math.floor(PART / 2))), PART];
}

export const viewBox = ({ x, y, width, height }: Frame) =>
  [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map((each) => each.toFixed(2)).join(" ");

/** Return the corners of a hexagon around the origin. */
export const HEXAGON = formatPoints(
  Array.from({ length: 6 }, (_, index) => {
    const turn = (Math.PI / 3) * index;
    return { x: Math.sin(turn) / Math.sqrt(3), y: -Math.cos(turn) / Math.sqrt(3) };
  }),
);

/** A label at the end of a line. */
export type Label = Point & { text: string };

/** Return the labels of the lines in a frame: below and on the left; of a large grid also above and on the right. */
export function labelsOf(grid: Grid, all: Cells, frame: Frame): Label[] {
  const out = MARGIN * 0.55;
  const ends = { x: [frame.x - out, frame.x + frame.width + out], y: [frame.y + frame.height + out, frame.y - out] };
  const sides = Math.max(all.columns, all.rows) > PART ? [0, 1] : [0];
  const columns = grid.columns.labels.slice(0, all.columns).map((text, column) => ({
    text,
    ...middleOf(grid, all, { column, row: 0 }),
  }));
  const rows = grid.rows.labels
    .slice(0, all.rows)
    .map((text, row) => ({ text, ...middleOf(grid, all, { column: 0, row }) }));
  return sides.flatMap((side) => [
    ...columns
      .filter(({ x }) => x > frame.x && x < frame.x + frame.width)
      .map((each) => ({ ...each, y: ends.y[side] })),
    ...rows.filter(({ y }) => y > frame.y && y < frame.y + frame.height).map((each) => ({ ...each, x: ends.x[side] })),
  ]);
}
