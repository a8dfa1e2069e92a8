/** Pure functions on the rows of printed sheets. */

import type { Round } from "../types";

/** Where an entrant plays. `table`: undefined for a bye. */
export type Place = { entrant: number; table?: number; opponents: number[] };

/** List where the entrants of a round play, in the order of their names. */
export function placesByName(round: Round, nameOf: (entrant: number) => string, language: string): Place[] {
  const seated = round.tables.flatMap(({ table, entrants }) => {
    const all = entrants.map(({ entrant }) => entrant);
    return all.map((entrant) => ({ entrant, table, opponents: all.filter((each) => each !== entrant) }));
  });
  const resting = round.byes.map(({ entrant }) => ({ entrant, opponents: [] }));
  const { compare } = new Intl.Collator(language, { numeric: true });
  return [...seated, ...resting].sort((one, other) => compare(nameOf(one.entrant), nameOf(other.entrant)));
}
