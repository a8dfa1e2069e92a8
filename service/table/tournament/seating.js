/** The dialog that previews the next pairings; the organiser can change them. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { described, Dialog, Trouble, useAnswer, Waiting } from "../parts.js";
import { t } from "../words.js";
import { exchanged } from "./reading.js";

/** @typedef {import("./page.js").Given} Given */
/** @typedef {import("./reading.js").Drawn} Drawn */

/** @param {Given & {close: () => void}} props */
export function Next({ shown: { tournament }, reader: { key: token }, nameOf, close }) {
  const path = `/tournaments/${tournament.tournament}`;
  const { value: drawn, problem } = useAnswer(() => request(`${path}/pairings:preview`, { token }), [path]);
  const [changed, change] = useState(/** @type {Drawn | undefined} */ (undefined));
  const [reason, setReason] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const body = changed ? { ...changed, reason: reason.trim() } : {};
    await request(`${path}/rounds`, { token, body }).then(close, (error) => setRejected(described(error)));
  };
  return html`<${Dialog} title=${t("pair_next")} close=${close}><form class="stack" onSubmit=${submit}>
    ${!drawn && !problem ? html`<${Waiting} label=${t("loading")} />` : null}
    ${drawn ? html`<p class="faint">${t("by_hand_note")}</p><${Places} drawn=${changed ?? drawn} isChanged=${Boolean(changed)} nameOf=${nameOf} change=${change} />` : null}
    ${changed ? html`<label class="field"><span>${t("reason")}</span><input required value=${reason} maxlength="500" onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>` : null}
    <${Trouble} problem=${problem ?? rejected} />
    <p class="row end"><button class="primary" disabled=${!drawn}>${t("seat_round")}</button></p></form></${Dialog}>`;
}

/** The pairings of a round as buttons: selecting two entrants swaps them. @param {{drawn: Drawn, isChanged: boolean, nameOf: (entrant: number) => string, change: (drawn?: Drawn) => void}} props */
function Places({ drawn, isChanged, nameOf, change }) {
  const [chosen, choose] = useState(/** @type {number | undefined} */ (undefined));
  const [said, say] = useState("");
  const point = (/** @type {number} */ entrant) => {
    choose(chosen === undefined ? entrant : undefined);
    if (chosen === undefined || chosen === entrant) return;
    change(exchanged(drawn, chosen, entrant));
    say(t("have_changed", { one: nameOf(chosen), other: nameOf(entrant) }));
  };
  const undo = () => {
    choose(undefined);
    change();
    say("");
  };
  const names = (/** @type {number[]} */ entrants) => html`<span class="cup-places">${entrants.map((entrant, at) => html`<button type="button" key=${at} class="quiet small choosable" aria-pressed=${String(entrant === chosen)} onClick=${() => point(entrant)}>${nameOf(entrant)}</button>`)}</span>`;
  return html`<ol class="cup-preview">${drawn.tables.map(({ entrants }, index) => html`<li key=${index}><span class="faint">${t("table_number", { table: index + 1 })}</span>${names(entrants)}</li>`)}
    ${drawn.byes.length ? html`<li><span class="faint">${t("byes")}</span>${names(drawn.byes)}</li>` : null}</ol>
    <div class="cup-said"><p class="faint" role="status">${said}</p>${isChanged ? html`<button type="button" class="quiet small" onClick=${undo}>${t("reset_seating")}</button>` : null}</div>`;
}
