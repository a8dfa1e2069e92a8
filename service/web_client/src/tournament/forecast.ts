/** How long a planned tournament takes: its rounds, its tables and its time. */

import type { Ruleset } from "../types";
import { type FormValues, groupsOf, isLadder, mayMatchTeams, type StageValues, sizeOf } from "./plan";
import { mostGames } from "./series";

/** `minutes`: undefined if it takes days, or has no end. `rounds`: 0 if all stages are arenas or ladders. */
export type Forecast = { rounds: number; tables: number; minutes?: number };

type Duration = Pick<Ruleset, "duration" | "min_seats" | "max_seats">;

const USUAL_MINUTES = 30;

/** Return the minutes that people play at a table of this size; a budget of time limits them. */
export function gameMinutes({ duration, min_seats, max_seats }: Duration, size: number, values: FormValues) {
  const { fewest_minutes: least, most_minutes: most } = duration ?? {
    fewest_minutes: USUAL_MINUTES,
    most_minutes: USUAL_MINUTES,
  };
  const share = max_seats > min_seats ? (size - min_seats) / (max_seats - min_seats) : 1;
  const usual = Math.round(least + (most - least) * Math.min(1, Math.max(0, share)));
  return values.clock === "budget" ? Math.min(usual, Math.ceil((size * values.seconds) / 60)) : usual;
}

/** Return what to expect with a number of players; undefined if they are too few. @param minutesOf of a game by table size */
export function forecast(
  values: FormValues,
  players: number,
  minutesOf: (size: number) => number,
): Forecast | undefined {
  const total = { rounds: 0, tables: 0, minutes: 0 };
  const boards = (mayMatchTeams(values.stages) && values.boards) || 1;
  let entrants = Math.floor(players / boards);
  for (const stage of values.stages) {
    if (entrants < 2) return undefined;
    const size = sizeOf(stage);
    const isTimed = stage.format === "arena" && stage.minutes > 0;
    const rounds = roundsOf(stage, size, entrants);
    total.rounds += stage.format === "arena" ? 0 : rounds;
    total.tables = Math.max(total.tables, boards * tablesOf(stage, size, entrants));
    total.minutes += isTimed
      ? stage.minutes
      : rounds * matchMinutes(stage, values, minutesOf(size)) + Math.max(0, rounds - 1) * pauseOf(values);
    entrants = Math.min(entrants, stage.qualify * groupsOf(stage));
  }
  return values.clock === "days" || isLadder(values.stages) ? { rounds: total.rounds, tables: total.tables } : total;
}

/** Return the minutes of a match with all its games and breaks, without tie-break games. */
function matchMinutes({ series }: StageValues, values: FormValues, minutes: number) {
  const games = mostGames(series, values.games);
  const breaks = series.kind === "simultaneous" ? 0 : (games - 1) * series.break_minutes;
  return games * minutes + breaks;
}

const pauseOf = ({ next_round, pause_minutes }: FormValues) => (next_round === "automatic" ? pause_minutes : 0);

/** Return the tables of the first round: of a Swiss in pairs one player sits out if their number is odd. */
const tablesOf = ({ format }: StageValues, size: number, entrants: number) =>
  size === 2 && !format.endsWith("knockout") ? Math.floor(entrants / 2) : Math.ceil(entrants / size);

function roundsOf(stage: StageValues, size: number, entrants: number) {
  const { format, rounds, matches, advance } = stage;
  switch (format) {
    case "swiss":
      return rounds;
    case "round_robin":
      return rounds || roundRobin(Math.ceil(entrants / stage.groups), size);
    case "knockout":
      return knockout(entrants, size, advance);
    case "double_knockout":
      return 2 * Math.ceil(Math.log2(entrants));
    case "arena":
      return matches;
    case "ladder":
      return 0;
  }
}

/** Return the rounds until all entrants of a group have met. */
const roundRobin = (entrants: number, size: number) =>
  size === 2 ? entrants - 1 + (entrants % 2) : Math.ceil((entrants - 1) / (size - 1));

function knockout(entrants: number, size: number, advance: number) {
  let [rounds, left] = [1, entrants];
  for (let next = 0; left > size; left = next, rounds++) {
    next = Math.ceil(left / size) * advance;
    if (next >= left) return rounds + 1;
  }
  return rounds;
}
