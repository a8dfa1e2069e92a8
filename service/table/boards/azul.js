/** The board of Azul: Summer Pavilion, drawn from the view and the constants of the ruleset. */

import { choices } from "./azul/choices.js";
import { definitions, drawnTile, piece } from "./azul/drawing.js";
import { layOut } from "./azul/layout.js";
import { panel, ringDrawing, selectableSources, selectableSupply } from "./azul/middle.js";
import { knobs, selectableParts, side } from "./azul/sides.js";
import { spotsOf, withKeys } from "./azul/tiles.js";

/** @typedef {import("./azul/types").BoardProps} BoardProps @typedef {import("./azul/types").Context} Context */

/** Smallest window in pixels for the wide layout, if the caller does not set `wide`. */
const NARROWEST_WIDE = 640;

/** Draw the board in three layers: background, tiles, and selectable targets on top. @param {BoardProps} props */
export function Board(props) {
  const ctx = createContext(props);
  const { html, places, ruleset, appearanceOf, colours, seat } = ctx;
  const own = places.seats[0];
  return html`<svg class="board azul" viewBox=${`-8 -6 ${places.width + 16} ${places.height + 12}`} role="group" aria-label=${ruleset.title} font-family="inherit">
    ${definitions(html, colours, appearanceOf)}
    ${ringDrawing(ctx)}${panel(ctx)}${places.seats.map((place) => side(ctx, place))}
    <g aria-hidden="true" pointer-events="none">${tiles(ctx)}</g>
    <g aria-hidden="true" pointer-events="none">${places.seats.map((place) => knobs(ctx, place))}</g>
    ${seat === null ? null : html`<g>${selectableSources(ctx)}${selectableSupply(ctx)}${selectableParts(ctx, own)}${choices(ctx, own)}</g>`}
  </svg>`;
}

/** Compute the data that all parts of the drawing share. @param {BoardProps} props @returns {Context} */
function createContext(props) {
  const game = props.view.view;
  const { constants } = props.ruleset;
  const colours = constants.colours.map(({ colour }) => colour);
  const places = layOut(game, props.seat ?? 0, props.wide ?? innerWidth >= NARROWEST_WIDE);
  return { ...props, game, constants, colours, places, chosen: props.state?.chosen ?? [] };
}

/** Draw every tile with a key that stays the same when the tile moves. A star marks wild tiles. @param {Context} ctx */
function tiles(ctx) {
  const { html, view, game } = ctx;
  return withKeys(view.game_id, spotsOf(ctx)).map(({ key, where, colour, x, y, turn, size }) => {
    const isWild = colour === game.wild && !where.startsWith("board");
    return html`<g key=${key} data-place=${where} transform=${`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
      ${drawnTile(html, colour, { x: 0, y: 0, turn, size })}
      ${isWild && piece(html, "wild", { x: 0, y: 0, turn, scale: size / 62 })}
    </g>`;
  });
}
