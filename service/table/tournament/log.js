/** The tournament log, latest entry first, with the reasons of the organiser. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { isolateRtl } from "../bidi.js";
import { useFetch } from "../components.js";
import { currentLanguage, t } from "../i18n.js";
import { formatDate } from "./model.js";

/** @typedef {import("../types").TournamentEvent} TournamentEvent */

const LATEST = 60;
const KNOWN = ["entered", "checked_in", "withdrew", "reentered", "disqualified", "penalised", "changed", "postponed", "started", "stage_began", "opened", "taken_back", "finished", "stopped", "ruled", "ruling_withdrawn", "paused", "resumed", "cancelled", "ended", "reopened"];

/** @param {import("./page.js").PageProps} props */
export function Log(props) {
  const [isOpen, open] = useState(false);
  return html`<details class="card cup-log" onToggle=${(/** @type {any} */ event) => open(event.currentTarget.open)}><summary><h2>${t("tournament_log")}</h2></summary>${isOpen ? html`<${Entries} ...${props} />` : null}</details>`;
}

/** @param {import("./page.js").PageProps} props */
function Entries({ data: { tournament }, account, nameOf, data }) {
  const { tournament: id, version } = tournament;
  const { value } = useFetch(() => request(`/tournaments/${id}/events?after=${Math.max(0, version - LATEST)}&limit=${LATEST}`, { token: account.key }), [id, version, account.key]);
  const events = /** @type {TournamentEvent[]} */ (value?.events ?? []).filter(({ type, by }) => KNOWN.includes(type) || (type === "paired" && by)).reverse();
  return html`<ol class="cup-entries" tabindex="0" aria-label=${t("tournament_log")}>${events.map((event) => html`<li key=${event.number}><time datetime=${event.at}>${formatDate(event.at, currentLanguage())}</time><span>${t("tournament_event", sentenceArguments(event, data, nameOf))}${event.reason ? html` <em>“<bdi>${event.reason}</bdi>”</em>` : null}</span></li>`)}</ol>`;
}

/** Return the arguments of the sentence of an entry. @param {TournamentEvent} event @param {import("./live.js").TournamentData} data @param {(entrant: number) => string} nameOf */
function sentenceArguments(event, { rounds }, nameOf) {
  const table = rounds.find(({ round }) => round === event.round)?.tables[(event.table ?? 1) - 1];
  const order = table?.entrants.map(({ entrant }, index) => ({ name: nameOf(entrant), rank: event.ranks?.[index] ?? 0 })).sort((one, other) => one.rank - other.rank) ?? [];
  return {
    type: event.type, name: event.entrant === undefined ? "" : event.name ? isolateRtl(event.name) : nameOf(event.entrant), round: event.round ?? 0, table: event.table ?? 0,
    stage: (event.stage ?? 0) + 1, order: order.map(({ name, rank }) => `${rank}. ${name}`).join(", "), aborted: String(Boolean(event.aborted)),
    lost: String(Boolean(event.double_loss)), points: event.penalty ?? 0,
  };
}
