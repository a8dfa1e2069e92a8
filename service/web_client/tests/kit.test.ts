/** Tests of the board kit: geometry, outlines, states, colours, and a board of a game outside the package. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import type { BoardProps, BoardRuleset, BoardView, Mark } from "../src/kit/board";
import { cachedStates } from "../src/kit/drawing";
import { corners, formatPoints, gridPlace, inset, middleOf, polar, scaledTo, sizeOf } from "../src/kit/geometry";
import { boxOutline, type Outline } from "../src/kit/outline";
import { isLight, seatAppearance } from "../src/kit/palette";
import { selectableMaker, type TargetTools } from "../src/kit/selectable";
import type { Target } from "../src/selection";

const BOX = { x: 10, y: 20, width: 30, height: 40 };
const SQUARE = [
  { x: 1, y: 1 },
  { x: 3, y: 1 },
  { x: 3, y: 5 },
  { x: 1, y: 5 },
];
const OUTLINE: Outline = { legal: [{ away: 2, stroke: "gold" }, { stroke: "black" }], chosen: [{ stroke: "white" }] };
const STATES: Record<string, Mark> = { a: "legal", b: "chosen" };

const tools = (changes: Partial<TargetTools> = {}): TargetTools => ({
  stateOf: ({ letter }) => STATES[String(letter)] ?? "",
  hasReason: () => false,
  select: () => undefined,
  hinted: () => false,
  highlighted: () => false,
  touched: () => false,
  ...changes,
});

test("a box is scaled into a frame, and a negative margin enlarges it", () => {
  deepEqual(scaledTo({ x: 0.5, y: 0, width: 0.5, height: 1 }, BOX), { x: 25, y: 20, width: 15, height: 40 });
  deepEqual(inset(BOX, -2), { x: 8, y: 18, width: 34, height: 44 });
});

test("a polygon has a size and a middle", () => {
  deepEqual(sizeOf(SQUARE, 10), { width: 20, height: 40 });
  deepEqual(middleOf(SQUARE), { x: 2, y: 3 });
  equal(formatPoints([polar(2, 90, { x: 1, y: 1 })]), "3.00,1.00");
});

test("a grid is filled row by row", () => {
  deepEqual(
    [0, 2, 3].map((index) => gridPlace(index, 3)),
    [
      { column: 0, row: 0 },
      { column: 2, row: 0 },
      { column: 0, row: 1 },
    ],
  );
});

test("corners lie at the four corners of a box", () => {
  equal(corners({ x: 0, y: 0, width: 10, height: 8 }, 2), "M0 2V0h2M8 0H10v2M10 6V8h-2M2 8H0v-2");
});

test("an outline has the layers of the state, at their distance from the box", () => {
  const layers = boxOutline("legal", OUTLINE, BOX, 5).map(({ props }) => props);
  deepEqual(layers, [
    { x: 8, y: 18, width: 34, height: 44, rx: 7, stroke: "gold" },
    { ...BOX, rx: 5, stroke: "black" },
  ]);
  deepEqual(boxOutline("", OUTLINE, BOX, 5), []);
});

test("a drawing looks up the state of a target once", () => {
  const asked: Target[] = [];
  const stateOf = cachedStates((target) => {
    asked.push(target);
    return "legal";
  });
  deepEqual(
    [stateOf({ zone: 1, seat: 0 }), stateOf({ seat: 0, zone: 1 }), stateOf({ zone: 2 })],
    Array(3).fill("legal"),
  );
  deepEqual(asked, [{ zone: 1, seat: 0 }, { zone: 2 }]);
});

test("a selectable element shows its target, state and hint", () => {
  const shown = (target: Target, changes?: Partial<TargetTools>) => {
    const {
      class: classes,
      "data-target": key,
      transform,
    } = selectableMaker(tools(changes))({ transform: "translate(1 2)" }, target, "A letter", null).props as Record<
      string,
      unknown
    >;
    return { classes, key, transform };
  };
  const drawn = { transform: "translate(1 2)", key: '[["letter","a"]]' };
  deepEqual(shown({ letter: "a" }), { ...drawn, classes: "selectable legal" });
  deepEqual(shown({ letter: "a" }, { hinted: () => true, touched: () => true }), {
    ...drawn,
    classes: "selectable legal hinted touched",
  });
  deepEqual(shown({ letter: "b" }, { hinted: () => true }).classes, "selectable chosen");
  deepEqual(shown({ letter: "c" }, { highlighted: () => true }).classes, "selectable highlighted");
});

test("lines on a light colour are dark", () => {
  deepEqual(["#ffffff", "#f0e0a0", "#3d6ea5"].map(isLight), [true, true, false]);
});

test("a seat has the colour that its player chose, otherwise that of its number", () => {
  const names = ["red", "blue"].map((id) => ({ kind: "player_colour", id, name: id }));
  const seats = [
    { seat: 0, kind: "human" as const, colour: "blue" },
    { seat: 1, kind: "human" as const },
  ];
  const props = board({ view: { ...VIEW, seats }, ruleset: { ...RULESET, names } });
  deepEqual(
    [0, 1].map((seat) => seatAppearance(props, seat)),
    [{ letter: "player_colour blue" }, { letter: "player_colour blue" }],
  );
});

type HeapView = BoardView & { view: { heap: number } };

/** A board as a packaged game would bring it. */
const HeapBoard = ({ view, name, selectable }: BoardProps<HeapView>) =>
  selectable({ key: "heap" }, { take: view.view.heap }, name("heap", view.view.heap), null);

const VIEW: HeapView = { game_id: "g", version: 3, to_act: [0], seats: [], view: { heap: 7 } };
const RULESET: BoardRuleset = { title: "Heap", names: [], constants: {} };

/** Return the properties of a board. */
function board<View extends BoardView>(given: { view: View; ruleset?: BoardRuleset }): BoardProps<View> {
  return {
    ruleset: RULESET,
    seat: 0,
    players: ["Ada", "Bruno"],
    wide: true,
    covered: false,
    chosen: [],
    texts: {} as BoardProps["texts"], // no text is read
    name: (kind, id) => `${kind} ${id}`,
    appearanceOf: (kind, id) => ({ letter: `${kind} ${id}` }),
    stateOf: () => "",
    hasReason: () => false,
    select: () => undefined,
    hinted: () => false,
    selectable: selectableMaker(tools()),
    ...given,
  };
}

test("a packaged game draws its own view with the properties of a board", () => {
  const drawn = HeapBoard(board({ view: VIEW }));
  deepEqual([drawn.key, (drawn.props as Record<string, unknown>)["data-target"]], ["heap", '[["take","7"]]']);
});
