import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { questionsOf } from "../src/questions";
import { type Action, actionParser, type Target } from "../src/selection";

const REFERENCES = [
  { part: "action", type: "place", field: "star", kind: "star" },
  { part: "action", type: "keep", field: "tiles", kind: "colour", keys: true },
  { part: "action", type: "work", field: "start", kind: "lab", keys: true },
  { part: "action", type: "work", field: "start", kind: "invention" },
];
const parse = actionParser(REFERENCES);
const PLACES: Action[] = [
  { type: "place", star: "north", colour: "red" },
  { type: "place", star: "south", colour: "blue" },
  { type: "pass" },
];
const KEPT: Action[] = [
  { type: "keep", tiles: { red: 1, blue: 1 } },
  { type: "keep", tiles: { red: 2 } },
];
const WORK: Action[] = [
  { type: "work", start: {} },
  { type: "work", start: { small: 1 } },
];

/** Return the first question about the last of some targets, with the others selected. */
const asked = (actions: Action[], targets: Target[], meant?: Action) => allAsked(actions, targets, meant)[0];

const allAsked = (actions: Action[], targets: Target[], meant?: Action) =>
  questionsOf({
    actions: actions.map(parse),
    chosen: targets.slice(0, -1),
    target: targets.at(-1) ?? {},
    meant: meant && parse(meant),
  });

test("a question is a legal action with the value of the target", () => {
  deepEqual(asked(PLACES, [{ star: "west" }]), { type: "place", star: "west", colour: "red" });
});

test("a question keeps what is selected", () => {
  const expected = { type: "place", star: "north", colour: "blue" };
  deepEqual(asked(PLACES, [{ colour: "blue" }, { star: "north" }]), expected);
});

test("a question leaves out what the target replaces", () => {
  const expected = { type: "place", star: "west", colour: "red" };
  deepEqual(asked(PLACES, [{ star: "north" }, { star: "west" }]), expected);
});

test("a question is never a legal action", () => {
  equal(asked(PLACES.slice(0, 1), [{ star: "north" }]), undefined);
});

test("a question is the action that the board gives, with what is selected", () => {
  const meant = { type: "place", star: "west", colour: "green" };
  deepEqual(asked(PLACES, [{ star: "west" }], meant), meant);
  deepEqual(asked(PLACES, [{ colour: "blue" }, { star: "west" }], meant), { ...meant, colour: "blue" });
});

test("a question about a target of another action leaves the selection out", () => {
  const meant = { type: "swap", hand: "gold" };
  deepEqual(asked(PLACES, [{ colour: "blue" }, { hand: "gold" }], meant), meant);
});

test("the last question is about the target alone", () => {
  const meant = { type: "place", star: "west", colour: "green" };
  deepEqual(allAsked(PLACES, [{ colour: "blue" }, { star: "west" }], meant), [{ ...meant, colour: "blue" }, meant]);
});

test("no question is asked if no action has the fields of the target", () => {
  equal(asked(PLACES, [{ factory: 1 }]), undefined);
});

test("a question counts the things that are selected", () => {
  const [red, blue] = [{ colour: "red" }, { colour: "blue" }];
  deepEqual(asked(KEPT, [red, red, blue]), { type: "keep", tiles: { red: 2, blue: 1 } });
});

test("a question gives a selected thing to another", () => {
  deepEqual(asked(WORK, [{ start: "small", invention: 7 }]), { type: "work", start: { small: 7 } });
  deepEqual(asked(WORK, [{ invention: 7 }]), { type: "work", start: { small: 7 } });
});

test("a question has the types of a legal action, although elements hold texts", () => {
  deepEqual(asked(WORK, [{ start: "small", invention: "7" }]), { type: "work", start: { small: 7 } });
  deepEqual(asked([{ type: "move", to: 3 }], [{ to: "5" }]), { type: "move", to: 5 });
  deepEqual(asked([{ type: "order", cards: [1, 2] }], [{ cards: "9" }]), { type: "order", cards: [9, 2] });
});

test("a question has as many entries of a list as a legal action", () => {
  const lists = [{ type: "order", cards: [1, 2, 3] }];
  deepEqual(asked(lists, [{ cards: 9 }]), { type: "order", cards: [9, 2, 3] });
  deepEqual(asked(lists, [{ "cards/0": 2 }, { "cards/1": 2 }]), { type: "order", cards: [2, 2, 3] });
});
