/** The page of a tournament for a large screen: live boards, standings, clocks and bracket, readable from five metres. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call, serviceTime } from "../api";
import { isolateRtl } from "../bidi";
import { ErrorMessage, Loading, useFetch, useTitle } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import { BracketDrawing, hasBracket, PAGE_OF_MATCHES } from "../tournament/bracket";
import type { TournamentData } from "../tournament/live";
import { useTournament } from "../tournament/live";
import { byStage } from "../tournament/model";
import { placeText } from "../tournament/places";
import { Podium } from "../tournament/podium";
import { PointsCell, RankCells } from "../tournament/ranked";
import { type Ranked, rankingOf } from "../tournament/ranking";
import type { Schemas } from "../types";
import { LiveBoard } from "../watch";
import { pagesOf, pairingPages, VenuePairings } from "./pairings";
import { formatLeft, roundEnd } from "./roundclock";
import { openGames } from "./top";

const SLIDE_SECONDS = 12;
const ROWS = 7;

/** Return a number that grows by one after some seconds. */
function useCount(seconds: number) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((before) => before + 1), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return count;
}

/** `minutes`: the length of a round on the clock of the screen; 0 for none. */
type VenueProps = { id: string; minutes: number };

export function Venue({ id, minutes }: VenueProps) {
  const { data, problem } = useTournament(id, undefined, true);
  const version = data?.tournament.version;
  const { value: standings } = useFetch(
    async () =>
      version === undefined ? undefined : call("GET /tournaments/{tournament}/standings", { tournament: id }),
    [id, version],
  );
  const isKnockout = data && hasBracket(data.tournament);
  const { value: bracket } = useFetch(
    async () =>
      isKnockout ? call("GET /tournaments/{tournament}/bracket", { tournament: id }).catch(() => undefined) : undefined,
    [id, version, isKnockout],
  );
  const slide = useCount(SLIDE_SECONDS);
  useTitle(data ? isolateRtl(data.tournament.name) : t("tournaments"));
  if (problem) return <ErrorMessage problem={problem} isScreen />;
  if (!data) return <Loading label={t("loading")} />;
  const nameOf = (entrant: number) => isolateRtl(data.entrants[entrant]?.name ?? String(entrant + 1));
  const ranking = standings ? rankingOf(standings, nameOf) : [];
  const slides = slidesOf(data, nameOf, bracket);
  if (data.tournament.status === "over" && ranking.length)
    slides.unshift({ kind: "podium", content: <Podium ranking={ranking} /> });
  const rows = pagesOf(ranking, ROWS);
  const { kind, content } = slides[slide % slides.length] ?? { kind: "none", content: null };
  return (
    <article class={`venue shows-${kind}`}>
      <Head data={data} minutes={minutes} />
      {content}
      {kind === "bracket" || !rows.length ? null : (
        <Standings
          lines={ranking}
          rows={rows[slide % rows.length]}
          isStaged={byStage([...(standings?.standings ?? [])], data.rounds).length > 1}
          page={(slide % rows.length) + 1}
          pages={rows.length}
        />
      )}
      <p class="venue-foot">
        <a class="button quiet small" href={`#/tournament/${id}`}>
          {t("leave_venue")}
        </a>
        <label class="venue-minutes">
          {t("round_minutes")}
          <input
            type="number"
            min="0"
            max="600"
            value={minutes || ""}
            onChange={(event) => {
              location.hash = `#/venue/${id}/${Number(event.currentTarget.value) || ""}`;
            }}
          />
        </label>
        <button
          type="button"
          class="quiet small"
          onClick={() => document.documentElement.requestFullscreen?.().catch(() => undefined)}
        >
          {t("full_screen")}
        </button>
      </p>
    </article>
  );
}

type Slide = { kind: "boards" | "bracket" | "pairings" | "podium"; content: ComponentChildren };

/** Return the slides with the pairings of the round. */
function pairingsOf({ tournament, rounds }: TournamentData, nameOf: (entrant: number) => string): Slide[] {
  const round = rounds.at(-1);
  const isFree = ["arena", "ladder"].includes(tournament.stages[tournament.stage ?? 0].format);
  if (!round || isFree) return [];
  return pairingPages(tournament, round).map((parts, page, { length }) => ({
    kind: "pairings",
    content: <VenuePairings round={round} parts={parts} page={page + 1} pages={length} nameOf={nameOf} />,
  }));
}

/** Return what the main area shows in turn: the pairings, then two running boards and a page of the bracket, and so on. */
function slidesOf(data: TournamentData, nameOf: (entrant: number) => string, bracket?: Schemas["Bracket"]): Slide[] {
  const boards = openGames(data).map(
    ({ table, game }): Slide => ({
      kind: "boards",
      content: (
        <section key={game} class="venue-board">
          <h2>{t("table_number", { table })}</h2>
          <LiveBoard game={game} label={t("table_number", { table })} />
        </section>
      ),
    }),
  );
  const rounds = bracket?.rounds ?? [];
  const shown = rounds.slice(Math.max(0, rounds.length - 2));
  const pages = Math.ceil((shown[0]?.matches.length ?? bracket?.ahead?.length ?? 0) / PAGE_OF_MATCHES);
  const brackets = Array.from(
    { length: pages },
    (_, page): Slide => ({
      kind: "bracket",
      content: bracket ? <BracketDrawing {...bracket} rounds={shown} page={page} /> : null,
    }),
  );
  const turns = Math.max(Math.ceil(boards.length / 2), brackets.length);
  const others = Array.from({ length: turns }, (_, turn) => [
    ...new Set([2 * turn, 2 * turn + 1].map((at) => boards[at % boards.length])),
    brackets[turn % brackets.length],
  ]);
  return [...pairingsOf(data, nameOf), ...others.flat().filter(Boolean)];
}

type HeadProps = Pick<VenueProps, "minutes"> & { data: TournamentData };

/** Name, round, and the time that is left; without an end of the round, the time of day. */
function Head({ data, minutes }: HeadProps) {
  useCount(1);
  const { tournament, rounds } = data;
  const round = rounds.at(-1);
  const end = roundEnd(data, minutes);
  const left = end ? end.at - serviceTime() : 0;
  const closed = round?.tables.filter(({ status }) => status === "closed").length ?? 0;
  return (
    <header class="venue-head">
      <h1>
        <bdi>{tournament.name}</bdi>
      </h1>
      <p role="status">
        {round
          ? `${t("round_number", { round: round.round })} · ${t("tables_closed", { closed, all: round.tables.length })}`
          : t("tournament_status", { status: tournament.status })}
      </p>
      {end ? (
        <p class={`venue-clock ${left > 0 ? "" : "is-up"}`} role="timer">
          <span>{t("round_clock", { kind: left > 0 ? end.kind : "up" })}</span>
          {left > 0 ? <strong> {formatLeft(left)}</strong> : null}
        </p>
      ) : (
        <time>{new Date().toLocaleTimeString(currentLanguage(), { hour: "numeric", minute: "2-digit" })}</time>
      )}
    </header>
  );
}

/** `lines`: all standings; `rows`: those of a `page` of all `pages`, from 1. */
type StandingsProps = {
  lines: Ranked[];
  rows: Ranked[];
  isStaged: boolean;
  page: number;
  pages: number;
};

/** A page of the standings. */
function Standings({ lines, rows, isStaged, page, pages }: StandingsProps) {
  return (
    <section class="card venue-standings" aria-labelledby="venue-standings">
      <h2 id="venue-standings">
        {t("standings")}
        {pages > 1 ? (
          <>
            {" "}
            <small>
              {page}/{pages}
            </small>
          </>
        ) : null}
      </h2>
      {isStaged ? <p class="venue-order">{t("standings_order", { reason: "short" })}</p> : null}
      <table class="cup-data">
        <colgroup>
          <col class="venue-place" />
          <col />
          <col class="venue-points" />
        </colgroup>
        <thead class="hidden">
          <tr>
            <th scope="col">{t("place")}</th>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("points")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <RankCells place={placeText(row, lines)} name={row.name} />
              <PointsCell points={row.points} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
