/** The values of the form that creates a tournament. */

import type { OptionValue } from "../options";
import type { TournamentRequest } from "../types";
import { ONCE, type RepeatValues } from "./repeats";
import { AT_ONCE, type SeriesValues } from "./series";

type Choice<Name extends keyof TournamentRequest> = NonNullable<TournamentRequest[Name]>;
type StageRequest = TournamentRequest["stages"][number];
export type Format = StageRequest["format"];
export type TieBreak = Choice<"tie_breaks">[number];

/** Values of a stage. A number that its format does not use is not sent. */
export type StageValues = {
  format: Format;
  table_size: number;
  /** of a round robin: 0 until all have met */
  rounds: number;
  groups: number;
  /** not of the last stage */
  qualify: number;
  advance: number;
  /** an arena ends after `minutes`, or 0 for `matches` of each entrant */
  minutes: number;
  matches: number;
  series: SeriesValues;
  /** of a ladder: how many places above the challenger an opponent can stand */
  places_above: number;
  /** of a ladder: what orders it and limits challenges */
  by: "place" | "rating";
  /** of a ladder by rating: how many points apart the two can be */
  rating_difference: number;
  /** of a ladder: the hours in which the same two do not meet again */
  rematch_hours: number;
};

/** What the organiser writes about a tournament. */
export type OwnTextValues = {
  description: string;
  /** one rule a line */
  house_rules: string;
  label: string;
};

/** Whether team mates meet. */
export type ApartValues = {
  mates_apart: boolean;
  /** the last round in which they do not meet; 0: every round */
  apart_rounds: number;
};

/** How teams meet. */
export type TeamMatchValues = {
  /** the boards of a match of teams; 0: single entrants meet */
  boards: number;
  lineup_minutes: number;
  /** for a win, a draw and a loss of a team */
  match_points: number[];
};

/** Values of the form. */
export type FormValues = OwnTextValues &
  ApartValues &
  TeamMatchValues & {
    name: string;
    ruleset: string;
    options: Record<string, OptionValue | undefined>;
    stages: StageValues[];
    /** the points of each place by table size, such as "12, 6, 0"; empty for the usual ones */
    points: Record<number, string>;
    /** empty for the points of the first place */
    bye_points: string;
    tie_breaks: TieBreak[];
    pairing_priority: Choice<"pairing_priority">;
    replacement: Choice<"replacement">;
    shared_places: boolean;
    games: number;
    deal: Choice<"deal">;
    clock: Choice<"clock">["kind"] | "none";
    seconds: number;
    days: number;
    on_timeout: NonNullable<Choice<"absence">["on_timeout"]> | "usual";
    /** the level that plays for an absent player */
    level: string;
    no_show_limit: number;
    vacation_days: number;
    rated: boolean;
    visibility: Choice<"visibility">;
    spectators: Choice<"spectators">["kind"];
    registration: Choice<"registration">;
    max_entrants: number;
    check_in: boolean;
    late_entries: boolean;
    late_points: number;
    begins: string;
    repeats: RepeatValues;
    next_round: Choice<"next_round">;
    pause_minutes: number;
    round_times: string[];
    round_ends: string[];
    levels: Record<string, number>;
  };

/** In their usual order; `random` comes last and is not listed. */
export const TIE_BREAKS: TieBreak[] = ["opponents", "head_to_head", "difference", "wins"];
export const WITH_GROUPS: Format[] = ["round_robin", "swiss"];
export const WITH_LATE_ENTRIES: Format[] = ["swiss", "arena", "ladder"];
const IN_PAIRS: Format[] = ["double_knockout", "ladder"];
export const MOST_STAGES = 5;
export const MOST_ENTRANTS = 10_000;
/** More are paired in a Swiss only. */
export const USUAL_ENTRANTS = 1024;

export const FIRST_STAGE: StageValues = {
  format: "swiss",
  table_size: 2,
  rounds: 5,
  groups: 1,
  qualify: 4,
  advance: 1,
  minutes: 0,
  matches: 10,
  series: AT_ONCE,
  by: "place",
  places_above: 3,
  rating_difference: 200,
  rematch_hours: 24,
};
export const FINAL_STAGE: StageValues = { ...FIRST_STAGE, format: "knockout" };

export const DEFAULTS: FormValues = {
  name: "",
  description: "",
  house_rules: "",
  label: "",
  ruleset: "",
  options: {},
  stages: [FIRST_STAGE],
  points: {},
  bye_points: "",
  tie_breaks: TIE_BREAKS,
  pairing_priority: "points",
  replacement: "group",
  shared_places: true,
  mates_apart: false,
  apart_rounds: 0,
  boards: 0,
  lineup_minutes: 0,
  match_points: [2, 1, 0],
  games: 1,
  deal: "game",
  clock: "per_decision",
  seconds: 120,
  days: 1,
  on_timeout: "usual",
  level: "",
  no_show_limit: 2,
  vacation_days: 0,
  rated: true,
  visibility: "public",
  spectators: "open",
  registration: "open",
  max_entrants: USUAL_ENTRANTS,
  check_in: false,
  late_entries: false,
  late_points: 0,
  begins: "",
  repeats: ONCE,
  next_round: "automatic",
  pause_minutes: 0,
  round_times: [],
  round_ends: [],
  levels: {},
};

/** Set the tie-break at an index; its former place gets the replaced one. Random draws end the order. @param order without `random` */
export function changeTieBreak(order: TieBreak[], at: number, name: TieBreak) {
  if (name === "random") return order.slice(0, at);
  const before = order.indexOf(name);
  const next = [...order];
  if (before !== -1) next[before] = order[at];
  next[at] = name;
  return next;
}

/** Whether players can enter after the start: the first stage is a Swiss, an arena or a ladder in one group. */
export const mayTakeLate = ([first]: StageValues[]) =>
  WITH_LATE_ENTRIES.includes(first.format) && groupsOf(first) === 1;

/** Whether the rounds can be open until a time. */
export const mayHaveEnds = (stages: readonly Pick<StageValues, "format">[]) =>
  stages.every(({ format }) => format !== "arena");

/** Whether a stage is a knock-out. */
export const hasKnockout = (stages: readonly { format: Format }[]) =>
  stages.some(({ format }) => format.endsWith("knockout"));

/** Whether teams can meet: in stages of pairs with rounds. */
export const mayMatchTeams = (stages: StageValues[]) =>
  stages.every((stage) => !["arena", "ladder"].includes(stage.format) && sizeOf(stage) === 2);

export const groupsOf = ({ format, groups }: StageValues) => (WITH_GROUPS.includes(format) ? groups : 1);

/** Return who does not meet. */
export const apartOf = ({ mates_apart, apart_rounds }: ApartValues) => ({
  team_mates: mates_apart,
  ...(apart_rounds ? { rounds: apart_rounds } : {}),
});

/** Return the lines of a text that are not empty. */
export const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Return what the organiser has written, as far as it is not empty. */
export const textsOf = ({ description, house_rules, label }: OwnTextValues) => ({
  ...(description.trim() ? { description: linesOf(description).join(" ") } : {}),
  ...(linesOf(house_rules).length ? { house_rules: linesOf(house_rules) } : {}),
  ...(label.trim() ? { label: label.trim() } : {}),
});

/** Whether a format is always played in pairs. */
export const isInPairs = (format: Format) => IN_PAIRS.includes(format);

/** Return the size of the tables of a stage. */
export const sizeOf = ({ format, table_size }: StageValues) => (isInPairs(format) ? 2 : table_size);

/** Whether the stages are a ladder, which has no end and no other stage. */
export const isLadder = ([first]: readonly { format: Format }[]) => first.format === "ladder";

/** List the table sizes of a plan. */
export const sizesOf = (stages: StageValues[]) => [...new Set(stages.map(sizeOf))].sort();
