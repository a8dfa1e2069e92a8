/** What a correction of a result stops, as the organiser reads it before confirming. */

import type { Round, Tournament } from "../types";
import type { TournamentData } from "./live";

const MINUTE = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** What a correction stops: the arguments of its text. */
export type Stopped = {
  part: "final" | "final_over" | "semi_finals" | "round";
  round: number;
  ago: string;
  later: string;
};

/** Say how long ago a time was, such as "12 minutes ago". */
export function ago(at: string, language: string, now = Date.now()) {
  const minutes = Math.max(1, Math.floor((now - Date.parse(at)) / MINUTE));
  const format = new Intl.RelativeTimeFormat(language);
  if (minutes < HOUR) return format.format(-minutes, "minute");
  return minutes < DAY
    ? format.format(-Math.floor(minutes / HOUR), "hour")
    : format.format(-Math.floor(minutes / DAY), "day");
}

/** Return what a correction stops that a round depends on; undefined if the page does not know the round yet. */
export function stoppedBy(
  { tournament, rounds }: TournamentData,
  number: number,
  language: string,
): Stopped | undefined {
  const round = rounds.find((each) => each.round === number);
  if (!round) return undefined;
  const later = String(rounds.some((each) => each.round > number));
  return { part: partOf(tournament, round), round: number, ago: ago(round.opened_at, language), later };
}

function partOf({ stages }: Tournament, { stage, tables, byes, status }: Round): Stopped["part"] {
  if (stages[stage]?.format !== "knockout" || byes.length) return "round";
  if (tables.length === 1) return status === "closed" ? "final_over" : "final";
  return tables.length === 2 && stages[stage].table_size === 2 ? "semi_finals" : "round";
}

/** Return the round of a Swiss that can be paired again after a correction: the one that is being played. */
export function roundToPairAgain({ tournament, rounds }: TournamentData, corrected: Round): Round | undefined {
  const last = rounds.at(-1);
  if (!last || last.round <= corrected.round || last.stage !== corrected.stage) return undefined;
  const isPaired = tournament.stages[last.stage]?.format === "swiss" && !last.manual;
  return isPaired && last.status === "running" ? last : undefined;
}

/** Count the running games of a round. */
export const runningGames = ({ tables }: Round) =>
  tables.flatMap(({ games }) => games.filter(({ status }) => status === "running")).length;
