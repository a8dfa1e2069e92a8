/** The items of the tray: choices of a decision that have no place on the board, and the current auction. */

import type { ComponentChildren } from "preact";
import type { Id } from "../../kit/board";
import { icon } from "../../kit/drawing";
import type { Box } from "../../kit/geometry";
import type { Target } from "../../selection";
import { cardBack, inventionCard } from "./cards";
import type { Context, Decision, Kind } from "./context";
import { ownSide } from "./context";
import { startable } from "./declared";
import { frame, selectableBox, text } from "./drawing";
import { TONE } from "./palette";
import { coin, componentCard, person } from "./pieces";
import { inventionTarget } from "./targets";

/** An element of the tray. Cards stand first. */
export type Item = { width: number; height: number; isCard?: boolean; draw: (box: Box) => ComponentChildren };

const CARD = { wide: { width: 92, height: 118 }, narrow: { width: 83, height: 112 } };

/** Return an item with an icon, and its name if short. */
function token(ctx: Context, target: Target, kind: string, id: Id, label: string = ctx.name(kind, id)): Item {
  const isShort = label.length <= 16;
  const width = isShort ? Math.max(62, Math.min(112, label.length * 6.6 + 14)) : 62;
  const draw = (box: Box) => {
    const size = Math.min(box.height - (isShort ? 22 : 10), box.width - 8);
    const opacity = ctx.stateOf(target) ? 1 : 0.45;
    return selectableBox(
      ctx,
      { key: `token-${kind}-${id}`, opacity },
      target,
      label,
      box,
      <>
        {frame(box, { fill: TONE.cell })}
        {icon(ctx, kind, id, box.x + (box.width - size) / 2, box.y + 4, size)}
        {isShort
          ? text(ctx, box.x + box.width / 2, box.y + box.height - 6, label, {
              size: 12.5,
              anchor: "middle",
              width: box.width - 8,
            })
          : null}
      </>,
    );
  };
  return { width, height: 66, draw };
}

/** Return an item for a number. */
const numberItem = (ctx: Context, field: string, number: number, label: string, isMoney: boolean): Item => ({
  width: 34,
  height: 34,
  draw: (box) =>
    selectableBox(
      ctx,
      { key: `${field}-${number}` },
      { [field]: number },
      `${label}: ${number}`,
      box,
      isMoney ? (
        coin(ctx, box.x + box.width / 2, box.y + box.height / 2, Math.min(box.width, box.height) / 2 - 1.5, number)
      ) : (
        <>
          {frame(box, { fill: TONE.cell, round: 7 })}
          {text(ctx, box.x + box.width / 2, box.y + box.height / 2 + 6, number, {
            size: 18,
            anchor: "middle",
            weight: 700,
          })}
        </>
      ),
      17,
    ),
});

const numbers = (ctx: Context, field: string, from: number, to: number, label: string, isMoney = false) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).map((each) =>
    numberItem(ctx, field, each, label, isMoney),
  );

/** Return an item for a component of the shops or the market. */
const componentItem = (ctx: Context, field: string, kind: Kind, count: number | null = null): Item => ({
  width: 46,
  height: 66,
  draw: (box) =>
    selectableBox(
      ctx,
      { key: `take-${kind}` },
      { [field]: kind },
      ctx.name("component", kind),
      box,
      componentCard(ctx, kind, box, count),
      5,
    ),
});

/** Return an item for a whole invention card. */
const cardItem = (
  ctx: Context,
  number: number,
  target: Target | null,
  order: number | null = null,
  isHidden = false,
): Item => ({
  ...(ctx.wide ? CARD.wide : CARD.narrow),
  isCard: true,
  draw: (box) => (isHidden ? cardBack(box, { sealed: true }) : inventionCard(ctx, number, box, { target, order })),
});

/** List the cards seen in the deck; each gets a number once it is placed. */
function lookedAt(ctx: Context): Item[] {
  const { game, stateOf, covered } = ctx;
  const seen = game.own?.looked_at ?? [];
  const placed = seen.map((_, index) => seen.find((number) => stateOf({ [`order/${index}`]: number }) === "chosen"));
  const next = Math.max(0, placed.indexOf(undefined));
  return seen.map((number) => {
    const place = placed.indexOf(number);
    const isPlaced = place >= 0;
    const target = { [`order/${isPlaced ? place : next}`]: number };
    return cardItem(ctx, number, target, isPlaced ? place + 1 : null, covered);
  });
}

/** Return an item for a bidder, with the sealed bid if there is one. */
function bidder(ctx: Context, seat: number): Item {
  const { game, players, name, covered } = ctx;
  const isSealed = game.auction?.sealed.includes(seat) ?? false;
  const own = seat === game.own?.seat && !covered ? game.own.bid : undefined;
  const label = `${players[seat]}${isSealed ? `: ${name("action", "concealed_bid")}` : ""}`;
  const draw = ({ x, y, width }: Box) => (
    <g key={`bid-${seat}`}>
      <title>{label}</title>
      {person(ctx, seat, x, y + 6, 1.15)}
      <g opacity={isSealed ? 1 : 0.3}>{icon(ctx, "action", "concealed_bid", x + 24, y - 2, 44)}</g>
      {own === undefined ? null : coin(ctx, x + 62, y + 34, 11, own)}
      {text(ctx, x, y + 54, players[seat], { size: 13, width: width - 4 })}
    </g>
  );
  return { width: 80, height: 60, draw };
}

/** Items for the decisions that need some, by decision. */
const CHOICES: Record<Decision, (ctx: Context) => Item[]> = {
  choose_favour: (ctx) => [
    ...["a", "b", "c", "d1", "d2", "d3", "d4"].map((id) => token(ctx, { favour: id }, "favour", id)),
    ...ctx.kinds.map((kind) => componentItem(ctx, "components", kind)),
  ],
  declare_work: (ctx) => [
    ...startable(ctx).map((number) => cardItem(ctx, number, inventionTarget(ctx, number))),
    token(ctx, { type: "declare_work" }, "piece", "pass"),
  ],
  auction_choice: () => [],
  place: (ctx) => [
    ...["apprentices", "master", "pass"].map((piece) => token(ctx, { piece }, "piece", piece)),
    ...numbers(ctx, "count", 1, ownSide(ctx)?.supply ?? 0, ctx.name("piece", "apprentices")),
  ],
  name_leonardo: (ctx) => ctx.game.seats.map((each) => seatItem(ctx, each.seat)),
  council_space: (ctx) => [token(ctx, { withdraw: true }, "area_choice", "withdraw")],
  council_move: (ctx) => [token(ctx, { decline: true }, "piece", "pass")],
  council_order: lookedAt,
  council_buy: (ctx) => [
    ...ctx.kinds.map((kind) => componentItem(ctx, "component", kind)),
    token(ctx, { decline: true }, "piece", "pass"),
  ],
  area_turn: (ctx) => [
    ...["turn_small", "take_large", "turn_large", "robot_small", "robot_large"]
      .filter((each) => ctx.stateOf({ improvement: each }))
      .map((each) => token(ctx, { improvement: each }, "improvement", each)),
    ...["act", "withdraw"].map((choice) => token(ctx, { choice }, "area_choice", choice)),
  ],
  market_swap: (ctx) => [
    ...ctx.kinds.flatMap((kind) => {
      const count = ctx.game.market?.[kind];
      return count ? [componentItem(ctx, "take", kind, count)] : [];
    }),
    token(ctx, { type: "market_swap" }, "piece", "pass"),
  ],
  bid: (ctx) => numbers(ctx, "amount", 0, ctx.game.own?.florins ?? 0, ctx.name("equipment", "florin"), true),
};

/** Return an item for a seat that can be named, or that must act. */
const seatItem = (ctx: Context, seat: number, isAsked = true): Item => ({
  width: 84,
  height: 66,
  draw: (box) =>
    selectableBox(
      ctx,
      { key: `name-${seat}` },
      isAsked ? { seat } : null,
      ctx.players[seat],
      box,
      <>
        {frame(box, { fill: TONE.cell })}
        {person(ctx, seat, box.x + box.width / 2 - 13, box.y + 5, 1.3)}
        {text(ctx, box.x + box.width / 2, box.y + box.height - 7, ctx.players[seat], {
          size: 13,
          anchor: "middle",
          width: box.width - 8,
        })}
      </>,
    ),
});

/** List all items of the tray. */
export function trayItems(ctx: Context): Item[] {
  const { game, decision, toAct } = ctx;
  const { auction, shared = [] } = game;
  const sold = auction
    ? [cardItem(ctx, auction.invention, null), ...auction.bidders.map((seat) => bidder(ctx, seat))]
    : [];
  const together = shared
    .map(({ invention }) => invention)
    .filter((invention) => invention !== auction?.invention)
    .map((invention) => cardItem(ctx, invention, decision === "auction_choice" ? { invention } : null));
  const waiting = auction ? [] : toAct.map((seat) => seatItem(ctx, seat, false));
  return [...sold, ...together, ...(decision ? CHOICES[decision](ctx) : waiting)];
}
