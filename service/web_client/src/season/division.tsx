/** A division of a season: its table, its tournaments, and its entrants in the next season. */

import { useCopy } from "../copying";
import type { TitlesProps } from "../gameline";
import { currentLanguage, tournamentText as t } from "../i18n";
import { Lines } from "../tournament/lines";
import { formatNumber } from "../tournament/model";
import { placeText } from "../tournament/places";
import { PointsCell, RankCells, RankedTable, RankHeads } from "../tournament/ranked";
import type { Season } from "../types";
import { listOf } from "./nextlist";

export type SeasonDivision = Season["divisions"][number];
type Standing = SeasonDivision["standings"][number];
type DivisionProps = TitlesProps & {
  number: number;
  division: SeasonDivision;
  /** the page on which the organiser creates the next tournament; undefined for others */
  founding?: string;
  /** the id of the user's player */
  own?: string;
};

export function Division({ number, division, founding, titles, own }: DivisionProps) {
  const { name, standings, tournaments, provisional, place_points: places = [], best = 0 } = division;
  const title = `division-${number}`;
  return (
    <section class="card cup-standings" aria-labelledby={title}>
      <h2 id={title}>
        <bdi>{name}</bdi>
      </h2>
      <p class="faint">
        {t("season_points", { places: places.length ? places.join(", ") : "none", best })}
        {provisional ? ` ${t("provisional")}` : ""}
      </p>
      {standings.length ? (
        <Table title={title} division={division} own={own} />
      ) : (
        <p class="faint">{t("no_standings")}</p>
      )}
      {division.next_entrants ? <NextEntrants entrants={division.next_entrants} founding={founding} /> : null}
      <h3>{t("tournaments")}</h3>
      {tournaments.length ? null : <p class="faint">{t("no_tournaments")}</p>}
      <Lines tournaments={[...tournaments]} titles={titles} />
    </section>
  );
}

type TableProps = { title: string; division: SeasonDivision; own?: string };

function Table({ title, division: { name, standings, tournaments, place_points: places }, own }: TableProps) {
  const hasTeams = standings.some((each) => each.board_points !== undefined);
  const started = tournaments.filter(({ tournament }) =>
    standings.some(({ results }) => results.some((each) => each.tournament === tournament)),
  );
  return (
    <RankedTable labelledby={title} caption={name}>
      <thead>
        <tr>
          <RankHeads />
          <th scope="col">{t(hasTeams && !places?.length ? "match_points" : "points")}</th>
          {hasTeams ? <th scope="col">{t("board_points")}</th> : null}
          {started.map((each, index) => (
            <th scope="col" key={each.tournament} class="cup-break">
              <abbr title={each.name}>{index + 1}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {standings.map((row) => (
          <tr key={rowKey(row)} class={own && row.player === own ? "own" : ""}>
            <RankCells place={placeText(row, standings)} name={row.name}>
              {row.outcome && row.outcome !== "stays" ? (
                <>
                  {" "}
                  <small class={`season-${row.outcome}`}>{t("season_outcome", { outcome: row.outcome })}</small>
                </>
              ) : null}
            </RankCells>
            <PointsCell points={row.points} />
            {hasTeams ? <PointsCell points={row.board_points ?? 0} /> : null}
            {started.map(({ tournament }) => (
              <Result key={tournament} row={row} tournament={tournament} />
            ))}
          </tr>
        ))}
      </tbody>
    </RankedTable>
  );
}

export const rowKey = ({ results: [{ tournament, entrant }] }: Standing) => `${tournament}-${entrant}`;

/** The points of a player in a tournament; those that do not count are in brackets. */
function Result({ row, tournament }: { row: Standing; tournament: string }) {
  const found = row.results.find((each) => each.tournament === tournament);
  if (!found) return <td class="cup-break">–</td>;
  const points = formatNumber(found.points, currentLanguage());
  return <td class="cup-break">{found.counted === false ? `(${points})` : points}</td>;
}

type NextEntrantsProps = Pick<DivisionProps, "founding"> & {
  entrants: NonNullable<SeasonDivision["next_entrants"]>;
};

function NextEntrants({ entrants, founding }: NextEntrantsProps) {
  const { isCopied, copy } = useCopy(listOf(entrants));
  return (
    <>
      <div class="head-line wrap">
        <h3>{t("next_season")}</h3>
        <button type="button" class="quiet small" onClick={copy}>
          {t(isCopied ? "copied" : "copy_list")}
        </button>
        {founding ? (
          <a class="button small" href={founding}>
            {t("next_tournament")}
          </a>
        ) : null}
      </div>
      <ol>
        {entrants.map(({ name, team }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            {team ? (
              <small class="faint">
                {" "}
                <bdi>{team}</bdi>
              </small>
            ) : null}
          </li>
        ))}
      </ol>
    </>
  );
}
