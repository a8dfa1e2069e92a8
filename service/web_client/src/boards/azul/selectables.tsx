/** The selectable parts of the viewing seat's side: spaces and the hand. */

import type { Target } from "../../selection";
import { meantOnSpace, meantWithColour } from "./meant";
import { badge, outlinedBox, tileOutline } from "./outlines";
import { starsInUse, tileAt } from "./sides";
import { handPlace, spacePlace } from "./tiles";
import type { Context, SeatPlace, Space } from "./types";

/** Draw the selectable parts of the viewing seat's side: spaces and the hand. */
export function selectableParts(ctx: Context, place: SeatPlace) {
  const { constants } = ctx;
  return [
    ...constants.spaces.map((space) => selectableSpace(ctx, place, space)),
    ...ctx.colours.map((_, index) => selectableHandTiles(ctx, place, index)),
  ];
}

function selectableSpace(ctx: Context, place: SeatPlace, space: Space) {
  const { selectable, stateOf, name } = ctx;
  const payment = ctx.decision === "choose_payment" ? ctx.game.payment : undefined;
  const target = { star: space.star, slot: space.slot };
  const [mark, star] = [stateOf(target), starsInUse(ctx).find((each) => each.star === space.star)];
  const covered = tileAt(ctx, place, space);
  const held = covered ? name("colour", covered.colour) : star?.costs[space.slot];
  const kind = starsInUse(ctx).some(({ colour }) => colour) ? "star_on_side_a" : "star";
  const label = `${name(kind, space.star)}, ${name("slot", space.slot)}: ${held}`;
  const isPaid = payment?.star === space.star && payment.slot === space.slot;
  return selectable(
    { meant: meantOnSpace(ctx, space) },
    target,
    label,
    tileOutline(isPaid ? "chosen" : mark, spacePlace(place.board, space), 0.93),
  );
}

/** Draw the selectable tiles of a colour in the viewing seat's hand, to place or to keep. */
function selectableHandTiles(ctx: Context, { seat, hand }: SeatPlace, index: number) {
  const { selectable, stateOf, name, game, colours, decision } = ctx;
  const [colour, keeps] = [colours[index], decision === "choose_keep"];
  const target: Target = keeps ? { keep: colour } : { type: "place_tile", colour };
  const label = `${name("equipment", "hand")}: ${game.seats[seat].hand[colour] ?? 0} × ${name("colour", colour)}`;
  const { x, y } = handPlace(hand, index);
  return selectable(
    { meant: meantWithColour(ctx, colour) },
    target,
    label,
    <g>
      {outlinedBox(stateOf(target), {
        x: x - hand.width / 2 + 2,
        y: y - hand.height / 2 + 2,
        width: hand.width - 4,
        height: hand.height - 4,
      })}
      {badge(ctx, target, { x: x + hand.width / 2 - 14, y: y - hand.height / 2 + 14 })}
    </g>,
  );
}
