/** The sounds and scenes of Azul: Summer Pavilion. */

import type { Moments, Schemas } from "../../kit/board";
import type { View } from "./types";

/** The spaces of a star. */
const SPACES = 6;

export const moments: Moments<Schemas["AzulFact"], View> = {
  tiles_drafted: () => ({ sound: "tile" }),
  bonus_taken: () => ({ sound: "tile" }),
  decoration_completed: () => ({ sound: "coin" }),
  tile_placed: ({ seat, star }, game) =>
    isComplete(game, seat, star) ? { sound: "key", scenes: [{ at: `star-${seat}-${star}` }] } : { sound: "tile" },
  star_scored: ({ seat, star, points }) => ({ scenes: [{ at: `star-${seat}-${star}`, text: `+${points}` }] }),
  number_scored: ({ seat, points }) => ({ scenes: [{ at: `seat-${seat}`, text: `+${points}` }] }),
};

const isComplete = ({ seats }: View, seat: number, star: string) =>
  seats[seat].board.filter((each) => each.star === star).length === SPACES;
