/** Pure functions on the data of a tournament. */

import type { Entrant, MatchGame, MatchTable, Round, Standing, Tournament } from "../types";
import { WITH_LATE_ENTRIES } from "./plan";

/** Who sits at which table of a round that is not created yet. */
export type Pairings = { tables: { entrants: number[] }[]; byes: number[] };

type Series = NonNullable<Tournament["stages"][number]["series"]>;

const PLAYER = /pl_[a-z0-9]+/;
const CODE_OF_A = 65;
const LETTERS = 26;

/** List the games that share the deal of a game, including itself. */
function gamesOfDeal(deal: string, round: Round, table: MatchTable, game: MatchGame) {
  if (deal === "match") return table.games;
  if (deal === "round") return round.tables.flatMap(({ games }) => games.filter((each) => each.game === game.game));
  return [game];
}

/** Return whether spectators can see a game now, or until when it is closed. */
export function closedUntil(
  tournament: Tournament,
  round: Round,
  table: MatchTable,
  game: MatchGame,
): "open" | "until_over" | "until_deal" | "private" {
  if (tournament.visibility === "private") return "private";
  const dealt = gamesOfDeal(tournament.deal, round, table, game);
  if (dealt.length > 1 && dealt.some(({ status }) => status === "running")) return "until_deal";
  return tournament.spectators?.kind === "off" && game.status === "running" ? "until_over" : "open";
}

/** Return the name of a group: A to Z, then a number. */
export const groupLetter = (group: number) =>
  group < LETTERS ? String.fromCharCode(CODE_OF_A + group) : String(group + 1);

export const formatNumber = (value: number, language: string, places = 2) =>
  value.toLocaleString(language, { maximumFractionDigits: places }).replace("-", "−");

export const formatDate = (at: string, language: string, style: "short" | "medium" = "short") =>
  new Date(at).toLocaleString(language, { dateStyle: style, timeStyle: "short" });

/** Format a time near to now: the time of day only, if it is today. */
export function formatSoon(at: string, language: string) {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday ? moment.toLocaleTimeString(language, { timeStyle: "short" }) : formatDate(at, language);
}

/** List the entrants with the most points at a closed table. */
export function winnersOf({ status, entrants }: MatchTable): number[] {
  const best = Math.max(...entrants.map(({ points }) => points));
  return status === "closed" ? entrants.filter(({ points }) => points === best).map(({ entrant }) => entrant) : [];
}

/** Add up the scores of an entrant at a table; undefined before a game has ended. */
export function scoreOf({ games }: MatchTable, entrant: number): number | undefined {
  const scores = games.flatMap(({ seats, totals }) => (totals ? [totals[seats.indexOf(entrant)]] : []));
  return scores.length ? scores.reduce((sum, each) => sum + each, 0) : undefined;
}

/** Format a time for a `datetime-local` input. */
export function localTime(at: string | undefined) {
  if (!at) return "";
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Replace rounds by newer ones of the same number. */
export function mergeRounds(old: Round[], fresh: Round[]): Round[] {
  const byNumber = new Map([...old, ...fresh].map((each) => [each.round, each]));
  return [...byNumber.values()].sort((one, other) => one.round - other.round);
}

/** Swap two entrants of a round that is not created yet. */
export function swapEntrants({ tables, byes }: Pairings, one: number, other: number): Pairings {
  const others = new Map([
    [one, other],
    [other, one],
  ]);
  const change = (entrant: number) => others.get(entrant) ?? entrant;
  return { tables: tables.map(({ entrants }) => ({ entrants: entrants.map(change) })), byes: byes.map(change) };
}

/** Return an order in which a board, from 0, has another entrant, who exchanges places with the one there. */
export function placeAt(order: readonly number[], board: number, entrant: number) {
  const next = [...order];
  next[order.indexOf(entrant)] = order[board];
  next[board] = entrant;
  return next;
}

/** Return whether entrants can join after the start. */
export function takesLate(tournament: Tournament) {
  return (
    tournament.late_entries && (tournament.stage ?? 0) === 0 && WITH_LATE_ENTRIES.includes(tournament.stages[0].format)
  );
}

/** Return the entrant that a player is in a tournament, unless withdrawn. */
export const entrantOf = (entrants: Entrant[], player: string | undefined) =>
  player === undefined ? undefined : entrants.find((each) => each.player === player && !each.withdrawn);

/** Return the player that a text means: its ID, also in the link of a page, or the name of an entrant with an account. */
export function playerOf(text: string, entrants: readonly Entrant[]) {
  const name = text.trim().toLowerCase();
  const named = entrants.find((each) => each.name.toLowerCase() === name && !each.guest);
  return named?.player ?? PLAYER.exec(name)?.[0];
}

/** Return the numbers in a text, such as "12, 17". */
export const positionsOf = (text: string) => (text.match(/[0-9]+/g) ?? []).map(Number);

/** List the running games of an entrant. */
export function gamesOf(rounds: Round[], entrant: number) {
  return rounds.flatMap((round) =>
    round.tables
      .filter((table) => table.entrants.some((each) => each.entrant === entrant))
      .flatMap((table) =>
        table.games.filter(({ status }) => status === "running").map((game) => ({ round, table, game })),
      ),
  );
}

/** Return the last stage in which an entrant was paired, from 0. */
function lastStage(rounds: Round[], entrant: number) {
  const isIn = ({ tables, byes, sitting_out: out }: Round) =>
    [...tables.flatMap(({ entrants }) => entrants.map((each) => each.entrant)), ...byes, ...out].some((each) =>
      typeof each === "number" ? each === entrant : each.entrant === entrant,
    );
  return Math.max(0, ...rounds.filter(isIn).map(({ stage }) => stage));
}

/** Split the standings of a whole tournament by the last stage of each entrant, in their order. */
export function byStage(standings: Standing[], rounds: Round[]): { stage: number; rows: Standing[] }[] {
  const parts: { stage: number; rows: Standing[] }[] = [];
  for (const row of standings) {
    const stage = lastStage(rounds, row.entrant);
    if (parts.at(-1)?.stage !== stage) parts.push({ stage, rows: [] });
    parts.at(-1)?.rows.push(row);
  }
  return parts;
}

/** Return the score of a series, such as "2 : 1"; halves as in "1½ : 1½". */
export function seriesScore(score: number[], language: string) {
  const half = (value: number) => `${Math.floor(value) || ""}½`;
  return score.map((each) => (each % 1 === 0.5 ? half(each) : formatNumber(each, language))).join(" : ");
}

/** Return the arguments of the name of a series: its kind, its games, and the wins that decide it. */
export function seriesArguments({ kind, games }: Series) {
  return { kind, games, wins: kind === "best_of" ? Math.floor(games / 2) + 1 : games };
}
