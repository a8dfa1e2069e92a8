/** Decks, discards and cards to take, the current step, and the hand of the viewing seat. */

import { back, cardName, designOf, face, GOLD, icon, outline } from "./cards.js";
import { text } from "./seats.js";
import { discardTarget, handOf, handTarget } from "./targets.js";

/** @typedef {import("./cards.js").Context} Context */

/** Draw decks and discards at the positions that `positionOf` returns. @param {Context} ctx @param {number} width @param {number} height @param {(pile: any, index: number) => {x: number, y: number}} positionOf */
export function piles(ctx, width, height, positionOf) {
  const used = ctx.constants.piles.filter((/** @type {any} */ each) => ctx.view[each.pile] !== undefined);
  return used.map((/** @type {any} */ each, /** @type {number} */ index) => pile(ctx, each, width, height, positionOf(each, index)));
}

/** @param {Context} ctx @param {any} each @param {number} width @param {number} height @param {{x: number, y: number}} at */
function pile(ctx, { pile: id, deck, discarded }, width, height, { x, y }) {
  const cards = ctx.view[id];
  const number = discarded ? cards.length : cards;
  const target = discarded ? discardTarget(ctx) : { deck };
  const drawn = ctx.html`${number ? null : emptyPlace(ctx, width, height)}
    ${number > 1 ? ctx.html`<g transform="translate(3 3)" opacity="0.55">${back(ctx, deck, width, height)}</g>` : null}
    ${number ? top(ctx, discarded ? cards.at(-1) : undefined, deck, width, height) : null}
    ${outline(ctx, ctx.stateOf(target), width, height)}
    ${count(ctx, number, width, height)}`;
  return ctx.selectable({ key: `pile-${id}`, transform: `translate(${x} ${y})` }, target, `${ctx.name("equipment", id)}, ${number}`, drawn);
}

/** @param {Context} ctx @param {number} width @param {number} height */
function emptyPlace(ctx, width, height) {
  return ctx.html`<rect x="1" y="1" width=${width - 2} height=${height - 2} rx=${width * 0.12} fill="currentColor" fill-opacity="0.05" stroke="currentColor" stroke-opacity="0.35" stroke-dasharray="5 4" />`;
}

/** @param {Context} ctx @param {string | undefined} card @param {string} deck @param {number} width @param {number} height */
function top(ctx, card, deck, width, height) {
  return card ? ctx.html`<g key=${`card-${card}`}>${face(ctx, card, width, height)}</g>` : back(ctx, deck, width, height);
}

/** @param {Context} ctx @param {number} number @param {number} width @param {number} height */
function count(ctx, number, width, height) {
  const size = Math.max(width * 0.21, 12);
  const wide = size * (0.75 + 0.5 * String(number).length);
  return ctx.html`<g transform=${`translate(${width - wide * 0.75} ${height - size * 0.8})`}><rect width=${wide} height=${size * 1.25} rx=${size * 0.6} fill="#22262f" stroke="#f6ecd4" />
    <text x=${wide / 2} y=${size * 0.96} font-size=${size} font-weight="700" text-anchor="middle" fill="#fff">${number}</text></g>`;
}

/** Draw the discarded cards that can be taken, in rows. @param {Context} ctx @param {number} width @param {number} most smallest number of cards in a row @returns {{height: number, drawn: unknown}} */
export function choice(ctx, width, most) {
  const all = [...ctx.view.main_discard, ...(ctx.view.additional_discard ?? [])].filter((card) => ctx.stateOf({ take: card }));
  const columns = Math.max(most, Math.ceil(Math.sqrt(all.length * 1.2)));
  const wide = width / columns - 5;
  const tall = wide * 1.18;
  const drawn = all.map((card, index) => {
    const at = `translate(${(index % columns) * (wide + 5)} ${Math.floor(index / columns) * (tall + 5)})`;
    return ctx.selectable({ key: `take-${card}`, transform: at }, { take: card }, cardName(ctx, card), ctx.html`${face(ctx, card, wide, tall)}${outline(ctx, ctx.stateOf({ take: card }), wide, tall)}`);
  });
  return { height: Math.ceil(all.length / columns) * (tall + 5), drawn };
}

/** Draw the hand of the viewing seat in rows. @param {Context} ctx @param {number} width @param {number} most cards in a row @param {number} widest largest width of a card @returns {{height: number, drawn: unknown}} */
export function hand(ctx, width, most, widest) {
  const cards = [...handOf(ctx)].sort((one, other) => order(ctx, one) - order(ctx, other) || (one < other ? -1 : 1));
  const rows = Math.max(1, Math.ceil(cards.length / most));
  const columns = Math.ceil(cards.length / rows);
  const wide = Math.min(widest, (width - (columns - 1) * 7) / columns);
  const tall = wide * 1.18;
  const left = (width - columns * (wide + 7) + 7) / 2;
  const drawn = cards.map((card, index) => held(ctx, card, wide, tall, left + (index % columns) * (wide + 7), Math.floor(index / columns) * (tall + 8)));
  return { height: rows * (tall + 8), drawn };
}

/** Return the sort key of a card: main cards, then corner cards, then action cards. @param {Context} ctx @param {string} card */
function order(ctx, card) {
  const design = ctx.designs.get(designOf(card));
  return (design?.deck === "main" ? 0 : 1) + (design?.operation ? 1 : 0);
}

/** @param {Context} ctx @param {string} card @param {number} width @param {number} height @param {number} x @param {number} y */
function held(ctx, card, width, height, x, y) {
  const deck = ctx.designs.get(designOf(card))?.deck ?? "main";
  if (ctx.covered) return ctx.html`<g key=${`covered-${x}-${y}`} transform=${`translate(${x} ${y})`}>${back(ctx, deck, width, height)}</g>`;
  const target = handTarget(ctx, card);
  const mark = ctx.stateOf(target);
  const at = `translate(${x} ${mark === "chosen" ? y - height * 0.05 : y})`;
  return ctx.selectable({ key: `card-${card}`, transform: at }, target, cardName(ctx, card), ctx.html`${face(ctx, card, width, height)}${outline(ctx, mark, width, height)}`);
}

/** Draw the round, the turn, the step and the active player. @param {Context} ctx @param {number} width @param {number} height @param {number} [room] free width beside the name */
export function status(ctx, width, height, room = 8) {
  const { round, turn, active } = ctx.view;
  const step = ctx.view.decision_kind ?? ctx.view.step;
  const size = Math.min(height * 0.3, 20);
  const left = height * 2.05;
  return ctx.html`<rect width=${width} height=${height} rx="14" fill="currentColor" fill-opacity="0.06" />
    ${dial(ctx, round, turn, height)}
    ${step ? icon(ctx, "decision", step, height * 1.14, height * 0.1, height * 0.8) : icon(ctx, "end_reason", "goal", height * 1.14, height * 0.1, height * 0.8)}
    ${text(ctx, ctx.players[active], left, height * 0.43, size, width - left - room, "700")}
    ${step ? text(ctx, ctx.name("decision", step), left, height * 0.8, size * 0.86, width - left - 4, "400") : null}`;
}

/** Draw the number of the round in a circle of arrows, with the turn below it. @param {Context} ctx @param {number} round @param {number} turn @param {number} size */
function dial(ctx, round, turn, size) {
  const [middle, r] = [size / 2, size * 0.36];
  const head = size * 0.1;
  return ctx.html`<g fill="none" stroke="currentColor" stroke-width=${size * 0.055} stroke-linecap="round" stroke-linejoin="round" stroke-opacity="0.75">
      <path d=${`M${middle + r * 0.94} ${middle - r * 0.34}A${r} ${r} 0 1 0 ${middle + r * 0.94} ${middle + r * 0.34}`} />
      <path d=${`M${middle + r * 0.94 - head} ${middle - r * 0.34 - head * 0.3}h${head * 1.3}v${-head * 1.3}`} /></g>
    <text x=${middle} y=${middle + size * 0.07} font-size=${size * 0.32} font-weight="700" text-anchor="middle" fill="currentColor">${round}</text>
    <text x=${middle} y=${middle + size * 0.26} font-size=${size * 0.17} text-anchor="middle" fill="currentColor" fill-opacity="0.75">${turn}</text>`;
}

/** Draw the counters of the turn, ending at the origin: cards played, extra plays, a redirection. @param {Context} ctx @param {number} size */
export function played(ctx, size) {
  const { main_played: main, additional_played: additional, extra_plays: extra, redirecting } = ctx.view;
  const signs = [["equipment", "main_card", main], ["equipment", "additional_card", additional], ["operation", "extra_play", extra], ["operation", "redirect_replaced", redirecting ? "" : 0]];
  const seen = signs.filter(([, , number]) => number !== undefined && number !== 0);
  return seen.map(([kind, id, number], index) => ctx.html`<g transform=${`translate(${(index - seen.length) * size * 1.7} 0)`}>${icon(ctx, kind, id, 0, 0, size)}
    <text x=${size * 1.02} y=${size * 0.72} font-size=${size * 0.62} font-weight="600" fill="currentColor">${number}</text></g>`);
}

/** Draw the button that ends the step; null if the step cannot end now. @param {Context} ctx @param {number} width @param {number} height */
export function endStep(ctx, width, height) {
  const target = { type: "end_step" };
  const mark = ctx.stateOf(target);
  if (!mark) return null;
  const label = ctx.name("action", "end_step");
  const drawn = ctx.html`<rect width=${width} height=${height} rx=${height / 2} fill=${GOLD} fill-opacity=${mark === "chosen" ? 0.6 : 0.28} />
    ${icon(ctx, "action", "end_step", height * 0.15, height * 0.13, height * 0.74)}
    ${text(ctx, label, height * 1.05, height * 0.64, height * 0.4, width - height * 1.2)}${outline(ctx, mark, width, height, height / 2)}`;
  return ctx.selectable({ key: "end-step" }, target, label, drawn);
}
