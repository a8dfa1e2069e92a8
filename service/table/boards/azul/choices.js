/** Choices without a place on the board: pass, the payment of a tile, and the number of tiles to take or keep. */

import { drawnTile, INK, IVORY, LOZENGE, piece, STONE } from "./drawing.js";
import { boxOutline } from "./sides.js";

/** @typedef {import("./types").Context} Context @typedef {import("./types").SeatPlace} SeatPlace @typedef {import("./types").Payment} Payment */

/** Draw the choices below the hand of the viewing seat. @param {Context} ctx @param {SeatPlace} place */
export function choices(ctx, { bar }) {
  const { game, stateOf } = ctx;
  if (!bar) return null;
  const box = { x: bar.x, y: bar.y, width: bar.width, height: 48 };
  if (game.payment) return payments(ctx, box, game.payment);
  if (game.bonus) return [placeholders(ctx, box, game.bonus)];
  if (game.max_kept) return [placeholders(ctx, box, game.max_kept), keepNothing(ctx, box)];
  return stateOf({ type: "pass_round" }) ? [pass(ctx, box)] : null;
}

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** Draw a button with the tiles of each possible payment. @param {Context} ctx @param {Box} box @param {Payment} payment */
function payments(ctx, box, { colour, cost, min_wilds, max_wilds }) {
  const ways = Array.from({ length: max_wilds - min_wilds + 1 }, (_, index) => min_wilds + index);
  const width = Math.min(150, box.width / ways.length);
  const start = box.x + (box.width - width * ways.length) / 2;
  return ways.map((wilds, index) => payment(ctx, { ...box, x: start + index * width + 2, width: width - 4 }, colour, cost - wilds, wilds));
}

/** @param {Context} ctx @param {Box} box @param {string} colour @param {number} plain @param {number} wilds */
function payment(ctx, box, colour, plain, wilds) {
  const { html, selectable, stateOf, name, game } = ctx;
  const target = { wilds };
  const tiles = [...Array(plain).fill(colour), ...Array(wilds).fill(game.wild)];
  const step = Math.min(25, (box.width - 30) / Math.max(1, tiles.length - 1));
  const label = `${plain} × ${name("colour", colour)}, ${wilds} × ${name("colour", game.wild)}`;
  const first = box.x + box.width / 2 - ((tiles.length - 1) * step) / 2;
  return selectable({}, target, label, html`<g>
    <rect x=${box.x} y=${box.y} width=${box.width} height=${box.height} rx="7" fill=${IVORY} />
    ${tiles.map((each, index) => drawnTile(html, each, { x: first + index * step, y: box.y + box.height / 2, size: 20 }))}
    ${boxOutline(html, stateOf(target), box)}
  </g>`);
}

/** Draw a placeholder for each tile to choose. @param {Context} ctx @param {Box} box @param {number} count */
function placeholders({ html, name, game, chosen }, { x, y, height }, count) {
  const tiles = chosen.map((each) => each.keep ?? each.tiles).filter((each) => typeof each === "string");
  const label = `${name("action", game.bonus ? "choose_bonus" : "choose_keep")}: ${count}`;
  return html`<g role="img" aria-label=${label}>
    ${Array.from({ length: count }, (_, index) => {
      const place = { x: x + 20 + index * 32, y: y + height / 2 };
      return tiles[index] ? drawnTile(html, tiles[index], { ...place, size: 23 })
        : html`<path d=${LOZENGE} transform=${`translate(${place.x} ${place.y}) scale(.46)`} fill="none" stroke="currentColor" stroke-width="4" stroke-dasharray="8 6" opacity=".7" />`;
    })}
  </g>`;
}

/** Draw a button with an icon and a label. @param {Context} ctx @param {Box} box @param {import("./types").Target} target @param {string} label @param {string} sign */
function button({ html, selectable, stateOf }, { x, y, width, height }, target, label, sign) {
  const size = Math.min(20, (width - 70) / (label.length * 0.56));
  return selectable({}, target, label, html`<g>
    <rect x=${x} y=${y} width=${width} height=${height} rx="7" fill=${STONE} />
    ${piece(html, sign, { x: x + 30, y: y + height / 2, scale: 0.62 })}
    <text x=${x + 58} y=${y + height / 2 + size * 0.35} font-size=${size} font-weight="700" fill=${INK}>${label}</text>
    ${boxOutline(html, stateOf(target), { x, y, width, height })}
  </g>`);
}

/** @param {Context} ctx @param {Box} box */
function pass(ctx, box) {
  const width = Math.min(box.width - 6, 230);
  return button(ctx, { ...box, x: box.x + box.width - width - 3, y: box.y + 2, width, height: 44 }, { type: "pass_round" }, ctx.name("action", "pass_round"), "pass");
}

/** Draw the button that keeps no tile: all tiles of the hand go into the tower. @param {Context} ctx @param {Box} box */
function keepNothing(ctx, box) {
  const width = Math.min(box.width - 150, 230);
  return button(ctx, { ...box, x: box.x + box.width - width - 3, y: box.y + 2, width, height: 44 }, { type: "choose_keep" }, `0 × ${ctx.name("equipment", "tile")}`, "tower");
}
