/** The request that the values of the form for a tournament become. */

import type { TournamentRequest } from "../types";
import {
  apartOf,
  type FormValues,
  groupsOf,
  mayHaveEnds,
  mayMatchTeams,
  mayTakeLate,
  type StageValues,
  sizeOf,
  sizesOf,
  textsOf,
} from "./plan";
import { repeatsOf } from "./repeats";
import { seriesOf } from "./series";

type StageRequest = TournamentRequest["stages"][number];

const DELAYED_EVENTS = 5;

/** Return the body of the request that creates a tournament.  @param nameOf names of AI levels */
export function tournamentBody(
  values: FormValues,
  nameOf: (level: string, number: number) => string,
): TournamentRequest {
  const { ruleset, options, games, deal, registration, next_round, pairing_priority, replacement } = values;
  const { shared_places, max_entrants, no_show_limit, visibility } = values;
  const filled = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== ""));
  const texts = textsOf(values);
  const teamMatches = teamMatchesOf(values);
  const isLate = values.late_entries && mayTakeLate(values.stages) && !teamMatches.team_matches;
  return {
    name: values.name.trim(),
    ...(Object.keys(texts).length ? { texts } : {}),
    ruleset,
    options: filled,
    stages: stagesOf(values),
    ...pointsOf(values),
    tie_breaks: [...values.tie_breaks, "random"],
    pairing_priority,
    replacement,
    shared_places,
    ...(values.mates_apart ? { keep_apart: apartOf(values) } : {}),
    ...teamMatches,
    games,
    deal,
    ...clockOf(values),
    ...absenceOf(values),
    no_show_limit,
    ...(values.clock !== "none" && values.vacation_days ? { vacation_days: values.vacation_days } : {}),
    rated: values.rated && visibility === "public",
    visibility,
    ...spectatorsOf(values),
    registration,
    max_entrants,
    check_in: values.check_in && registration !== "organiser",
    late_entries: isLate,
    ...(isLate ? { late_points: values.late_points } : {}),
    ...(values.begins ? { starts_at: moment(values.begins) } : {}),
    ...repeatsOf(values.repeats, values.begins),
    next_round,
    ...(next_round === "automatic" ? automaticOf(values) : {}),
    ...endsOf(values),
    entrants: Object.entries(values.levels).flatMap(([level, count]) =>
      Array.from({ length: count }, (_, index) => ({ level, name: nameOf(level, index + 1) })),
    ),
  };
}

function teamMatchesOf({
  boards,
  lineup_minutes,
  match_points,
  stages,
}: FormValues): Pick<TournamentRequest, "team_matches"> {
  if (!boards || !mayMatchTeams(stages)) return {};
  return { team_matches: { boards, match_points, ...(lineup_minutes ? { lineup_minutes } : {}) } };
}

const moment = (local: string) => new Date(local).toISOString();

const stagesOf = ({ stages, games, clock, seconds, days }: FormValues): StageRequest[] =>
  stages.map((stage, at) => ({
    format: stage.format,
    table_size: sizeOf(stage),
    ...lengthOf(stage),
    ...seriesOf(stage, stage.series, games, { clock, seconds, days }),
    ...(groupsOf(stage) > 1 ? { groups: stage.groups } : {}),
    ...(at < stages.length - 1 ? { qualify: stage.qualify } : {}),
  }));

/** Return whom the entrants of a ladder can challenge. */
function challengesOf({ by, places_above, rating_difference, rematch_hours }: StageValues) {
  return by === "rating" ? { by, rating_difference, rematch_hours } : { places_above, rematch_hours };
}

/** Return the numbers that the format of a stage uses. */
function lengthOf(stage: StageValues) {
  const { format, rounds, minutes, matches, advance } = stage;
  switch (format) {
    case "swiss":
      return { rounds };
    case "round_robin":
      return rounds ? { rounds } : {};
    case "arena":
      return minutes ? { minutes } : { matches };
    case "ladder":
      return { challenges: challengesOf(stage) };
    case "knockout":
      return advance > 1 ? { advance } : {};
    case "double_knockout":
      return {};
  }
}

const numbersOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);

function pointsOf({ stages, points, bye_points }: FormValues) {
  const scales = sizesOf(stages)
    .map((table_size) => ({ table_size, by_place: numbersOf(points[table_size] ?? "") }))
    .filter(({ by_place }) => by_place.length);
  return {
    ...(scales.length ? { points: scales } : {}),
    ...(bye_points === "" ? {} : { bye_points: Number(bye_points) }),
  };
}

function clockOf({ clock, seconds, days }: FormValues) {
  if (clock === "none") return {};
  return { clock: clock === "days" ? { kind: clock, days } : { kind: clock, seconds } };
}

function absenceOf({ clock, on_timeout, level }: FormValues) {
  if (clock === "none" || on_timeout === "usual") return {};
  return { absence: on_timeout.startsWith("level") ? { on_timeout, level } : { on_timeout } };
}

function spectatorsOf({ visibility, spectators }: FormValues): Pick<TournamentRequest, "spectators"> {
  if (visibility === "private" || spectators === "open") return {};
  return { spectators: spectators === "delayed" ? { kind: spectators, events: DELAYED_EVENTS } : { kind: "off" } };
}

/** Return until when the rounds are open; an arena has no rounds. */
function endsOf({ stages, round_ends }: FormValues) {
  const ends = round_ends.filter(Boolean).map(moment);
  return ends.length && mayHaveEnds(stages) ? { round_ends: ends } : {};
}

function automaticOf({ pause_minutes, round_times }: FormValues) {
  const times = round_times.filter(Boolean).map(moment);
  return {
    ...(pause_minutes ? { pause_seconds: pause_minutes * 60 } : {}),
    ...(times.length ? { round_times: times } : {}),
  };
}
