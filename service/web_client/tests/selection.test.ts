import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import {
  type Action,
  actionParser,
  matchingActions,
  selectedAction,
  type Target,
  toggleTarget,
} from "../src/selection";

const REFERENCES = [
  { part: "action", type: "keep", field: "tiles", kind: "colour", keys: true },
  { part: "action", type: "work", field: "start", kind: "lab", keys: true },
  { part: "action", type: "work", field: "start", kind: "invention" },
  { part: "action", type: "place", field: "from", kind: "space" },
];
const TILES = [
  { type: "keep", tiles: { purple: 1 } },
  { type: "keep", tiles: { purple: 2 } },
  { type: "keep", tiles: { purple: 1, green: 1 } },
  { type: "pass" },
];
const WORK = [
  { type: "work", start: {} },
  { type: "work", start: { small: 1 } },
  { type: "work", start: { small: 1, large: 2 } },
  { type: "work", start: { small: 2, large: 1 } },
];
const PLACES = [
  { type: "place", from: 1, to: 2 },
  { type: "place", from: 2, to: 1 },
];

const parsed = (actions: Action[]) => actions.map(actionParser(REFERENCES));
const left = (actions: Action[], ...chosen: Target[]) =>
  matchingActions(parsed(actions), chosen).map(({ action }) => action);
const selected = (actions: Action[], ...chosen: Target[]) =>
  selectedAction(matchingActions(parsed(actions), chosen), chosen);
const permutations = (all: number[]): number[][] =>
  all.length
    ? all.flatMap((each) => permutations(all.filter((other) => other !== each)).map((rest) => [each, ...rest]))
    : [[]];

test("a choice keeps the actions that contain it", () => {
  deepEqual(left(TILES, { colour: "green" }), [TILES[2]]);
});

test("a value chosen twice must occur twice", () => {
  deepEqual(left(TILES, { colour: "purple" }, { colour: "purple" }), [TILES[1]]);
});

test("a kind selects every field that refers to it, and a field itself only", () => {
  deepEqual(left(PLACES, { space: 1 }), [PLACES[0]]);
  deepEqual(left(PLACES, { to: 1 }), [PLACES[1]]);
});

test("two simultaneous pointers select the same entry", () => {
  deepEqual(left(WORK, { lab: "small", invention: 1 }), [WORK[1], WORK[2]]);
  deepEqual(left(WORK, { lab: "large", invention: 2 }), [WORK[2]]);
});

test("the last remaining action is selected", () => {
  deepEqual(selected(TILES, { colour: "green" }), TILES[2]);
});

test("an action without further choices is offered although others continue", () => {
  deepEqual(selected(TILES, { colour: "purple" }), TILES[0]);
});

test("the order of the selection is the order of the list", () => {
  const actions = permutations([3, 5, 7]).map((order) => ({ type: "sort", order }));
  for (const order of permutations([3, 5, 7])) {
    deepEqual(selected(actions, ...order.map((each) => ({ order: each }))), { type: "sort", order });
    equal(selected(actions, ...order.slice(0, 2).map((each) => ({ order: each }))), undefined);
  }
});

test("no action matches before the first choice", () => {
  equal(selected(TILES.slice(3)), undefined);
});

test("a choice that fits once more is added, and one that does not is removed", () => {
  const purple = { colour: "purple" };
  deepEqual(toggleTarget(parsed(TILES), [purple], purple), [purple, purple]);
  deepEqual(toggleTarget(parsed(TILES), [purple, purple], purple), []);
});

test("a choice replaces those that it excludes", () => {
  deepEqual(toggleTarget(parsed(PLACES), [{ from: 1 }], { from: 2 }), [{ from: 2 }]);
});

test("a choice of another kind of action replaces all others", () => {
  deepEqual(toggleTarget(parsed(TILES), [{ colour: "purple" }], { type: "pass" }), [{ type: "pass" }]);
});

test("what was selected first stays, whatever place is selected for it", () => {
  deepEqual(toggleTarget(parsed(PLACES), [{ from: 1 }], { to: 1 }), undefined);
  deepEqual(toggleTarget(parsed(PLACES), [{ from: 1 }, { to: 2 }], { to: 1 }), undefined);
});

test("what was selected later is deselected with what it was selected for", () => {
  deepEqual(toggleTarget(parsed(PLACES), [{ from: 1 }, { to: 2 }], { from: 2 }), [{ from: 2 }]);
});

test("a value without an action cannot be chosen", () => {
  equal(toggleTarget(parsed(PLACES), [], { from: 9 }), undefined);
});
