/** The participation of the player: enter, check in, play, withdraw. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { isolateRtl } from "../bidi.js";
import { ErrorMessage, problemOf } from "../components.js";
import { t } from "../i18n.js";
import { storeGame } from "../storage.js";
import { Identity } from "../account.js";
import { ReasonDialog } from "./controls.js";
import { takesLate } from "./model.js";

/** @typedef {import("./page.js").PageProps} PageProps */
/** @typedef {import("../types").Entrant} Entrant */

/** @param {PageProps} props */
export function Participation(props) {
  const { data: { tournament, entrants }, account: { me } } = props;
  const entry = me && entrants.find(({ player, withdrawn }) => player === me.player && !withdrawn);
  if (["over", "cancelled"].includes(tournament.status)) return null;
  if (entry) return html`<${Entered} ...${props} entry=${entry} />`;
  const isTaking = tournament.status === "registration" || (tournament.status === "running" && takesLate(tournament));
  if (isTaking && tournament.registration !== "organiser" && !props.isOrganiser) return html`<${EntryForm} ...${props} />`;
  return null;
}

/** @param {PageProps} props */
function EntryForm({ data: { tournament }, account }) {
  const [code, setCode] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const isByCode = tournament.registration === "code";
  const enter = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const body = isByCode ? { code: code.trim() } : {};
    await request(`/tournaments/${tournament.tournament}/entrants`, { token: account.key, body }).catch((error) => setRejected(problemOf(error)));
  };
  return html`<section class="card cup-own" aria-labelledby="own-title"><h2 id="own-title">${t("take_part")}</h2>
    ${account.me ? html`<form class="row bottom" onSubmit=${enter}>
      ${isByCode ? html`<label class="field"><span>${t("code_from_organiser")}</span><input required value=${code} autocomplete="off" onInput=${(/** @type {any} */ event) => setCode(event.target.value)} /></label>` : html`<p class="grow">${t("enter_as", { name: isolateRtl(account.me.name ?? t("nameless")) })}</p>`}
      <button class="primary">${t("take_part")}</button></form>` : html`<p class="row"><span class="grow">${t("enter_needs_key")}</span><${Identity} account=${account} /></p>`}
    <${ErrorMessage} problem=${rejected} /></section>`;
}

/** @param {PageProps & {entry: Entrant}} props */
function Entered({ data: { tournament, rounds }, account: { key: token = "" }, entry }) {
  const [isLeaving, setLeaving] = useState(false);
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const path = `/tournaments/${tournament.tournament}/entrants/${entry.entrant}`;
  const needsCheckIn = tournament.check_in && !entry.checked_in && tournament.status === "registration";
  const checkInEntrant = () => request(`${path}/check-in`, { token, body: {} }).catch((error) => setRejected(problemOf(error)));
  const tables = rounds.flatMap((round) => round.tables.map((table) => ({ round, table }))).filter(({ table }) => table.entrants.some(({ entrant }) => entrant === entry.entrant));
  const games = tables.flatMap(({ round, table }) => table.games.filter(({ status }) => status === "running").map((game) => ({ round, table, game })));
  return html`<section class="card cup-own" aria-label=${t("your_part")}>
    <p class="grow">${t(needsCheckIn ? "check_in_asked" : games.length ? "your_games_wait" : tournament.status === "registration" ? "you_are_in" : "you_wait", { name: isolateRtl(entry.name) })}</p>
    <div class="row">${needsCheckIn ? html`<button type="button" class="primary" onClick=${checkInEntrant}>${t("check_in")}</button>` : null}
      ${games.map(({ round, table, game }) => html`<a key=${game.game_id} class="button primary" href=${`#/game/${game.game_id}`} onClick=${() => storeGame({ game: game.game_id, ruleset: tournament.ruleset, seats: [{ seat: game.seats.indexOf(entry.entrant), token }] })}>${t("play_table", { round: round.round, table: table.table, game: table.games.length > 1 ? game.game + 1 : 0 })}</a>`)}
      <button type="button" class="quiet small" onClick=${() => setLeaving(true)}>${t("withdraw")}</button></div>
    <${ErrorMessage} problem=${rejected} />
    ${isLeaving ? html`<${ReasonDialog} title=${t("withdraw")} note=${t("withdraw_note")} close=${() => setLeaving(false)} send=${(/** @type {object} */ body) => request(`${path}/withdraw`, { token, body })} />` : null}</section>`;
}
