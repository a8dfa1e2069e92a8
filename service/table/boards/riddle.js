/**
 * Draw The Riddle of Leonardo from the view alone, wide for desktops and tall for phones.
 * The side of the viewing seat is large. The opponents follow in turn order.
 */

import { indexDesigns } from "./riddle/cards.js";
import { badges } from "./riddle/lines.js";
import { choice, endStep, hand, piles, played, status } from "./riddle/piles.js";
import { isTaking } from "./riddle/pointing.js";
import { freeKey, ground, handSize, inPlay, keys, opponent, tally, text, zones } from "./riddle/seats.js";

/** @typedef {import("./riddle/cards.js").Table} Table */

const WIDE = { width: 1024, height: 788 };
const TALL = { width: 390, margin: 8 };

/** @param {any} props */
export function Board(props) {
  const t = table(props);
  const { width, height, drawn } = props.wide === false ? tall(t) : wide(t);
  return t.html`<svg class="board riddle" viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${props.ruleset.title} font-family="inherit">${drawn}</svg>`;
}

/** Return the data that all parts of the drawing share. @param {any} props @returns {Table & {holder: any, others: any[]}} */
function table({ html, view, ruleset, name, look, marks, thing, seat, players, covered = false }) {
  const seen = view.view;
  const { constants } = ruleset;
  const mode = constants.modes.find((/** @type {any} */ each) => each.mode === seen.mode);
  const place = seat ?? 0;
  const others = [...seen.seats.slice(place + 1), ...seen.seats.slice(0, place)];
  const drawing = { html, view: seen, constants, mode, designs: indexDesigns(constants), seat, players, marks: remembered(marks), thing, covered };
  return { ...drawing, name, look: (kind, id) => look(kind, id) ?? {}, holder: seen.seats[place], others };
}

/** Cache the state of each target during one drawing. @param {(points: any) => string} marks */
function remembered(marks) {
  /** @type {Map<string, string>} */
  const known = new Map();
  return (/** @type {any} */ points) => {
    const key = JSON.stringify(points);
    const mark = known.get(key) ?? marks(points);
    known.set(key, mark);
    return mark;
  };
}

/** @typedef {ReturnType<typeof table>} Whole */

/** @param {Table} t @param {number} x @param {number} y @param {unknown} drawn */
const at = (t, x, y, drawn) => t.html`<g transform=${`translate(${x} ${y})`}>${drawn}</g>`;

/** Lay out a wide board: status, opponents, own side and piles; the hand below. @param {Whole} t */
function wide(t) {
  const isAlone = t.others.length === 1;
  const left = isAlone ? 16 : 352;
  const cards = hand(t, 1008 - left, 11, 98);
  const end = endStep(t, 340, 60);
  const breadth = end ? 636 : 992;
  const drawn = t.html`${at(t, 16, 12, t.html`${status(t, breadth, 60, 260)}${at(t, breadth - 8, 13, played(t, 34))}`)}
    ${at(t, 668, 12, end)}
    ${at(t, 16, 84, isTaking(t) ? choice(t, 324, 6).drawn : wideOthers(t, 324, isAlone ? 540 : 692))}
    ${at(t, 352, 84, ownSide(t, 476, 540, 128, 20, 250))}
    ${at(t, 848, 88, pilesBeside(t))}
    ${at(t, left, 644, cards.drawn)}`;
  return { ...WIDE, drawn };
}

/** Draw decks and discards in a column, with the outlines given in the constants. @param {Table} t */
function pilesBeside(t) {
  const [corner, , opposite] = t.constants.piles[0].polygon;
  const unit = 132;
  return piles(t, (opposite.x - corner.x) * unit, (opposite.y - corner.y) * unit, (_, place) => ({ x: 24, y: place * 138 }));
}

/** @param {Whole} t @param {number} width @param {number} height */
function wideOthers(t, width, height) {
  const { others } = t;
  const columns = others.length > 3 ? 2 : 1;
  const rows = Math.ceil(others.length / columns);
  const [wide, tall] = [(width - (columns - 1) * 10) / columns, (height - (rows - 1) * 10) / rows];
  return others.map((other, place) => at(t, (place % columns) * (wide + 10), Math.floor(place / columns) * (tall + 10), opponent(t, other, wide, tall, 15)));
}

/** Draw the side of the viewing seat, or of seat 0: name, Keys, and zones with almost complete lines. @param {Whole} t @param {number} width @param {number} height @param {number} unit @param {number} size of its writing @param {number} middle of its zones, from the left */
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

/** Lay out a narrow board in one column. @param {Whole} t */
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

/** Draw decks and discards in a column beside the zones, for phones. @param {Table} t */
const pilesAside = (t) => at(t, 325, 58, piles(t, 42, 50, (_, place) => ({ x: 0, y: place * 74 })));

/** @param {Whole} t @param {number} width @returns {{height: number, drawn: unknown}[]} */
function tallOthers(t, width) {
  const columns = t.others.length > 1 ? 2 : 1;
  const [wide, height] = [(width - (columns - 1) * 8) / columns, columns > 1 ? 300 : 206];
  const rows = Array.from({ length: Math.ceil(t.others.length / columns) }, (_, row) => t.others.slice(row * columns, row * columns + columns));
  return rows.map((row) => ({ height, drawn: row.map((other, place) => at(t, place * (wide + 8), 0, opponent(t, other, wide, height, 13))) }));
}
