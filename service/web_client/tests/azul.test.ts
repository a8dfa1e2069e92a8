/** Tests of the board of Azul: which tile is the same one as before. */

import { deepEqual, notEqual } from "node:assert/strict";
import { test } from "node:test";
import { withKeys } from "../src/boards/azul/tiles";
import type { Spot } from "../src/boards/azul/types";

const spot = (where: string): Spot => ({ where, colour: "red", x: 0, y: 0, turn: 0, size: 1 });
const keysOf = (game: string, ...places: string[]) =>
  withKeys(
    game,
    places.map((where) => spot(where)),
  ).map(({ key }) => key);

test("a tile that moves from a factory to the centre or a hand keeps its key", () => {
  const [tile, other] = keysOf("moved", "f1", "f2");
  deepEqual(keysOf("moved", "centre", "f2"), [tile, other]);
  deepEqual(keysOf("moved", "hand-0", "f2"), [tile, other]);
});

test("the tiles of a new round come from the bag, not from the hands", () => {
  const [tile] = keysOf("round", "hand-0");
  notEqual(keysOf("round", "f1")[0], tile);
});

test("the tiles of the supply come from the bag, not from a payment", () => {
  const [tile] = keysOf("supply", "hand-0", "f1");
  notEqual(keysOf("supply", "supply", "f1")[0], tile);
});

test("a tile that an undo puts back on a factory keeps its key", () => {
  const [tile, other] = keysOf("undone", "hand-0", "f1");
  deepEqual(keysOf("undone", "f2", "f1"), [tile, other]);
});
