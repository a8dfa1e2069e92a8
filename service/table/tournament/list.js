/** Lists of tournaments: a few in the lobby, all on their own screen. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { ErrorMessage, Loading, useFetch } from "../components.js";
import { t } from "../i18n.js";

/** @typedef {import("../types").TournamentSummary} TournamentSummary */
/** @typedef {Map<string, string>} Titles of rulesets, by name */

const MOST_IN_LOBBY = 3;

/** @param {{titles: Titles}} props */
export function LobbyTournaments({ titles }) {
  const { value } = useFetch(() => request(`/tournaments?limit=${MOST_IN_LOBBY}`), []);
  return html`<section aria-labelledby="tournaments-title">
    <div class="head-line"><h2 id="tournaments-title">${t("tournaments")}</h2><a class="button quiet small" href="#/tournaments">${t("all_tournaments")}</a></div>
    ${value && !value.tournaments.length ? html`<p class="faint">${t("no_tournaments")}</p>` : null}
    <${Lines} tournaments=${value?.tournaments ?? []} titles=${titles} /></section>`;
}

/** @param {{tournaments: TournamentSummary[], titles: Titles}} props */
export function Lines({ tournaments, titles }) {
  return html`<ul class="games">${tournaments.map((each) => html`<li key=${each.tournament} class="game-line"><a class="game-link" href=${`#/tournament/${each.tournament}`}>
    <strong><bdi>${each.name}</bdi></strong><span class="game-names"><span>${titles.get(each.ruleset) ?? each.ruleset}</span><span>${t("entrants_count", { count: each.entrants })}</span></span>
    <span class="game-state"><${Status} status=${each.status} />${each.rounds && each.status !== "over" ? html` · ${t("round_number", { round: each.rounds })}` : null}</span></a></li>`)}</ul>`;
}

/** @param {{status: string}} props */
export const Status = ({ status }) => html`<span class=${`cup-status ${status}`}>${t("tournament_status", { status })}</span>`;

/** Fetch pages of the list. @param {string} status @param {number} pages */
async function fetchPages(status, pages) {
  const query = status ? `status=${status}&` : "";
  /** @type {TournamentSummary[]} */
  const tournaments = [];
  let next = "";
  for (let page = 0; page < pages; page++) {
    const answer = await request(`/tournaments?${query}limit=20${next ? `&cursor=${encodeURIComponent(next)}` : ""}`);
    tournaments.push(...answer.tournaments);
    next = answer.next_cursor ?? "";
    if (!next) break;
  }
  return { tournaments, hasMore: Boolean(next) };
}

/** @param {{titles: Titles}} props */
export function List({ titles }) {
  const [status, setStatus] = useState("");
  const [pages, setPages] = useState(1);
  const { value, problem, reload } = useFetch(() => fetchPages(status, pages), [status, pages]);
  const choose = (/** @type {string} */ next) => (setPages(1), setStatus(next));
  return html`<div class="cups">
    <header class="cup-head"><div><h1>${t("tournaments")}</h1><p class="faint">${t("tournaments_more")}</p></div>
      <a class="button primary" href="#/new-tournament">${t("create_tournament")}</a></header>
    <div class="row" role="group" aria-label=${t("status")}>${["", "registration", "running", "over"].map((each) => html`<button type="button" key=${each} class="quiet small choosable" aria-pressed=${String(each === status)} onClick=${() => choose(each)}>${each ? t("tournament_status", { status: each }) : t("all")}</button>`)}
      <button type="button" class="quiet small" onClick=${reload}>${t("refresh")}</button></div>
    <${ErrorMessage} problem=${problem} />
    ${!value && !problem ? html`<${Loading} label=${t("loading")} />` : null}
    ${value && !value.tournaments.length ? html`<p class="faint">${t("no_tournaments")}</p>` : null}
    <${Lines} tournaments=${value?.tournaments ?? []} titles=${titles} />
    ${value?.hasMore ? html`<p class="row"><button type="button" class="quiet" onClick=${() => setPages(pages + 1)}>${t("more")}</button></p>` : null}
  </div>`;
}
