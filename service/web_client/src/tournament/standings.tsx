/** The standings, by group if there are groups. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { call } from "../api";
import { ErrorMessage, useFetch } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { Standing, Tournament } from "../types";
import { Challenge, Move } from "./challenge";
import { Groups, groupsOf } from "./groups";
import { byStage, formatNumber } from "./model";
import type { ShownProps } from "./page";
import { placeText } from "./places";
import { hasKnockout } from "./plan";
import { PointsCell, RankCells, RankedTable, RankHeads } from "./ranked";
import { Teams } from "./teams";

export function Standings({ data: { tournament }, account, nameOf, data }: ShownProps) {
  const [group, choose] = useState<number>();
  const { tournament: id, version, stage = 0 } = tournament;
  const part = group === undefined ? {} : { stage, group };
  const { value, problem } = useFetch(
    () => call("GET /tournaments/{tournament}/standings", { tournament: id, ...part }, { token: account.key }),
    [id, stage, group, version, account.key],
  );
  const own = account.me && data.entrants.find(({ player }) => player === account.me?.player)?.entrant;
  const rows = value?.standings ?? [];
  const parts = group === undefined ? byStage(rows, data.rounds) : [{ stage, rows }];
  const teams = <Teams teams={value?.teams} nameOf={nameOf} areMeeting={tournament.team_matches !== undefined} />;
  const breaks = breaksOf(tournament, rows);
  return (
    <section class="card cup-standings" aria-labelledby="standings-title">
      <div class="head-line wrap">
        <h2 id="standings-title">{t("standings")}</h2>
        <Groups groups={groupsOf(tournament)} chosen={group} choose={choose} withAll />
      </div>
      <ErrorMessage problem={problem} />
      {rows.length && group === undefined ? <OrderNote tournament={tournament} isStaged={parts.length > 1} /> : null}
      {tournament.team_matches ? teams : null}
      <RankedTable labelledby="standings-title" caption={t("standings")}>
        <thead>
          <tr>
            <RankHeads />
            {rows.some(({ rating }) => rating !== undefined) ? <th scope="col">{t("rating")}</th> : null}
            <th scope="col">{t("points")}</th>
            <th scope="col" class="cup-games">
              {t("games_short")}
            </th>
            <th scope="col" class="cup-games">
              {t("wins")}
            </th>
            {breaks.map((each) => (
              <th scope="col" key={each} class="cup-break">
                <abbr title={t("tie_break", { name: each })}>{t("tie_break_short", { name: each })}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        {parts.map((part) => (
          <tbody key={`stage-${part.stage}`}>
            {parts.length > 1 ? (
              <StageRow tournament={tournament} stage={part.stage} columns={5 + breaks.length} />
            ) : null}
            {part.rows.map((row) => (
              <Row
                key={`stands-${row.entrant}`}
                row={row}
                place={placeText(row, rows)}
                name={nameOf(row.entrant)}
                breaks={breaks}
                isOwn={row.entrant === own}
                isOver={tournament.status === "over"}
                team={data.entrants[row.entrant]?.team}
              >
                {tournament.may_challenge?.includes(row.entrant) ? (
                  <Challenge tournament={id} entrant={row.entrant} name={nameOf(row.entrant)} token={account.key} />
                ) : null}
              </Row>
            ))}
          </tbody>
        ))}
      </RankedTable>
      {value && !rows.length ? <p class="faint">{t("nothing_yet")}</p> : null}
      {tournament.team_matches ? null : teams}
    </section>
  );
}

type OrderProps = { tournament: Tournament };

/** Why an entrant can rank above another one with more points. */
function OrderNote({ tournament: { stages, team_matches }, isStaged }: OrderProps & { isStaged: boolean }) {
  const last = stages[stages.length - 1];
  const reasons = [
    ...(isStaged ? (["stages"] as const) : []),
    ...(hasKnockout(stages) && (isStaged || last === stages[0]) ? (["knockout"] as const) : []),
    ...(hasKnockout(stages) && team_matches ? (["teams"] as const) : []),
  ];
  if (!reasons.length) return null;
  return <p class="faint cup-order">{reasons.map((reason) => t("standings_order", { reason })).join(" ")}</p>;
}

/** The heading of the entrants whose last stage it is. */
function StageRow({ tournament: { stages }, stage, columns }: OrderProps & { stage: number; columns: number }) {
  const isFinal = stage === stages.length - 1;
  const name = t("stage_named", { format: stages[stage].format });
  return (
    <tr class="cup-stage">
      <th scope="rowgroup" colSpan={columns}>
        {isFinal ? t("stage_final", { name }) : t("stage_before", { name, number: stage + 1 })}
      </th>
    </tr>
  );
}

type TieBreak = Standing["tie_breaks"][number]["tie_break"];

/** Whether a tie-break has a column of its own: the wins always have one, and a random draw is no achievement. */
const isShown = (tieBreak: TieBreak) => tieBreak !== "random" && tieBreak !== "wins";

/** List the tie-breaks with a column. Places or ratings order a ladder. */
function breaksOf({ stages: [first] }: Tournament, rows: readonly Standing[]): TieBreak[] {
  return first.format === "ladder" ? [] : (rows[0]?.tie_breaks ?? []).map((each) => each.tie_break).filter(isShown);
}

type RowProps = {
  row: Standing;
  place: string;
  name: string;
  /** the tie-breaks with a column */
  breaks: TieBreak[];
  isOwn: boolean;
  isOver: boolean;
  team?: string;
  /** the button to challenge the entrant */
  children?: ComponentChildren;
};

function Row({ row, place, name, breaks, isOwn, isOver, team, children }: RowProps) {
  const podium = isOver && row.place <= 3 ? `podium place-${row.place}` : "";
  return (
    <tr class={`${podium} ${isOwn ? "own" : ""} ${row.withdrawn ? "withdrawn" : ""}`}>
      <RankCells place={place} name={name}>
        {team ? (
          <>
            {" "}
            <small class="faint">
              <bdi>{team}</bdi>
            </small>
          </>
        ) : null}
        <Notes row={row} />
        {children}
      </RankCells>
      {row.rating === undefined ? null : <td>{row.rating}</td>}
      <PointsCell points={row.points} />
      <td class="cup-games">{row.played}</td>
      <td class="cup-games">{row.wins}</td>
      {row.tie_breaks
        .filter(({ tie_break }) => breaks.includes(tie_break))
        .map((each) => (
          <td key={each.tie_break} class="cup-break">
            {formatNumber(each.value, currentLanguage(), 1)}
          </td>
        ))}
    </tr>
  );
}

/** What is to know of an entrant besides the result. */
function Notes({ row: { withdrawn, disqualified, penalty, place, place_before: before } }: Pick<RowProps, "row">) {
  return (
    <>
      {before ? <Move up={before - place} /> : null}
      {withdrawn ? (
        <span class="hidden">
          {" ("}
          {t("withdrawn")})
        </span>
      ) : null}
      {disqualified ? (
        <>
          {" "}
          <small>{t("disqualified")}</small>
        </>
      ) : null}
      {penalty ? (
        <>
          {" "}
          <small class="faint">{t("penalty_of", { points: penalty })}</small>
        </>
      ) : null}
    </>
  );
}
