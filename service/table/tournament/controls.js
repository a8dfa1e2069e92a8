/** The controls of the organiser: start, next round, pause, cancel. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { Dialog, ErrorMessage, problemOf } from "../components.js";
import { t } from "../i18n.js";
import { EditDialog } from "./edit.js";
import { canDeleteRound } from "./model.js";
import { PairingDialog } from "./pairing.js";

/** @typedef {import("./page.js").PageProps} PageProps */

/** @param {PageProps} props */
export function OrganiserControls(props) {
  const { data: { tournament, rounds }, account: { key: token } } = props;
  const [dialog, setDialog] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const path = `/tournaments/${tournament.tournament}`;
  const { status } = tournament;
  const hasStarted = tournament.seed !== undefined;
  const last = rounds.at(-1);
  const isArena = tournament.stages[tournament.stage ?? 0]?.format === "arena";
  const isFirst = !rounds.length && tournament.next_round === "automatic"; // the first round is paired automatically
  const isBetween = !isFirst && !isArena && !tournament.seating && rounds.every((each) => each.status === "closed");
  const run = async (/** @type {string} */ verb) => {
    setRejected(undefined);
    await request(`${path}/${verb}`, { token, body: {} }).catch((error) => setRejected(problemOf(error)));
  };
  if (status === "over" || status === "cancelled") return null;
  return html`<section class="card cup-controls" aria-label=${t("organise")}>
    <p class="cup-controls-note">${tournament.seating ? null : t("organiser_note", { status, between: String(isBetween), next: tournament.next_round })}${tournament.code ? html` <span class="cup-code">${t("code")}: <code>${tournament.code}</code></span>` : null}</p>
    <div class="row">
      ${status === "registration" ? html`<button type="button" class="primary" onClick=${() => run("start")}>${t("start_tournament")}</button>` : null}
      ${hasStarted && isBetween ? html`<button type="button" class=${status === "running" ? "primary" : ""} onClick=${() => setDialog("rounds")}>${t("pair_next")}</button>` : null}
      ${status === "running" || status === "registration" ? html`<button type="button" onClick=${() => setDialog("pause")}>${t("pause_tournament")}</button>` : null}
      ${status === "paused" ? html`<button type="button" class="primary" onClick=${() => run("resume")}>${t("resume_tournament")}</button>` : null}
      <button type="button" class="quiet" onClick=${() => setDialog("change")}>${t("change_tournament")}</button>
      ${last && canDeleteRound(last) ? html`<button type="button" class="quiet" onClick=${() => setDialog("back")}>${t("delete_round")}</button>` : null}
      <button type="button" class="quiet" onClick=${() => setDialog("cancel")}>${t("cancel_tournament")}</button></div>
    <${ErrorMessage} problem=${rejected} />
    ${dialog === "rounds" ? html`<${PairingDialog} ...${props} close=${() => setDialog("")} />` : null}
    ${dialog === "change" ? html`<${EditDialog} ...${props} close=${() => setDialog("")} />` : null}
    ${dialog === "back" && last ? html`<${ReasonDialog} title=${t("delete_round")} note=${t("delete_round_note", { round: last.round })} close=${() => setDialog("")} send=${(/** @type {{reason?: string}} */ { reason }) => request(`${path}/rounds/${last.round}${reason ? `?${new URLSearchParams({ reason })}` : ""}`, { token, method: "DELETE" })} />` : null}
    ${dialog === "pause" || dialog === "cancel" ? html`<${ReasonDialog} title=${t(`${dialog}_tournament`)} note=${t(`${dialog}_note`)} close=${() => setDialog("")} send=${(/** @type {object} */ body) => request(`${path}/${dialog}`, { token, body })} />` : null}
  </section>`;
}

/** A dialog to enter a reason before a request is sent. @param {{title: string, note: string, isNeeded?: boolean, close: () => void, send: (body: any) => Promise<any>}} props */
export function ReasonDialog({ title, note, isNeeded = false, close, send }) {
  const [reason, setReason] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = reason.trim();
    await send(text ? { reason: text } : {}).then(close, (error) => setRejected(problemOf(error)));
  };
  return html`<${Dialog} title=${title} kind="narrow" close=${close}><form class="stack" onSubmit=${submit}><p class="faint">${note}</p>
    <label class="field"><span>${t(isNeeded ? "reason" : "reason_may")}</span><input required=${isNeeded} value=${reason} maxlength="500" onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>
    <${ErrorMessage} problem=${rejected} /><p class="row end"><button class="primary">${title}</button></p></form></${Dialog}>`;
}
