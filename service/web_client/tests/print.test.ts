import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { placesByName } from "../src/print/sheets";

const NAMES = ["Žofie", "Ada", "Čeněk", "Bruno", "Cyril"];
const seated = (...entrants: number[]) => entrants.map((entrant) => ({ entrant, points: 0 }));

test("the pairings by name list each player of a round once, in the alphabet of the language", () => {
  const round = {
    tables: [
      { table: 1, entrants: seated(0, 1) },
      { table: 2, entrants: seated(2, 3) },
    ],
    byes: seated(4),
  };
  const places = placesByName(round as never, (entrant) => NAMES[entrant], "cs");
  deepEqual(
    places.map(({ entrant, table, opponents }) => [NAMES[entrant], table, opponents.map((each) => NAMES[each])]),
    [
      ["Ada", 1, ["Žofie"]],
      ["Bruno", 2, ["Čeněk"]],
      ["Cyril", undefined, []],
      ["Čeněk", 2, ["Bruno"]],
      ["Žofie", 1, ["Ada"]],
    ],
  );
});
