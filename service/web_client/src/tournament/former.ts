/** A new tournament with the plan of an earlier one, such as the next one of a division. */

import type { Tournament, TournamentRequest } from "../types";
import type { ListedEntrant } from "./namelist";
import { DEFAULTS, FIRST_STAGE, type FormValues, type StageValues } from "./plan";
import { type ClockValues, seriesValues } from "./series";

/** The earlier tournament, if there is one, and the entrants of the new one. */
export type Former = { tournament?: Tournament; entrants: (ListedEntrant & { name: string })[] };

const PLANNED = [
  ...([
    "name",
    "texts",
    "ruleset",
    "options",
    "stages",
    "points",
    "bye_points",
    "tie_breaks",
    "pairing_priority",
  ] as const),
  ...(["replacement", "shared_places", "games", "deal", "clock", "absence", "no_show_limit", "rated"] as const),
  ...(["visibility", "spectators", "registration", "max_entrants", "check_in", "late_entries"] as const),
  ...(["late_points", "next_round", "pause_seconds", "team_matches", "vacation_days"] as const),
];

type Stage = Tournament["stages"][number];
type Json = Record<string, unknown>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Return the values of the form for the plan of a tournament, without its dates. */
export function valuesOf(tournament: Tournament): FormValues {
  const { texts, keep_apart: apart, team_matches } = tournament;
  const games = { ...DEFAULTS, ...gameValues(tournament) };
  return {
    ...games,
    ...sharedOf(tournament),
    description: texts?.description ?? "",
    house_rules: (texts?.house_rules ?? []).join("\n"),
    label: texts?.label ?? "",
    options: { ...(tournament.options as FormValues["options"]) },
    stages: tournament.stages.map((stage) => stageValues(stage, games)),
    points: Object.fromEntries(
      tournament.points.map(({ table_size: size, by_place: places }) => [size, places.join(", ")]),
    ),
    bye_points: String(tournament.bye_points),
    tie_breaks: tournament.tie_breaks.filter((each) => each !== "random"),
    mates_apart: apart?.team_mates ?? false,
    apart_rounds: apart?.rounds ?? 0,
    boards: team_matches?.boards ?? DEFAULTS.boards,
    lineup_minutes: team_matches?.lineup_minutes ?? DEFAULTS.lineup_minutes,
    match_points: team_matches?.match_points ?? DEFAULTS.match_points,
    pause_minutes: Math.round(tournament.pause_seconds / 60),
  };
}

/** Return the values of the form for the terms of the games. */
function gameValues(tournament: Tournament): Partial<FormValues> {
  const { clock, absence, spectators, rated, visibility = "public" } = tournament;
  return {
    clock: clock?.kind ?? "none",
    ...(clock && "seconds" in clock ? { seconds: clock.seconds } : {}),
    ...(clock && "days" in clock ? { days: clock.days } : {}),
    on_timeout: absence?.on_timeout ?? "usual",
    level: absence && "level" in absence ? (absence.level ?? "") : "",
    rated: rated !== false,
    visibility,
    spectators: spectators?.kind ?? "open",
  };
}

/** Return the fields that the form has as they are. */
function sharedOf(tournament: Tournament) {
  const { name, ruleset, pairing_priority, replacement, shared_places, games, deal, no_show_limit } = tournament;
  const { registration, max_entrants, check_in, late_entries, late_points, next_round, vacation_days = 0 } = tournament;
  return {
    ...{ name, ruleset, pairing_priority, replacement, shared_places, games, deal, no_show_limit },
    ...{ registration, max_entrants, check_in, late_entries, late_points, next_round, vacation_days },
  };
}

function stageValues({ series, challenges, ...stage }: Stage, clock: ClockValues): StageValues {
  return { ...FIRST_STAGE, rounds: 0, ...stage, ...challenges, series: seriesValues(series, clock) };
}

/** Return the fields of the plan of a tournament as a request has them; groups of entrants are left out. */
function requestOf(tournament: Tournament): Json {
  const { keep_apart: { groups: _, ...apart } = {} } = tournament;
  const stated = PLANNED.map((name) => [name, (tournament as Json)[name]]);
  return { ...Object.fromEntries(stated), ...(Object.keys(apart).length ? { keep_apart: apart } : {}) };
}

/**
 * Return a request in which a field that the organiser has not changed is that of the earlier plan, which may say more
 * than the form shows.  @param prefilled the request of the form before any change
 */
export function withFormer(body: TournamentRequest, prefilled: TournamentRequest, tournament: Tournament) {
  const former = requestOf(tournament);
  const now: Json = { ...body };
  for (const name of [...PLANNED, "keep_apart"]) {
    if (isSame(now[name], (prefilled as Json)[name])) now[name] = former[name];
  }
  return now as TournamentRequest;
}
