/** Pieces and cards of the players: people, coins and component cards. */

import type { Id } from "../../kit/board";
import { icon } from "../../kit/drawing";
import type { Box } from "../../kit/geometry";
import { seatAppearance } from "../../kit/palette";
import type { Context } from "./context";
import { frame, text } from "./drawing";
import { INK, patternOf, TONE } from "./palette";

const BODY = "M2 26c0-10 2.5-14 8-14s8 4 8 14z";
const BERET = "M2.5 6.5c0-5.5 15-6.5 15.5-1c-4 2.5-11 2.5-15.5 1z";

/**
 * Draw a piece of a seat, 20 wide and 28 high at scale 1: an apprentice, or the master with a beret and a gold chain.
 *
 * @param how `count` is written on the body
 */
export function person(
  ctx: Context,
  seat: number,
  x: number,
  y: number,
  scale: number,
  {
    master = false,
    count = null,
    key,
    faded = false,
  }: { master?: boolean; count?: number | null; key?: string; faded?: boolean } = {},
) {
  const { colour = "#999", pattern } = seatAppearance(ctx, seat);
  const paint = { stroke: TONE.rim, "stroke-width": 1.4, "stroke-linejoin": "round" } as const;
  return (
    <g key={key} transform={`translate(${x} ${y}) scale(${scale})`} opacity={faded ? 0.5 : 1}>
      <path d={BODY} fill={colour} {...paint} />
      <path d={BODY} fill={patternOf(pattern)} />
      <circle cx="10" cy="7.5" r="5" fill={colour} {...paint} />
      {master ? (
        <>
          <path d={BERET} fill={INK} stroke={TONE.rim} stroke-width=".8" />
          <path d="M5.5 15.5c2 5 7 5 9 0" fill="none" stroke={TONE.gold} stroke-width="2" />
        </>
      ) : null}
      {count === null
        ? null
        : text(ctx, 10, 24.5, count, { size: 13.5, anchor: "middle", weight: 700, fill: "#fff", outlineColour: INK })}
    </g>
  );
}

/** Return the colour of a coin; a faded one is pale, so that its number stays legible. */
function faceOf(faded: boolean, silver: boolean) {
  if (faded) return TONE.card;
  return silver ? TONE.silver : TONE.gold;
}

/** Draw a coin with a number.  @param x centre  @param y centre */
export const coin = (
  ctx: Context,
  x: number,
  y: number,
  radius: number,
  amount: Id,
  { faded = false, silver = false, key }: { faded?: boolean; silver?: boolean; key?: string } = {},
) => (
  <g key={key} transform={`translate(${x} ${y})`}>
    <circle r={radius} fill={faceOf(faded, silver)} stroke={INK} stroke-width="1.3" />
    <circle r={radius * 0.78} fill="none" stroke={INK} stroke-width=".6" />
    {text(ctx, 0, radius * 0.38, amount, { size: radius * 1.1, anchor: "middle", weight: 700, fill: INK })}
  </g>
);

/**
 * Draw a component card: its colour and pattern as a band, its icon and its number.
 */
export function componentCard(ctx: Context, kind: string, box: Box, count: number | null) {
  const { colour, pattern } = ctx.appearanceOf("component", kind);
  const band = Math.max(4, box.height * 0.09);
  const size = Math.min(box.width * 0.82, box.height * 0.56);
  const paint = { x: box.x + 3, y: box.y + 3, width: box.width - 6, height: band, rx: 2 };
  return (
    <g>
      {frame(box, { fill: TONE.card, line: INK, thick: 1.2, round: 5 })}
      <g opacity={count === 0 ? 0.4 : 1}>
        <rect {...paint} fill={colour} />
        <rect {...paint} fill={patternOf(pattern)} />
        {icon(ctx, "component", kind, box.x + (box.width - size) / 2, box.y + band + 4, size)}
      </g>
      {count === null
        ? null
        : text(ctx, box.x + box.width / 2, box.y + box.height - Math.max(4, box.height * 0.07), count, {
            size: Math.max(12, box.height * 0.22),
            anchor: "middle",
            weight: 700,
            fill: INK,
          })}
    </g>
  );
}
