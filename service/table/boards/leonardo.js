/** The table of Maestro Leonardo as one picture, drawn from the view alone. */

import { codex } from "./leonardo/cards.js";
import { city } from "./leonardo/city.js";
import { desk, head } from "./leonardo/desk.js";
import { frame, inset } from "./leonardo/drawing.js";
import { patterns, TONE } from "./leonardo/palette.js";
import { declaredWork } from "./leonardo/points.js";
import { seatPanel } from "./leonardo/seats.js";
import { tray, trayHeight } from "./leonardo/tray.js";

/** @typedef {import("./leonardo/drawing.js").Table} Table @typedef {import("./leonardo/drawing.js").Box} Box */

const GAP = 10;
const SEAT_HEIGHTS = [0, 140, 140, 130, 143, 113];
const CODEX_LEAST = 180;
const SECRET = ["declare_work", "council_order", "market_swap", "bid"]; // the legal actions would reveal the hand

/** All seats clockwise, starting with the viewing seat. @param {Table} table @returns {any[]} */
function around({ view, seat }) {
  const first = Math.max(0, view.seats.findIndex((/** @type {any} */ each) => each.seat === seat));
  return [...view.seats.slice(first), ...view.seats.slice(0, first)];
}

/** Remember the answers while one picture is drawn, for the same is asked often. @param {(points: any) => string} marks */
function remembered(marks) {
  const known = new Map();
  return (/** @type {any} */ points) => {
    const key = JSON.stringify(points);
    if (!known.has(key)) known.set(key, marks(points));
    return known.get(key);
  };
}

/** A panel with all inventions. @param {Table} table @param {Box} box */
const codexPanel = (table, box) => table.html`<g>${frame(table, box, { round: 10 })}${codex(table, inset(box, 7))}</g>`;

/** A box at the right end of the lowest row. @param {number} end @param {number} width @param {{y: number, height: number}} row @returns {Box} */
const besides = (end, width, row) => ({ x: end - GAP - width, width, ...row });

/** City on the left, players on the right, the viewing seat below. @param {Table} table */
function wideTable(table) {
  const { html, view } = table;
  const [width, top, side] = [1000, 58, { width: 580, height: 600 }];
  const panel = { x: side.width + 2 * GAP, width: width - side.width - 3 * GAP };
  const seats = around(table);
  const high = SEAT_HEIGHTS[seats.length] ?? SEAT_HEIGHTS[5];
  const end = top + seats.length * (high + 7);
  const isAside = top + side.height - end >= CODEX_LEAST;
  const low = { y: top + side.height + GAP, height: isAside ? 140 : 166 };
  const square = isAside ? { ...panel, y: end, height: top + side.height - end } : besides(width, view.own ? 234 : 480, low);
  const hand = view.own ? 330 : 0;
  const start = GAP + (hand ? hand + GAP : 0);
  const stop = isAside ? width - GAP : square.x - GAP;
  return { width, height: low.y + low.height + GAP, drawn: html`
    ${head(table, { x: GAP, y: 8, width: width - 2 * GAP, height: 42 })}
    ${city(table, { x: GAP, y: top, ...side })}
    ${seats.map((each, place) => seatPanel(table, each, { ...panel, y: top + place * (high + 7), height: high }))}
    ${hand ? desk(table, { x: GAP, width: hand, ...low }) : null}
    ${tray(table, { x: start, width: stop - start, ...low })}${codexPanel(table, square)}` };
}

/** Everything below each other. @param {Table} table */
function narrowTable(table) {
  const { html, view } = table;
  const [x, width] = [6, 378];
  let y = 6;
  const next = (/** @type {number} */ height) => {
    const box = { x, y, width, height };
    y += height + 8;
    return box;
  };
  const drawn = html`${head(table, next(32))}${city(table, next(570))}
    ${tray(table, next(trayHeight(table, width)))}${view.own ? desk(table, next(92)) : null}
    ${around(table).map((each) => seatPanel(table, each, next(138)))}${codexPanel(table, next(330))}`;
  return { width: 390, height: y, drawn };
}

/**
 * The board.
 * @param {any} props those of the table, and `wide` for a screen that is wider than high, `covered` to keep secrets
 *   from who looks over a shoulder
 */
export function Board({ html, view: game, ruleset, name, look, marks, thing, seat, players, wide = true, covered = false }) {
  const view = { shared: [], ...game.view };
  const toAct = game.to_act ?? [];
  const open = toAct.includes(seat) ? (view.decision_kind ?? view.decision) : undefined;
  const decision = covered && SECRET.includes(open) ? undefined : open;
  const props = { html, name, look, marks: remembered(marks), thing, seat, players, view, constants: ruleset.constants, toAct, decision, covered, wide };
  const table = { ...props, work: declaredWork(/** @type {any} */ (props)) };
  const { width, height, drawn } = wide ? wideTable(table) : narrowTable(table);
  return html`<svg class="board" viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${ruleset.title} xmlns="http://www.w3.org/2000/svg">
    ${patterns(html)}<rect width=${width} height=${height} rx="14" fill=${TONE.table} />${drawn}</svg>`;
}
