/** Decks, discards and cards to take, the current step, and the hand of the viewing seat. */

import type { ComponentChildren } from "preact";
import { icon } from "../../kit/drawing";
import type { Point } from "../../kit/geometry";
import { gridPlace, translate } from "../../kit/geometry";
import { back, face, GOLD, markedFace, outline, place } from "./cards";
import type { Context, Deck, Pile, View } from "./context";
import { cardName, designOf } from "./context";
import { discardTarget, handOf, handTarget } from "./targets";
import { text } from "./texts";

/** A drawing and the height that it takes. */
export type Tall = { height: number; drawn: ComponentChildren };

/** What lies on each pile: the number of cards of a deck, or the discards; undefined if the mode has no such pile. */
const CONTENTS: Record<string, (game: View) => number | string[] | undefined> = {
  main_deck: (game) => game.main_deck,
  main_discard: (game) => game.main_discard,
  additional_deck: (game) => game.additional_deck,
  additional_discard: (game) => game.additional_discard,
};

/** Draw decks and discards at the positions that `positionOf` returns. */
export function piles(ctx: Context, width: number, height: number, positionOf: (index: number) => Point) {
  const used = ctx.constants.piles.flatMap((each) => {
    const content = CONTENTS[each.pile]?.(ctx.game);
    return content === undefined ? [] : [{ each, content }];
  });
  return used.map(({ each, content }, index) => pile(ctx, each, content, width, height, positionOf(index)));
}

function pile(
  ctx: Context,
  { pile: id, deck, discarded }: Pile,
  content: number | string[],
  width: number,
  height: number,
  { x, y }: Point,
) {
  const [number, topCard] = Array.isArray(content) ? [content.length, content.at(-1)] : [content, undefined];
  const target = discarded ? discardTarget(ctx) : { deck };
  const drawn = (
    <g data-path={id}>
      {number ? null : place(width, height, { shade: 0.05, line: 1, dashes: "5 4" })}
      {number > 1 ? (
        <g transform="translate(3 3)" opacity="0.55">
          {back(deck, width, height)}
        </g>
      ) : null}
      {number ? top(ctx, topCard, deck, width, height) : null}
      {outline(ctx.stateOf(target), width, height)}
      {count(number, width, height)}
    </g>
  );
  const label = `${ctx.name("equipment", id)}, ${number}`;
  return ctx.selectable({ key: `pile-${id}`, transform: translate(x, y), "data-path": id }, target, label, drawn);
}

function top(ctx: Context, card: string | undefined, deck: Deck, width: number, height: number) {
  return card ? <g key={`card-${card}`}>{face(ctx, card, width, height)}</g> : back(deck, width, height);
}

function count(number: number, width: number, height: number) {
  const size = Math.max(width * 0.21, 12);
  const wide = size * (0.75 + 0.5 * String(number).length);
  return (
    <g transform={translate(width - wide * 0.75, height - size * 0.8)}>
      <rect width={wide} height={size * 1.25} rx={size * 0.6} fill="#22262f" stroke="#f6ecd4" />
      <text x={wide / 2} y={size * 0.96} font-size={size} font-weight="700" text-anchor="middle" fill="#fff">
        {number}
      </text>
    </g>
  );
}

/** Draw the discarded cards that can be taken, in rows.   @param most smallest number of cards in a row */
export function choice(ctx: Context, width: number, most: number): Tall {
  const all = [...ctx.game.main_discard, ...(ctx.game.additional_discard ?? [])].filter((card) =>
    ctx.stateOf({ take: card }),
  );
  const columns = Math.max(most, Math.ceil(Math.sqrt(all.length * 1.2)));
  const wide = width / columns - 5;
  const tall = wide * 1.18;
  const drawn = all.map((card, index) => {
    const { column, row } = gridPlace(index, columns);
    const at = translate(column * (wide + 5), row * (tall + 5));
    return ctx.selectable(
      { key: `take-${card}`, transform: at },
      { take: card },
      cardName(ctx, card),
      markedFace(ctx, card, ctx.stateOf({ take: card }), wide, tall),
    );
  });
  return { height: Math.ceil(all.length / columns) * (tall + 5), drawn };
}

/** Draw the hand of the viewing seat in rows.   @param most cards in a row  @param widest largest width of a card */
export function hand(ctx: Context, width: number, most: number, widest: number): Tall {
  const cards = [...handOf(ctx)].sort((one, other) => order(ctx, one) - order(ctx, other) || (one < other ? -1 : 1));
  const rows = Math.max(1, Math.ceil(cards.length / most));
  const columns = Math.ceil(cards.length / rows);
  const wide = Math.min(widest, (width - (columns - 1) * 7) / columns);
  const tall = wide * 1.18;
  const left = (width - columns * (wide + 7) + 7) / 2;
  const drawn = cards.map((card, index) => {
    const { column, row } = gridPlace(index, columns);
    return held(ctx, card, wide, tall, { x: left + column * (wide + 7), y: row * (tall + 8) });
  });
  return { height: rows * (tall + 8), drawn: <g data-path="own/hand">{drawn}</g> };
}

/** Return the sort key of a card: main cards, then corner cards, then action cards. */
function order(ctx: Context, card: string) {
  const design = designOf(ctx, card);
  return (design?.deck === "main" ? 0 : 1) + (design?.operation ? 1 : 0);
}

function held(ctx: Context, card: string, width: number, height: number, { x, y }: Point) {
  const deck = designOf(ctx, card)?.deck ?? "main";
  if (ctx.covered)
    return (
      <g key={`covered-${x}-${y}`} transform={translate(x, y)}>
        {back(deck, width, height)}
      </g>
    );
  const target = handTarget(ctx, card);
  const mark = ctx.stateOf(target);
  const at = translate(x, mark === "chosen" ? y - height * 0.05 : y);
  return ctx.selectable(
    { key: `card-${card}`, transform: at },
    target,
    cardName(ctx, card),
    markedFace(ctx, card, mark, width, height),
  );
}

/** Draw the round, the turn, the step and the active player.    @param room free width beside the name */
export function status(ctx: Context, width: number, height: number, room = 8) {
  const { round, turn, active } = ctx.game;
  const step = ctx.game.decision_kind;
  const size = Math.min(height * 0.3, 20);
  const left = height * 2.05;
  return (
    <>
      <rect width={width} height={height} rx="14" fill="currentColor" fill-opacity="0.06" />
      {dial(round, turn, height)}
      {step
        ? icon(ctx, "decision", step, height * 1.14, height * 0.1, height * 0.8)
        : icon(ctx, "end_reason", "goal", height * 1.14, height * 0.1, height * 0.8)}
      {text(ctx.players[active], left, height * 0.43, size, width - left - room, "700")}
      {step ? text(ctx.name("decision", step), left, height * 0.8, size * 0.86, width - left - 4, "400") : null}
    </>
  );
}

/** Draw the number of the round in a circle of arrows, with the turn below it. */
function dial(round: number, turn: number, size: number) {
  const [middle, r] = [size / 2, size * 0.36];
  const head = size * 0.1;
  return (
    <>
      <g
        fill="none"
        stroke="currentColor"
        stroke-width={size * 0.055}
        stroke-linecap="round"
        stroke-linejoin="round"
        stroke-opacity="0.75"
      >
        <path
          d={`M${middle + r * 0.94} ${middle - r * 0.34}A${r} ${r} 0 1 0 ${middle + r * 0.94} ${middle + r * 0.34}`}
        />
        <path d={`M${middle + r * 0.94 - head} ${middle - r * 0.34 - head * 0.3}h${head * 1.3}v${-head * 1.3}`} />
      </g>
      <text
        x={middle}
        y={middle + size * 0.07}
        font-size={size * 0.32}
        font-weight="700"
        text-anchor="middle"
        fill="currentColor"
      >
        {round}
      </text>
      <text
        x={middle}
        y={middle + size * 0.26}
        font-size={size * 0.17}
        text-anchor="middle"
        fill="currentColor"
        fill-opacity="0.75"
      >
        {turn}
      </text>
    </>
  );
}

/** Draw the counters of the turn, ending at the origin: cards played, extra plays, a redirection. */
export function played(ctx: Context, size: number) {
  const { main_played: main, additional_played: additional, extra_plays: extra, redirecting } = ctx.game;
  const signs: [kind: string, id: string, number: number | string | undefined][] = [
    ["equipment", "main_card", main],
    ["equipment", "additional_card", additional],
    ["operation", "extra_play", extra],
    ["operation", "redirect_replaced", redirecting ? "" : 0],
  ];
  const seen = signs.filter(([, , number]) => number !== undefined && number !== 0);
  return seen.map(([kind, id, number], index) => (
    <g transform={`translate(${(index - seen.length) * size * 1.7} 0)`}>
      {icon(ctx, kind, id, 0, 0, size)}
      <text x={size * 1.02} y={size * 0.72} font-size={size * 0.62} font-weight="600" fill="currentColor">
        {number}
      </text>
    </g>
  ));
}

/** Draw the button that ends the step; null if the step cannot end now. */
export function endStep(ctx: Context, width: number, height: number) {
  const target = { type: "end_step" };
  const mark = ctx.stateOf(target);
  if (!mark) return null;
  const label = ctx.name("action", "end_step");
  const drawn = (
    <>
      <rect width={width} height={height} rx={height / 2} fill={GOLD} fill-opacity={mark === "chosen" ? 0.6 : 0.28} />
      {icon(ctx, "action", "end_step", height * 0.15, height * 0.13, height * 0.74)}
      {text(label, height * 1.05, height * 0.64, height * 0.4, width - height * 1.2)}
      {outline(mark, width, height, height / 2)}
    </>
  );
  return ctx.selectable({ key: "end-step" }, target, label, drawn);
}
