/** The games of a match in the form for a tournament: their number and order, breaks, and tie-break games. */

import type { TournamentRequest } from "../types";

type StageRequest = TournamentRequest["stages"][number];
type SeriesRequest = NonNullable<StageRequest["series"]>;
type Clock = NonNullable<SeriesRequest["tie_break_clock"]>;

/** The clock of all games. */
export type ClockValues = { clock: Clock["kind"] | "none"; seconds: number; days: number };

/** Values of the series of a stage. `simultaneous`: as many games as the tournament states. */
export type SeriesValues = {
  kind: SeriesRequest["kind"];
  games: number;
  break_minutes: number;
  /** who has which seat after the first game */
  seats: NonNullable<SeriesRequest["seats"]>;
  tie_break_games: number;
  tie_break_clock: "same" | "half" | "per_decision" | "budget";
  /** of a tie-break clock of its own */
  tie_break_seconds: number;
};

export const AT_ONCE: SeriesValues = {
  kind: "simultaneous",
  games: 1,
  break_minutes: 0,
  seats: "alternate",
  tie_break_games: 0,
  tie_break_clock: "half",
  tie_break_seconds: 60,
};

const WITH_BREAK = { break_minutes: 5 };
const WITH_TIE_BREAK = { ...WITH_BREAK, tie_break_games: 3 };

/** Usual series by name. */
export const SERIES = {
  none: AT_ONCE,
  best_3: { ...AT_ONCE, kind: "best_of", games: 3 },
  best_5: { ...AT_ONCE, kind: "best_of", games: 5 },
  first_2: { ...AT_ONCE, kind: "first_to", games: 2 },
  first_3: { ...AT_ONCE, kind: "first_to", games: 3 },
  fixed_2: { ...AT_ONCE, kind: "fixed", games: 2 },
  fixed_3: { ...AT_ONCE, kind: "fixed", games: 3 },
  break_3: { ...AT_ONCE, kind: "best_of", games: 3, ...WITH_BREAK },
  break_5: { ...AT_ONCE, kind: "best_of", games: 5, ...WITH_BREAK },
  cup_3: { ...AT_ONCE, kind: "best_of", games: 3, ...WITH_TIE_BREAK },
  cup_5: { ...AT_ONCE, kind: "best_of", games: 5, ...WITH_TIE_BREAK },
} satisfies Record<string, SeriesValues>;

export type SeriesName = keyof typeof SERIES;

type StageKind = Pick<StageRequest, "format"> & { table_size: number };

const isPair = ({ format, table_size }: StageKind) => format === "double_knockout" || table_size === 2;

/** Whether a level match can have tie-break games: a knock-out of two. */
export const mayBreakTies = (stage: StageKind) => stage.format.endsWith("knockout") && isPair(stage);

/** List the kinds of series of a stage: the best of a number of games is for two. */
export const kindsFor = (stage: StageKind): SeriesValues["kind"][] => [
  "simultaneous",
  ...(isPair(stage) ? (["best_of"] as const) : []),
  "first_to",
  "fixed",
];

/** List the usual series that a stage can have. */
export const seriesFor = (stage: StageKind) =>
  (Object.keys(SERIES) as SeriesName[]).filter(
    (name) => kindsFor(stage).includes(SERIES[name].kind) && !name.startsWith(mayBreakTies(stage) ? "break" : "cup"),
  );

/** Return the name of a usual series with these values; `own` if there is none. */
export const nameOfSeries = (stage: StageKind, series: SeriesValues): SeriesName | "own" =>
  seriesFor(stage).find((name) =>
    Object.entries(SERIES[name]).every(([field, value]) => series[field as keyof SeriesValues] === value),
  ) ?? "own";

/** Return the most games of a match of two, without tie-break games. @param games of the tournament */
export function mostGames({ kind, games: stated }: SeriesValues, games: number) {
  switch (kind) {
    case "simultaneous":
      return games;
    case "first_to":
      return 2 * stated - 1;
    default:
      return stated;
  }
}

/** Return the series of a stage in the request; nothing if all games of a match run at once. */
export function seriesOf(
  stage: StageKind,
  series: SeriesValues,
  games: number,
  clock: ClockValues,
): Pick<StageRequest, "series"> {
  const kind = kindsFor(stage).includes(series.kind) ? series.kind : "simultaneous";
  const tie = mayBreakTies(stage) ? tieBreakOf(series, clock) : {};
  const isAtOnce = kind === "simultaneous";
  if (isAtOnce && !Object.keys(tie).length) return {};
  const pause = series.break_minutes ? { break_seconds: series.break_minutes * 60 } : {};
  const seats = series.seats === "loser" && series.break_minutes ? { seats: series.seats } : {};
  return { series: { kind, games: isAtOnce ? games : series.games, ...pause, ...seats, ...tie } };
}

function tieBreakOf(series: SeriesValues, clock: ClockValues) {
  const own = series.tie_break_games ? tieBreakClock(series, clock) : undefined;
  return {
    ...(series.tie_break_games ? { tie_break_games: series.tie_break_games } : {}),
    ...(own ? { tie_break_clock: own } : {}),
  };
}

/** Return the clock of tie-break games; undefined for that of all games. */
function tieBreakClock(
  { tie_break_clock: kind, tie_break_seconds }: SeriesValues,
  clock: ClockValues,
): Clock | undefined {
  switch (kind) {
    case "same":
      return undefined;
    case "half":
      return halfOf(clock);
    default:
      return { kind, seconds: tie_break_seconds };
  }
}

/** Return the values of the form for the series of a plan. @param clock of all games */
export function seriesValues(series: StageRequest["series"], clock: ClockValues): SeriesValues {
  if (!series) return AT_ONCE;
  const { kind, games, break_seconds = 0, tie_break_games = 0, seats = "alternate" } = series;
  const tie = tie_break_games ? { tie_break_games, ...tieBreakValues(series, clock) } : {};
  return { ...AT_ONCE, kind, games, seats, break_minutes: Math.round(break_seconds / 60), ...tie };
}

/** Return the values of the form for a tie-break clock; days that are not half of the usual ones cannot be shown. */
function tieBreakValues(
  { tie_break_clock: own }: SeriesRequest,
  clock: ClockValues,
): Pick<SeriesValues, "tie_break_clock"> & Partial<Pick<SeriesValues, "tie_break_seconds">> {
  const half = halfOf(clock);
  if (own && JSON.stringify(own) === JSON.stringify(half)) return { tie_break_clock: "half" };
  if (!own || own.kind === "days") return { tie_break_clock: "same" };
  return { tie_break_clock: own.kind, tie_break_seconds: own.seconds };
}

const HALF_A_DAY = 43_200;

function halfOf({ clock: kind, seconds, days }: ClockValues): Clock | undefined {
  switch (kind) {
    case "none":
      return undefined;
    case "days":
      return days === 1 ? { kind: "per_decision", seconds: HALF_A_DAY } : { kind, days: Math.floor(days / 2) };
    default:
      return { kind, seconds: Math.ceil(seconds / 2) };
  }
}
