/** The cells of a grid that a ruleset declares, with the values of a view and the targets that they stand for. */

import type { Schemas } from "../kit/board";
import type { Target } from "../selection";

export type Grid = Schemas["Grid"];
export type Piece = Schemas["GridPiece"];
/** A cell: column and row from 0, row 0 below; `targets` in the order of preference; `path` of its value in the view. */
export type Cell = { column: number; row: number; label: string; piece?: Piece; path?: string; targets: Target[] };
export type Cells = { columns: number; rows: number; cells: Cell[] };

const FIELD = /\{(\w+)\}/g;

/** Return the cells of a grid, the upper left one first.  @param view the field `view` of a view */
export function cellsOf(grid: Grid, view: object): Cells {
  const [columns, rows] = sizeOf(grid, view);
  const pieces = new Map(grid.pieces.map((piece) => [piece.value, piece]));
  const cells = Array.from({ length: columns * rows }, (_, index): Cell => {
    const [column, row] = [index % columns, rows - 1 - Math.floor(index / columns)];
    const found = valueAt(grid, view, column, row);
    return {
      column,
      row,
      label: labelOf(grid, column, row),
      piece: found && pieces.get(String(found.value)),
      path: found?.path.join("/"),
      targets: grid.selects.map((each) => targetOf(grid, each, column, row)),
    };
  });
  return { columns, rows, cells };
}

function sizeOf({ size, columns, rows }: Grid, view: object): [number, number] {
  const found: unknown = size?.split("/").reduce((value: unknown, name) => fieldOf(value, name), view);
  return typeof found === "number" ? [found, found] : [columns.labels.length, rows.labels.length];
}

const labelOf = ({ columns, rows }: Grid, column: number, row: number) =>
  `${columns.labels[column]}${rows.labels[row]}`;

/** Return the fields of an action that a cell stands for: the numbers of its lines, or their labels. */
function targetOf(grid: Grid, selects: string, column: number, row: number): Target {
  const numbers = numbersOf(grid, column, row);
  return Object.fromEntries(
    selects.split("+").map((field) => [field, numbers.get(field) ?? labelOf(grid, column, row)]),
  );
}

const numbersOf = ({ columns, rows }: Grid, column: number, row: number) =>
  new Map([
    [columns.field, column + (columns.first ?? 0)],
    [rows.field, row + (rows.first ?? 0)],
  ]);

type Found = { value: unknown; path: (string | number)[] };

/** Return the value of a cell with its path; undefined for one that is missing. */
function valueAt(grid: Grid, view: object, column: number, row: number): Found | undefined {
  const numbers = numbersOf(grid, column, row);
  let found: Found = { value: view, path: [] };
  for (const name of grid.cells.split("/")) {
    const key = keyIn(grid, found.value, name, numbers);
    const value = key === undefined ? undefined : fieldOf(found.value, key);
    if (key === undefined || value === undefined || value === null) return undefined;
    found = { value, path: [...found.path, key] };
  }
  return found;
}

/** Return the key or index that a name of a path means in a value. */
function keyIn(grid: Grid, value: unknown, name: string, numbers: Map<string, number>): string | number | undefined {
  const fields = [...name.matchAll(FIELD)].map(([, field]) => field);
  if (!fields.length) return name;
  if (!Array.isArray(value)) return undefined;
  const isEntries = value.length > 0 && value.every((each) => typeof each === "object" && !Array.isArray(each));
  if (!isEntries) {
    const { first = 0 } = fields[0] === grid.columns.field ? grid.columns : grid.rows;
    return (numbers.get(fields[0]) ?? 0) - first;
  }
  const index = value.findIndex((each) => fields.every((field) => fieldOf(each, field) === numbers.get(field)));
  return index < 0 ? undefined : index;
}

const fieldOf = (value: unknown, key: string | number): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[key] : undefined;
