/** The board of Azul: Summer Pavilion, drawn from the view and the constants of the ruleset. */

import { Unchanging } from "../../kit/drawing";
import { choices } from "./choices";
import { layOut } from "./layout";
import { ringDrawing, selectableSources } from "./middle";
import { definitions, drawnTile, piece } from "./pieces";
import { panel, selectableSupply } from "./scoring";
import { selectableParts } from "./selectables";
import { enlargeableSide, knobs, side, tileToPay } from "./sides";
import { spotsOf, withKeys } from "./tiles";
import type { AzulProps, Context } from "./types";

export { moments } from "./moments";

/** Draw the board in three layers: background, tiles, and selectable targets on top. */
export function Board(props: AzulProps) {
  const ctx = createContext(props);
  const { places, ruleset, seat, view, wide, texts } = ctx;
  return (
    <svg
      class="board azul"
      viewBox={`-8 -6 ${places.width + 16} ${places.height + 12}`}
      data-layout={places.ring ? "drafting" : "placing"}
      role="group"
      aria-label={ruleset.title}
      font-family="inherit"
    >
      <Unchanging inputs={[view, seat, wide, texts]} draw={() => scenery(ctx)} />
      {seat === null ? null : <g>{targets(ctx)}</g>}
    </svg>
  );
}

/** Compute the data that all parts of the drawing share. */
function createContext(props: AzulProps): Context {
  const { view, seat, ruleset, wide } = props;
  const game = view.view;
  const { constants } = ruleset;
  const colours = constants.colours.map(({ colour }) => colour);
  const decision = seat !== null && view.to_act.includes(seat) ? game.decision_kind : undefined;
  return { ...props, game, constants, colours, decision, places: layOut(game, seat ?? 0, wide) };
}

/** Draw everything that a selection does not change. */
function scenery(ctx: Context) {
  const { places } = ctx;
  return (
    <>
      {definitions(ctx)}
      {ringDrawing(ctx)}
      {panel(ctx)}
      {places.seats.map((place) => [place.own ? null : enlargeableSide(ctx, place), side(ctx, place)])}
      <g aria-hidden="true" pointer-events="none">
        {tiles(ctx)}
        {tileToPay(ctx)}
      </g>
      <g aria-hidden="true" pointer-events="none">
        {places.seats.map((place) => knobs(ctx, place))}
      </g>
    </>
  );
}

/** Draw the selectable targets of the viewing seat. */
function targets(ctx: Context) {
  const own = ctx.places.seats[0];
  return (
    <>
      {selectableSources(ctx)}
      {selectableSupply(ctx)}
      {selectableParts(ctx, own)}
      {choices(ctx, own)}
    </>
  );
}

/** Draw every tile with a key that stays the same when the tile moves. A star marks wild tiles. */
function tiles(ctx: Context) {
  const { view, game } = ctx;
  return withKeys(view.game_id, spotsOf(ctx)).map(({ key, where, colour, x, y, turn, size }) => {
    const isWild = colour === game.wild && !where.startsWith("board");
    return (
      <g key={key} data-place={where} transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
        {piece("shadow", { x: size * 0.05, y: size * 0.09, turn, scale: size / 50 })}
        {drawnTile(colour, { x: 0, y: 0, turn, size })}
        {isWild && piece("wild", { x: 0, y: 0, turn, scale: size / 62 })}
      </g>
    );
  });
}
