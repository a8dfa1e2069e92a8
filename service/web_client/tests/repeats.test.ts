import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { ONCE, type RepeatValues, repeatsOf, weekdaysOf } from "../src/tournament/repeats";

const SUNDAY = "2099-01-04T18:00";
const EVERY: RepeatValues = { ...ONCE, kind: "week", time_zone: "UTC", events: 10 };

test("a tournament without a rule or without a start does not repeat", () => {
  deepEqual(repeatsOf({ ...EVERY, kind: "none" }, SUNDAY), {});
  deepEqual(repeatsOf(EVERY, ""), {});
});

test("a rule has the weekdays or the days, and a date only if there is one", () => {
  const weekly = { ...EVERY, weekdays: ["sunday", "monday"] as const, until: "2099-06-30" };
  deepEqual(repeatsOf({ ...weekly, weekdays: [...weekly.weekdays] }, SUNDAY), {
    repeats: { weekdays: ["monday", "sunday"], time_zone: "UTC", events: 10, until: "2099-06-30" },
  });
  deepEqual(repeatsOf({ ...EVERY, kind: "days", days: 3 }, SUNDAY).repeats, { days: 3, time_zone: "UTC", events: 10 });
});

test("the day of the start is that of the time zone", () => {
  const late = new Date(Date.UTC(2099, 0, 4, 23)).toISOString();
  deepEqual(weekdaysOf(EVERY, late), ["sunday"]);
  deepEqual(weekdaysOf({ ...EVERY, time_zone: "Europe/Prague" }, late), ["monday"]);
  equal(weekdaysOf({ ...EVERY, weekdays: ["friday"] }, late)[0], "friday");
});
