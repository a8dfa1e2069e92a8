/** The dialog that previews the next pairings; the organiser can change them. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { Dialog, ErrorMessage, Loading, problemOf, useFetch } from "../components.js";
import { t } from "../i18n.js";
import { swapEntrants } from "./model.js";

/** @typedef {import("./page.js").PageProps} PageProps */
/** @typedef {import("./model.js").Pairings} Pairings */

/** @param {PageProps & {close: () => void}} props */
export function PairingDialog({ data: { tournament }, account: { key: token }, nameOf, close }) {
  const path = `/tournaments/${tournament.tournament}`;
  const { value: pairings, problem } = useFetch(() => request(`${path}/pairings:preview`, { token }), [path]);
  const [changed, change] = useState(/** @type {Pairings | undefined} */ (undefined));
  const [reason, setReason] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const body = changed ? { ...changed, reason: reason.trim() } : {};
    await request(`${path}/rounds`, { token, body }).then(close, (error) => setRejected(problemOf(error)));
  };
  return html`<${Dialog} title=${t("pair_next")} close=${close}><form class="stack" onSubmit=${submit}>
    ${!pairings && !problem ? html`<${Loading} label=${t("loading")} />` : null}
    ${pairings ? html`<p class="faint">${t("by_hand_note")}</p><${PairingEditor} pairings=${changed ?? pairings} isChanged=${Boolean(changed)} nameOf=${nameOf} change=${change} />` : null}
    ${changed ? html`<label class="field"><span>${t("reason")}</span><input required value=${reason} maxlength="500" onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>` : null}
    <${ErrorMessage} problem=${problem ?? rejected} />
    <p class="row end"><button class="primary" disabled=${!pairings}>${t("seat_round")}</button></p></form></${Dialog}>`;
}

/** The pairings of a round as buttons: selecting two entrants swaps them. @param {{pairings: Pairings, isChanged: boolean, nameOf: (entrant: number) => string, change: (pairings?: Pairings) => void}} props */
function PairingEditor({ pairings, isChanged, nameOf, change }) {
  const [chosen, choose] = useState(/** @type {number | undefined} */ (undefined));
  const [message, setMessage] = useState("");
  const pick = (/** @type {number} */ entrant) => {
    choose(chosen === undefined ? entrant : undefined);
    if (chosen === undefined || chosen === entrant) return;
    change(swapEntrants(pairings, chosen, entrant));
    setMessage(t("have_changed", { one: nameOf(chosen), other: nameOf(entrant) }));
  };
  const undo = () => {
    choose(undefined);
    change();
    setMessage("");
  };
  const names = (/** @type {number[]} */ entrants) => html`<span class="cup-places">${entrants.map((entrant, at) => html`<button type="button" key=${at} class="quiet small choosable" aria-pressed=${String(entrant === chosen)} onClick=${() => pick(entrant)}>${nameOf(entrant)}</button>`)}</span>`;
  return html`<ol class="cup-preview">${pairings.tables.map(({ entrants }, index) => html`<li key=${index}><span class="faint">${t("table_number", { table: index + 1 })}</span>${names(entrants)}</li>`)}
    ${pairings.byes.length ? html`<li><span class="faint">${t("byes")}</span>${names(pairings.byes)}</li>` : null}</ol>
    <div class="cup-message"><p class="faint" role="status">${message}</p>${isChanged ? html`<button type="button" class="quiet small" onClick=${undo}>${t("reset_seating")}</button>` : null}</div>`;
}
