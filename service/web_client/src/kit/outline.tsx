/** Outlines of targets that are legal or selected. A board gives the paints; the kit draws them around a box or a shape. */

import type { SVGAttributes } from "preact";
import type { Mark } from "./board";
import type { Box } from "./geometry";
import { inset } from "./geometry";

type Paint = Pick<
  SVGAttributes,
  "fill" | "stroke" | "stroke-width" | "stroke-opacity" | "stroke-dasharray" | "opacity" | "pointer-events"
>;
/** A line of an outline: its paint, and its distance outside the box. */
export type Layer = Paint & { away?: number };
/** The layers of an outline by the state of the target, from the lowest to the highest. */
export type Outline = Record<Exclude<Mark, "">, Layer[]>;

/** Draw the outline of a target whose shape `draw` draws with a given paint. */
export const shapeOutline = <Drawn,>(mark: Mark, outline: Outline, draw: (paint: Layer) => Drawn): Drawn[] =>
  mark ? outline[mark].map(draw) : [];

/** Draw the outline of a target in a box.  @param round radius of the corners of the box */
export const boxOutline = (mark: Mark, outline: Outline, box: Box, round: number) =>
  shapeOutline(mark, outline, ({ away = 0, ...paint }) => <rect {...inset(box, -away)} rx={round + away} {...paint} />);
