/** A player's side of the table: the board with its stars and decorations, the corners, the hand. */

import { BOARD } from "./places.js";
import { GOLD, INK, IVORY, LOZENGE, STONE, corners, drawnTile, halo, inkOn, isLight, piece, starPoints } from "./drawing.js";
import { at, cornerPlace, handPlace, spacePlace } from "./spots.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").SeatPlace} SeatPlace @typedef {import("./types").Tiles} Tiles */

/** Say how many of what there is. @param {Table} table @param {Tiles} tiles */
export const counted = ({ name, colours }, tiles) => colours.filter((colour) => tiles[colour]).map((colour) => `${tiles[colour]} × ${name("colour", colour)}`).join(", ");

/** What is printed on the side of the boards that is played. @param {Table} table */
const printed = ({ game, constants }) => constants.sides.find(({ side }) => side === game.side)?.stars ?? [];

/** The colour by which a player is known. @param {Table} table @param {number} seat */
export function colourOf({ ruleset, look }, seat) {
  const ids = ruleset.names.filter(({ kind }) => kind === "player_colour").map(({ id }) => id);
  return look("player_colour", ids[seat])?.colour ?? STONE;
}

/** Everything of a side that lies below the tiles. @param {Table} table @param {SeatPlace} place */
export function side(table, place) {
  const { html, name, players, game } = table;
  const { seat } = place;
  const { score, hand } = game.seats[seat];
  const label = `${players[seat]}: ${score}. ${name("equipment", "hand")}: ${counted(table, hand)}`;
  return html`<g role="img" aria-label=${label}>
    ${header(table, place)}${board(table, place)}${handTray(table, place)}
  </g>`;
}

/** @param {Table} table @param {SeatPlace} place */
function header(table, { seat, x, y, width, header, own }) {
  const { html, players, game, view } = table;
  const { score, passed } = game.seats[seat];
  const size = header * (own || width < 200 ? 0.54 : 0.6);
  const middle = y + header / 2;
  const name = players[seat] ?? "";
  const signs = [game.token === seat && "token", passed && "pass"].filter((sign) => sign !== false);
  const room = Math.floor((width - header * (2.78 + 0.85 * signs.length)) / (size * 0.58));
  return html`<g fill="currentColor" font-size=${size} font-weight="600">
    ${view.to_act.includes(seat) && html`<path d=${`M${x} ${y + header - 3}H${x + width}`} stroke=${GOLD} stroke-width="4" stroke-linecap="round" />`}
    ${marker(html, colourOf(table, seat), x + header * 0.4, middle, header / 70)}
    <text x=${x + header * 0.88} y=${middle + size * 0.34}>${name.length > room ? `${name.slice(0, room - 1)}…` : name}</text>
    <text x=${x + width - 6} y=${middle + size * 0.42} text-anchor="end" font-size=${size * 1.25} font-weight="800">${score}</text>
    ${signs.map((sign, index) => piece(html, sign, { x: x + width - header * (1.8 + index * 0.85), y: middle - 1, scale: header / 92 }))}
  </g>`;
}

/** A score marker. @param {import("./types").Html} html @param {string} colour @param {number} x @param {number} y @param {number} scale */
export const marker = (html, colour, x, y, scale) => html`<g transform=${`translate(${x} ${y}) scale(${scale})`} stroke-linejoin="round">
  <path d=${DROP} stroke="currentColor" stroke-width="8" /><path d=${DROP} fill=${colour} stroke=${isLight(colour) ? INK : IVORY} stroke-width="4" />
</g>`;
const DROP = "M0-24 20 6Q24 22 0 24-24 22-20 6Z";

/** @param {Table} table @param {SeatPlace} place */
function board(table, place) {
  const { html } = table;
  const { x, y, unit } = place.board;
  const half = (BOARD / 2) * unit - 2;
  return html`<g>
    <rect x=${x - half} y=${y - half} width=${2 * half} height=${2 * half} rx=${unit * 0.12} fill=${IVORY} stroke=${INK} stroke-width="3" />
    <rect x=${x - half + 5} y=${y - half + 5} width=${2 * half - 10} height=${2 * half - 10} rx=${unit * 0.09} fill="none" stroke=${colourOf(table, place.seat)} stroke-width=${unit * 0.045} />
    <circle cx=${x} cy=${y} r=${unit * 1.69} fill="#c8d8e6" stroke=${INK} stroke-width="1.5" />
    <circle cx=${x} cy=${y} r=${unit * 1.645} fill="none" stroke=${IVORY} stroke-width=${unit * 0.03} />
    ${[0, 1, 2, 3, 4, 5].map((index) => ornament(html, at(unit * 1.42, 60 * index, place.board), unit))}
    ${[0, 1, 2, 3].map((index) => corner(table, place, index))}
    ${table.constants.decorations.map((each) => decoration(table, place, each))}
    ${table.constants.spaces.filter((space) => !coveredAt(table, place, space)).map((space) => emptySpace(table, place, space))}
  </g>`;
}

/** A small star in the open ground between two outer stars. @param {import("./types").Html} html @param {{x: number, y: number}} middle @param {number} unit */
const ornament = (html, { x, y }, unit) => html`<g transform=${`translate(${x.toFixed(2)} ${y.toFixed(2)})`} fill="none" stroke="#7f9fbf" stroke-width=${unit * 0.012}>
  <circle r=${unit * 0.13} /><polygon points=${starPoints(unit * 0.12)} fill=${IVORY} /></g>`;

/** A place for a tile that is kept. @param {Table} table @param {SeatPlace} place @param {number} index */
function corner({ html }, { board }, index) {
  const { x, y, turn } = cornerPlace(board, index);
  const scale = (board.unit * 0.5) / Math.sqrt(3) / 50;
  return html`<path d=${LOZENGE} transform=${`translate(${x} ${y}) rotate(${turn}) scale(${scale})`} fill=${STONE} stroke="#b3a37f" stroke-width="3" stroke-dasharray="7 5" />`;
}

/** @param {Table} table @param {SeatPlace} place @param {import("./types").Decoration} each */
function decoration({ html, game, name }, { seat, board }, { decoration, kind, tiles, spaces, polygon }) {
  const { x, y, unit } = board;
  const covered = new Set(game.seats[seat].board.map(({ star, slot }) => `${star}-${slot}`));
  const isDone = spaces.every(({ star, slot }) => covered.has(`${star}-${slot}`));
  const points = polygon.map((point) => ({ x: x + point.x * unit, y: y + point.y * unit }));
  const middle = { x: (points[0].x + points[2].x) / 2, y: (points[0].y + points[2].y) / 2 };
  const pips = Array.from({ length: tiles }, (_, index) => middle.x + (index - (tiles - 1) / 2) * unit * 0.062);
  return html`<g opacity=${isDone ? 1 : 0.92}>
    <title>${`${name("decoration", decoration)}: ${tiles}`}</title>
    <polygon points=${corners(points)} fill=${isDone ? "#f0bd4b" : "#9fb9cf"} stroke=${INK} stroke-width=${Math.max(0.8, unit * 0.009)} stroke-linejoin="round" />
    ${piece(html, kind, { x: middle.x, y: middle.y - unit * 0.035, scale: unit / 245 })}
    ${pips.map((at) => html`<circle cx=${at} cy=${middle.y + unit * 0.105} r=${unit * 0.023} fill=${isDone ? INK : IVORY} stroke=${INK} stroke-width=${unit * 0.008} />`)}
  </g>`;
}

/** The tile on a space, if there is one. @param {Table} table @param {SeatPlace} place @param {import("./types").Place} space */
const coveredAt = ({ game }, { seat }, { star, slot }) => game.seats[seat].board.find((each) => each.star === star && each.slot === slot);

/** A space without a tile: what it costs, and the colour it takes where it takes one only. @param {Table} table @param {SeatPlace} place @param {import("./types").Space} space */
function emptySpace(table, { board }, space) {
  const { html, look } = table;
  const star = printed(table).find((each) => each.star === space.star);
  const [middle, { unit }] = [spacePlace(table, board, space), board];
  const [x, y] = [between(middle.x, board.x + space.label.x * unit), between(middle.y, board.y + space.label.y * unit)];
  const ink = star?.colour && look("colour", star.colour)?.colour;
  return html`<g>
    <path d=${LOZENGE} transform=${`translate(${middle.x.toFixed(2)} ${middle.y.toFixed(2)}) rotate(${middle.turn}) scale(${middle.size / 50})`} fill=${star?.colour ? "#fffaf0" : "#efe7d6"} stroke=${INK} stroke-width="2.5" stroke-linejoin="round" />
    ${star?.colour && drawnTile(html, star.colour, { ...middle, size: middle.size * 0.96, opacity: 0.4 })}
    <circle cx=${x} cy=${y} r=${unit * 0.094} fill="#fffaf0" stroke=${ink ?? "#8c7f66"} stroke-width=${unit * 0.012} />
    <text x=${x} y=${y + unit * 0.054} font-size=${unit * 0.152} font-weight="700" text-anchor="middle" fill="#2b2118">${star?.costs[space.slot]}</text>
  </g>`;
}

/** Half of the way from the middle of a space to its label: there is room for a large number. @param {number} middle @param {number} label */
const between = (middle, label) => middle + (label - middle) * 0.4;

/** The knobs of the stars of a side, which lie above its tiles. @param {Table} table @param {SeatPlace} place */
export const bosses = (table, place) => printed(table).map(({ star, colour }) => boss(table, place, star, colour));

/** The knob in the middle of a star: its colour and letter, where it has one. @param {Table} table @param {SeatPlace} place @param {string} star @param {string} [colour] */
function boss({ html, look, constants }, { board: { x, y, unit } }, star, colour) {
  const centre = constants.spaces.find((space) => space.star === star)?.polygon[0] ?? { x: 0, y: 0 };
  const { colour: fill, letter } = (colour && look("colour", colour)) || { colour: "#d9cfb8", letter: "" };
  const [cx, cy] = [x + centre.x * unit, y + centre.y * unit];
  return html`<g><circle cx=${cx} cy=${cy} r=${unit * 0.075} fill=${fill} stroke=${IVORY} stroke-width=${unit * 0.018} />
    <text x=${cx} y=${cy + unit * 0.036} font-size=${unit * 0.1} font-weight="700" text-anchor="middle" fill=${inkOn(fill)}>${letter}</text></g>`;
}

/** The places of a hand with how many lie there. @param {Table} table @param {SeatPlace} place */
function handTray({ html, colours, game }, { seat, hand }) {
  const held = game.seats[seat].hand;
  return colours.map((colour, index) => {
    const { x, y } = handPlace(hand, index);
    const [width, height] = [hand.width - 4, hand.height - 4];
    return html`<g>
      <rect x=${x - width / 2} y=${y - height / 2} width=${width} height=${height} rx="7" fill="currentColor" opacity=${held[colour] ? 0.1 : 0.045} />
      ${held[colour] && html`<text x=${x} y=${y + height / 2 - hand.size * 0.16} font-size=${hand.size * 0.66} font-weight="700" text-anchor="middle" fill="currentColor">${held[colour]}</text>`}
    </g>`;
  });
}

/** The selectable parts of the viewing seat's side: spaces, tiles of the hand, corners. @param {Table} table @param {SeatPlace} place */
export function ownThings(table, place) {
  const { constants } = table;
  return [...constants.spaces.map((space) => spaceThing(table, place, space)), ...table.colours.map((_, index) => handThing(table, place, index))];
}

/** @param {Table} table @param {SeatPlace} place @param {import("./types").Space} space */
function spaceThing(table, place, space) {
  const { html, thing, marks, name, game } = table;
  const points = { star: space.star, slot: space.slot };
  const [mark, star] = [marks(points), printed(table).find((each) => each.star === space.star)];
  const covered = coveredAt(table, place, space);
  const held = covered ? name("colour", covered.colour) : star?.costs[space.slot];
  const kind = printed(table).some(({ colour }) => colour) ? "star_on_side_a" : "star";
  const label = `${name(kind, space.star)}, ${name("slot", space.slot)}: ${held}`;
  const waits = game.payment && game.payment.star === space.star && game.payment.slot === space.slot;
  const middle = spacePlace(table, place.board, space);
  return thing({}, points, label, html`<g>
    ${waits && drawnTile(html, /** @type {import("./types").Payment} */ (game.payment).colour, { ...middle, opacity: 0.85 })}
    ${halo(html, waits ? "chosen" : mark, middle, 0.93)}
  </g>`);
}

/** Tiles of a colour in the hand of the viewing seat, to place or to keep. @param {Table} table @param {SeatPlace} place @param {number} index */
function handThing(table, { seat, hand }, index) {
  const { html, thing, marks, name, game, colours } = table;
  const [colour, keeps] = [colours[index], game.max_kept !== undefined];
  const points = keeps ? { keep: colour } : { type: "place_tile", colour };
  const label = `${name("equipment", "hand")}: ${game.seats[seat].hand[colour] ?? 0} × ${name("colour", colour)}`;
  const { x, y } = handPlace(hand, index);
  return thing({}, points, label, html`<g>
    ${frame(html, marks(points), { x: x - hand.width / 2 + 2, y: y - hand.height / 2 + 2, width: hand.width - 4, height: hand.height - 4 })}
    ${badge(table, points, x + hand.width / 2 - 14, y - hand.height / 2 + 14)}
  </g>`);
}

/** Show by a line around a box that it may be pointed at, or was. @param {import("./types").Html} html @param {"" | "legal" | "chosen"} mark @param {{x: number, y: number, width: number, height: number}} box */
export function frame(html, mark, { x, y, width, height }) {
  const box = { x, y, width, height, rx: 7 };
  return html`<g fill="none"><rect class="hit" ...${box} fill="transparent" />
    ${mark && html`<rect ...${box} stroke=${INK} stroke-width="6" />`}
    ${mark && html`<rect ...${box} stroke=${mark === "chosen" ? "#ffffff" : "#ffc02e"} stroke-width="3.5" fill=${mark === "chosen" ? "#ffffff33" : "none"} />`}
  </g>`;
}

/** Show how often a thing was chosen. @param {Table} table @param {import("./types").Points} points @param {number} x @param {number} y */
export function badge({ html, chosen }, points, x, y) {
  const key = JSON.stringify(points);
  const times = chosen.filter((each) => JSON.stringify(each) === key).length;
  return times > 0 && html`<g><circle cx=${x} cy=${y} r="13" fill=${INK} stroke="#ffffff" stroke-width="2" />
    <text x=${x} y=${y + 5.5} font-size="16" font-weight="800" text-anchor="middle" fill="#ffffff">${times}</text></g>`;
}
