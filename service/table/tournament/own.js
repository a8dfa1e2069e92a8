/** The participation of the player: enter, check in, play, withdraw. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { described, Trouble } from "../parts.js";
import { keep } from "../seats.js";
import { t } from "../words.js";
import { Identity } from "./key.js";
import { Reasoned } from "./orders.js";
import { isolated } from "../isolate.js";

/** @typedef {import("./page.js").Given} Given */
/** @typedef {import("../types").Entrant} Entrant */

/** @param {Given} given */
export function Own(given) {
  const { shown: { tournament, entrants }, reader: { me } } = given;
  const own = me && entrants.find(({ player, withdrawn }) => player === me.player && !withdrawn);
  if (["over", "cancelled"].includes(tournament.status)) return null;
  if (own) return html`<${Taking} ...${given} own=${own} />`;
  if (tournament.status === "registration" && tournament.registration !== "organiser" && !given.isOrganiser) return html`<${Entering} ...${given} />`;
  return null;
}

/** @param {Given} given */
function Entering({ shown: { tournament }, reader }) {
  const [code, setCode] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const isByCode = tournament.registration === "code";
  const enter = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const body = isByCode ? { code: code.trim() } : {};
    await request(`/tournaments/${tournament.tournament}/entrants`, { token: reader.key, body }).catch((error) => setRejected(described(error)));
  };
  return html`<section class="card cup-own" aria-labelledby="own-title"><h2 id="own-title">${t("take_part")}</h2>
    ${reader.me ? html`<form class="row bottom" onSubmit=${enter}>
      ${isByCode ? html`<label class="field"><span>${t("code_from_organiser")}</span><input required value=${code} autocomplete="off" onInput=${(/** @type {any} */ event) => setCode(event.target.value)} /></label>` : html`<p class="grow">${t("enter_as", { name: isolated(reader.me.name ?? t("nameless")) })}</p>`}
      <button class="primary">${t("take_part")}</button></form>` : html`<p class="row"><span class="grow">${t("enter_needs_key")}</span><${Identity} reader=${reader} /></p>`}
    <${Trouble} problem=${rejected} /></section>`;
}

/** @param {Given & {own: Entrant}} props */
function Taking({ shown: { tournament, rounds }, reader: { key: token = "" }, own }) {
  const [isLeaving, leave] = useState(false);
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const path = `/tournaments/${tournament.tournament}/entrants/${own.entrant}`;
  const needsCheckIn = tournament.check_in && !own.checked_in && tournament.status === "registration";
  const checkInEntrant = () => request(`${path}/check-in`, { token, body: {} }).catch((error) => setRejected(described(error)));
  const tables = rounds.flatMap((round) => round.tables.map((table) => ({ round, table }))).filter(({ table }) => table.entrants.some(({ entrant }) => entrant === own.entrant));
  const games = tables.flatMap(({ round, table }) => table.games.filter(({ status }) => status === "running").map((game) => ({ round, table, game })));
  return html`<section class="card cup-own" aria-label=${t("your_part")}>
    <p class="grow">${t(needsCheckIn ? "check_in_asked" : games.length ? "your_games_wait" : tournament.status === "registration" ? "you_are_in" : "you_wait", { name: isolated(own.name) })}</p>
    <div class="row">${needsCheckIn ? html`<button type="button" class="primary" onClick=${checkInEntrant}>${t("check_in")}</button>` : null}
      ${games.map(({ round, table, game }) => html`<a key=${game.game_id} class="button primary" href=${`#/game/${game.game_id}`} onClick=${() => keep({ game: game.game_id, ruleset: tournament.ruleset, seats: [{ seat: game.seats.indexOf(own.entrant), token }] })}>${t("play_table", { round: round.round, table: table.table, game: table.games.length > 1 ? game.game + 1 : 0 })}</a>`)}
      <button type="button" class="quiet small" onClick=${() => leave(true)}>${t("withdraw")}</button></div>
    <${Trouble} problem=${rejected} />
    ${isLeaving ? html`<${Reasoned} title=${t("withdraw")} note=${t("withdraw_note")} close=${() => leave(false)} send=${(/** @type {object} */ body) => request(`${path}/withdraw`, { token, body })} />` : null}</section>`;
}
