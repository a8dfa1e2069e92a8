/** A table of a round: its entrants, scores and points, and links to its games. */

import { useState } from "preact/hooks";
import { seatClass } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { MatchGame, MatchTable, Round, Tournament } from "../types";
import { closedUntil, formatNumber, formatSoon, scoreOf, seriesScore, winnersOf } from "./model";
import type { PageProps } from "./page";
import { ResultDialog } from "./result";
import { SeatChoice } from "./seatchoice";

type TableCardProps = PageProps & { round: Round; table: MatchTable; isArena?: boolean };

export function TableCard({ round, table, isArena, ...props }: TableCardProps) {
  const [isEditing, setEditing] = useState(false);
  const { may, nameOf, data } = props;
  const own = data.entrants.find(({ player }) => player !== undefined && player === props.account.me?.player)?.entrant;
  const title = t("table_number", { table: isArena ? `${round.round}.${table.table}` : table.table });
  return (
    <li class={`cup-table ${table.status}`}>
      <div class="cup-table-head">
        <h3>{title}</h3>
        {table.series ? (
          <strong class="cup-series">
            <span class="hidden">{t("match_score")} </span>
            {seriesScore(table.series.score, currentLanguage())}
          </strong>
        ) : null}
        <span class="cup-note">
          {statusOf(table)}
          {table.status === "running" ? (
            <span class="dots" aria-hidden="true">
              <i></i>
              <i></i>
              <i></i>
            </span>
          ) : null}
        </span>
      </div>
      <Seats table={table} own={own} nameOf={nameOf} />
      <SeatChoice {...props} round={round} table={table} own={own} />
      {table.ruled?.reason ? <p class="cup-reason">“{table.ruled.reason}”</p> : null}
      <div class="cup-table-foot">
        {table.games.map((game) => (
          <Watch
            key={game.game_id}
            tournament={data.tournament}
            round={round}
            table={table}
            game={game}
            title={title}
          />
        ))}
        {may("referee") && data.tournament.status !== "cancelled" ? (
          <button
            type="button"
            class="quiet small"
            aria-label={`${t("set_result")}: ${title}`}
            onClick={() => setEditing(true)}
          >
            {t("set_result")}
          </button>
        ) : null}
      </div>
      {isEditing ? <ResultDialog {...props} round={round} table={table} close={() => setEditing(false)} /> : null}
    </li>
  );
}

/** Return the status of a match in words: with the end of a break, and with a tie-break game. */
function statusOf({ ruled, series, games, status }: MatchTable) {
  if (ruled) return t("result_set");
  if (status === "closed") return t("match_status", { status });
  if (series?.next_game_at) return t("next_game_at", { at: formatSoon(series.next_game_at, currentLanguage()) });
  return games.at(-1)?.tie_break ? t("tie_break_game") : t("match_status", { status });
}

/** `own`: the entrant of the signed-in player. */
type SeatsProps = { table: MatchTable; own?: number; nameOf: (entrant: number) => string };

/** The entrants of a table with their scores and points. */
function Seats({ table, own, nameOf }: SeatsProps) {
  const winners = winnersOf(table);
  return (
    <ol class="cup-seats">
      {table.entrants.map(({ entrant, points }, seat) => (
        <li
          key={entrant}
          class={`cup-seat ${seatClass(seat)} ${winners.includes(entrant) ? "won" : ""} ${entrant === own ? "own" : ""}`}
        >
          <span class="cup-seat-name" title={nameOf(entrant)}>
            <bdi>{nameOf(entrant)}</bdi>
            {winners.includes(entrant) ? (
              <span class="hidden">
                {" ("}
                {t("won")})
              </span>
            ) : null}
          </span>
          <Score score={scoreOf(table, entrant)} />
          <strong class="cup-points">
            {table.status === "closed" || points ? formatNumber(points, currentLanguage()) : "–"}
          </strong>
        </li>
      ))}
    </ol>
  );
}

const Score = ({ score }: { score?: number }) =>
  score === undefined ? (
    <span></span>
  ) : (
    <span class="cup-score">
      <span class="hidden">{t("score")} </span>
      {score}
    </span>
  );

type WatchProps = { tournament: Tournament; round: Round; table: MatchTable; game: MatchGame; title: string };

/** A link to a game, or the reason why spectators cannot see it. */
function Watch({ tournament, round, table, game, title }: WatchProps) {
  const closed = closedUntil(tournament, round, table, game);
  const number = table.games.length > 1 || table.series ? game.game + 1 : 0;
  if (closed !== "open")
    return <span class="cup-closed">{t("closed_to_spectators", { why: closed, game: number })}</span>;
  const word = t("watch_game", { status: game.status, game: number });
  return (
    <a
      class={`button small ${game.status === "running" ? "" : "quiet"}`}
      aria-label={`${word}: ${title}`}
      href={`#/game/${game.game_id}`}
    >
      {word}
    </a>
  );
}
