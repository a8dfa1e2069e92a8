/** The crosstable: the points of all entrants against each other, or round by round. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { useFetch } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { CrosstableRow, Crosstable as Table } from "../types";
import { Groups, groupsOf } from "./groups";
import { formatNumber } from "./model";
import type { PageProps } from "./page";
import { placeText } from "./places";
import { PointsCell, RankCells, RankedTable, RankHeads } from "./ranked";

export function Crosstable({ data: { tournament }, account }: PageProps) {
  const groups = groupsOf(tournament);
  const [chosen, choose] = useState(0);
  const { tournament: id, version, stage = 0 } = tournament;
  const part = groups.length ? { stage, group: Math.min(chosen, groups.length - 1) } : {};
  const { value } = useFetch(
    () => call("GET /tournaments/{tournament}/crosstable", { tournament: id, ...part }, { token: account.key }),
    [id, stage, part.group, version, account.key],
  );
  if (!value?.rows.some(hasWon)) return null;
  const isArena = tournament.stages[stage]?.format === "arena";
  const grid = isMatrix(value.rows) ? matrix(value.rows) : byRound(value, isArena);
  return (
    <section class="card cup-cross" aria-labelledby="cross-title">
      <div class="head-line wrap">
        <h2 id="cross-title">{t("crosstable")}</h2>
        <Groups groups={groups} chosen={chosen} choose={(group = 0) => choose(group)} withAll={false} />
      </div>
      <p class="faint">{t(isMatrix(value.rows) ? "matrix_note" : "rounds_note")}</p>
      <RankedTable labelledby="cross-title" caption={t("crosstable")} kind="cup-grid">
        <thead>
          <tr>
            <RankHeads />
            {grid.heads.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
            <th scope="col">{t("points")}</th>
          </tr>
        </thead>
        <tbody>
          {value.rows.map((row, at) => (
            <tr key={`cross-${row.entrant}`}>
              <RankCells place={placeText(row, value.rows)} name={row.name} />
              {grid.cells[at].map((cell, column) => (
                <td key={column} class={cell.style}>
                  {cell.points === undefined ? "" : formatNumber(cell.points, currentLanguage())}
                  {cell.below ? <small>{cell.below}</small> : null}
                </td>
              ))}
              <PointsCell points={row.points} />
            </tr>
          ))}
        </tbody>
      </RankedTable>
    </section>
  );
}

/** Whether a row has points. */
const hasWon = ({ cells }: CrosstableRow) => cells.some(({ points }) => points !== undefined);

const LARGEST_MATRIX = 24;

const isMatrix = (rows: CrosstableRow[]) => rows.length <= LARGEST_MATRIX && rows.some(({ met }) => met.length);

/** `below`: the places of the opponents. */
type Cell = { points?: number; below?: string; style: string };
/** The titles of the columns, and the cells row by row. */
type Grid = { heads: number[]; cells: Cell[][] };

/** Return a grid of all entrants against each other. */
function matrix(rows: CrosstableRow[]): Grid {
  const best = Math.max(1, ...rows.flatMap(({ met }) => met.map(({ points }) => points)));
  const cells = rows.map((row) =>
    rows.map(({ entrant }) => {
      if (entrant === row.entrant) return { style: "cup-self" };
      const points = row.met.find((each) => each.entrant === entrant)?.points;
      return { points, style: shade(points, best) };
    }),
  );
  return { heads: rows.map(({ place }) => place), cells };
}

/** Return a column for each round, or for each match of an arena, with the ranks of the opponents. */
function byRound({ rounds, rows }: Table, isArena: boolean): Grid {
  const places = new Map(rows.map(({ entrant, place }) => [entrant, place]));
  const best = Math.max(1, ...rows.flatMap((row) => row.cells.map(({ points = 0 }) => points)));
  const most = Math.max(0, ...rows.map((row) => row.cells.length));
  const heads = isArena ? Array.from({ length: most }, (_, index) => index + 1) : rounds;
  const cells = rows.map((row) =>
    heads.map((head) => {
      const cell = isArena ? row.cells[head - 1] : row.cells.find(({ round }) => round === head);
      if (!cell) return { style: "" };
      const below = cell.table ? cell.opponents.map((each) => places.get(each) ?? "–").join(" ") : t("bye");
      return { points: cell.points, below, style: shade(cell.points, best) };
    }),
  );
  return { heads, cells };
}

/** Return the class of a background that is stronger with more points. */
const shade = (points: number | undefined, best: number) => `shade-${Math.round((4 * (points ?? 0)) / best)}`;
