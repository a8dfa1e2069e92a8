/**
 * A grid of the generic board. Arrow keys move the focus over its cells, and Enter selects one. On a touch screen with
 * small cells, the first tap enlarges a part of the grid.
 */

import type { GameTexts } from "@bottega/client/texts";
import type { TargetedKeyboardEvent } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { BoardProps } from "../kit/board";
import { translate } from "../kit/geometry";
import type { Target } from "../selection";
import { targetKey } from "../selection";
import type { Cell, Cells, Grid } from "./cells";
import { cellsOf } from "./cells";
import { frameOf, labelsOf, middleOf, viewBox } from "./geometry";
import { cellDrawing, markDrawing, pieceDrawing } from "./pieces";

/** A finger misses smaller cells. */
const LEAST_PIXELS = 30;
const STEPS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, 1]],
  ["ArrowDown", [0, -1]],
]);

export type GridProps = Pick<BoardProps, "texts" | "stateOf" | "select" | "hinted"> & {
  grid: Grid;
  /** The field `view` of the view. */
  view: object;
  label: string;
};

export function GridDrawing({ grid, view, label, texts, stateOf, select, hinted }: GridProps) {
  const all = useMemo(() => cellsOf(grid, view), [grid, view]);
  const drawing = useRef<SVGSVGElement>(null);
  const [enlarged, enlarge] = useState<Cell>();
  const [focused, setFocused] = useState(0);
  const pointer = useRef("");
  const frame = frameOf(grid, all, enlarged);
  const choose = (cell: Cell, target: Target, element: Element) => {
    const isSmall = pointer.current === "touch" && !enlarged && element.getBoundingClientRect().width < LEAST_PIXELS;
    if (isSmall) enlarge(cell);
    else select(target, element);
    pointer.current = "";
  };
  const moveTo = (index: number) => {
    setFocused(index);
    if (enlarged) enlarge(all.cells[index]);
    drawing.current?.querySelectorAll<SVGElement>("[role=gridcell]")[index]?.focus();
  };
  const drawn = (cell: Cell, index: number) => {
    const target = cell.targets.find((each) => stateOf(each)) ?? cell.targets[0];
    return (
      <CellDrawing
        {...{ grid, all, cell, target, texts, state: stateOf(target), isHinted: hinted(target) }}
        isFocused={index === Math.min(focused, all.cells.length - 1)}
        onSelect={(element) => choose(cell, target, element)}
        onStep={([right, up]) => {
          const [column, row] = [cell.column + right, cell.row + up];
          if (column >= 0 && column < all.columns && row >= 0 && row < all.rows) moveTo(indexOf(all, column, row));
        }}
      />
    );
  };
  return (
    <div class="grid-frame">
      <div role="grid" aria-label={label}>
        <svg
          ref={drawing}
          class={`grid-drawing ${grid.shape ?? "square"}`}
          viewBox={viewBox(frame)}
          role="presentation"
          onPointerDown={({ pointerType }) => {
            pointer.current = pointerType;
          }}
        >
          <svg {...frame} viewBox={Object.values(frame).join(" ")} role="presentation">
            <Ground grid={grid} all={all} />
            {Array.from({ length: all.rows }, (_, row) => (
              <g key={row} role="row">
                {all.cells
                  .slice(row * all.columns, (row + 1) * all.columns)
                  .map((cell, column) => drawn(cell, row * all.columns + column))}
              </g>
            ))}
          </svg>
          <Labels grid={grid} all={all} enlarged={enlarged} />
        </svg>
      </div>
      {enlarged ? (
        <button type="button" class="quiet" onClick={() => enlarge(undefined)}>
          {t("whole_board")}
        </button>
      ) : null}
    </div>
  );
}

const indexOf = ({ columns, rows }: Cells, column: number, row: number) => (rows - 1 - row) * columns + column;

type CellProps = {
  grid: Grid;
  all: Cells;
  cell: Cell;
  target: Target;
  texts: GameTexts;
  state: string;
  isHinted: boolean;
  isFocused: boolean;
  onSelect: (element: Element) => void;
  onStep: (step: number[]) => void;
};

function CellDrawing({ grid, all, cell, target, texts, state, isHinted, isFocused, onSelect, onStep }: CellProps) {
  const { x, y } = middleOf(grid, all, cell);
  const pressed = (event: TargetedKeyboardEvent<SVGGElement>) => {
    const step = STEPS.get(event.key);
    if (!step && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (step) onStep(step);
    else onSelect(event.currentTarget);
  };
  return (
    <g
      role="gridcell"
      class={`grid-cell selectable ${state} ${state === "legal" && isHinted ? "hinted" : ""}`}
      transform={translate(x, y)}
      tabindex={isFocused ? 0 : -1}
      aria-label={`${cell.label}: ${cell.piece ? nameOf(texts, cell.piece.name) : t("empty_cell")}`}
      aria-selected={state === "chosen"}
      aria-disabled={!state}
      data-target={targetKey(target)}
      data-path={cell.path}
      onClick={({ currentTarget }) => onSelect(currentTarget)}
      onKeyDown={pressed}
    >
      {cellDrawing(grid.shape)}
      {cell.piece ? (
        <g key={`cell-${cell.label}-${cell.piece.value}`} class="grid-piece">
          {pieceDrawing(cell.piece)}
        </g>
      ) : null}
      {state === "chosen" || (state && !cell.piece) ? markDrawing(grid.shape) : null}
    </g>
  );
}

/** Return the name of a piece: kind and id. */
function nameOf(texts: GameTexts, name: string) {
  const [kind, id] = name.split("/");
  return texts.name(kind, kind === "seat" ? Number(id) : id);
}

/** Draw the ground with the lines of a grid of intersections, and its marks. */
function Ground({ grid, all }: { grid: Grid; all: Cells }) {
  const { columns, rows } = all;
  const lines = [
    ...Array.from({ length: columns }, (_, column) => `M${column} 0V${rows - 1}`),
    ...Array.from({ length: rows }, (_, row) => `M0 ${row}H${columns - 1}`),
  ];
  const marks = new Set(grid.marks);
  return (
    <g role="presentation">
      {grid.shape === "intersection" ? (
        <>
          <rect class="grid-ground" x="-.5" y="-.5" width={columns} height={rows} />
          <path class="grid-line" d={lines.join("")} />
        </>
      ) : null}
      {all.cells
        .filter(({ label }) => marks.has(label))
        .map((cell) => {
          const { x, y } = middleOf(grid, all, cell);
          return <circle class="grid-dot" cx={x} cy={y} r=".1" />;
        })}
    </g>
  );
}

function Labels({ grid, all, enlarged }: { grid: Grid; all: Cells; enlarged?: Cell }) {
  return (
    <g class="grid-labels" aria-hidden="true">
      {labelsOf(grid, all, frameOf(grid, all, enlarged)).map(({ x, y, text }) => (
        <text x={x} y={y + 0.14} font-size=".4" text-anchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}
