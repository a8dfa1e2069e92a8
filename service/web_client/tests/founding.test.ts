import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { forecast, gameMinutes } from "../src/tournament/forecast";
import {
  changeTieBreak,
  DEFAULTS,
  FINAL_STAGE,
  FIRST_STAGE,
  type FormValues,
  type StageValues,
} from "../src/tournament/plan";
import { tournamentBody } from "../src/tournament/request";
import { nameOfSeries, SERIES, seriesFor } from "../src/tournament/series";

const WANTED: FormValues = {
  ...DEFAULTS,
  name: " Cup ",
  ruleset: "tiny",
  options: { board: "", start: 0 },
  stages: [{ ...FIRST_STAGE, table_size: 3, rounds: 4, groups: 2, matches: 9 }],
  games: 2,
  deal: "match",
  clock: "budget",
  seconds: 600,
  registration: "code",
  check_in: true,
  late_entries: true,
  levels: { greedy: 2, hard: 0 },
  tie_breaks: ["wins", "opponents"],
  begins: "2030-01-31T18:00Z",
};

const plan = (changes: Partial<FormValues> = {}) =>
  JSON.parse(JSON.stringify(tournamentBody({ ...WANTED, ...changes }, (level, number) => `${level} ${number}`)));

test("a form becomes the body of a new tournament", () => {
  deepEqual(plan(), {
    name: "Cup",
    ruleset: "tiny",
    options: { start: 0 },
    stages: [{ format: "swiss", table_size: 3, groups: 2, rounds: 4 }],
    tie_breaks: ["wins", "opponents", "random"],
    pairing_priority: "points",
    replacement: "group",
    shared_places: true,
    games: 2,
    deal: "match",
    clock: { kind: "budget", seconds: 600 },
    no_show_limit: 2,
    rated: true,
    visibility: "public",
    registration: "code",
    max_entrants: 1024,
    check_in: true,
    late_entries: false,
    starts_at: "2030-01-31T18:00:00.000Z",
    next_round: "automatic",
    entrants: [
      { level: "greedy", name: "greedy 1" },
      { level: "greedy", name: "greedy 2" },
    ],
  });
});

test("texts, points, absence, times and spectators are sent as far as they are chosen", () => {
  const changes: Partial<FormValues> = {
    description: " A club \n evening ",
    house_rules: "No phones.\n\n Be kind. ",
    label: " fridays ",
    points: { 3: "10, 5;1", 4: "9 9 9 9" },
    bye_points: "5",
    on_timeout: "level_once",
    level: "greedy",
    stages: [{ ...FIRST_STAGE, table_size: 3 }],
    late_points: 4,
    pause_minutes: 5,
    round_times: ["2030-01-31T18:00Z", ""],
    round_ends: ["2030-02-07T18:00Z", ""],
    visibility: "unlisted",
    spectators: "delayed",
  };
  const sent = plan(changes);
  deepEqual(sent.texts, {
    description: "A club evening",
    house_rules: ["No phones.", "Be kind."],
    label: "fridays",
  });
  deepEqual([sent.points, sent.bye_points], [[{ table_size: 3, by_place: [10, 5, 1] }], 5]);
  deepEqual([sent.late_entries, sent.late_points], [true, 4]);
  deepEqual([sent.absence, sent.rated], [{ on_timeout: "level_once", level: "greedy" }, false]);
  deepEqual([sent.pause_seconds, sent.round_times], [300, ["2030-01-31T18:00:00.000Z"]]);
  deepEqual(sent.round_ends, ["2030-02-07T18:00:00.000Z"]);
  equal(plan({ ...changes, stages: [{ ...FIRST_STAGE, format: "arena" }] }).round_ends, undefined);
  deepEqual([sent.visibility, sent.spectators], ["unlisted", { kind: "delayed", events: 5 }]);
});

test("a stage has only the fields of its format, and all but the last say who goes on", () => {
  const stages = (...given: Partial<StageValues>[]) =>
    plan({ stages: given.map((each) => ({ ...WANTED.stages[0], ...each })) }).stages;
  deepEqual(stages({ format: "arena" }), [{ format: "arena", table_size: 3, matches: 9 }]);
  deepEqual(stages({ format: "arena", minutes: 90 }), [{ format: "arena", table_size: 3, minutes: 90 }]);
  deepEqual(stages({ format: "double_knockout" }), [{ format: "double_knockout", table_size: 2 }]);
  deepEqual(stages({ format: "round_robin", rounds: 0 }, { ...FINAL_STAGE, series: SERIES.best_3 }), [
    { format: "round_robin", table_size: 3, groups: 2, qualify: 4 },
    { format: "knockout", table_size: 2, series: { kind: "best_of", games: 3 } },
  ]);
});

test("a usual series has a break, and in a knock-out of two tie-break games with half the time", () => {
  const stage = { ...FINAL_STAGE, series: SERIES.cup_3 };
  const series = (changes: Partial<FormValues>) => plan({ stages: [stage], ...changes }).stages[0].series;
  const common = { kind: "best_of", games: 3, break_seconds: 300, tie_break_games: 3 };
  deepEqual(series({}), { ...common, tie_break_clock: { kind: "budget", seconds: 300 } });
  deepEqual(series({ clock: "none" }), common);
  deepEqual(series({ clock: "days", days: 1 }).tie_break_clock, { kind: "per_decision", seconds: 43_200 });
  deepEqual(series({ clock: "days", days: 3 }).tie_break_clock, { kind: "days", days: 1 });
  const own = { ...SERIES.none, tie_break_games: 9, tie_break_clock: "per_decision" as const, tie_break_seconds: 20 };
  deepEqual(series({ stages: [{ ...FINAL_STAGE, series: own }], games: 1 }), {
    kind: "simultaneous",
    games: 1,
    tie_break_games: 9,
    tie_break_clock: { kind: "per_decision", seconds: 20 },
  });
  const chosen = { ...SERIES.break_3, seats: "loser" as const };
  deepEqual(series({ stages: [{ ...FINAL_STAGE, series: chosen }] }).seats, "loser");
  equal(series({ stages: [{ ...FINAL_STAGE, series: { ...chosen, break_minutes: 0 } }] }).seats, undefined);
  deepEqual(series({ stages: [{ ...stage, format: "swiss" }] }), { kind: "best_of", games: 3, break_seconds: 300 });
  equal(series({ stages: [{ ...stage, table_size: 4 }] }), undefined);
});

test("a series has the name of the usual one with its values", () => {
  equal(nameOfSeries(FINAL_STAGE, SERIES.cup_5), "cup_5");
  equal(nameOfSeries(FINAL_STAGE, { ...SERIES.cup_5, break_minutes: 4 }), "own");
  equal(nameOfSeries({ ...FINAL_STAGE, format: "swiss" }, SERIES.break_3), "break_3");
  deepEqual(seriesFor({ format: "swiss", table_size: 3 }), ["none", "first_2", "first_3", "fixed_2", "fixed_3"]);
});

test("a forecast names rounds, tables and minutes, and needs enough players", () => {
  const expected = (players: number, changes: Partial<FormValues>) =>
    forecast({ ...DEFAULTS, ...changes }, players, () => 30);
  const fours = { ...FIRST_STAGE, table_size: 4 };
  deepEqual(expected(23, { stages: [fours] }), { rounds: 5, tables: 6, minutes: 150 });
  deepEqual(
    expected(23, {
      stages: [
        { ...fours, rounds: 3 },
        { ...FINAL_STAGE, series: SERIES.first_2 },
      ],
      pause_minutes: 10,
    }),
    {
      rounds: 5,
      tables: 6,
      minutes: 300,
    },
  );
  const final = { ...FINAL_STAGE, series: SERIES.cup_3 };
  deepEqual(expected(2, { stages: [final] }), { rounds: 1, tables: 1, minutes: 100 });
  deepEqual(expected(5, { stages: [{ ...FIRST_STAGE, format: "round_robin", rounds: 0 }] }), {
    rounds: 5,
    tables: 2,
    minutes: 150,
  });
  deepEqual(expected(9, { stages: [{ ...FIRST_STAGE, format: "arena", minutes: 60 }] }), {
    rounds: 0,
    tables: 4,
    minutes: 60,
  });
  deepEqual(expected(16, { clock: "days" }), { rounds: 5, tables: 8 });
  deepEqual(expected(8, { stages: [{ ...FINAL_STAGE, table_size: 7, advance: 5 }] })?.rounds, 2);
  deepEqual(expected(24, { boards: 3, stages: [{ ...FINAL_STAGE }] }), { rounds: 3, tables: 12, minutes: 90 });
  equal(expected(1, {}), undefined);
});

test("a game takes the longer the more players sit at its table, and no longer than its time", () => {
  const ruleset = { duration: { fewest_minutes: 20, most_minutes: 60 }, min_seats: 2, max_seats: 4 };
  deepEqual(
    [2, 3, 4].map((size) => gameMinutes(ruleset, size, DEFAULTS)),
    [20, 40, 60],
  );
  equal(gameMinutes(ruleset, 4, { ...DEFAULTS, clock: "budget", seconds: 300 }), 20);
});

test("a tie-break changes places with the one it is chosen for, and random draws are last", () => {
  const order: FormValues["tie_breaks"] = ["opponents", "difference", "wins"];
  deepEqual(changeTieBreak(order, 0, "wins"), ["wins", "difference", "opponents"]);
  deepEqual(changeTieBreak(order, 1, "head_to_head"), ["opponents", "head_to_head", "wins"]);
  deepEqual(changeTieBreak(order, 3, "head_to_head"), ["opponents", "difference", "wins", "head_to_head"]);
  deepEqual(changeTieBreak(order, 1, "random"), ["opponents"]);
});
