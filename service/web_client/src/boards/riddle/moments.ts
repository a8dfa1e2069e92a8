/** The sounds and scenes of The Riddle of Leonardo. */

import type { Moment, Moments, Schemas } from "../../kit/board";
import type { View } from "./context";

const card = (): Moment => ({ sound: "card" });
const key = (seat: number, ...symbols: string[]): Moment => ({
  sound: "key",
  scenes: symbols.map((symbol) => ({ at: `key-${seat}-${symbol}`, icon: ["symbol", symbol] })),
});

export const moments: Moments<Schemas["RiddleFact"], View> = {
  card_played: card,
  card_passed: card,
  card_discarded: card,
  card_drawn: card,
  card_stays: card,
  card_taken: card,
  cards_traded: card,
  zones_swapped: card,
  keys_received: ({ seat, symbols }) => key(seat, ...symbols),
  free_key_taken: ({ seat, symbol }) => key(seat, symbol),
};
