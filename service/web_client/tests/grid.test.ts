import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import type { Grid } from "../src/grid/cells";
import { cellsOf } from "../src/grid/cells";
import { frameOf } from "../src/grid/geometry";

const LINES = { columns: { field: "column", labels: ["a", "b"] }, rows: { field: "row", labels: ["1", "2"] } };
const PIECE = { value: "0", name: "seat/0", colour: "#000000", letter: "X" };
const grid = (changes: Partial<Grid>): Grid => ({
  cells: "board/{row}/{column}",
  pieces: [PIECE],
  selects: ["column+row"],
  ...LINES,
  ...changes,
});
/** Return the labels of the cells with a piece, and the paths of their values. */
const held = (changes: Partial<Grid>, view: object) =>
  cellsOf(grid(changes), view).cells.flatMap(({ label, piece, path }) => (piece ? [[label, path]] : []));

test("the first row of a list of rows is below", () => {
  deepEqual(
    held(
      {},
      {
        board: [
          [0, null],
          [null, 0],
        ],
      },
    ),
    [
      ["b2", "board/1/1"],
      ["a1", "board/0/0"],
    ],
  );
});

test("a list of columns may end before its last row", () => {
  deepEqual(held({ cells: "board/{column}/{row}" }, { board: [[], [0]] }), [["b1", "board/1/0"]]);
});

test("an entry of a list lies on the cell whose numbers it has", () => {
  const cells = { cells: "stones/{column}{row}/seat" };
  deepEqual(held(cells, { stones: [{ column: 1, row: 0, seat: 0 }] }), [["b1", "stones/0/seat"]]);
  deepEqual(held(cells, { stones: [] }), []);
});

test("the view can say how many lines there are", () => {
  const { columns, rows, cells } = cellsOf(grid({ size: "lines" }), { lines: 1, board: [[0]] });
  deepEqual([columns, rows, cells.map(({ label }) => label)], [1, 1, ["a1"]]);
});

test("a cell stands for the numbers of its lines, or for its label", () => {
  const { columns } = { columns: { ...LINES.columns, first: 1 } };
  const [upperLeft] = cellsOf(grid({ columns, selects: ["column+row", "from"] }), { board: [] }).cells;
  deepEqual(upperLeft.targets, [{ column: 1, row: 1 }, { from: "a2" }]);
});

test("an enlarged part lies within the grid", () => {
  const labels = Array.from({ length: 19 }, (_, index) => String(index));
  const large = grid({ columns: { field: "column", labels }, rows: { field: "row", labels } });
  const all = cellsOf(large, { board: [] });
  deepEqual(frameOf(large, all), { x: -0.5, y: -0.5, width: 19, height: 19 });
  deepEqual(frameOf(large, all, all.cells[0]), { x: -0.5, y: -0.5, width: 9, height: 9 });
  deepEqual(frameOf(large, all, all.cells[360]), { x: 9.5, y: 9.5, width: 9, height: 9 });
});
