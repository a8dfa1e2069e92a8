/** Choices without a place on the board: pass, the payment of a tile, and the number of tiles to take or keep. */

import type { Box } from "../../kit/geometry";
import { fit, measure } from "../../kit/lettering";
import type { Target } from "../../selection";
import { outlinedBox } from "./outlines";
import { drawnTile, INK, IVORY, LOZENGE, piece, STONE } from "./pieces";
import type { Context, Payment, SeatPlace } from "./types";

/** Draw the choices below the hand of the viewing seat. */
export function choices(ctx: Context, { bar }: SeatPlace) {
  const { game, stateOf, decision } = ctx;
  if (!bar || !decision) return null;
  const box = { x: bar.x, y: bar.y, width: bar.width, height: 48 };
  if (game.payment) return payments(ctx, box, game.payment);
  if (game.bonus) return [placeholders(ctx, box, game.bonus)];
  if (game.max_kept) return [placeholders(ctx, box, game.max_kept), keepNothing(ctx, box)];
  return stateOf({ type: "pass_round" }) ? [pass(ctx, box)] : null;
}

/** Draw a button with the tiles of each possible payment. */
function payments(ctx: Context, box: Box, payment: Payment) {
  const { min_wilds, max_wilds } = payment;
  const ways = Array.from({ length: max_wilds - min_wilds + 1 }, (_, index) => min_wilds + index);
  const width = Math.min(150, box.width / ways.length);
  const start = box.x + (box.width - width * ways.length) / 2;
  return ways.map((wilds, index) =>
    paymentButton(ctx, { ...box, x: start + index * width + 2, width: width - 4 }, payment, wilds),
  );
}

/** Draw the tiles to pay, without the placed one. The label says what is placed and paid. */
function paymentButton(ctx: Context, box: Box, { colour, cost }: Payment, wilds: number) {
  const { selectable, stateOf, game, texts, colours } = ctx;
  const target = { wilds };
  const plain = cost - 1 - wilds;
  const tiles = Array.from({ length: cost - 1 }, (_, index) => (index < plain ? colour : game.wild));
  const paid = colours.filter((each) => tiles.includes(each));
  const discarded = Object.fromEntries(paid.map((each) => [each, each === colour ? plain : wilds]));
  const label = texts.sentence("action", { type: "choose_payment", wilds, colour, discarded });
  const step = Math.min(25, (box.width - 30) / Math.max(1, tiles.length - 1));
  const first = box.x + box.width / 2 - ((tiles.length - 1) * step) / 2;
  return selectable(
    {},
    target,
    label,
    <g>
      <title>{label}</title>
      <rect x={box.x} y={box.y} width={box.width} height={box.height} rx="7" fill={IVORY} />
      {tiles.map((each, index) => drawnTile(each, { x: first + index * step, y: box.y + box.height / 2, size: 20 }))}
      {outlinedBox(stateOf(target), box)}
    </g>,
  );
}

/** Draw a placeholder for each tile to choose. */
function placeholders({ name, game, chosen }: Context, { x, y, height }: Box, count: number) {
  const tiles = chosen.flatMap(({ keep, tiles: taken = keep }) => (typeof taken === "string" ? [taken] : []));
  const label = `${name("action", game.bonus ? "choose_bonus" : "choose_keep")}: ${count}`;
  return (
    <g role="img" aria-label={label}>
      {Array.from({ length: count }, (_, index) => {
        const place = { x: x + 20 + index * 32, y: y + height / 2 };
        return tiles[index] ? (
          drawnTile(tiles[index], { ...place, size: 23 })
        ) : (
          <path
            d={LOZENGE}
            transform={`translate(${place.x} ${place.y}) scale(.46)`}
            fill="none"
            stroke="currentColor"
            stroke-width="4"
            stroke-dasharray="8 6"
            opacity=".7"
          />
        );
      })}
    </g>
  );
}

/** Draw a button with an icon and a label. */
function button(
  { selectable, stateOf }: Context,
  { x, y, width, height }: Box,
  target: Target,
  label: string,
  sign: string,
) {
  const { size, lines } = fit(label, { width: width - 70, size: 20, least: 12 }, measure({ weight: 700 }));
  return selectable(
    {},
    target,
    label,
    <g>
      <rect x={x} y={y} width={width} height={height} rx="7" fill={STONE} />
      {piece(sign, { x: x + 30, y: y + height / 2, scale: 0.62 })}
      <text x={x + 58} y={y + height / 2 + size * 0.35} font-size={size} font-weight="700" fill={INK}>
        {lines}
      </text>
      {outlinedBox(stateOf(target), { x, y, width, height })}
    </g>,
  );
}

const pass = (ctx: Context, box: Box) =>
  button(ctx, rightEnd(box, box.width - 6), { type: "pass_round" }, ctx.name("action", "pass_round"), "pass");

/** Draw the button that keeps no tile: all tiles of the hand go into the tower. */
function keepNothing(ctx: Context, box: Box) {
  const label = `0 × ${ctx.name("equipment", "tile")}`;
  return button(ctx, rightEnd(box, box.width - 150), { type: "choose_keep" }, label, "tower");
}

/** Return the place of a button at the right end of a bar.  @param room the width that the bar has for it */
function rightEnd({ x, y, width }: Box, room: number): Box {
  const own = Math.min(room, 230);
  return { x: x + width - own - 3, y: y + 2, width: own, height: 44 };
}
