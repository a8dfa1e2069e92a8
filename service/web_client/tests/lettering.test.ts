import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { fit, type Room } from "../src/kit/lettering";

/** All letters have the same width: half the font size. */
const widthOf = (words: string) => words.replace(/[\u2068\u2069]/g, "").length / 2;
const ROOM: Room = { width: 40, size: 10, least: 8 };
const fitted = (words: string, changes: Partial<Room> = {}) => fit(words, { ...ROOM, ...changes }, widthOf);

test("a text that fits keeps its size", () => {
  deepEqual(fitted("Ropes"), { size: 10, lines: ["Ropes"] });
});

test("a text that is too wide gets smaller letters", () => {
  deepEqual(fitted("Ropemakers"), { size: 8, lines: ["Ropemakers"] });
});

test("a text that is too wide in the smallest letters takes several lines", () => {
  deepEqual(fitted("New rope maker", { lines: 2 }), { size: 10, lines: ["New rope", "maker"] });
});

test("a text that fits in no size is cut", () => {
  deepEqual(fitted("Maximiliana"), { size: 8, lines: ["Maximilia…"] });
});

test("a right-to-left name is cut on its left", () => {
  deepEqual(fitted(`\u2068${"ד".repeat(12)}\u2069`), { size: 8, lines: [`\u2068${"ד".repeat(9)}…\u2069`] });
});
