/** The page of a tournament for a large screen: live boards, standings, clocks and bracket, readable from five metres. */

import { html } from "../html.js";
import { useEffect, useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { isolateRtl } from "../bidi.js";
import { ErrorMessage, Loading, useFetch, useTitle } from "../components.js";
import { currentLanguage, t } from "../i18n.js";
import { LiveBoard } from "../watch.js";
import { BracketDrawing, PAGE_OF_MATCHES } from "../tournament/bracket.js";
import { useTournament } from "../tournament/live.js";
import { formatNumber } from "../tournament/model.js";
import { openGames } from "./top.js";

const SLIDE_SECONDS = 12;
const ROWS = 7;

/** Return a number that grows by one after some seconds. @param {number} seconds */
function useCount(seconds) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((before) => before + 1), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return count;
}

/** Split a list into pages. @template T @param {T[]} list @param {number} size @returns {T[][]} */
const pagesOf = (list, size) => Array.from({ length: Math.ceil(list.length / size) }, (_, page) => list.slice(page * size, (page + 1) * size));

/** @param {{id: string}} props */
export function Venue({ id }) {
  const { data, problem } = useTournament(id, undefined, true);
  const version = data?.tournament.version;
  const { value: standings } = useFetch(async () => version !== undefined && request(`/tournaments/${id}/standings`), [id, version]);
  const isKnockout = data?.tournament.stages[data.tournament.stage ?? 0].format.endsWith("knockout");
  const { value: bracket } = useFetch(async () => isKnockout && request(`/tournaments/${id}/bracket`).catch(() => undefined), [id, version, isKnockout]);
  const slide = useCount(SLIDE_SECONDS);
  useTitle(data ? isolateRtl(data.tournament.name) : t("tournaments"));
  if (problem) return html`<${ErrorMessage} problem=${problem} />`;
  if (!data) return html`<${Loading} label=${t("loading")} />`;
  const slides = slidesOf(data, bracket);
  const rows = pagesOf(standings ? standings.standings : [], ROWS);
  const { kind, content } = slides[slide % slides.length] ?? { kind: "none", content: null };
  return html`<article class=${`venue shows-${kind}`}><${Head} data=${data} />
    ${content}
    ${kind === "bracket" || !rows.length ? null : html`<${Standings} rows=${rows[slide % rows.length]} data=${data} page=${(slide % rows.length) + 1} pages=${rows.length} />`}
    <p class="venue-foot"><a class="button quiet small" href=${`#/tournament/${id}`}>${t("leave_venue")}</a>
      <button type="button" class="quiet small" onClick=${() => document.documentElement.requestFullscreen?.().catch(() => undefined)}>${t("full_screen")}</button></p></article>`;
}

/** Return what the main area shows in turn: two running boards, then a page of the bracket. @param {import("../tournament/live.js").TournamentData} data @param {any} bracket @returns {{kind: string, content: any}[]} */
function slidesOf(data, bracket) {
  const boards = openGames(data).map(({ table, game }) => ({ kind: "boards", content: html`<section key=${game} class="venue-board"><h2>${t("table_number", { table })}</h2><${LiveBoard} game=${game} label=${t("table_number", { table })} /></section>` }));
  const rounds = bracket?.rounds ?? [];
  const shown = rounds.slice(Math.max(0, rounds.length - 2));
  const pages = Math.ceil((shown[0]?.matches.length ?? 0) / PAGE_OF_MATCHES);
  const brackets = Array.from({ length: pages }, (_, page) => ({ kind: "bracket", content: html`<${BracketDrawing} rounds=${shown} stage=${data.tournament.stages[bracket.stage]} page=${page} />` }));
  const turns = Math.max(Math.ceil(boards.length / 2), brackets.length);
  return Array.from({ length: turns }, (_, turn) => [...new Set([2 * turn, 2 * turn + 1].map((at) => boards[at % boards.length])), brackets[turn % brackets.length]]).flat().filter(Boolean);
}

/** Name, round and time of day. @param {{data: import("../tournament/live.js").TournamentData}} props */
function Head({ data: { tournament, rounds } }) {
  useCount(1);
  const round = rounds.at(-1);
  const closed = round?.tables.filter(({ status }) => status === "closed").length ?? 0;
  return html`<header class="venue-head"><h1><bdi>${tournament.name}</bdi></h1>
    <p role="status">${round ? `${t("round_number", { round: round.round })} · ${t("tables_closed", { closed, all: round.tables.length })}` : t("tournament_status", { status: tournament.status })}</p>
    <time>${new Date().toLocaleTimeString(currentLanguage(), { hour: "numeric", minute: "2-digit" })}</time></header>`;
}

/** A page of the standings. @param {{rows: any[], data: import("../tournament/live.js").TournamentData, page: number, pages: number}} props */
export function Standings({ rows, data, page, pages }) {
  return html`<section class="card venue-standings" aria-labelledby="venue-standings"><h2 id="venue-standings">${t("standings")}${pages > 1 ? html` <small>${page}/${pages}</small>` : null}</h2>
    <table class="cup-data"><colgroup><col class="venue-place" /><col /><col class="venue-points" /></colgroup><thead class="hidden"><tr><th scope="col">${t("place")}</th><th scope="col">${t("name")}</th><th scope="col">${t("points")}</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr key=${row.entrant}><td><span class="cup-place">${row.place}</span></td><th scope="row"><bdi>${isolateRtl(data.entrants[row.entrant]?.name ?? String(row.entrant + 1))}</bdi></th><td><strong>${formatNumber(row.points, currentLanguage())}</strong></td></tr>`)}</tbody></table></section>`;
}
