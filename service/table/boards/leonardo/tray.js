/** The tray: choices of a decision that have no place on the board, and the current auction. */

import { cardBack, inventionCard } from "./cards.js";
import { coin, componentCard, frame, icon, person, plated, pointable, text } from "./drawing.js";
import { inventionPoints } from "./points.js";
import { TONE } from "./palette.js";

/**
 * @typedef {import("./drawing.js").Table} Table @typedef {import("./drawing.js").Box} Box @typedef {import("./drawing.js").Points} Points
 * @typedef {{width: number, height: number, isCard?: boolean, draw: (box: Box) => any}} Item
 */

const GAP = 8;
const TITLE = 32;
const CARD = { wide: { width: 92, height: 118 }, narrow: { width: 83, height: 112 } };

/** Return an item with an icon, and its name if short. @param {Table} table @param {Points} points @param {string} kind @param {any} id @param {string} [label] @returns {Item} */
function token(table, points, kind, id, label = table.name(kind, id)) {
  const isShort = label.length <= 16;
  const width = isShort ? Math.max(62, Math.min(112, label.length * 6.6 + 14)) : 62;
  const draw = (/** @type {Box} */ box) => {
    const size = Math.min(box.height - (isShort ? 22 : 10), box.width - 8);
    const opacity = table.marks(points) ? 1 : 0.45;
    return pointable(table, { key: `token-${kind}-${id}`, opacity }, points, label, box, table.html`${frame(table, box, { fill: TONE.cell })}
      ${icon(table, kind, id, box.x + (box.width - size) / 2, box.y + 4, size)}
      ${isShort ? text(table, box.x + box.width / 2, box.y + box.height - 6, label, { size: 12.5, anchor: "middle", width: box.width - 8 }) : null}`);
  };
  return { width, height: 66, draw };
}

/** Return an item for a number. @param {Table} table @param {string} member @param {number} number @param {string} label @param {boolean} isMoney @returns {Item} */
const numberItem = (table, member, number, label, isMoney) => ({
  width: 34,
  height: 34,
  draw: (box) => pointable(table, { key: `${member}-${number}` }, { [member]: number }, `${label}: ${number}`, box, table.html`
    ${isMoney ? coin(table, box.x + box.width / 2, box.y + box.height / 2, Math.min(box.width, box.height) / 2 - 1.5, number) : table.html`${frame(table, box, { fill: TONE.cell, round: 7 })}${text(table, box.x + box.width / 2, box.y + box.height / 2 + 6, number, { size: 18, anchor: "middle", weight: 700 })}`}`, 17),
});

/** @param {Table} table @param {string} member @param {number} from @param {number} to @param {string} label @param {boolean} [isMoney] */
const numbers = (table, member, from, to, label, isMoney = false) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place).map((each) => numberItem(table, member, each, label, isMoney));

/** Return an item for a component of the shops or the market. @param {Table} table @param {string} member @param {string} kind @param {number | null} [count] @returns {Item} */
const componentItem = (table, member, kind, count = null) => ({
  width: 46,
  height: 66,
  draw: (box) => pointable(table, { key: `take-${kind}` }, { [member]: kind }, table.name("component", kind), box, componentCard(table, kind, box, count), 5),
});

/** Return an item for a whole invention card. @param {Table} table @param {number} number @param {Points | null} points @param {number | null} [order] @param {boolean} [isHidden] @returns {Item} */
const cardItem = (table, number, points, order = null, isHidden = false) => ({
  ...(table.wide ? CARD.wide : CARD.narrow),
  isCard: true,
  draw: (box) => (isHidden ? cardBack(table, box, { sealed: true }) : inventionCard(table, number, box, { points, order })),
});

/** List the cards seen in the deck; each gets a number once it is placed. @param {Table} table @returns {Item[]} */
function lookedAt(table) {
  const { view, marks, covered } = table;
  const seen = view.own?.looked_at ?? [];
  const places = seen.map((/** @type {any} */ _, /** @type {number} */ place) => seen.find((/** @type {number} */ each) => marks({ [`order/${place}`]: each }) === "chosen"));
  const next = Math.max(0, places.findIndex((/** @type {any} */ each) => each === undefined));
  return seen.map((/** @type {number} */ number) => {
    const place = places.indexOf(number);
    return cardItem(table, number, { [`order/${place < 0 ? next : place}`]: number }, place < 0 ? null : place + 1, covered);
  });
}

/** Return an item for a bidder, with the sealed bid if there is one. @param {Table} table @param {number} seat @returns {Item} */
function bidder(table, seat) {
  const { html, view, players, name, covered } = table;
  const isSealed = view.auction.sealed.includes(seat);
  const own = seat === view.own?.seat && !covered ? view.own.bid : undefined;
  const label = `${players[seat]}${isSealed ? `: ${name("action", "concealed_bid")}` : ""}`;
  const draw = (/** @type {Box} */ { x, y, width }) => html`<g key=${`bid-${seat}`}><title>${label}</title>${person(table, seat, x, y + 6, 1.15)}
    <g opacity=${isSealed ? 1 : 0.3}>${icon(table, "action", "concealed_bid", x + 24, y - 2, 44)}</g>
    ${own === undefined ? null : coin(table, x + 62, y + 34, 11, own)}
    ${text(table, x, y + 54, players[seat], { size: 13, width: width - 4 })}</g>`;
  return { width: 80, height: 60, draw };
}

/** Items for the decisions that need some, by decision. @type {Record<string, (table: Table) => Item[]>} */
const ANSWERS = {
  choose_favour: (table) => [
    ...["a", "b", "c", "d1", "d2", "d3", "d4"].map((id) => token(table, { favour: id }, "favour", id)),
    ...table.constants.kinds.map((/** @type {string} */ kind) => componentItem(table, "components", kind)),
  ],
  declare_work: (table) => {
    const startable = table.constants.inventions.map((/** @type {any} */ each) => each.number).filter((/** @type {number} */ number) => table.marks({ invention: number }));
    return [...startable.map((/** @type {number} */ number) => cardItem(table, number, inventionPoints(table, number))), token(table, { type: "declare_work" }, "piece", "pass")];
  },
  place: (table) => [
    ...["apprentices", "master", "pass"].map((piece) => token(table, { piece }, "piece", piece)),
    ...numbers(table, "count", 1, ownSide(table)?.supply ?? 0, table.name("piece", "apprentices")),
  ],
  name_leonardo: (table) => table.view.seats.map((/** @type {any} */ each) => seatItem(table, each.seat)),
  council_space: (table) => [token(table, { withdraw: true }, "area_choice", "withdraw")],
  council_move: (table) => [token(table, { decline: true }, "piece", "pass")],
  council_order: lookedAt,
  council_buy: (table) => [...table.constants.kinds.map((/** @type {string} */ kind) => componentItem(table, "component", kind)), token(table, { decline: true }, "piece", "pass")],
  area_turn: (table) => [
    ...["turn_small", "take_large", "turn_large", "robot_small", "robot_large"].filter((each) => table.marks({ improvement: each })).map((each) => token(table, { improvement: each }, "improvement", each)),
    ...["act", "withdraw"].map((choice) => token(table, { choice }, "area_choice", choice)),
  ],
  market_swap: (table) => [
    ...table.constants.kinds.filter((/** @type {string} */ kind) => table.view.market[kind]).map((/** @type {string} */ kind) => componentItem(table, "take", kind, table.view.market[kind])),
    token(table, { type: "market_swap" }, "piece", "pass"),
  ],
  bid: (table) => numbers(table, "amount", 0, table.view.own?.florins ?? 0, table.name("equipment", "florin"), true),
};

/** @param {Table} table */
const ownSide = ({ view, seat }) => view.seats.find((/** @type {any} */ each) => each.seat === seat);

/** Return an item for a seat that can be named, or that must act. @param {Table} table @param {number} seat @param {boolean} [isAsked] @returns {Item} */
const seatItem = (table, seat, isAsked = true) => ({
  width: 84,
  height: 66,
  draw: (box) => pointable(table, { key: `name-${seat}` }, isAsked ? { seat } : null, table.players[seat], box, table.html`${frame(table, box, { fill: TONE.cell })}
    ${person(table, seat, box.x + box.width / 2 - 13, box.y + 5, 1.3)}${text(table, box.x + box.width / 2, box.y + box.height - 7, table.players[seat], { size: 13, anchor: "middle", width: box.width - 8 })}`),
});

/** List all items of the tray. @param {Table} table @returns {Item[]} */
function items(table) {
  const { view, decision, toAct } = table;
  const auction = view.auction ? [cardItem(table, view.auction.invention, null), ...view.auction.bidders.map((/** @type {number} */ seat) => bidder(table, seat))] : [];
  const shared = view.shared.map((/** @type {any} */ each) => each.invention).filter((/** @type {number} */ each) => each !== view.auction?.invention).map((/** @type {number} */ invention) => cardItem(table, invention, decision === "auction_choice" ? { invention } : null));
  const waiting = auction.length ? [] : toAct.map((/** @type {number} */ seat) => seatItem(table, seat, false));
  return [...auction, ...shared, ...(decision ? (ANSWERS[decision]?.(table) ?? []) : waiting)];
}

/** Arrange items in rows. Other items stand beside the cards if those fill one row, otherwise below. @param {Item[]} list @param {number} width @param {number} scale */
function flow(list, width, scale) {
  const gap = GAP * scale;
  const tall = list.filter(({ isCard }) => isCard);
  const low = list.filter(({ isCard }) => !isCard);
  const first = rows(tall, 0, 0, width, scale, gap);
  const isBeside = low.length > 0 && tall.length > 0 && first.right + 150 * scale < width && first.count === 1;
  const second = isBeside ? rows(low, first.right, 0, width, scale, gap) : rows(low, 0, first.bottom, width, scale, gap);
  return { placed: [...first.placed, ...second.placed], height: Math.max(first.bottom, second.bottom) };
}

/** @param {Item[]} list @param {number} left @param {number} top @param {number} width @param {number} scale @param {number} gap */
function rows(list, left, top, width, scale, gap) {
  let [x, y, high, right, count] = [left, top, 0, left, list.length ? 1 : 0];
  const placed = list.map((item) => {
    const [wide, tall] = [item.width * scale, item.height * scale];
    if (x > left && x + wide > width) [x, y, high, count] = [left, y + high + gap, 0, count + 1];
    const box = { x, y, width: wide, height: tall };
    [x, high] = [x + wide + gap, Math.max(high, tall)];
    right = Math.max(right, x);
    return { item, box };
  });
  return { placed, bottom: list.length ? y + high + gap : top, right, count };
}

/** Return the height that the tray needs. @param {Table} table @param {number} width */
export const trayHeight = (table, width) => TITLE + 14 + flow(items(table), width - 20, 1).height;

/** Draw the tray. @param {Table} table @param {Box} box */
export function tray(table, box) {
  const { html, name, decision, view } = table;
  const list = items(table);
  const [kind, id] = decision ? ["action", decision] : view.auction ? ["florin_reason", "auction"] : ["phase", view.phase];
  const room = { width: box.width - 20, height: box.height - TITLE - 8 };
  let scale = 1.32;
  while (scale > 0.5 && flow(list, room.width, scale).height > room.height) scale -= 0.04;
  const { placed } = flow(list, room.width, scale);
  const shifted = (/** @type {Box} */ each) => ({ ...each, x: box.x + 10 + each.x, y: box.y + TITLE + 6 + each.y });
  const line = decision ? TONE.legal : TONE.line;
  return html`<g>${frame(table, box, { fill: TONE.own, line, thick: decision ? 2 : 1.5, round: 10 })}
    ${plated(table, kind, id, box.x + 10, box.y + 7, 26)}
    ${text(table, box.x + 42, box.y + 25, name(kind, id), { size: 17, weight: 700, width: box.width - 52 })}
    ${placed.map(({ item, box: each }) => item.draw(shifted(each)))}</g>`;
}
