/** The dialog in which the organiser changes name, start, entrant limit and Swiss rounds. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { Dialog, ErrorMessage, problemOf } from "../components.js";
import { t } from "../i18n.js";
import { localTime, patchBody } from "./model.js";

/** @param {import("./page.js").PageProps & {close: () => void}} props */
export function EditDialog({ data: { tournament }, account: { key: token }, close }) {
  const at = tournament.stage ?? 0;
  const stage = tournament.stages[at];
  const [values, setValues] = useState({ name: tournament.name, most: tournament.max_entrants, begins: localTime(tournament.starts_at), rounds: stage.rounds ?? 0, reason: "" });
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const set = (/** @type {Partial<typeof values>} */ part) => setValues({ ...values, ...part });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await request(`/tournaments/${tournament.tournament}`, { token, method: "PATCH", body: patchBody(tournament, values) }).then(close, (error) => setRejected(problemOf(error)));
  };
  return html`<${Dialog} title=${t("change_tournament")} kind="narrow" close=${close}><form class="stack" onSubmit=${submit}>
    <label class="field"><span>${t("name")}</span><input required value=${values.name} maxlength="64" onInput=${(/** @type {any} */ event) => set({ name: event.target.value })} /></label>
    <label class="field"><span>${t("max_entrants")}</span><input type="number" required min="2" max="1024" value=${values.most} onInput=${(/** @type {any} */ event) => set({ most: Number(event.target.value) })} /></label>
    ${tournament.seed === undefined ? html`<label class="field"><span>${t("start_time")}</span><input type="datetime-local" value=${values.begins} onInput=${(/** @type {any} */ event) => set({ begins: event.target.value })} /></label>` : null}
    ${stage.format === "swiss" ? html`<label class="field"><span>${t("rounds")}</span><input type="number" required min="1" max="100" value=${values.rounds} onInput=${(/** @type {any} */ event) => set({ rounds: Number(event.target.value) })} /></label>` : null}
    <label class="field"><span>${t("reason_may")}</span><input value=${values.reason} maxlength="500" onInput=${(/** @type {any} */ event) => set({ reason: event.target.value })} /></label>
    <${ErrorMessage} problem=${rejected} /><p class="row end"><button class="primary">${t("change_tournament")}</button></p></form></${Dialog}>`;
}
