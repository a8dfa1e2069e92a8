/** The AI levels that players can choose: those that differ with the number of seats. */

import type { RulesetSummary } from "./types";

export type Levels = Pick<RulesetSummary, "levels"> & Partial<Pick<RulesetSummary, "levels_by_seats">>;

/** Return the levels that differ with one of these numbers of seats, weakest first. */
export function offeredLevels({ levels, levels_by_seats = [] }: Levels, seats: number[]) {
  const listed = levels_by_seats.filter((each) => seats.includes(each.seats));
  return listed.length ? levels.filter((level) => listed.some((each) => each.levels.includes(level))) : levels;
}

/** Return a level if it is offered, otherwise the nearest lower level that is. */
export function nearestLevel(ruleset: Levels, seats: number[], level: string) {
  const offered = offeredLevels(ruleset, seats);
  const reached = ruleset.levels.indexOf(level);
  return offered.filter((each) => ruleset.levels.indexOf(each) <= reached).at(-1) ?? offered[0];
}

/** Return how many opponents of each offered level there are, from the numbers by chosen level. */
export function offeredCounts(ruleset: Levels, seats: number[], counts: Record<string, number>) {
  const offered: Record<string, number> = {};
  for (const [level, count] of Object.entries(counts)) {
    const nearest = nearestLevel(ruleset, seats, level);
    offered[nearest] = (offered[nearest] ?? 0) + count;
  }
  return offered;
}
