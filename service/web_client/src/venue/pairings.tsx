/** A page of the pairings of a round for a large screen: who sits at which table. */

import { tournamentText as t } from "../i18n";
import { Conflicts } from "../tournament/conflicts";
import { splitTables } from "../tournament/parts";
import type { MatchTable, Round, Tournament } from "../types";

const PAGE_OF_PAIRS = 9;
const PAGE_OF_TABLES = 6;

/** Tables under a title: those of a match of teams, or all of a page under an empty one. */
type Titled = { title: string; tables: MatchTable[] };

/** Split a list into pages. */
export const pagesOf = <T,>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, page) => list.slice(page * size, (page + 1) * size));

/** Split the tables of a running round into pages. A single table needs none: its board shows the names. */
export function pairingPages(tournament: Tournament, round: Round): Titled[][] {
  const { tables, status, team_matches: matches } = round;
  if (status !== "running" || tables.length < 2) return [];
  if (matches) return teamPages(splitTables(tournament, round));
  const size = tables.every(({ entrants }) => entrants.length === 2) ? PAGE_OF_PAIRS : PAGE_OF_TABLES;
  return pagesOf(tables, size).map((page) => [{ title: "", tables: page }]);
}

/** Return pages with whole matches of teams. A match too large for a page continues on the next one. */
function teamPages(matches: Titled[]): Titled[][] {
  const pages: Titled[][] = [];
  let left = 0;
  for (const { title, tables } of matches)
    for (const part of pagesOf(tables, PAGE_OF_PAIRS - 1)) {
      const lines = part.length + 1;
      if (lines > left) {
        pages.push([]);
        left = PAGE_OF_PAIRS;
      }
      pages.at(-1)?.push({ title, tables: part });
      left -= lines;
    }
  return pages;
}

type PairingsProps = {
  round: Round;
  parts: Titled[];
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
export const VenuePairings = ({ round, parts, page, pages, nameOf }: PairingsProps) => (
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
    {parts.map(({ title, tables }) => (
      <section key={`match-${tables[0].table}`}>
        {title ? <h3>{title}</h3> : null}
        <ol>
          {tables.map((each) => (
            <Pairing key={each.table} {...each} nameOf={nameOf} />
          ))}
        </ol>
      </section>
    ))}
    <Conflicts
      rounds={[
        conflictsAt(
          round,
          parts.flatMap(({ tables }) => tables),
        ),
      ]}
      nameOf={nameOf}
    />
  </section>
);

const Pairing = ({ table, entrants, status, nameOf }: MatchTable & Pick<PairingsProps, "nameOf">) => (
  <li class={status}>
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
);
