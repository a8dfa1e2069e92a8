/** Decks, discards and cards to take, the current step, and the hand of the viewing seat. */

import { back, cardName, designOf, face, GOLD, icon, ring } from "./cards.js";
import { discardPoints, handOf, handPoints } from "./pointing.js";
import { text } from "./seats.js";

/** @typedef {import("./cards.js").Table} Table */

/** Draw decks and discards at the positions that `place` returns. @param {Table} t @param {number} width @param {number} height @param {(pile: any, place: number) => {x: number, y: number}} place */
export function piles(t, width, height, place) {
  const used = t.constants.piles.filter((/** @type {any} */ each) => t.view[each.pile] !== undefined);
  return used.map((/** @type {any} */ each, /** @type {number} */ number) => pile(t, each, width, height, place(each, number)));
}

/** @param {Table} t @param {any} each @param {number} width @param {number} height @param {{x: number, y: number}} at */
function pile(t, { pile: id, deck, discarded }, width, height, { x, y }) {
  const cards = t.view[id];
  const number = discarded ? cards.length : cards;
  const points = discarded ? discardPoints(t) : { deck };
  const drawn = t.html`${number ? null : emptyPlace(t, width, height)}
    ${number > 1 ? t.html`<g transform="translate(3 3)" opacity="0.55">${back(t, deck, width, height)}</g>` : null}
    ${number ? top(t, discarded ? cards.at(-1) : undefined, deck, width, height) : null}
    ${ring(t, t.marks(points), width, height)}
    ${count(t, number, width, height)}`;
  return t.thing({ key: `pile-${id}`, transform: `translate(${x} ${y})` }, points, `${t.name("equipment", id)}, ${number}`, drawn);
}

/** @param {Table} t @param {number} width @param {number} height */
function emptyPlace(t, width, height) {
  return t.html`<rect x="1" y="1" width=${width - 2} height=${height - 2} rx=${width * 0.12} fill="currentColor" fill-opacity="0.05" stroke="currentColor" stroke-opacity="0.35" stroke-dasharray="5 4" />`;
}

/** @param {Table} t @param {string | undefined} card @param {string} deck @param {number} width @param {number} height */
function top(t, card, deck, width, height) {
  return card ? t.html`<g key=${`card-${card}`}>${face(t, card, width, height)}</g>` : back(t, deck, width, height);
}

/** @param {Table} t @param {number} number @param {number} width @param {number} height */
function count(t, number, width, height) {
  const size = Math.max(width * 0.21, 12);
  const wide = size * (0.75 + 0.5 * String(number).length);
  return t.html`<g transform=${`translate(${width - wide * 0.75} ${height - size * 0.8})`}><rect width=${wide} height=${size * 1.25} rx=${size * 0.6} fill="#22262f" stroke="#f6ecd4" />
    <text x=${wide / 2} y=${size * 0.96} font-size=${size} font-weight="700" text-anchor="middle" fill="#fff">${number}</text></g>`;
}

/** Draw the discarded cards that can be taken, in rows. @param {Table} t @param {number} width @param {number} most smallest number of cards in a row @returns {{height: number, drawn: unknown}} */
export function choice(t, width, most) {
  const all = [...t.view.main_discard, ...(t.view.additional_discard ?? [])].filter((card) => t.marks({ take: card }));
  const columns = Math.max(most, Math.ceil(Math.sqrt(all.length * 1.2)));
  const wide = width / columns - 5;
  const tall = wide * 1.18;
  const drawn = all.map((card, place) => {
    const at = `translate(${(place % columns) * (wide + 5)} ${Math.floor(place / columns) * (tall + 5)})`;
    return t.thing({ key: `take-${card}`, transform: at }, { take: card }, cardName(t, card), t.html`${face(t, card, wide, tall)}${ring(t, t.marks({ take: card }), wide, tall)}`);
  });
  return { height: Math.ceil(all.length / columns) * (tall + 5), drawn };
}

/** Draw the hand of the viewing seat in rows. @param {Table} t @param {number} width @param {number} most cards in a row @param {number} widest largest width of a card @returns {{height: number, drawn: unknown}} */
export function hand(t, width, most, widest) {
  const cards = [...handOf(t)].sort((one, other) => order(t, one) - order(t, other) || (one < other ? -1 : 1));
  const rows = Math.max(1, Math.ceil(cards.length / most));
  const columns = Math.ceil(cards.length / rows);
  const wide = Math.min(widest, (width - (columns - 1) * 7) / columns);
  const tall = wide * 1.18;
  const left = (width - columns * (wide + 7) + 7) / 2;
  const drawn = cards.map((card, place) => held(t, card, wide, tall, left + (place % columns) * (wide + 7), Math.floor(place / columns) * (tall + 8)));
  return { height: rows * (tall + 8), drawn };
}

/** Return the sort key of a card: main cards, then corner cards, then action cards. @param {Table} t @param {string} card */
function order(t, card) {
  const design = t.designs.get(designOf(card));
  return (design?.deck === "main" ? 0 : 1) + (design?.operation ? 1 : 0);
}

/** @param {Table} t @param {string} card @param {number} width @param {number} height @param {number} x @param {number} y */
function held(t, card, width, height, x, y) {
  const deck = t.designs.get(designOf(card))?.deck ?? "main";
  if (t.covered) return t.html`<g key=${`covered-${x}-${y}`} transform=${`translate(${x} ${y})`}>${back(t, deck, width, height)}</g>`;
  const points = handPoints(t, card);
  const mark = t.marks(points);
  const at = `translate(${x} ${mark === "chosen" ? y - height * 0.05 : y})`;
  return t.thing({ key: `card-${card}`, transform: at }, points, cardName(t, card), t.html`${face(t, card, width, height)}${ring(t, mark, width, height)}`);
}

/** Draw the round, the turn, the step and the active player. @param {Table} t @param {number} width @param {number} height @param {number} [room] free width beside the name */
export function status(t, width, height, room = 8) {
  const { round, turn, active } = t.view;
  const step = t.view.decision_kind ?? t.view.step;
  const size = Math.min(height * 0.3, 20);
  const left = height * 2.05;
  return t.html`<rect width=${width} height=${height} rx="14" fill="currentColor" fill-opacity="0.06" />
    ${dial(t, round, turn, height)}
    ${step ? icon(t, "decision", step, height * 1.14, height * 0.1, height * 0.8) : icon(t, "end_reason", "goal", height * 1.14, height * 0.1, height * 0.8)}
    ${text(t, t.players[active], left, height * 0.43, size, width - left - room, "700")}
    ${step ? text(t, t.name("decision", step), left, height * 0.8, size * 0.86, width - left - 4, "400") : null}`;
}

/** Draw the number of the round in a circle of arrows, with the turn below it. @param {Table} t @param {number} round @param {number} turn @param {number} size */
function dial(t, round, turn, size) {
  const [middle, r] = [size / 2, size * 0.36];
  const head = size * 0.1;
  return t.html`<g fill="none" stroke="currentColor" stroke-width=${size * 0.055} stroke-linecap="round" stroke-linejoin="round" stroke-opacity="0.75">
      <path d=${`M${middle + r * 0.94} ${middle - r * 0.34}A${r} ${r} 0 1 0 ${middle + r * 0.94} ${middle + r * 0.34}`} />
      <path d=${`M${middle + r * 0.94 - head} ${middle - r * 0.34 - head * 0.3}h${head * 1.3}v${-head * 1.3}`} /></g>
    <text x=${middle} y=${middle + size * 0.07} font-size=${size * 0.32} font-weight="700" text-anchor="middle" fill="currentColor">${round}</text>
    <text x=${middle} y=${middle + size * 0.26} font-size=${size * 0.17} text-anchor="middle" fill="currentColor" fill-opacity="0.75">${turn}</text>`;
}

/** Draw the counters of the turn, ending at the origin: cards played, extra plays, a redirection. @param {Table} t @param {number} size */
export function played(t, size) {
  const { main_played: main, additional_played: additional, extra_plays: extra, redirecting } = t.view;
  const signs = [["equipment", "main_card", main], ["equipment", "additional_card", additional], ["operation", "extra_play", extra], ["operation", "redirect_replaced", redirecting ? "" : 0]];
  const seen = signs.filter(([, , number]) => number !== undefined && number !== 0);
  return seen.map(([kind, id, number], place) => t.html`<g transform=${`translate(${(place - seen.length) * size * 1.7} 0)`}>${icon(t, kind, id, 0, 0, size)}
    <text x=${size * 1.02} y=${size * 0.72} font-size=${size * 0.62} font-weight="600" fill="currentColor">${number}</text></g>`);
}

/** Draw the button that ends the step; null if the step cannot end now. @param {Table} t @param {number} width @param {number} height */
export function endStep(t, width, height) {
  const points = { type: "end_step" };
  const mark = t.marks(points);
  if (!mark) return null;
  const label = t.name("action", "end_step");
  const drawn = t.html`<rect width=${width} height=${height} rx=${height / 2} fill=${GOLD} fill-opacity=${mark === "chosen" ? 0.6 : 0.28} />
    ${icon(t, "action", "end_step", height * 0.15, height * 0.13, height * 0.74)}
    ${text(t, label, height * 1.05, height * 0.64, height * 0.4, width - height * 1.2)}${ring(t, mark, width, height, height / 2)}`;
  return t.thing({ key: "end-step" }, points, label, drawn);
}
