import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { pairingPages } from "../src/venue/pairings";
import { formatLeft, roundEnd } from "../src/venue/roundclock";

const OPENED = "2030-02-01T18:00:00Z";
const NEXT = "2030-02-01T19:30:00Z";
const round = (status: string) => ({ round: 1, stage: 0, status, opened_at: OPENED });
const at = (minutes: number) => Date.parse(OPENED) + minutes * 60_000;

const ending = (minutes: number, status: string, tournament: object = {}) =>
  roundEnd(
    {
      tournament: { status: "running", stages: [{ format: "swiss" }], ...tournament },
      rounds: [round(status)],
    } as never,
    minutes,
  );

test("a round ends after its minutes, else when the next one starts", () => {
  const times = { round_times: [OPENED, NEXT] };
  deepEqual(ending(50, "running"), { kind: "end", at: at(50) });
  deepEqual(ending(50, "running", times), { kind: "end", at: at(50) });
  deepEqual(ending(0, "running", times), { kind: "next", at: at(90) });
  deepEqual(ending(50, "closed", times), { kind: "next", at: at(90) });
  equal(ending(50, "closed"), undefined);
  equal(ending(50, "running", { status: "paused" }), undefined);
});

test("an arena ends after the minutes of its stage", () => {
  deepEqual(ending(0, "running", { stages: [{ format: "arena", minutes: 40 }] }), { kind: "end", at: at(40) });
  equal(ending(0, "running", { stages: [{ format: "arena", matches: 5 }] }), undefined);
});

test("the time that is left has minutes and seconds, and hours if there are some", () => {
  deepEqual([245_000, 3_845_000, 999, 0, -5].map(formatLeft), ["4:05", "1:04:05", "0:01", "0:00", "0:00"]);
});

test("the pairings of a running round are split into pages of six tables, or of nine pairs", () => {
  const tables = (count: number, seats: number) =>
    Array.from({ length: count }, (_, table) => ({ table, entrants: Array.from({ length: seats }) }));
  const sizes = (count: number, seats: number, status = "running") =>
    pairingPages({} as never, { tables: tables(count, seats), status } as never).map(([page]) => page.tables.length);
  deepEqual(sizes(8, 4), [6, 2]);
  deepEqual(sizes(10, 2), [9, 1]);
  deepEqual([sizes(1, 2), sizes(8, 4, "closed")], [[], []]);
});

test("a page of the pairings of teams has whole matches, unless one alone is too large", () => {
  const pages = (boards: number, matches: number) => {
    const team_matches = Array.from({ length: matches }, (_, match) => ({
      teams: [{ team: `A${match}` }, { team: `B${match}` }].map((each) => ({ ...each, points: 0 })),
      tables: Array.from({ length: boards }, (_, board) => match * boards + board + 1),
    }));
    const tables = team_matches.flatMap((match) => match.tables.map((table) => ({ table, entrants: [0, 1] })));
    const round = { status: "running", tables, team_matches };
    return pairingPages({} as never, round as never).map((page) => page.map((part) => part.tables.length));
  };
  deepEqual(pages(2, 4), [[2, 2, 2], [2]]);
  deepEqual(pages(4, 2), [[4], [4]]);
  deepEqual(pages(10, 1), [[8], [2]]);
});
