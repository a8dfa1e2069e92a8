/** The entrants of the next season as a text. */

import type { Season } from "../types";

type NextEntrant = NonNullable<Season["divisions"][number]["next_entrants"]>[number];

/** Return entrants as a list that the form for entrants reads; with columns if there are teams. */
export function listOf(all: readonly NextEntrant[]) {
  const entrants = all.filter(({ level }) => !level);
  if (!entrants.some(({ team }) => team)) return entrants.map(({ player, name }) => player ?? name).join("\n");
  const rows = entrants.map(({ player, name, team, board }) => [player ?? name, team, board].join("\t"));
  return [["name", "team", "board"].join("\t"), ...rows].join("\n");
}
