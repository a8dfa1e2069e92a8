/** The board of Maestro Leonardo, drawn from the view. */

import { codex } from "./leonardo/cards.js";
import { city } from "./leonardo/city.js";
import { desk, head } from "./leonardo/desk.js";
import { frame, inset } from "./leonardo/drawing.js";
import { patterns, TONE } from "./leonardo/palette.js";
import { seatPanel } from "./leonardo/seats.js";
import { declaredWork } from "./leonardo/targets.js";
import { tray, trayHeight } from "./leonardo/tray.js";

/** @typedef {import("./leonardo/drawing.js").Context} Context @typedef {import("./leonardo/drawing.js").Box} Box */

const GAP = 10;
const SEAT_HEIGHTS = [0, 140, 140, 130, 143, 113];
const CODEX_LEAST = 180;
const SECRET = ["declare_work", "council_order", "market_swap", "bid"]; // legal actions would reveal the hand

/** List all seats clockwise, starting with the viewing seat. @param {Context} ctx @returns {any[]} */
function around({ view, seat }) {
  const first = Math.max(0, view.seats.findIndex((/** @type {any} */ each) => each.seat === seat));
  return [...view.seats.slice(first), ...view.seats.slice(0, first)];
}

/** Cache the state of each target during one drawing, since it is looked up often. @param {(target: any) => string} stateOf */
function memoised(stateOf) {
  const known = new Map();
  return (/** @type {any} */ target) => {
    const key = JSON.stringify(target);
    if (!known.has(key)) known.set(key, stateOf(target));
    return known.get(key);
  };
}

/** Draw the panel with all inventions. @param {Context} ctx @param {Box} box */
const codexPanel = (ctx, box) => ctx.html`<g>${frame(ctx, box, { round: 10 })}${codex(ctx, inset(box, 7))}</g>`;

/** Return a box at the right end of a row. @param {number} end @param {number} width @param {{y: number, height: number}} row @returns {Box} */
const besides = (end, width, row) => ({ x: end - GAP - width, width, ...row });

/** Lay out a wide board: city on the left, players on the right, the viewing seat's hand below. @param {Context} ctx */
function wideLayout(ctx) {
  const { html, view } = ctx;
  const [width, top, side] = [1000, 58, { width: 580, height: 600 }];
  const panel = { x: side.width + 2 * GAP, width: width - side.width - 3 * GAP };
  const seats = around(ctx);
  const high = SEAT_HEIGHTS[seats.length] ?? SEAT_HEIGHTS[5];
  const end = top + seats.length * (high + 7);
  const isAside = top + side.height - end >= CODEX_LEAST;
  const low = { y: top + side.height + GAP, height: isAside ? 140 : 166 };
  const square = isAside ? { ...panel, y: end, height: top + side.height - end } : besides(width, view.own ? 234 : 480, low);
  const hand = view.own ? 330 : 0;
  const start = GAP + (hand ? hand + GAP : 0);
  const stop = isAside ? width - GAP : square.x - GAP;
  return { width, height: low.y + low.height + GAP, drawn: html`
    ${head(ctx, { x: GAP, y: 8, width: width - 2 * GAP, height: 42 })}
    ${city(ctx, { x: GAP, y: top, ...side })}
    ${seats.map((each, index) => seatPanel(ctx, each, { ...panel, y: top + index * (high + 7), height: high }))}
    ${hand ? desk(ctx, { x: GAP, width: hand, ...low }) : null}
    ${tray(ctx, { x: start, width: stop - start, ...low })}${codexPanel(ctx, square)}` };
}

/** Lay out a narrow board in one column. @param {Context} ctx */
function narrowLayout(ctx) {
  const { html, view } = ctx;
  const [x, width] = [6, 378];
  let y = 6;
  const next = (/** @type {number} */ height) => {
    const box = { x, y, width, height };
    y += height + 8;
    return box;
  };
  const drawn = html`${head(ctx, next(32))}${city(ctx, next(570))}
    ${tray(ctx, next(trayHeight(ctx, width)))}${view.own ? desk(ctx, next(92)) : null}
    ${around(ctx).map((each) => seatPanel(ctx, each, next(138)))}${codexPanel(ctx, next(330))}`;
  return { width: 390, height: y, drawn };
}

/**
 * Draw the board.
 * @param {any} props as for all boards; `covered` hides private data from other people at the device
 */
export function Board({ html, view: game, ruleset, name, appearanceOf, stateOf, selectable, seat, players, wide = true, covered = false }) {
  const view = { shared: [], ...game.view };
  const toAct = game.to_act ?? [];
  const open = toAct.includes(seat) ? (view.decision_kind ?? view.decision) : undefined;
  const decision = covered && SECRET.includes(open) ? undefined : open;
  const props = { html, name, appearanceOf, stateOf: memoised(stateOf), selectable, seat, seats: game.seats, players, view, constants: ruleset.constants, toAct, decision, covered, wide };
  const ctx = { ...props, work: declaredWork(/** @type {any} */ (props)) };
  const { width, height, drawn } = wide ? wideLayout(ctx) : narrowLayout(ctx);
  return html`<svg class="board" viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${ruleset.title} xmlns="http://www.w3.org/2000/svg">
    ${patterns(html)}<rect width=${width} height=${height} rx="14" fill=${TONE.background} />${drawn}</svg>`;
}
