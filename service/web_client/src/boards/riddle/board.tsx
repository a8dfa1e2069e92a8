/**
 * Draw The Riddle of Leonardo from the view alone, wide for desktops and tall for phones.
 * The side of the viewing seat is large. The opponents follow in turn order.
 */

import { at } from "../../kit/drawing";
import { gridPlace, sizeOf } from "../../kit/geometry";
import type { Context, RiddleProps } from "./context";
import { createContext } from "./context";
import { badges } from "./lines";
import { withMeanings } from "./meant";
import { opponent } from "./opponents";
import type { Tall } from "./piles";
import { choice, endStep, hand, piles, played, status } from "./piles";
import { freeKey, ground, handSize, inPlay, keys, tally, zones } from "./seats";
import { isTaking } from "./targets";
import { text } from "./texts";

export { moments } from "./moments";

const WIDE = { width: 1024, height: 788 };
const TALL = { width: 390, margin: 8 };

export function Board(props: RiddleProps) {
  const ctx = withMeanings(createContext(props));
  const { width, height, drawn } = props.wide ? wide(ctx) : tall(ctx);
  return (
    <svg
      class="board riddle"
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={props.ruleset.title}
      font-family="inherit"
    >
      {drawn}
    </svg>
  );
}

/** Lay out a wide board: status, opponents, own side and piles; the hand below. */
function wide(ctx: Context) {
  const isAlone = ctx.others.length === 1;
  const left = isAlone ? 16 : 352;
  const cards = hand(ctx, 1008 - left, 11, 98);
  const end = endStep(ctx, 340, 60);
  const breadth = end ? 636 : 992;
  const drawn = (
    <>
      {at(
        16,
        12,
        <>
          {status(ctx, breadth, 60, 260)}
          {at(breadth - 8, 13, played(ctx, 34))}
        </>,
      )}
      {at(668, 12, end)}
      {at(16, 84, isTaking(ctx) ? choice(ctx, 324, 6).drawn : wideOthers(ctx, 324, isAlone ? 540 : 692))}
      {at(352, 84, ownSide(ctx, 476, 540, 128, 20, 250))}
      {at(848, 88, pilesBeside(ctx))}
      {at(left, 644, cards.drawn)}
    </>
  );
  return { ...WIDE, drawn };
}

/** Draw decks and discards in a column, with the outlines given in the constants. */
function pilesBeside(ctx: Context) {
  const { width, height } = sizeOf(ctx.constants.piles[0].polygon, 132);
  return piles(ctx, width, height, (index) => ({
    x: 24,
    y: index * 138,
  }));
}

function wideOthers(ctx: Context, width: number, height: number) {
  const { others } = ctx;
  const columns = others.length > 3 ? 2 : 1;
  const rows = Math.ceil(others.length / columns);
  const [wide, tall] = [(width - (columns - 1) * 10) / columns, (height - (rows - 1) * 10) / rows];
  return others.map((other, index) => {
    const { column, row } = gridPlace(index, columns);
    return at(column * (wide + 10), row * (tall + 10), opponent(ctx, other, wide, tall, 15));
  });
}

/**
 * Draw the side of the viewing seat, or of seat 0: name, Keys, and zones with almost complete lines.
 * @param size of the text
 * @param middle x coordinate of the zones
 */
function ownSide(ctx: Context, width: number, height: number, unit: number, size: number, middle: number) {
  const { player } = ctx;
  const head = size * 2;
  const badge = size * 1.15;
  const keySize = (width - 20 - 11 * 5) / 12;
  return (
    <>
      {ground(ctx, player, width, height)}
      {text(ctx.players[player.seat], 12, head * 0.68, size, width * 0.4, "700")}
      {at(width - 14, head * 0.68, tally(ctx, player, size * 1.1))}
      {at(width * 0.47, head * 0.2, freeKey(ctx, player, size * 1.25))}
      {at(width - size * 4.1, head * 0.12, inPlay(ctx, player, head * 0.85))}
      {at(
        middle,
        head + badge * 1.3 + unit * 1.45,
        <>
          {zones(ctx, player, unit)}
          {badges(ctx, player, unit, badge)}
        </>,
      )}
      {ctx.seat === null ? at(10, height - keySize - head - 14, handSize(ctx, player, head * 0.9)) : null}
      {at(10, height - keySize - 10, keys(ctx, player, 12, keySize, 5))}
    </>
  );
}

/** Lay out a narrow board in one column. */
function tall(ctx: Context) {
  const width = TALL.width - 2 * TALL.margin;
  const cards = hand(ctx, width, 6, 68);
  const taking = isTaking(ctx) ? choice(ctx, width, 8) : undefined;
  const end = endStep(ctx, width, 40);
  const parts: Tall[] = [
    {
      height: 48,
      drawn: (
        <>
          {status(ctx, width, 48, 110)}
          {at(width - 2, 6, played(ctx, 18))}
        </>
      ),
    },
    {
      height: 408,
      drawn: (
        <>
          {ownSide(ctx, width, 408, 104, 14, 176)}
          {pilesAside(ctx)}
        </>
      ),
    },
    ...(end ? [{ height: 40, drawn: end }] : []),
    ...(ctx.seat === null ? [] : [{ height: cards.height, drawn: at(0, 4, cards.drawn) }]),
    ...(taking ? [taking] : []),
    ...tallOthers(ctx, width),
  ];
  return stacked(parts);
}

function stacked(parts: Tall[]) {
  let height = TALL.margin;
  const drawn = parts.map((part) => {
    const here = at(TALL.margin, height, part.drawn);
    height += part.height + TALL.margin;
    return here;
  });
  return { width: TALL.width, height, drawn };
}

/** Draw decks and discards in a column beside the zones, for phones. */
const pilesAside = (ctx: Context) =>
  at(
    325,
    58,
    piles(ctx, 42, 50, (index) => ({ x: 0, y: index * 74 })),
  );

function tallOthers(ctx: Context, width: number): Tall[] {
  const columns = ctx.others.length > 1 ? 2 : 1;
  const [wide, height] = [(width - (columns - 1) * 8) / columns, columns > 1 ? 300 : 206];
  const rows = Array.from({ length: Math.ceil(ctx.others.length / columns) }, (_, row) =>
    ctx.others.slice(row * columns, row * columns + columns),
  );
  return rows.map((row) => ({
    height,
    drawn: row.map((other, index) => at(index * (wide + 8), 0, opponent(ctx, other, wide, height, 13))),
  }));
}
