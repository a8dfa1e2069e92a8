/** The board of Azul: Summer Pavilion, drawn from the view and the constants of the ruleset. */

import { choices } from "./azul/choices.js";
import { definitions, drawnTile, piece } from "./azul/drawing.js";
import { panel, ringDrawing, sourceThings, supplyThings } from "./azul/middle.js";
import { lay } from "./azul/places.js";
import { bosses, ownThings, side } from "./azul/sides.js";
import { keyed, spotsOf } from "./azul/spots.js";

/** @typedef {import("./azul/types").BoardProps} BoardProps @typedef {import("./azul/types").Table} Table */

/** Smallest window in pixels for the wide layout, if the caller does not set `wide`. */
const NARROWEST_WIDE = 640;

/** Draw the board in three layers: background, tiles, and selectable targets on top. @param {BoardProps} props */
export function Board(props) {
  const table = laid(props);
  const { html, places, ruleset, look, colours, seat } = table;
  const own = places.seats[0];
  return html`<svg class="board azul" viewBox=${`-8 -6 ${places.width + 16} ${places.height + 12}`} role="group" aria-label=${ruleset.title} font-family="inherit">
    ${definitions(html, colours, look)}
    ${ringDrawing(table)}${panel(table)}${places.seats.map((place) => side(table, place))}
    <g aria-hidden="true" pointer-events="none">${lyingTiles(table)}</g>
    <g aria-hidden="true" pointer-events="none">${places.seats.map((place) => bosses(table, place))}</g>
    ${seat === null ? null : html`<g>${sourceThings(table)}${supplyThings(table)}${ownThings(table, own)}${choices(table, own)}</g>`}
  </svg>`;
}

/** Compute the data that all parts of the drawing share. @param {BoardProps} props @returns {Table} */
function laid(props) {
  const game = props.view.view;
  const { constants } = props.ruleset;
  const colours = constants.colours.map(({ colour }) => colour);
  const places = lay(game, props.seat ?? 0, props.wide ?? innerWidth >= NARROWEST_WIDE);
  return { ...props, game, constants, colours, places, chosen: props.state?.chosen ?? [] };
}

/** Draw every tile with a key that stays the same when the tile moves. A star marks wild tiles. @param {Table} table */
function lyingTiles(table) {
  const { html, view, game } = table;
  return keyed(view.game_id, spotsOf(table)).map(({ key, where, colour, x, y, turn, size }) => {
    const isWild = colour === game.wild && !where.startsWith("board");
    return html`<g key=${key} transform=${`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
      ${drawnTile(html, colour, { x: 0, y: 0, turn, size })}
      ${isWild && piece(html, "wild", { x: 0, y: 0, turn, scale: size / 62 })}
    </g>`;
  });
}
