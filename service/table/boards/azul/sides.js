/** The side of a player: the board with its stars and decorations, the corners, and the hand. */

import { drawnTile, formatPoints, GOLD, INK, inkOn, isLight, IVORY, LOZENGE, piece, starPoints, STONE, tileOutline } from "./drawing.js";
import { BOARD } from "./layout.js";
import { at, cornerPlace, handPlace, spacePlace } from "./tiles.js";

/** @typedef {import("./types").Context} Context @typedef {import("./types").SeatPlace} SeatPlace @typedef {import("./types").Tiles} Tiles */

/** Describe a number of tiles in words. @param {Context} ctx @param {Tiles} tiles */
export const describeTiles = ({ name, colours }, tiles) => colours.filter((colour) => tiles[colour]).map((colour) => `${tiles[colour]} × ${name("colour", colour)}`).join(", ") || "0";

/** Return the stars of the board side in use. @param {Context} ctx */
const starsInUse = ({ game, constants }) => constants.sides.find(({ side }) => side === game.side)?.stars ?? [];

/** Return the colour of a player's pieces. @param {Context} ctx @param {number} seat */
export function colourOf({ ruleset, appearanceOf, view }, seat) {
  const ids = ruleset.names.filter(({ kind }) => kind === "player_colour").map(({ id }) => id);
  return appearanceOf("player_colour", view.seats?.[seat]?.colour ?? ids[seat])?.colour ?? STONE;
}

/** Draw everything on a side except the tiles. @param {Context} ctx @param {SeatPlace} place */
export function side(ctx, place) {
  const { html, name, players, game } = ctx;
  const { seat } = place;
  const { score, hand } = game.seats[seat];
  const label = `${players[seat]}: ${score}. ${name("equipment", "hand")}: ${describeTiles(ctx, hand)}`;
  return html`<g role="img" aria-label=${label}>
    ${header(ctx, place)}${board(ctx, place)}${handTray(ctx, place)}
  </g>`;
}

/** @param {Context} ctx @param {SeatPlace} place */
function header(ctx, { seat, x, y, width, header, own }) {
  const { html, players, game, view } = ctx;
  const { score, passed } = game.seats[seat];
  const size = header * (own || width < 200 ? 0.54 : 0.6);
  const middle = y + header / 2;
  const name = players[seat] ?? "";
  const signs = [game.token === seat && "token", passed && "pass"].filter((sign) => sign !== false);
  const room = Math.floor((width - header * (2.78 + 0.85 * signs.length)) / (size * 0.58));
  return html`<g fill="currentColor" font-size=${size} font-weight="600">
    ${view.to_act.includes(seat) && html`<path d=${`M${x} ${y + header - 3}H${x + width}`} stroke=${GOLD} stroke-width="4" stroke-linecap="round" />`}
    ${marker(html, colourOf(ctx, seat), x + header * 0.4, middle, header / 70)}
    <text x=${x + header * 0.88} y=${middle + size * 0.34}>${name.length > room ? `${name.slice(0, room - 1)}…` : name}</text>
    <text x=${x + width - 6} y=${middle + size * 0.42} text-anchor="end" font-size=${size * 1.25} font-weight="800">${score}</text>
    ${signs.map((sign, index) => piece(html, sign, { x: x + width - header * (1.8 + index * 0.85), y: middle - 1, scale: header / 92 }))}
  </g>`;
}

/** Draw a score marker. @param {import("./types").Html} html @param {string} colour @param {number} x @param {number} y @param {number} scale */
export const marker = (html, colour, x, y, scale) => html`<g transform=${`translate(${x} ${y}) scale(${scale})`} stroke-linejoin="round">
  <path d=${DROP} stroke="currentColor" stroke-width="8" /><path d=${DROP} fill=${colour} stroke=${isLight(colour) ? INK : IVORY} stroke-width="4" />
</g>`;
const DROP = "M0-24 20 6Q24 22 0 24-24 22-20 6Z";

/** @param {Context} ctx @param {SeatPlace} place */
function board(ctx, place) {
  const { html } = ctx;
  const { x, y, unit } = place.board;
  const half = (BOARD / 2) * unit - 2;
  return html`<g>
    <rect x=${x - half} y=${y - half} width=${2 * half} height=${2 * half} rx=${unit * 0.12} fill=${IVORY} stroke=${INK} stroke-width="3" />
    <rect x=${x - half + 5} y=${y - half + 5} width=${2 * half - 10} height=${2 * half - 10} rx=${unit * 0.09} fill="none" stroke=${colourOf(ctx, place.seat)} stroke-width=${unit * 0.045} />
    <circle cx=${x} cy=${y} r=${unit * 1.69} fill="#c8d8e6" stroke=${INK} stroke-width="1.5" />
    <circle cx=${x} cy=${y} r=${unit * 1.645} fill="none" stroke=${IVORY} stroke-width=${unit * 0.03} />
    ${[0, 1, 2, 3, 4, 5].map((index) => ornament(html, at(unit * 1.42, 60 * index, place.board), unit))}
    ${[0, 1, 2, 3].map((index) => corner(ctx, place, index))}
    ${ctx.constants.decorations.map((each) => decoration(ctx, place, each))}
    ${ctx.constants.spaces.filter((space) => !tileAt(ctx, place, space)).map((space) => emptySpace(ctx, place, space))}
  </g>`;
}

/** Draw a small star between two outer stars. @param {import("./types").Html} html @param {{x: number, y: number}} middle @param {number} unit */
const ornament = (html, { x, y }, unit) => html`<g transform=${`translate(${x.toFixed(2)} ${y.toFixed(2)})`} fill="none" stroke="#7f9fbf" stroke-width=${unit * 0.012}>
  <circle r=${unit * 0.13} /><polygon points=${starPoints(unit * 0.12)} fill=${IVORY} /></g>`;

/** Draw a place for a tile that is kept for the next round. @param {Context} ctx @param {SeatPlace} place @param {number} index */
function corner({ html }, { board }, index) {
  const { x, y, turn } = cornerPlace(board, index);
  const scale = (board.unit * 0.5) / Math.sqrt(3) / 50;
  return html`<path d=${LOZENGE} transform=${`translate(${x} ${y}) rotate(${turn}) scale(${scale})`} fill=${STONE} stroke="#b3a37f" stroke-width="3" stroke-dasharray="7 5" />`;
}

/** @param {Context} ctx @param {SeatPlace} place @param {import("./types").Decoration} each */
function decoration({ html, game, name }, { seat, board }, { decoration, kind, tiles, spaces, polygon }) {
  const { x, y, unit } = board;
  const covered = new Set(game.seats[seat].board.map(({ star, slot }) => `${star}-${slot}`));
  const isDone = spaces.every(({ star, slot }) => covered.has(`${star}-${slot}`));
  const outline = polygon.map((point) => ({ x: x + point.x * unit, y: y + point.y * unit }));
  const middle = { x: (outline[0].x + outline[2].x) / 2, y: (outline[0].y + outline[2].y) / 2 };
  const pips = Array.from({ length: tiles }, (_, index) => middle.x + (index - (tiles - 1) / 2) * unit * 0.062);
  return html`<g opacity=${isDone ? 1 : 0.92}>
    <title>${`${name("decoration", decoration)}: ${tiles}`}</title>
    <polygon points=${formatPoints(outline)} fill=${isDone ? "#f0bd4b" : "#9fb9cf"} stroke=${INK} stroke-width=${Math.max(0.8, unit * 0.009)} stroke-linejoin="round" />
    ${piece(html, kind, { x: middle.x, y: middle.y - unit * 0.035, scale: unit / 245 })}
    ${pips.map((at) => html`<circle cx=${at} cy=${middle.y + unit * 0.105} r=${unit * 0.023} fill=${isDone ? INK : IVORY} stroke=${INK} stroke-width=${unit * 0.008} />`)}
  </g>`;
}

/** Return the tile on a space, if any. @param {Context} ctx @param {SeatPlace} place @param {import("./types").Place} space */
const tileAt = ({ game }, { seat }, { star, slot }) => game.seats[seat].board.find((each) => each.star === star && each.slot === slot);

/** Draw a space without a tile: its cost, and its colour if it accepts only one. @param {Context} ctx @param {SeatPlace} place @param {import("./types").Space} space */
function emptySpace(ctx, { board }, space) {
  const { html, appearanceOf } = ctx;
  const star = starsInUse(ctx).find((each) => each.star === space.star);
  const [middle, { unit }] = [spacePlace(ctx, board, space), board];
  const [x, y] = [between(middle.x, board.x + space.label.x * unit), between(middle.y, board.y + space.label.y * unit)];
  const ink = star?.colour && appearanceOf("colour", star.colour)?.colour;
  return html`<g>
    <path d=${LOZENGE} transform=${`translate(${middle.x.toFixed(2)} ${middle.y.toFixed(2)}) rotate(${middle.turn}) scale(${middle.size / 50})`} fill=${star?.colour ? "#fffaf0" : "#efe7d6"} stroke=${INK} stroke-width="2.5" stroke-linejoin="round" />
    ${star?.colour && drawnTile(html, star.colour, { ...middle, size: middle.size * 0.96, opacity: 0.4 })}
    <circle cx=${x} cy=${y} r=${unit * 0.094} fill="#fffaf0" stroke=${ink ?? "#8c7f66"} stroke-width=${unit * 0.012} />
    <text x=${x} y=${y + unit * 0.054} font-size=${unit * 0.152} font-weight="700" text-anchor="middle" fill="#2b2118">${star?.costs[space.slot]}</text>
  </g>`;
}

/** Return a point 40 % of the way from the middle of a space to its label, where a large number fits. @param {number} middle @param {number} label */
const between = (middle, label) => middle + (label - middle) * 0.4;

/** Draw the knobs in the middle of the stars, above the tiles. @param {Context} ctx @param {SeatPlace} place */
export const knobs = (ctx, place) => starsInUse(ctx).map(({ star, colour }) => knob(ctx, place, star, colour));

/** Draw the knob of a star, with its colour and letter if it has one. @param {Context} ctx @param {SeatPlace} place @param {string} star @param {string} [colour] */
function knob({ html, appearanceOf, constants }, { board: { x, y, unit } }, star, colour) {
  const centre = constants.spaces.find((space) => space.star === star)?.polygon[0] ?? { x: 0, y: 0 };
  const { colour: fill, letter } = (colour && appearanceOf("colour", colour)) || { colour: "#d9cfb8", letter: "" };
  const [cx, cy] = [x + centre.x * unit, y + centre.y * unit];
  return html`<g><circle cx=${cx} cy=${cy} r=${unit * 0.075} fill=${fill} stroke=${IVORY} stroke-width=${unit * 0.018} />
    <text x=${cx} y=${cy + unit * 0.036} font-size=${unit * 0.1} font-weight="700" text-anchor="middle" fill=${inkOn(fill)}>${letter}</text></g>`;
}

/** Draw the places of a hand with the number of tiles on each. @param {Context} ctx @param {SeatPlace} place */
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

/** Draw the selectable parts of the viewing seat's side: spaces and the hand. @param {Context} ctx @param {SeatPlace} place */
export function selectableParts(ctx, place) {
  const { constants } = ctx;
  return [...constants.spaces.map((space) => selectableSpace(ctx, place, space)), ...ctx.colours.map((_, index) => selectableHandTiles(ctx, place, index))];
}

/** @param {Context} ctx @param {SeatPlace} place @param {import("./types").Space} space */
function selectableSpace(ctx, place, space) {
  const { html, selectable, stateOf, name, game } = ctx;
  const target = { star: space.star, slot: space.slot };
  const [mark, star] = [stateOf(target), starsInUse(ctx).find((each) => each.star === space.star)];
  const covered = tileAt(ctx, place, space);
  const held = covered ? name("colour", covered.colour) : star?.costs[space.slot];
  const kind = starsInUse(ctx).some(({ colour }) => colour) ? "star_on_side_a" : "star";
  const label = `${name(kind, space.star)}, ${name("slot", space.slot)}: ${held}`;
  const isBeingPaid = game.payment && game.payment.star === space.star && game.payment.slot === space.slot;
  const middle = spacePlace(ctx, place.board, space);
  return selectable({}, target, label, html`<g>
    ${isBeingPaid && drawnTile(html, /** @type {import("./types").Payment} */ (game.payment).colour, { ...middle, opacity: 0.85 })}
    ${tileOutline(html, isBeingPaid ? "chosen" : mark, middle, 0.93)}
  </g>`);
}

/** Draw the selectable tiles of a colour in the viewing seat's hand, to place or to keep. @param {Context} ctx @param {SeatPlace} place @param {number} index */
function selectableHandTiles(ctx, { seat, hand }, index) {
  const { html, selectable, stateOf, name, game, colours } = ctx;
  const [colour, keeps] = [colours[index], game.max_kept !== undefined];
  const target = keeps ? { keep: colour } : { type: "place_tile", colour };
  const label = `${name("equipment", "hand")}: ${game.seats[seat].hand[colour] ?? 0} × ${name("colour", colour)}`;
  const { x, y } = handPlace(hand, index);
  return selectable({}, target, label, html`<g>
    ${boxOutline(html, stateOf(target), { x: x - hand.width / 2 + 2, y: y - hand.height / 2 + 2, width: hand.width - 4, height: hand.height - 4 })}
    ${badge(ctx, target, x + hand.width / 2 - 14, y - hand.height / 2 + 14)}
  </g>`);
}

/** Draw an outline around a box that is legal or selected. @param {import("./types").Html} html @param {"" | "legal" | "chosen"} mark @param {{x: number, y: number, width: number, height: number}} box */
export function boxOutline(html, mark, { x, y, width, height }) {
  const box = { x, y, width, height, rx: 7 };
  return html`<g fill="none"><rect class="hit" ...${box} fill="transparent" />
    ${mark && html`<rect ...${box} stroke=${INK} stroke-width="6" />`}
    ${mark && html`<rect ...${box} stroke=${mark === "chosen" ? "#ffffff" : "#ffc02e"} stroke-width="3.5" fill=${mark === "chosen" ? "#ffffff33" : "none"} />`}
  </g>`;
}

/** Draw how often a target is selected. @param {Context} ctx @param {import("./types").Target} target @param {number} x @param {number} y */
export function badge({ html, chosen }, target, x, y) {
  const key = JSON.stringify(target);
  const times = chosen.filter((each) => JSON.stringify(each) === key).length;
  return times > 0 && html`<g><circle cx=${x} cy=${y} r="13" fill=${INK} stroke="#ffffff" stroke-width="2" />
    <text x=${x} y=${y + 5.5} font-size="16" font-weight="800" text-anchor="middle" fill="#ffffff">${times}</text></g>`;
}
