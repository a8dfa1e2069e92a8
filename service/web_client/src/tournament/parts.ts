/** The parts of a round: its matches of teams, its groups, or the brackets of a double knock-out. */

import { isolateRtl } from "../bidi";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { MatchTable, Round, Tournament } from "../types";
import { formatNumber, groupLetter } from "./model";

export type Part = { title: string; tables: MatchTable[]; unopposed?: readonly number[]; note?: string };
type TeamMatch = NonNullable<Round["team_matches"]>[number];

/** Split the tables of a round by match of teams, by group, or by bracket. */
export function splitTables(tournament: Tournament, { stage, tables, team_matches }: Round): Part[] {
  if (team_matches) return team_matches.map((match) => partOf(match, tables));
  const hasGroups = (tournament.stages[stage].groups ?? 1) > 1;
  const titleOf = ({ group, bracket }: MatchTable) => {
    if (hasGroups) return t("group_named", { group: groupLetter(group) });
    return bracket ? t("bracket_part", { part: bracket }) : "";
  };
  const titles = tables.map(titleOf);
  return [...new Set(titles)].map((title) => ({ title, tables: tables.filter((_, index) => titles[index] === title) }));
}

/** Return a match of teams with its tables; the title has the points of both teams, and the note says why one advances. */
function partOf({ teams, tables: numbers, unopposed, decided_by: by }: TeamMatch, tables: MatchTable[]): Part {
  const names = teams.map(({ team }) => isolateRtl(team)).join(" – ");
  const score = teams.map(({ points }) => formatNumber(points, currentLanguage())).join(" : ");
  const winner = teams.find(({ advances }) => advances);
  const note = winner && t("team_advances", { team: isolateRtl(winner.team), by: by ?? "points" });
  return {
    title: `${names} · ${score}`,
    tables: tables.filter(({ table }) => numbers.includes(table)),
    unopposed,
    note,
  };
}

/** List the entrants with a bye who have no match of teams. */
export function byesOf({ byes, team_matches = [] }: Round) {
  const unopposed = team_matches.flatMap((match) => match.unopposed ?? []);
  return byes.filter(({ entrant }) => !unopposed.includes(entrant));
}
