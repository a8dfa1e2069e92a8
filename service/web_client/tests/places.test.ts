import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { freePlace, overlap } from "../src/kit/places";

const ROOM = { x: 0, y: 0, width: 400, height: 300 };
const ELEMENT = { x: 180, y: 140, width: 20, height: 20 };
const TEXT = { width: 100, height: 30 };

test("a text stands above its element", () => {
  deepEqual(freePlace(ELEMENT, TEXT, ROOM, []), { x: 140, y: 104 });
});

test("a text stands elsewhere if it would cover another element", () => {
  const above = { x: 130, y: 90, width: 120, height: 45 };
  const { x, y } = freePlace(ELEMENT, TEXT, ROOM, [above]);
  equal(overlap({ x, y, ...TEXT }, above), 0);
  equal(overlap({ x, y, ...TEXT }, ELEMENT), 0);
});

test("a text stays in its room", () => {
  const corner = { x: 0, y: 0, width: 20, height: 20 };
  const { x, y } = freePlace(corner, TEXT, ROOM, []);
  equal(overlap({ x, y, ...TEXT }, ROOM), TEXT.width * TEXT.height);
});
