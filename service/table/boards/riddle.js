/**
 * The table of The Riddle of Leonardo, drawn from the view alone: the own side large, then the hand, what all share,
 * and the other sides smaller, the left neighbour first. Wide for desktops, tall for phones.
 */

import { indexDesigns } from "./riddle/cards.js";
import { badges } from "./riddle/lines.js";
import { choice, endStep, hand, piles, played, status } from "./riddle/piles.js";
import { isTaking } from "./riddle/pointing.js";
import { freeKey, ground, handSize, inPlay, keys, opponent, tally, text, zones } from "./riddle/seats.js";

/** @typedef {import("./riddle/cards.js").Table} Table */

const WIDE = { width: 1280, height: 700 };
const TALL = { width: 390, margin: 8 };
const FURTHER = { width: 1.06, height: 1.16 };

/** @param {any} props */
export function Board(props) {
  const t = table(props);
  const { width, height, drawn } = props.wide === false ? tall(t) : wide(t);
  return t.html`<svg class="board riddle" viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${props.ruleset.title} font-family="inherit">${drawn}</svg>`;
}

/** Gather what every part of the drawing needs. @param {any} props @returns {Table & {holder: any, others: any[]}} */
function table({ html, view, ruleset, name, look, marks, thing, seat, players, covered = false }) {
  const seen = view.view;
  const { tables } = ruleset;
  const mode = tables.modes.find((/** @type {any} */ each) => each.mode === seen.mode);
  const place = seat ?? 0;
  const others = [...seen.seats.slice(place + 1), ...seen.seats.slice(0, place)];
  const drawing = { html, view: seen, tables, mode, designs: indexDesigns(tables), seat, players, marks, thing, covered };
  return { ...drawing, name, look: (kind, id) => look(kind, id) ?? {}, holder: seen.seats[place], others };
}

/** @typedef {ReturnType<typeof table>} Whole */

/** @param {Table} t @param {number} x @param {number} y @param {unknown} drawn */
const at = (t, x, y, drawn) => t.html`<g transform=${`translate(${x} ${y})`}>${drawn}</g>`;

/** Lay everything out for a wide screen: others, own side above the hand, what all share. @param {Whole} t */
function wide(t) {
  const left = t.others.length > 1 ? 428 : 16;
  const cards = hand(t, 1264 - left, 11, 98);
  const taking = isTaking(t) ? choice(t, 348, 7) : undefined;
  const drawn = t.html`${wideOthers(t)}
    ${at(t, 428, 16, ownSide(t, 476, 540, 128, 20, 250))}
    ${at(t, 920, 16, status(t, 344, 84))}
    ${at(t, 1262, 112, played(t, 34))}
    ${at(t, 920, 166, taking ? taking.drawn : pilesBeside(t))}
    ${at(t, 920, 500, endStep(t, 344, 52))}
    ${at(t, left, 572, cards.drawn)}`;
  return { ...WIDE, drawn };
}

/** Put decks and discards where the tables of the ruleset have them, at a scale of their own. @param {Table} t */
function pilesBeside(t) {
  const { piles: places } = t.tables;
  const unit = 150;
  const corner = places[0].polygon[0];
  const [width, height] = [places[0].polygon[2].x - corner.x, places[0].polygon[2].y - corner.y];
  return at(t, 40, 6, piles(t, width * unit, height * unit, ({ polygon }) => ({ x: (polygon[0].x - corner.x) * unit * FURTHER.width, y: (polygon[0].y - corner.y) * unit * FURTHER.height })));
}

/** @param {Whole} t */
function wideOthers(t) {
  const { others } = t;
  const columns = others.length > 3 ? 2 : 1;
  const rows = Math.ceil(others.length / columns);
  const [width, height] = [(400 - (columns - 1) * 10) / columns, Math.min(540, (668 - (rows - 1) * 10) / rows)];
  return others.map((other, place) => at(t, 16 + (place % columns) * (width + 10), 16 + Math.floor(place / columns) * (height + 10), opponent(t, other, width, height, 16)));
}

/** Draw the side of whoever looks, or of seat 0: name, Keys won, zones with the lines that are close, all Keys. @param {Whole} t @param {number} width @param {number} height @param {number} unit @param {number} size of its writing @param {number} middle of its zones, from the left */
function ownSide(t, width, height, unit, size, middle) {
  const { holder } = t;
  const head = size * 2;
  const badge = size * 1.15;
  const keySize = (width - 20 - 11 * 5) / 12;
  return t.html`${ground(t, holder, width, height)}
    ${text(t, t.players[holder.seat], 12, head * 0.68, size, width * 0.4, "700")}
    ${at(t, width - 14, head * 0.68, tally(t, holder, size * 1.1))}
    ${at(t, width * 0.47, head * 0.2, freeKey(t, holder, size * 1.25))}
    ${at(t, width - size * 4.1, head * 0.12, inPlay(t, holder, head * 0.85))}
    ${at(t, middle, head + badge * 1.3 + unit * 1.45, t.html`${zones(t, holder, unit)}${badges(t, holder, unit, badge)}`)}
    ${t.seat === null ? at(t, 10, height - keySize - head - 14, handSize(t, holder, head * 0.9)) : null}
    ${at(t, 10, height - keySize - 10, keys(t, holder, 12, keySize, 5))}`;
}

/** Lay everything out for a phone, from top to bottom. @param {Whole} t */
function tall(t) {
  const width = TALL.width - 2 * TALL.margin;
  const cards = hand(t, width, 6, 68);
  const taking = isTaking(t) ? choice(t, width, 8) : undefined;
  const end = endStep(t, width, 40);
  const parts = [
    { height: 48, drawn: t.html`${status(t, width, 48, 110)}${at(t, width - 2, 6, played(t, 18))}` },
    { height: 408, drawn: t.html`${ownSide(t, width, 408, 104, 14, 176)}${pilesAside(t)}` },
    ...(end ? [{ height: 40, drawn: end }] : []),
    ...(t.seat === null ? [] : [{ height: cards.height, drawn: at(t, 0, 4, cards.drawn) }]),
    ...(taking ? [taking] : []),
    ...tallOthers(t, width),
  ];
  return stacked(t, parts);
}

/** @param {Table} t @param {{height: number, drawn: unknown}[]} parts */
function stacked(t, parts) {
  let height = TALL.margin;
  const drawn = parts.map((part) => {
    const here = at(t, TALL.margin, height, part.drawn);
    height += part.height + TALL.margin;
    return here;
  });
  return { width: TALL.width, height, drawn };
}

/** On a phone decks and discards stand in a column beside the own zones. @param {Table} t */
const pilesAside = (t) => at(t, 325, 58, piles(t, 42, 50, (_, place) => ({ x: 0, y: place * 74 })));

/** @param {Whole} t @param {number} width @returns {{height: number, drawn: unknown}[]} */
function tallOthers(t, width) {
  const columns = t.others.length > 1 ? 2 : 1;
  const [wide, height] = [(width - (columns - 1) * 8) / columns, columns > 1 ? 284 : 206];
  const rows = Array.from({ length: Math.ceil(t.others.length / columns) }, (_, row) => t.others.slice(row * columns, row * columns + columns));
  return rows.map((row) => ({ height, drawn: row.map((other, place) => at(t, place * (wide + 8), 0, opponent(t, other, wide, height, 13))) }));
}
