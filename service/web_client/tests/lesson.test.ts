import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import type { Lesson } from "../src/lesson/course";
import { answerTo, viewAt, wayTo } from "../src/lesson/course";
import type { GameView, LogEvent } from "../src/types";

const VIEW = { version: 0, view: { stones: 5 } } as GameView;
const taken = (version: number, stones: number) =>
  ({
    version,
    patch: [
      { op: "replace", path: "/version", value: version },
      { op: "replace", path: "/view/stones", value: stones },
    ],
    facts: [],
    to_act: [],
  }) as unknown as LogEvent;
const stage = (after: number | undefined, ...events: LogEvent[]) => ({ step: 0, text: "", after, events });

/** A lesson whose decision in stage 1 accepts two actions. */
const LESSON = {
  view: VIEW,
  stages: [stage(undefined), stage(0, taken(1, 4)), stage(1, taken(2, 3)), stage(1, taken(2, 2), taken(3, 1))],
} as unknown as Lesson;

test("the way to a stage leaves out the stages after other choices", () => {
  deepEqual(wayTo(LESSON, 2), [0, 1, 2]);
  deepEqual(wayTo(LESSON, 3), [0, 1, 3]);
});

test("the view of a stage follows the events of its way", () => {
  deepEqual(
    [0, 1, 2, 3].map((at) => viewAt(LESSON, at).view.stones),
    [5, 4, 3, 1],
  );
});

const DECISION = {
  hint: "Take two.",
  next_decision: { decision: 1, actions: [] },
  choices: [{ action: { type: "take", stones: 2 }, leads_to: 3 }],
  advice: [{ action: { type: "take", stones: 1 }, text: "One is not enough." }],
};

test("an accepted action leads on, whatever the order of its fields", () => {
  deepEqual(answerTo(DECISION, { stones: 2, type: "take" }), { to: 3, text: "" });
});

test("another action gets its advice, or the hint", () => {
  deepEqual(answerTo(DECISION, { type: "take", stones: 1 }), { text: "One is not enough." });
  deepEqual(answerTo(DECISION, { type: "take", stones: 3 }), { text: "Take two." });
});
