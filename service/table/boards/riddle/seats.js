/** The side of a player: zones with cards, Keys, and cards in play. */

import { back, cardName, designOf, face, GOLD, icon, ring } from "./cards.js";
import { bands, pattern } from "./lines.js";
import { ownZonePoints, seatPoints, zonePoints } from "./pointing.js";

/** @typedef {import("./cards.js").Table} Table */

/** The width below which the header takes two lines. */
const NARROW = 200;

/** @param {Table} t @param {any} holder */
const isOwn = (t, holder) => holder.seat === t.seat;

/** Draw the zones of a seat, centred on the origin. @param {Table} t @param {any} holder @param {number} unit */
export function zones(t, holder, unit) {
  const used = t.constants.zones.filter((/** @type {any} */ each) => t.mode.zones.includes(each.zone));
  return t.html`${bands(t, holder, unit)}${used.map((/** @type {any} */ each) => zone(t, holder, each, unit))}`;
}

/** @param {Table} t @param {any} holder @param {any} place @param {number} unit */
function zone(t, holder, place, unit) {
  const [corner, , opposite] = place.polygon;
  const [width, height] = [(opposite.x - corner.x) * unit, (opposite.y - corner.y) * unit];
  const card = holder.zones.find((/** @type {any} */ each) => each.zone === place.zone)?.card;
  const points = isOwn(t, holder) ? ownZonePoints(t, place.zone) : zonePoints(t, holder.seat, place.zone);
  const drawn = t.html`<rect x="1" y="1" width=${width - 2} height=${height - 2} rx=${width * 0.12} fill="currentColor" fill-opacity="0.06" stroke="currentColor"
      stroke-opacity="0.35" stroke-width=${Math.max(0.8, unit * 0.012)} stroke-dasharray=${`${unit * 0.05} ${unit * 0.04}`} />
    ${card ? t.html`<g key=${`card-${card}`}>${face(t, card, width, height)}</g>` : null}
    ${prohibition(t, holder.seat, place.zone, width)}
    ${ring(t, t.marks(points), width, height)}`;
  const at = `translate(${corner.x * unit} ${corner.y * unit})`;
  const label = [t.players[holder.seat], t.name("zone", place.zone), card && cardName(t, card)].filter(Boolean).join(", ");
  return t.thing({ key: `zone-${holder.seat}-${place.zone}`, transform: at }, points, label, drawn);
}

/** Mark a zone that a lasting card affects. @param {Table} t @param {number} seat @param {number} zone @param {number} width */
function prohibition(t, seat, zone, width) {
  const lasting = t.view.seats.flatMap((/** @type {any} */ each) => each.in_play ?? []);
  const found = lasting.find((/** @type {any} */ each) => each.target_seat === seat && each.zone === zone);
  const size = Math.max(width * 0.42, 14);
  return found ? icon(t, "operation", operationOf(t, found.card), width - size * 0.8, -size * 0.2, size) : null;
}

/** @param {Table} t @param {string} card */
const operationOf = (t, card) => t.designs.get(designOf(card))?.operation;

/** Draw the Keys of a seat in rows, missing ones faint. The viewing seat's missing Keys are selectable. @param {Table} t @param {any} holder @param {number} columns @param {number} size @param {number} gap */
export function keys(t, holder, columns, size, gap) {
  return t.constants.symbols.map((/** @type {any} */ { id }, /** @type {number} */ place) => {
    const at = `translate(${(place % columns) * (size + gap)} ${Math.floor(place / columns) * (size + gap)})`;
    const drawn = key(t, holder, id, size);
    if (!isOwn(t, holder) || holder.keys.includes(id)) return t.html`<g key=${`key-${holder.seat}-${id}`} transform=${at}>${drawn}</g>`;
    const label = `${t.name("equipment", "key")}, ${t.name("symbol", id)}`;
    return t.thing({ key: `key-${holder.seat}-${id}`, transform: at }, { symbol: id }, label, t.html`${drawn}${ring(t, t.marks({ symbol: id }), size, size)}`);
  });
}

/** @param {Table} t @param {any} holder @param {string} symbol @param {number} size */
function key(t, holder, symbol, size) {
  const shine = t.marks({ symbol }) && holder.seat === t.seat ? 0.95 : 0.42;
  if (!holder.keys.includes(symbol)) return t.html`<rect width=${size} height=${size} rx=${size * 0.24} fill="currentColor" fill-opacity="0.07" />${icon(t, "symbol", symbol, size * 0.14, size * 0.14, size * 0.72, shine)}`;
  return t.html`<rect x="-1" y="-1" width=${size + 2} height=${size + 2} rx=${size * 0.26} fill=${GOLD} />${icon(t, "symbol", symbol, size * 0.06, size * 0.06, size * 0.88)}`;
}

/** Write the number of Keys of a seat and the number that it needs, ending at the origin. @param {Table} t @param {any} holder @param {number} size */
export function tally(t, holder, size) {
  return t.html`${icon(t, "equipment", "key", -size * 2.75, -size * 0.8, size)}<text y="0" font-size=${size * 0.9} font-weight="700" text-anchor="end" fill="currentColor">${holder.keys.length}<tspan font-weight="400" fill-opacity="0.65">/${t.mode.goal}</tspan></text>`;
}

/** Draw the free Key while it can still be won, with the progress towards it. @param {Table} t @param {any} holder @param {number} size */
export function freeKey(t, holder, size) {
  if (holder.free_key_used) return null;
  const near = pattern(t, holder);
  if (!near || near.count < near.of - 2) return icon(t, "score_item", "free key", 0, 0, size);
  return t.html`${icon(t, "score_item", "free key", 0, 0, size)}${icon(t, "symbol", near.symbol, size * 1.15, 0, size)}
    <text x=${size * 2.3} y=${size * 0.76} font-size=${size * 0.72} font-weight="600" fill="currentColor">${near.count}<tspan font-weight="400" fill-opacity="0.65">/${near.of}</tspan></text>`;
}

/** Draw the action cards in front of a seat, from right to left. @param {Table} t @param {any} holder @param {number} height */
export function inPlay(t, holder, height) {
  const width = height * 0.8;
  return (holder.in_play ?? []).map((/** @type {any} */ each, /** @type {number} */ place) => {
    const at = `translate(${-(place + 1) * (width + 4)} 0)`;
    return t.html`<g key=${`card-${each.card}`} transform=${at} role="img" aria-label=${`${cardName(t, each.card)}, ${t.name("duration", each.until)}`}>${face(t, each.card, width, height)}</g>`;
  });
}

/** Draw the number of cards in a hand, on a card face down for each deck. @param {Table} t @param {any} holder @param {number} height */
export function handSize(t, holder, height) {
  const width = height * 0.78;
  const held = [["main", holder.main_in_hand], ["additional", holder.additional_in_hand]].filter(([deck, number]) => deck === "main" || number || t.mode.mode !== "base");
  return held.map(([deck, number], place) => t.html`<g transform=${`translate(${place * (width + 4)} 0)`}>${back(t, deck, width, height)}
    <circle cx=${width / 2} cy=${height / 2} r=${width * 0.4} fill="#22262f" fill-opacity="0.82" /><text x=${width / 2} y=${height * 0.66} font-size=${height * 0.5} font-weight="700" text-anchor="middle" fill="#fff">${number}</text></g>`);
}

/** @param {Table} t @param {any} holder @returns {string[]} */
const knownOf = (t, holder) => t.view.own?.known?.find((/** @type {any} */ each) => each.seat === holder.seat)?.cards ?? [];

/** Draw the cards of another hand that the viewing seat knows. @param {Table} t @param {any} holder @param {number} height @param {number} room */
function knownCards(t, holder, height, room) {
  const known = knownOf(t, holder);
  const width = height * 0.8;
  const sign = known.length ? icon(t, "equipment", "hand", 0, 0, height) : null;
  const cards = known.slice(0, Math.floor((room - height - 5) / (width + 3))).map((/** @type {string} */ card, /** @type {number} */ place) => t.html`<g key=${`card-${card}`} transform=${`translate(${height + 5 + place * (width + 3)} 0)`} role="img" aria-label=${cardName(t, card)}>${face(t, card, width, height)}</g>`);
  return t.html`${sign}${cards}`;
}

/** Draw the background of a player's side, outlined while the player is active. @param {Table} t @param {any} holder @param {number} width @param {number} height */
export function ground(t, holder, width, height) {
  const isActive = holder.seat === t.view.active;
  return t.html`<rect width=${width} height=${height} rx="14" fill="#9a7443" fill-opacity="0.17" stroke=${isActive ? GOLD : "currentColor"} stroke-opacity=${isActive ? 1 : 0.16} stroke-width=${isActive ? 3 : 1} />`;
}

/** Write a text in smaller letters if it is too long, and cut it if it still does not fit. @param {Table} t @param {string} words @param {number} x @param {number} y @param {number} size @param {number} width @param {string} [weight] */
export function text(t, words, x, y, size, width, weight = "600") {
  const letter = weight === "400" ? 0.54 : 0.61;
  const fitting = Math.min(size, Math.max(size * 0.68, width / (words.length * letter)));
  const fits = Math.floor(width / (fitting * letter) + 0.01);
  const shown = words.length > fits ? `${words.slice(0, Math.max(fits - 1, 1)).trimEnd()}…` : words;
  return t.html`<text x=${x} y=${y} font-size=${fitting} font-weight=${weight} fill="currentColor">${shown}</text>`;
}

/** Draw an opponent's side in a frame: header, zones, and the Keys where there is more room. @param {Table} t @param {any} holder @param {number} width @param {number} height @param {number} size of its writing */
export function opponent(t, holder, width, height, size) {
  const head = size * (width < NARROW ? 3.7 : 2.1);
  const known = knownOf(t, holder).length ? size * 1.6 + 6 : 0;
  const isBroad = width > (height - head) * 1.25;
  const under = isBroad ? 0 : keyRows(width).height + known + 10;
  const unit = Math.min((height - head - under - 8) / 2.95, (isBroad ? width * 0.6 : width - 12) / 2.9);
  const middle = isBroad ? unit * 1.45 + 10 : width / 2;
  return t.html`<g key=${`seat-${holder.seat}`}>${ground(t, holder, width, height)}
    ${headOf(t, holder, width, size, head)}
    <g transform=${`translate(${middle} ${head + 2 + (height - head - under - 4) / 2})`}>${zones(t, holder, unit)}</g>
    ${isBroad ? keysBeside(t, holder, unit * 2.9 + 24, head, width, height - known) : keysBelow(t, holder, width, height)}
    <g transform=${`translate(${isBroad ? unit * 2.9 + 30 : 10} ${isBroad ? height - known - 4 : height - under})`}>${knownCards(t, holder, size * 1.6, isBroad ? width - unit * 2.9 - 40 : width - 20)}</g></g>`;
}

/** @param {number} width */
function keyRows(width) {
  const size = Math.min((width - 16 - 5 * 4) / 6, 40);
  return { size, height: 2 * size + 4 };
}

/** @param {Table} t @param {any} holder @param {number} width @param {number} height */
function keysBelow(t, holder, width, height) {
  const { size, height: rows } = keyRows(width);
  return t.html`<g transform=${`translate(${(width - 6 * size - 20) / 2} ${height - rows - 8})`}>${keys(t, holder, 6, size, 4)}</g>`;
}

/** @param {Table} t @param {any} holder @param {number} left @param {number} head @param {number} width @param {number} height */
function keysBeside(t, holder, left, head, width, height) {
  const [room, tall] = [width - left - 10, height - head - 12];
  const columns = room / tall > 1.1 ? 4 : 3;
  const size = Math.min((room - (columns - 1) * 5) / columns, (tall - 5 * (12 / columns - 1)) / (12 / columns), 46);
  const top = head + (tall - (size + 5) * (12 / columns)) / 2;
  return t.html`<g transform=${`translate(${left + (room - columns * (size + 5)) / 2} ${top})`}>${keys(t, holder, columns, size, 5)}</g>`;
}

/** Draw an opponent's name, hand size and Keys: in one line, or in two if the frame is narrow. @param {Table} t @param {any} holder @param {number} width @param {number} size @param {number} head */
function headOf(t, holder, width, size, head) {
  const points = seatPoints(t, holder.seat);
  const isNarrow = width < NARROW;
  const line = isNarrow ? head / 2 : head;
  const hand = size * 1.5;
  const hands = t.mode.mode === "base" ? hand * 0.78 : hand * 1.56 + 4;
  const isNext = holder.seat === (t.holder.seat + 1) % t.view.seats.length && !t.view.redirecting;
  const lasting = (holder.in_play ?? []).length * (hand * 0.8 + 4);
  const room = width - 18 - (isNext ? size : 0) - (isNarrow ? 0 : size * 4.2 + hands + lasting);
  const below = head - line;
  const drawn = t.html`<rect width=${width} height=${head} rx="14" fill="transparent" />
    ${isNext ? arrival(t, 8, line * 0.5 - size * 0.5, size) : null}
    ${text(t, t.players[holder.seat], isNext ? 12 + size : 10, line * 0.5 + size * 0.36, size, room)}
    <g transform=${`translate(${width - size * 0.7} ${below + line * 0.5 + size * 0.36})`}>${tally(t, holder, size * 1.05)}</g>
    <g transform=${`translate(${isNarrow ? 10 : width - size * 4 - hands} ${below + (line - hand) / 2})`}>${handSize(t, holder, hand)}</g>
    <g transform=${`translate(${isNarrow ? width - size * 4.1 : width - size * 4.2 - hands} ${below + (line - hand) / 2})`}>${inPlay(t, holder, hand)}</g>
    ${ring(t, t.marks(points), width, head, 12)}`;
  return t.thing({ key: `head-${holder.seat}` }, points, t.players[holder.seat], drawn);
}

/** Draw the arrow at the left neighbour, who receives the replaced cards. @param {Table} t @param {number} x @param {number} y @param {number} size */
function arrival(t, x, y, size) {
  const path = `M0 ${size * 0.15}H${size * 0.4}V${size * 0.85}M${size * 0.1} ${size * 0.55}L${size * 0.4} ${size * 0.88}L${size * 0.7} ${size * 0.55}`;
  return t.html`<path d=${path} transform=${`translate(${x} ${y})`} fill="none" stroke=${GOLD} stroke-width=${size * 0.17} stroke-linecap="round" stroke-linejoin="round" />`;
}
