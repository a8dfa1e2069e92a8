/** A page of the pairings of a round for a large screen: who sits at which table. */

import { tournamentText as t } from "../i18n";
import { Conflicts } from "../tournament/conflicts";
import type { MatchTable, Round } from "../types";

const PAGE_OF_PAIRS = 9;
const PAGE_OF_TABLES = 6;

/** Split the tables of a running round into pages. A single table needs none: its board shows the names. */
export function pairingPages({ tables, status }: Round): MatchTable[][] {
  if (status !== "running" || tables.length < 2) return [];
  const size = tables.every(({ entrants }) => entrants.length === 2) ? PAGE_OF_PAIRS : PAGE_OF_TABLES;
  const pages = Math.ceil(tables.length / size);
  return Array.from({ length: pages }, (_, page) => tables.slice(page * size, (page + 1) * size));
}

type PairingsProps = {
  round: Round;
  tables: MatchTable[];
  page: number;
  pages: number;
  nameOf: (entrant: number) => string;
};

/** Return a round with the conflicts of some tables alone. */
const conflictsAt = ({ round, conflicts }: Round, tables: MatchTable[]) => ({
  round,
  conflicts: conflicts?.filter((each) => tables.some(({ table }) => table === each.table)),
});

/** `page`: of all `pages`, from 1. */
export const VenuePairings = ({ round, tables, page, pages, nameOf }: PairingsProps) => (
  <section class="venue-pairings" aria-labelledby="venue-pairings">
    <h2 id="venue-pairings">
      {t("venue_pairings")}
      {pages > 1 ? (
        <small>
          {" "}
          {page}/{pages}
        </small>
      ) : null}
    </h2>
    <ol>
      {tables.map(({ table, entrants, status }) => (
        <li key={table} class={status}>
          <strong>
            <span class="hidden">{t("table_column")} </span>
            {table}
          </strong>
          <span>
            {entrants.map(({ entrant }, seat) => (
              <span key={entrant}>
                {seat ? " – " : ""}
                <bdi>{nameOf(entrant)}</bdi>
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
    <Conflicts rounds={[conflictsAt(round, tables)]} nameOf={nameOf} />
  </section>
);
