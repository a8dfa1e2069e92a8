import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { nearestLevel, offeredCounts, offeredLevels } from "../src/levels";

const LEVELS = ["random", "greedy", "normal", "hard"];
const RULESET = {
  levels: LEVELS,
  levels_by_seats: [
    { seats: 2, levels: LEVELS, measured: true },
    { seats: 3, levels: ["random", "greedy", "hard"], measured: true },
    { seats: 4, levels: ["random", "normal"], measured: true },
  ],
};

test("only levels that differ with a number of seats are offered", () => {
  deepEqual(offeredLevels(RULESET, [2]), LEVELS);
  deepEqual(offeredLevels(RULESET, [4]), ["random", "normal"]);
});

test("the stages of a tournament offer the levels that differ with one of their table sizes", () => {
  deepEqual(offeredLevels(RULESET, [3, 4]), ["random", "greedy", "normal", "hard"]);
  deepEqual(offeredLevels(RULESET, [4, 4]), ["random", "normal"]);
});

test("all levels are offered if nothing is known about a number of seats", () => {
  deepEqual(offeredLevels(RULESET, [5]), LEVELS);
  deepEqual(offeredLevels({ levels: LEVELS }, [2]), LEVELS);
});

test("a level that is not offered becomes the nearest lower one, otherwise the lowest", () => {
  deepEqual(
    [2, 3, 4].map((seats) => LEVELS.map((level) => nearestLevel(RULESET, [seats], level))),
    [LEVELS, ["random", "greedy", "greedy", "hard"], ["random", "random", "normal", "normal"]],
  );
  equal(nearestLevel({ ...RULESET, levels: ["greedy", "hard"] }, [2], "expert"), "greedy");
});

test("opponents of levels that are not offered join those of the nearest lower level", () => {
  const counts = { random: 1, normal: 2, hard: 3 };
  deepEqual(offeredCounts(RULESET, [2], counts), counts);
  deepEqual(offeredCounts(RULESET, [3], counts), { random: 1, greedy: 2, hard: 3 });
  deepEqual(offeredCounts(RULESET, [4], counts), { random: 1, normal: 5 });
});
