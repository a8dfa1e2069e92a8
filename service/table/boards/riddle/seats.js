/** The side of a player: zones with cards, Keys, and cards in play. */

import { back, cardName, designOf, face, GOLD, icon, outline } from "./cards.js";
import { bands, pattern } from "./lines.js";
import { ownZoneTarget, seatTarget, zoneTarget } from "./targets.js";

/** @typedef {import("./cards.js").Context} Context */

/** The width below which the header takes two lines. */
const NARROW = 200;

/** @param {Context} ctx @param {any} player */
const isOwn = (ctx, player) => player.seat === ctx.seat;

/** Draw the zones of a seat, centred on the origin. @param {Context} ctx @param {any} player @param {number} unit */
export function zones(ctx, player, unit) {
  const used = ctx.constants.zones.filter((/** @type {any} */ each) => ctx.mode.zones.includes(each.zone));
  return ctx.html`${bands(ctx, player, unit)}${used.map((/** @type {any} */ each) => zone(ctx, player, each, unit))}`;
}

/** @param {Context} ctx @param {any} player @param {any} shape @param {number} unit */
function zone(ctx, player, shape, unit) {
  const [corner, , opposite] = shape.polygon;
  const [width, height] = [(opposite.x - corner.x) * unit, (opposite.y - corner.y) * unit];
  const card = player.zones.find((/** @type {any} */ each) => each.zone === shape.zone)?.card;
  const target = isOwn(ctx, player) ? ownZoneTarget(ctx, shape.zone) : zoneTarget(ctx, player.seat, shape.zone);
  const drawn = ctx.html`<rect x="1" y="1" width=${width - 2} height=${height - 2} rx=${width * 0.12} fill="currentColor" fill-opacity="0.06" stroke="currentColor"
      stroke-opacity="0.35" stroke-width=${Math.max(0.8, unit * 0.012)} stroke-dasharray=${`${unit * 0.05} ${unit * 0.04}`} />
    ${card ? ctx.html`<g key=${`card-${card}`}>${face(ctx, card, width, height)}</g>` : null}
    ${prohibition(ctx, player.seat, shape.zone, width)}
    ${outline(ctx, ctx.stateOf(target), width, height)}`;
  const at = `translate(${corner.x * unit} ${corner.y * unit})`;
  const label = [ctx.players[player.seat], ctx.name("zone", shape.zone), card && cardName(ctx, card)].filter(Boolean).join(", ");
  return ctx.selectable({ key: `zone-${player.seat}-${shape.zone}`, transform: at }, target, label, drawn);
}

/** Mark a zone that a lasting card affects. @param {Context} ctx @param {number} seat @param {number} zone @param {number} width */
function prohibition(ctx, seat, zone, width) {
  const lasting = ctx.view.seats.flatMap((/** @type {any} */ each) => each.in_play ?? []);
  const found = lasting.find((/** @type {any} */ each) => each.target_seat === seat && each.zone === zone);
  const size = Math.max(width * 0.42, 14);
  return found ? icon(ctx, "operation", operationOf(ctx, found.card), width - size * 0.8, -size * 0.2, size) : null;
}

/** @param {Context} ctx @param {string} card */
const operationOf = (ctx, card) => ctx.designs.get(designOf(card))?.operation;

/** Draw the Keys of a seat in rows, missing ones faint. The viewing seat's missing Keys are selectable. @param {Context} ctx @param {any} player @param {number} columns @param {number} size @param {number} gap */
export function keys(ctx, player, columns, size, gap) {
  return ctx.constants.symbols.map((/** @type {any} */ { id }, /** @type {number} */ index) => {
    const at = `translate(${(index % columns) * (size + gap)} ${Math.floor(index / columns) * (size + gap)})`;
    const drawn = key(ctx, player, id, size);
    const isWon = player.keys.includes(id);
    const label = `${ctx.players[player.seat]}, ${ctx.name("symbol", id)}: ${Number(isWon)} × ${ctx.name("equipment", "key")}`;
    if (!isOwn(ctx, player) || isWon) return ctx.html`<g key=${`key-${player.seat}-${id}`} transform=${at} ...${isWon ? { role: "img", "aria-label": label } : {}}>${drawn}</g>`;
    return ctx.selectable({ key: `key-${player.seat}-${id}`, transform: at }, { symbol: id }, label, ctx.html`${drawn}${outline(ctx, ctx.stateOf({ symbol: id }), size, size)}`);
  });
}

/** @param {Context} ctx @param {any} player @param {string} symbol @param {number} size */
function key(ctx, player, symbol, size) {
  const shine = ctx.stateOf({ symbol }) && player.seat === ctx.seat ? 0.95 : 0.42;
  if (!player.keys.includes(symbol)) return ctx.html`<rect width=${size} height=${size} rx=${size * 0.24} fill="currentColor" fill-opacity="0.07" />${icon(ctx, "symbol", symbol, size * 0.14, size * 0.14, size * 0.72, shine)}`;
  return ctx.html`<rect x="-1" y="-1" width=${size + 2} height=${size + 2} rx=${size * 0.26} fill=${GOLD} />${icon(ctx, "symbol", symbol, size * 0.06, size * 0.06, size * 0.88)}`;
}

/** Write the number of Keys of a seat and the number that it needs, ending at the origin. @param {Context} ctx @param {any} player @param {number} size */
export function tally(ctx, player, size) {
  return ctx.html`${icon(ctx, "equipment", "key", -size * 2.75, -size * 0.8, size)}<text y="0" font-size=${size * 0.9} font-weight="700" text-anchor="end" fill="currentColor">${player.keys.length}<tspan font-weight="400" fill-opacity="0.65">/${ctx.mode.goal}</tspan></text>`;
}

/** Draw the free Key while it can still be won, with the progress towards it. @param {Context} ctx @param {any} player @param {number} size */
export function freeKey(ctx, player, size) {
  if (player.free_key_used) return null;
  const near = pattern(ctx, player);
  if (!near || near.count < near.of - 2) return icon(ctx, "score_item", "free key", 0, 0, size);
  return ctx.html`${icon(ctx, "score_item", "free key", 0, 0, size)}${icon(ctx, "symbol", near.symbol, size * 1.15, 0, size)}
    <text x=${size * 2.3} y=${size * 0.76} font-size=${size * 0.72} font-weight="600" fill="currentColor">${near.count}<tspan font-weight="400" fill-opacity="0.65">/${near.of}</tspan></text>`;
}

/** Draw the action cards in front of a seat, from right to left. @param {Context} ctx @param {any} player @param {number} height */
export function inPlay(ctx, player, height) {
  const width = height * 0.8;
  return (player.in_play ?? []).map((/** @type {any} */ each, /** @type {number} */ index) => {
    const at = `translate(${-(index + 1) * (width + 4)} 0)`;
    return ctx.html`<g key=${`card-${each.card}`} transform=${at} role="img" aria-label=${`${cardName(ctx, each.card)}, ${ctx.name("duration", each.until)}`}>${face(ctx, each.card, width, height)}</g>`;
  });
}

/** Draw the number of cards in a hand, on a card face down for each deck. @param {Context} ctx @param {any} player @param {number} height */
export function handSize(ctx, player, height) {
  const width = height * 0.78;
  const held = [["main", player.main_in_hand], ["additional", player.additional_in_hand]].filter(([deck, number]) => deck === "main" || number || ctx.mode.mode !== "base");
  return held.map(([deck, number], index) => ctx.html`<g transform=${`translate(${index * (width + 4)} 0)`}>${back(ctx, deck, width, height)}
    <circle cx=${width / 2} cy=${height / 2} r=${width * 0.4} fill="#22262f" fill-opacity="0.82" /><text x=${width / 2} y=${height * 0.66} font-size=${height * 0.5} font-weight="700" text-anchor="middle" fill="#fff">${number}</text></g>`);
}

/** @param {Context} ctx @param {any} player @returns {string[]} */
const knownOf = (ctx, player) => ctx.view.own?.known?.find((/** @type {any} */ each) => each.seat === player.seat)?.cards ?? [];

/** Draw the cards of another hand that the viewing seat knows. @param {Context} ctx @param {any} player @param {number} height @param {number} room */
function knownCards(ctx, player, height, room) {
  const known = knownOf(ctx, player);
  const width = height * 0.8;
  const sign = known.length ? icon(ctx, "equipment", "hand", 0, 0, height) : null;
  const cards = known.slice(0, Math.floor((room - height - 5) / (width + 3))).map((/** @type {string} */ card, /** @type {number} */ index) => ctx.html`<g key=${`card-${card}`} transform=${`translate(${height + 5 + index * (width + 3)} 0)`} role="img" aria-label=${cardName(ctx, card)}>${face(ctx, card, width, height)}</g>`);
  return ctx.html`${sign}${cards}`;
}

/** Draw the background of a player's side, outlined while the player is active. @param {Context} ctx @param {any} player @param {number} width @param {number} height */
export function ground(ctx, player, width, height) {
  const isActive = player.seat === ctx.view.active;
  return ctx.html`<rect width=${width} height=${height} rx="14" fill="#9a7443" fill-opacity="0.17" stroke=${isActive ? GOLD : "currentColor"} stroke-opacity=${isActive ? 1 : 0.16} stroke-width=${isActive ? 3 : 1} />`;
}

/** Write a text in smaller letters if it is too long, and cut it if it still does not fit. @param {Context} ctx @param {string} words @param {number} x @param {number} y @param {number} size @param {number} width @param {string} [weight] */
export function text(ctx, words, x, y, size, width, weight = "600") {
  const letter = weight === "400" ? 0.54 : 0.61;
  const fitting = Math.min(size, Math.max(size * 0.68, width / (words.length * letter)));
  const fits = Math.floor(width / (fitting * letter) + 0.01);
  const shown = words.length > fits ? `${words.slice(0, Math.max(fits - 1, 1)).trimEnd()}…` : words;
  return ctx.html`<text x=${x} y=${y} font-size=${fitting} font-weight=${weight} fill="currentColor">${shown}</text>`;
}

/** Draw an opponent's side in a frame: header, zones, and the Keys where there is more room. @param {Context} ctx @param {any} player @param {number} width @param {number} height @param {number} size of the text */
export function opponent(ctx, player, width, height, size) {
  const head = size * (width < NARROW ? 3.7 : 2.1);
  const known = knownOf(ctx, player).length ? size * 1.6 + 6 : 0;
  const isBroad = width > (height - head) * 1.25;
  const under = isBroad ? 0 : keyRows(width).height + known + 10;
  const unit = Math.min((height - head - under - 8) / 2.95, (isBroad ? width * 0.6 : width - 12) / 2.9);
  const middle = isBroad ? unit * 1.45 + 10 : width / 2;
  return ctx.html`<g key=${`seat-${player.seat}`}>${ground(ctx, player, width, height)}
    ${headOf(ctx, player, width, size, head)}
    <g transform=${`translate(${middle} ${head + 2 + (height - head - under - 4) / 2})`}>${zones(ctx, player, unit)}</g>
    ${isBroad ? keysBeside(ctx, player, unit * 2.9 + 24, head, width, height - known) : keysBelow(ctx, player, width, height)}
    <g transform=${`translate(${isBroad ? unit * 2.9 + 30 : 10} ${isBroad ? height - known - 4 : height - under})`}>${knownCards(ctx, player, size * 1.6, isBroad ? width - unit * 2.9 - 40 : width - 20)}</g></g>`;
}

/** @param {number} width */
function keyRows(width) {
  const size = Math.min((width - 16 - 5 * 4) / 6, 40);
  return { size, height: 2 * size + 4 };
}

/** @param {Context} ctx @param {any} player @param {number} width @param {number} height */
function keysBelow(ctx, player, width, height) {
  const { size, height: rows } = keyRows(width);
  return ctx.html`<g transform=${`translate(${(width - 6 * size - 20) / 2} ${height - rows - 8})`}>${keys(ctx, player, 6, size, 4)}</g>`;
}

/** @param {Context} ctx @param {any} player @param {number} left @param {number} head @param {number} width @param {number} height */
function keysBeside(ctx, player, left, head, width, height) {
  const [room, tall] = [width - left - 10, height - head - 12];
  const columns = room / tall > 1.1 ? 4 : 3;
  const size = Math.min((room - (columns - 1) * 5) / columns, (tall - 5 * (12 / columns - 1)) / (12 / columns), 46);
  const top = head + (tall - (size + 5) * (12 / columns)) / 2;
  return ctx.html`<g transform=${`translate(${left + (room - columns * (size + 5)) / 2} ${top})`}>${keys(ctx, player, columns, size, 5)}</g>`;
}

/** Draw an opponent's name, hand size and Keys: in one line, or in two if the frame is narrow. @param {Context} ctx @param {any} player @param {number} width @param {number} size @param {number} head */
function headOf(ctx, player, width, size, head) {
  const target = seatTarget(ctx, player.seat);
  const isNarrow = width < NARROW;
  const line = isNarrow ? head / 2 : head;
  const hand = size * 1.5;
  const hands = ctx.mode.mode === "base" ? hand * 0.78 : hand * 1.56 + 4;
  const isNext = player.seat === (ctx.player.seat + 1) % ctx.view.seats.length && !ctx.view.redirecting;
  const lasting = (player.in_play ?? []).length * (hand * 0.8 + 4);
  const room = width - 18 - (isNext ? size : 0) - (isNarrow ? 0 : size * 4.2 + hands + lasting);
  const below = head - line;
  const drawn = ctx.html`<rect width=${width} height=${head} rx="14" fill="transparent" />
    ${isNext ? neighbourArrow(ctx, 8, line * 0.5 - size * 0.5, size) : null}
    ${text(ctx, ctx.players[player.seat], isNext ? 12 + size : 10, line * 0.5 + size * 0.36, size, room)}
    <g transform=${`translate(${width - size * 0.7} ${below + line * 0.5 + size * 0.36})`}>${tally(ctx, player, size * 1.05)}</g>
    <g transform=${`translate(${isNarrow ? 10 : width - size * 4 - hands} ${below + (line - hand) / 2})`}>${handSize(ctx, player, hand)}</g>
    <g transform=${`translate(${isNarrow ? width - size * 4.1 : width - size * 4.2 - hands} ${below + (line - hand) / 2})`}>${inPlay(ctx, player, hand)}</g>
    ${outline(ctx, ctx.stateOf(target), width, head, 12)}`;
  return ctx.selectable({ key: `head-${player.seat}` }, target, ctx.players[player.seat], drawn);
}

/** Draw the arrow at the left neighbour, who receives the replaced cards. @param {Context} ctx @param {number} x @param {number} y @param {number} size */
function neighbourArrow(ctx, x, y, size) {
  const path = `M0 ${size * 0.15}H${size * 0.4}V${size * 0.85}M${size * 0.1} ${size * 0.55}L${size * 0.4} ${size * 0.88}L${size * 0.7} ${size * 0.55}`;
  return ctx.html`<path d=${path} transform=${`translate(${x} ${y})`} fill="none" stroke=${GOLD} stroke-width=${size * 0.17} stroke-linecap="round" stroke-linejoin="round" />`;
}
