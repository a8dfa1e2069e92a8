/**
 * Draw The Riddle of Leonardo from the view alone, wide for desktops and tall for phones.
 * The side of the viewing seat is large. The opponents follow in turn order.
 */

import { indexDesigns } from "./riddle/cards.js";
import { badges } from "./riddle/lines.js";
import { choice, endStep, hand, piles, played, status } from "./riddle/piles.js";
import { freeKey, ground, handSize, inPlay, keys, opponent, tally, text, zones } from "./riddle/seats.js";
import { isTaking } from "./riddle/targets.js";

/** @typedef {import("./riddle/cards.js").Context} Context */

const WIDE = { width: 1024, height: 788 };
const TALL = { width: 390, margin: 8 };

/** @param {any} props */
export function Board(props) {
  const ctx = createContext(props);
  const { width, height, drawn } = props.wide === false ? tall(ctx) : wide(ctx);
  return ctx.html`<svg class="board riddle" viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${props.ruleset.title} font-family="inherit">${drawn}</svg>`;
}

/** Return the data that all parts of the drawing share. @param {any} props @returns {Context & {player: any, others: any[]}} */
function createContext({ html, view, ruleset, name, appearanceOf, stateOf, selectable, seat, players, covered = false }) {
  const seen = view.view;
  const { constants } = ruleset;
  const mode = constants.modes.find((/** @type {any} */ each) => each.mode === seen.mode);
  const first = seat ?? 0;
  const others = [...seen.seats.slice(first + 1), ...seen.seats.slice(0, first)];
  const drawing = { html, view: seen, constants, mode, designs: indexDesigns(constants), seat, players, stateOf: memoised(stateOf), selectable, covered };
  return { ...drawing, name, appearanceOf: (kind, id) => appearanceOf(kind, id) ?? {}, player: seen.seats[first], others };
}

/** Cache the state of each target during one drawing. @param {(target: any) => string} stateOf */
function memoised(stateOf) {
  /** @type {Map<string, string>} */
  const known = new Map();
  return (/** @type {any} */ target) => {
    const key = JSON.stringify(target);
    const mark = known.get(key) ?? stateOf(target);
    known.set(key, mark);
    return mark;
  };
}

/** @typedef {ReturnType<typeof createContext>} BoardContext */

/** @param {Context} ctx @param {number} x @param {number} y @param {unknown} drawn */
const at = (ctx, x, y, drawn) => ctx.html`<g transform=${`translate(${x} ${y})`}>${drawn}</g>`;

/** Lay out a wide board: status, opponents, own side and piles; the hand below. @param {BoardContext} ctx */
function wide(ctx) {
  const isAlone = ctx.others.length === 1;
  const left = isAlone ? 16 : 352;
  const cards = hand(ctx, 1008 - left, 11, 98);
  const end = endStep(ctx, 340, 60);
  const breadth = end ? 636 : 992;
  const drawn = ctx.html`${at(ctx, 16, 12, ctx.html`${status(ctx, breadth, 60, 260)}${at(ctx, breadth - 8, 13, played(ctx, 34))}`)}
    ${at(ctx, 668, 12, end)}
    ${at(ctx, 16, 84, isTaking(ctx) ? choice(ctx, 324, 6).drawn : wideOthers(ctx, 324, isAlone ? 540 : 692))}
    ${at(ctx, 352, 84, ownSide(ctx, 476, 540, 128, 20, 250))}
    ${at(ctx, 848, 88, pilesBeside(ctx))}
    ${at(ctx, left, 644, cards.drawn)}`;
  return { ...WIDE, drawn };
}

/** Draw decks and discards in a column, with the outlines given in the constants. @param {Context} ctx */
function pilesBeside(ctx) {
  const [corner, , opposite] = ctx.constants.piles[0].polygon;
  const unit = 132;
  return piles(ctx, (opposite.x - corner.x) * unit, (opposite.y - corner.y) * unit, (_, index) => ({ x: 24, y: index * 138 }));
}

/** @param {BoardContext} ctx @param {number} width @param {number} height */
function wideOthers(ctx, width, height) {
  const { others } = ctx;
  const columns = others.length > 3 ? 2 : 1;
  const rows = Math.ceil(others.length / columns);
  const [wide, tall] = [(width - (columns - 1) * 10) / columns, (height - (rows - 1) * 10) / rows];
  return others.map((other, index) => at(ctx, (index % columns) * (wide + 10), Math.floor(index / columns) * (tall + 10), opponent(ctx, other, wide, tall, 15)));
}

/** Draw the side of the viewing seat, or of seat 0: name, Keys, and zones with almost complete lines. @param {BoardContext} ctx @param {number} width @param {number} height @param {number} unit @param {number} size of the text @param {number} middle x coordinate of the zones */
function ownSide(ctx, width, height, unit, size, middle) {
  const { player } = ctx;
  const head = size * 2;
  const badge = size * 1.15;
  const keySize = (width - 20 - 11 * 5) / 12;
  return ctx.html`${ground(ctx, player, width, height)}
    ${text(ctx, ctx.players[player.seat], 12, head * 0.68, size, width * 0.4, "700")}
    ${at(ctx, width - 14, head * 0.68, tally(ctx, player, size * 1.1))}
    ${at(ctx, width * 0.47, head * 0.2, freeKey(ctx, player, size * 1.25))}
    ${at(ctx, width - size * 4.1, head * 0.12, inPlay(ctx, player, head * 0.85))}
    ${at(ctx, middle, head + badge * 1.3 + unit * 1.45, ctx.html`${zones(ctx, player, unit)}${badges(ctx, player, unit, badge)}`)}
    ${ctx.seat === null ? at(ctx, 10, height - keySize - head - 14, handSize(ctx, player, head * 0.9)) : null}
    ${at(ctx, 10, height - keySize - 10, keys(ctx, player, 12, keySize, 5))}`;
}

/** Lay out a narrow board in one column. @param {BoardContext} ctx */
function tall(ctx) {
  const width = TALL.width - 2 * TALL.margin;
  const cards = hand(ctx, width, 6, 68);
  const taking = isTaking(ctx) ? choice(ctx, width, 8) : undefined;
  const end = endStep(ctx, width, 40);
  const parts = [
    { height: 48, drawn: ctx.html`${status(ctx, width, 48, 110)}${at(ctx, width - 2, 6, played(ctx, 18))}` },
    { height: 408, drawn: ctx.html`${ownSide(ctx, width, 408, 104, 14, 176)}${pilesAside(ctx)}` },
    ...(end ? [{ height: 40, drawn: end }] : []),
    ...(ctx.seat === null ? [] : [{ height: cards.height, drawn: at(ctx, 0, 4, cards.drawn) }]),
    ...(taking ? [taking] : []),
    ...tallOthers(ctx, width),
  ];
  return stacked(ctx, parts);
}

/** @param {Context} ctx @param {{height: number, drawn: unknown}[]} parts */
function stacked(ctx, parts) {
  let height = TALL.margin;
  const drawn = parts.map((part) => {
    const here = at(ctx, TALL.margin, height, part.drawn);
    height += part.height + TALL.margin;
    return here;
  });
  return { width: TALL.width, height, drawn };
}

/** Draw decks and discards in a column beside the zones, for phones. @param {Context} ctx */
const pilesAside = (ctx) => at(ctx, 325, 58, piles(ctx, 42, 50, (_, index) => ({ x: 0, y: index * 74 })));

/** @param {BoardContext} ctx @param {number} width @returns {{height: number, drawn: unknown}[]} */
function tallOthers(ctx, width) {
  const columns = ctx.others.length > 1 ? 2 : 1;
  const [wide, height] = [(width - (columns - 1) * 8) / columns, columns > 1 ? 300 : 206];
  const rows = Array.from({ length: Math.ceil(ctx.others.length / columns) }, (_, row) => ctx.others.slice(row * columns, row * columns + columns));
  return rows.map((row) => ({ height, drawn: row.map((other, index) => at(ctx, index * (wide + 8), 0, opponent(ctx, other, wide, height, 13))) }));
}
