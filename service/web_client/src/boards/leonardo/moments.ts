/** The sounds and scenes of Leonardo: work that is finished, and cards that an auction has decided. */

import type { Moments, Schemas } from "../../kit/board";

export const moments: Moments<Schemas["LeonardoFact"], object> = {
  work_started: () => ({ sound: "card" }),
  component_taken: () => ({ sound: "card" }),
  florins_moved: () => ({ sound: "coin" }),
  lab_improved: () => ({ sound: "tile" }),
  invention_finished: ({ seat, lab, invention }) => ({
    sound: "key",
    scenes: [{ at: `lab-${seat}-${lab}`, icon: ["invention", invention] }],
  }),
  card_won: ({ invention }) => ({
    sound: "key",
    scenes: [{ at: `invention-${invention}`, icon: ["invention", invention] }],
  }),
};
