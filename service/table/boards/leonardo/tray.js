/** The tray: choices of a decision that have no place on the board, and the current auction. */

import { cardBack, inventionCard } from "./cards.js";
import { coin, componentCard, frame, icon, iconOnDisc, person, selectableBox, text } from "./drawing.js";
import { TONE } from "./palette.js";
import { inventionTarget } from "./targets.js";

/**
 * @typedef {import("./drawing.js").Context} Context @typedef {import("./drawing.js").Box} Box @typedef {import("./drawing.js").Target} Target
 * @typedef {{width: number, height: number, isCard?: boolean, draw: (box: Box) => any}} Item
 */

const GAP = 8;
const TITLE = 32;
const CARD = { wide: { width: 92, height: 118 }, narrow: { width: 83, height: 112 } };

/** Return an item with an icon, and its name if short. @param {Context} ctx @param {Target} target @param {string} kind @param {any} id @param {string} [label] @returns {Item} */
function token(ctx, target, kind, id, label = ctx.name(kind, id)) {
  const isShort = label.length <= 16;
  const width = isShort ? Math.max(62, Math.min(112, label.length * 6.6 + 14)) : 62;
  const draw = (/** @type {Box} */ box) => {
    const size = Math.min(box.height - (isShort ? 22 : 10), box.width - 8);
    const opacity = ctx.stateOf(target) ? 1 : 0.45;
    return selectableBox(ctx, { key: `token-${kind}-${id}`, opacity }, target, label, box, ctx.html`${frame(ctx, box, { fill: TONE.cell })}
      ${icon(ctx, kind, id, box.x + (box.width - size) / 2, box.y + 4, size)}
      ${isShort ? text(ctx, box.x + box.width / 2, box.y + box.height - 6, label, { size: 12.5, anchor: "middle", width: box.width - 8 }) : null}`);
  };
  return { width, height: 66, draw };
}

/** Return an item for a number. @param {Context} ctx @param {string} field @param {number} number @param {string} label @param {boolean} isMoney @returns {Item} */
const numberItem = (ctx, field, number, label, isMoney) => ({
  width: 34,
  height: 34,
  draw: (box) => selectableBox(ctx, { key: `${field}-${number}` }, { [field]: number }, `${label}: ${number}`, box, ctx.html`
    ${isMoney ? coin(ctx, box.x + box.width / 2, box.y + box.height / 2, Math.min(box.width, box.height) / 2 - 1.5, number) : ctx.html`${frame(ctx, box, { fill: TONE.cell, round: 7 })}${text(ctx, box.x + box.width / 2, box.y + box.height / 2 + 6, number, { size: 18, anchor: "middle", weight: 700 })}`}`, 17),
});

/** @param {Context} ctx @param {string} field @param {number} from @param {number} to @param {string} label @param {boolean} [isMoney] */
const numbers = (ctx, field, from, to, label, isMoney = false) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).map((each) => numberItem(ctx, field, each, label, isMoney));

/** Return an item for a component of the shops or the market. @param {Context} ctx @param {string} field @param {string} kind @param {number | null} [count] @returns {Item} */
const componentItem = (ctx, field, kind, count = null) => ({
  width: 46,
  height: 66,
  draw: (box) => selectableBox(ctx, { key: `take-${kind}` }, { [field]: kind }, ctx.name("component", kind), box, componentCard(ctx, kind, box, count), 5),
});

/** Return an item for a whole invention card. @param {Context} ctx @param {number} number @param {Target | null} target @param {number | null} [order] @param {boolean} [isHidden] @returns {Item} */
const cardItem = (ctx, number, target, order = null, isHidden = false) => ({
  ...(ctx.wide ? CARD.wide : CARD.narrow),
  isCard: true,
  draw: (box) => (isHidden ? cardBack(ctx, box, { sealed: true }) : inventionCard(ctx, number, box, { target, order })),
});

/** List the cards seen in the deck; each gets a number once it is placed. @param {Context} ctx @returns {Item[]} */
function lookedAt(ctx) {
  const { view, stateOf, covered } = ctx;
  const seen = view.own?.looked_at ?? [];
  const places = seen.map((/** @type {any} */ _, /** @type {number} */ index) => seen.find((/** @type {number} */ each) => stateOf({ [`order/${index}`]: each }) === "chosen"));
  const next = Math.max(0, places.findIndex((/** @type {any} */ each) => each === undefined));
  return seen.map((/** @type {number} */ number) => {
    const index = places.indexOf(number);
    return cardItem(ctx, number, { [`order/${index < 0 ? next : index}`]: number }, index < 0 ? null : index + 1, covered);
  });
}

/** Return an item for a bidder, with the sealed bid if there is one. @param {Context} ctx @param {number} seat @returns {Item} */
function bidder(ctx, seat) {
  const { html, view, players, name, covered } = ctx;
  const isSealed = view.auction.sealed.includes(seat);
  const own = seat === view.own?.seat && !covered ? view.own.bid : undefined;
  const label = `${players[seat]}${isSealed ? `: ${name("action", "concealed_bid")}` : ""}`;
  const draw = (/** @type {Box} */ { x, y, width }) => html`<g key=${`bid-${seat}`}><title>${label}</title>${person(ctx, seat, x, y + 6, 1.15)}
    <g opacity=${isSealed ? 1 : 0.3}>${icon(ctx, "action", "concealed_bid", x + 24, y - 2, 44)}</g>
    ${own === undefined ? null : coin(ctx, x + 62, y + 34, 11, own)}
    ${text(ctx, x, y + 54, players[seat], { size: 13, width: width - 4 })}</g>`;
  return { width: 80, height: 60, draw };
}

/** Items for the decisions that need some, by decision. @type {Record<string, (ctx: Context) => Item[]>} */
const ANSWERS = {
  choose_favour: (ctx) => [
    ...["a", "b", "c", "d1", "d2", "d3", "d4"].map((id) => token(ctx, { favour: id }, "favour", id)),
    ...ctx.constants.kinds.map((/** @type {string} */ kind) => componentItem(ctx, "components", kind)),
  ],
  declare_work: (ctx) => {
    const startable = ctx.constants.inventions.map((/** @type {any} */ each) => each.number).filter((/** @type {number} */ number) => ctx.stateOf({ invention: number }));
    return [...startable.map((/** @type {number} */ number) => cardItem(ctx, number, inventionTarget(ctx, number))), token(ctx, { type: "declare_work" }, "piece", "pass")];
  },
  place: (ctx) => [
    ...["apprentices", "master", "pass"].map((piece) => token(ctx, { piece }, "piece", piece)),
    ...numbers(ctx, "count", 1, ownSide(ctx)?.supply ?? 0, ctx.name("piece", "apprentices")),
  ],
  name_leonardo: (ctx) => ctx.view.seats.map((/** @type {any} */ each) => seatItem(ctx, each.seat)),
  council_space: (ctx) => [token(ctx, { withdraw: true }, "area_choice", "withdraw")],
  council_move: (ctx) => [token(ctx, { decline: true }, "piece", "pass")],
  council_order: lookedAt,
  council_buy: (ctx) => [...ctx.constants.kinds.map((/** @type {string} */ kind) => componentItem(ctx, "component", kind)), token(ctx, { decline: true }, "piece", "pass")],
  area_turn: (ctx) => [
    ...["turn_small", "take_large", "turn_large", "robot_small", "robot_large"].filter((each) => ctx.stateOf({ improvement: each })).map((each) => token(ctx, { improvement: each }, "improvement", each)),
    ...["act", "withdraw"].map((choice) => token(ctx, { choice }, "area_choice", choice)),
  ],
  market_swap: (ctx) => [
    ...ctx.constants.kinds.filter((/** @type {string} */ kind) => ctx.view.market[kind]).map((/** @type {string} */ kind) => componentItem(ctx, "take", kind, ctx.view.market[kind])),
    token(ctx, { type: "market_swap" }, "piece", "pass"),
  ],
  bid: (ctx) => numbers(ctx, "amount", 0, ctx.view.own?.florins ?? 0, ctx.name("equipment", "florin"), true),
};

/** @param {Context} ctx */
const ownSide = ({ view, seat }) => view.seats.find((/** @type {any} */ each) => each.seat === seat);

/** Return an item for a seat that can be named, or that must act. @param {Context} ctx @param {number} seat @param {boolean} [isAsked] @returns {Item} */
const seatItem = (ctx, seat, isAsked = true) => ({
  width: 84,
  height: 66,
  draw: (box) => selectableBox(ctx, { key: `name-${seat}` }, isAsked ? { seat } : null, ctx.players[seat], box, ctx.html`${frame(ctx, box, { fill: TONE.cell })}
    ${person(ctx, seat, box.x + box.width / 2 - 13, box.y + 5, 1.3)}${text(ctx, box.x + box.width / 2, box.y + box.height - 7, ctx.players[seat], { size: 13, anchor: "middle", width: box.width - 8 })}`),
});

/** List all items of the tray. @param {Context} ctx @returns {Item[]} */
function items(ctx) {
  const { view, decision, toAct } = ctx;
  const auction = view.auction ? [cardItem(ctx, view.auction.invention, null), ...view.auction.bidders.map((/** @type {number} */ seat) => bidder(ctx, seat))] : [];
  const shared = view.shared.map((/** @type {any} */ each) => each.invention).filter((/** @type {number} */ each) => each !== view.auction?.invention).map((/** @type {number} */ invention) => cardItem(ctx, invention, decision === "auction_choice" ? { invention } : null));
  const waiting = auction.length ? [] : toAct.map((/** @type {number} */ seat) => seatItem(ctx, seat, false));
  return [...auction, ...shared, ...(decision ? (ANSWERS[decision]?.(ctx) ?? []) : waiting)];
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

/** Return the height that the tray needs. @param {Context} ctx @param {number} width */
export const trayHeight = (ctx, width) => TITLE + 14 + flow(items(ctx), width - 20, 1).height;

/** Draw the tray. @param {Context} ctx @param {Box} box */
export function tray(ctx, box) {
  const { html, name, decision, view } = ctx;
  const list = items(ctx);
  const [kind, id] = decision ? ["action", decision] : view.auction ? ["florin_reason", "auction"] : ["phase", view.phase];
  const room = { width: box.width - 20, height: box.height - TITLE - 8 };
  let scale = 1.32;
  while (scale > 0.5 && flow(list, room.width, scale).height > room.height) scale -= 0.04;
  const { placed } = flow(list, room.width, scale);
  const shifted = (/** @type {Box} */ each) => ({ ...each, x: box.x + 10 + each.x, y: box.y + TITLE + 6 + each.y });
  const line = decision ? TONE.legal : TONE.line;
  return html`<g>${frame(ctx, box, { fill: TONE.own, line, thick: decision ? 2 : 1.5, round: 10 })}
    ${iconOnDisc(ctx, kind, id, box.x + 10, box.y + 7, 26)}
    ${text(ctx, box.x + 42, box.y + 25, name(kind, id), { size: 17, weight: 700, width: box.width - 52 })}
    ${placed.map(({ item, box: each }) => item.draw(shifted(each)))}</g>`;
}
