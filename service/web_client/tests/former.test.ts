import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { valuesOf, withFormer } from "../src/tournament/former";
import { tournamentBody } from "../src/tournament/request";
import type { Tournament } from "../src/types";

const SERIES = { kind: "best_of", games: 3, break_seconds: 600 };
/** A tournament as the service returns it; the form does not show the seconds of the pause. */
const OVER = {
  tournament: "tn_1",
  name: "Spring",
  ruleset: "tiny",
  options: { hand: 4 },
  stages: [{ format: "swiss", table_size: 2, rounds: 4, series: SERIES }],
  points: [
    { table_size: 2, by_place: [3, 0] },
    { table_size: 3, by_place: [3, 1, 0] },
  ],
  bye_points: 3,
  tie_breaks: ["wins", "random"],
  pairing_priority: "points",
  replacement: "group",
  shared_places: true,
  games: 1,
  deal: "game",
  clock: { kind: "days", days: 3 },
  no_show_limit: 2,
  registration: "code",
  max_entrants: 16,
  check_in: false,
  late_entries: false,
  late_points: 0,
  next_round: "automatic",
  pause_seconds: 90,
  texts: { label: "league", metadata: { season: "1" } },
  keep_apart: { team_mates: true, groups: [[0, 1]] },
  starts_at: "2030-01-01T00:00:00Z",
  round_ends: ["2030-02-01T00:00:00Z"],
} as unknown as Tournament;

const body = (changes = {}) => tournamentBody({ ...valuesOf(OVER), ...changes }, String);
const next = (changes = {}) => JSON.parse(JSON.stringify(withFormer(body(changes), body(), OVER)));

test("a new tournament has the plan of an earlier one without its dates and groups", () => {
  const { tournament, starts_at, round_ends, keep_apart, ...plan } = JSON.parse(JSON.stringify(OVER));
  deepEqual(next(), { ...plan, keep_apart: { team_mates: true }, entrants: [] });
});

test("a changed field is that of the form, and the others stay as they were", () => {
  const changed = next({ name: "Autumn", bye_points: "1", clock: "none", mates_apart: false });
  deepEqual([changed.name, changed.bye_points, changed.clock], ["Autumn", 1, undefined]);
  equal(changed.keep_apart, undefined);
  deepEqual([changed.stages, changed.pause_seconds, changed.texts], [OVER.stages, 90, OVER.texts]);
});

test("the form shows what it can of the earlier plan", () => {
  const values = valuesOf(OVER);
  deepEqual([values.clock, values.days, values.points[2], values.tie_breaks], ["days", 3, "3, 0", ["wins"]]);
  deepEqual([values.stages[0].rounds, values.begins], [4, ""]);
  const { kind, games, break_minutes } = values.stages[0].series;
  deepEqual([kind, games, break_minutes], ["best_of", 3, 10]);
});
