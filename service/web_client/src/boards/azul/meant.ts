/** The placements that a player means with a space or with tiles of the hand, where none is legal: the rules say why. */

import type { Action } from "../../selection";
import { starsInUse } from "./sides";
import type { Colour, Context, Place, Star } from "./types";

/** Return the placement on a space: of the colour of the star, else of the colour with most tiles in the hand. */
export function meantOnSpace(ctx: Context, { star, slot }: Place): Action | undefined {
  if (ctx.decision !== "place_or_pass") return undefined;
  const colour = starsInUse(ctx).find((each) => each.star === star)?.colour ?? mostHeld(ctx, star);
  return { type: "place_tile", star, slot, colour };
}

/** Return the placement of a colour on the cheapest empty space of its star, else of any star. */
export function meantWithColour(ctx: Context, colour: Colour): Action | undefined {
  if (ctx.decision !== "place_or_pass") return undefined;
  const stars = starsInUse(ctx);
  const own = stars.filter((star) => star.colour === colour);
  const spaces = [own, stars].map((each) => each.flatMap((star) => emptySpaces(ctx, star))).find((each) => each.length);
  const [space] = spaces?.sort((one, other) => one.cost - other.cost) ?? [];
  return space && { type: "place_tile", star: space.star, slot: space.slot, colour };
}

/** Return the colour with most tiles in the hand, preferably one that a star does not show. */
function mostHeld({ game, seat, colours }: Context, star: Place["star"]) {
  const { hand, board } = game.seats[seat ?? 0];
  const shown = new Set(board.filter((each) => each.star === star).map(({ colour }) => colour));
  const value = (colour: Colour) => (hand[colour] ?? 0) + (shown.has(colour) ? 0 : 0.5);
  return colours.reduce((best, colour) => (value(colour) > value(best) ? colour : best));
}

function emptySpaces({ game, seat }: Context, { star, costs }: Star) {
  const covered = game.seats[seat ?? 0].board.filter((each) => each.star === star).map(({ slot }) => slot);
  return costs.map((cost, slot) => ({ star, slot, cost })).filter(({ slot }) => !covered.includes(slot));
}
