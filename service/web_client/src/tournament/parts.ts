/** The parts of a round: its groups, or the brackets of a double knock-out. */

import { tournamentText as t } from "../i18n";
import type { MatchTable, Round, Tournament } from "../types";
import { groupLetter } from "./model";

export type Part = { title: string; tables: MatchTable[] };

/** Split the tables of a round by group, or by bracket. */
export function splitTables(tournament: Tournament, { stage, tables }: Round): Part[] {
  const hasGroups = (tournament.stages[stage].groups ?? 1) > 1;
  const titleOf = ({ group, bracket }: MatchTable) => {
    if (hasGroups) return t("group_named", { group: groupLetter(group) });
    return bracket ? t("bracket_part", { part: bracket }) : "";
  };
  const titles = tables.map(titleOf);
  return [...new Set(titles)].map((title) => ({ title, tables: tables.filter((_, index) => titles[index] === title) }));
}
