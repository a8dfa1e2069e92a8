/** Basic drawings used on the whole board: text, frames, icons on discs, outlines and selectable boxes. */

import type { ComponentChildren, SVGAttributes } from "preact";
import type { Id, SelectableProps } from "../../kit/board";
import { icon } from "../../kit/drawing";
import type { Box } from "../../kit/geometry";
import { fit, measure } from "../../kit/lettering";
import type { Layer, Outline } from "../../kit/outline";
import { boxOutline } from "../../kit/outline";
import type { Target } from "../../selection";
import type { Context } from "./context";
import { meantBy } from "./meant";
import { FONT, TONE } from "./palette";

/** The smallest legible font size. */
const LEAST_SIZE = { wide: 12, narrow: 9.6 };
/** The distance of two lines, relative to the font size. */
const LINE = 1.05;

type TextStyle = {
  size?: number;
  anchor?: "start" | "middle" | "end";
  fill?: string;
  weight?: number;
  width?: number;
  lines?: number;
  outlineColour?: string;
};

/**
 * Write a text. If it is wider than `width`, use smaller letters, then several lines, and cut what still does not fit.
 *   @param y baseline of the first line
 */
export function text(
  { wide }: Pick<Context, "wide">,
  x: number,
  y: number,
  words: Id,
  { size = 14, anchor = "start", fill = TONE.text, weight = 400, width = 0, lines = 1, outlineColour }: TextStyle = {},
) {
  const fitted = width ? fitting(wide, String(words), { size, weight, width, lines }) : { size, lines: [words] };
  const [first, ...rest] = fitted.lines;
  return (
    <text
      x={x}
      y={y}
      font-family={FONT}
      font-size={fitted.size}
      font-weight={weight}
      text-anchor={anchor}
      fill={fill}
      aria-hidden="true"
      {...(outlineColour ? outlined(outlineColour, size) : {})}
    >
      {rest.length ? <tspan>{first}</tspan> : first}
      {rest.map((line) => (
        <tspan x={x} dy={fitted.size * LINE}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

type FittingStyle = { size: number; weight: number; width: number; lines?: number };

/** Fit a text into its width. */
export const fitting = (wide: boolean, words: string, { weight, ...room }: FittingStyle) =>
  fit(words, { ...room, least: wide ? LEAST_SIZE.wide : LEAST_SIZE.narrow }, measure({ weight, family: FONT }));

const outlined = (colour: string, size: number): SVGAttributes<SVGTextElement> => ({
  stroke: colour,
  "stroke-width": size / 4.5,
  "paint-order": "stroke",
  "stroke-linejoin": "round",
});

/** Draw an icon on a light disc, which keeps its lines visible in dark mode. */
export const iconOnDisc = (ctx: Context, kind: string, id: Id, x: number, y: number, size: number, opacity = 1) => (
  <g opacity={opacity}>
    <circle cx={x + size / 2} cy={y + size / 2} r={size * 0.56} fill={TONE.card} stroke={TONE.line} stroke-width="1" />
    {icon(ctx, kind, id, x + size * 0.06, y + size * 0.06, size * 0.88)}
  </g>
);

type FrameStyle = {
  fill?: string;
  line?: string;
  thick?: number;
  round?: number;
  dash?: string;
  opacity?: number;
};

/** Draw a rounded rectangle. */
export const frame = (
  { x, y, width, height }: Box,
  { fill = TONE.panel, line = TONE.line, thick = 1.5, round = 8, dash = "none", opacity = 1 }: FrameStyle = {},
) => (
  <rect
    x={x}
    y={y}
    width={width}
    height={height}
    rx={round}
    fill={fill}
    stroke={line}
    stroke-width={thick}
    stroke-dasharray={dash}
    opacity={opacity}
  />
);

const line = (colour: string, thick: number, dash: string): Layer => ({
  away: 2,
  fill: "none",
  stroke: colour,
  "stroke-width": thick,
  "stroke-dasharray": dash,
  opacity: 1,
});
const OUTLINE: Outline = { legal: [line(TONE.legal, 2.2, "5 3")], chosen: [line(TONE.chosen, 4.5, "none")] };

/** Draw an outline around a target that is legal or selected. */
function outline(ctx: Context, target: Target, box: Box, round: number) {
  const mark = ctx.stateOf(target);
  return (
    <>
      {boxOutline(mark, OUTLINE, box, round)}
      {mark === "chosen" ? tick(box.x + box.width - 5, box.y + 5) : null}
    </>
  );
}

/** Draw the tick of what is selected. */
const tick = (x: number, y: number) => (
  <>
    <circle cx={x} cy={y} r="9" fill={TONE.chosen} stroke={TONE.panel} stroke-width="1.5" />
    <path
      d={`M${x - 4} ${y}l3 3.5l5 -7`}
      fill="none"
      stroke={TONE.panel}
      stroke-width="2.4"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </>
);

/**
 * Draw an element that is selectable if it has a target.
 *   @param target null if it cannot be selected now
 *  @param box of the outline
 */
export function selectableBox(
  ctx: Context,
  { key, isRepeated = false, ...props }: SelectableProps,
  target: Target | null,
  label: string,
  box: Box,
  children: ComponentChildren,
  round = 9,
) {
  const { selectable } = ctx;
  const name = label || "";
  if (!target)
    return (
      <g key={key} {...props}>
        <title>{name}</title>
        {children}
      </g>
    );
  const field = <rect x={box.x} y={box.y} width={box.width} height={box.height} fill="transparent" />;
  return selectable(
    { ...props, key, isRepeated, meant: meantBy(ctx, target) },
    target,
    name,
    <>
      <title>{name}</title>
      {field}
      {children}
      {outline(ctx, target, box, round)}
    </>,
  );
}

/** Draw an icon with a number beside it. */
export const iconWithCount = (
  ctx: Context,
  kind: string,
  id: string,
  x: number,
  y: number,
  size: number,
  count: Id,
) => (
  <g>
    <title>
      {ctx.name(kind, id)}
      {": "}
      {count}
    </title>
    {icon(ctx, kind, id, x, y, size)}
    {text(ctx, x + size + 3, y + size * 0.72, count, { size: Math.max(12, size * 0.62), weight: 700 })}
  </g>
);
