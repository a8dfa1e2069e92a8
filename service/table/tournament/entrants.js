/** The list of entrants; organisers also add and remove entrants. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { isolateRtl } from "../bidi.js";
import { Dialog, ErrorMessage, problemOf } from "../components.js";
import { t } from "../i18n.js";
import { ReasonDialog } from "./controls.js";
import { takesLate } from "./model.js";

/** @typedef {import("./page.js").PageProps} PageProps */
/** @typedef {import("../types").Entrant} Entrant */

/** @param {PageProps & {isOpen: boolean}} props */
export function Entrants({ isOpen, ...props }) {
  const { tournament, entrants } = props.data;
  const isOver = ["over", "cancelled"].includes(tournament.status);
  const isTaking = !isOver && (tournament.status === "registration" || takesLate(tournament));
  return html`<details class="card cup-entrants" open=${isOpen}><summary><h2>${t("entrants")} <span class="cup-note">${t("entrants_count", { count: tournament.entrants })}</span></h2></summary>
    ${entrants.length ? html`<ul class="cup-names">${entrants.map((each) => html`<${Row} key=${each.entrant} ...${props} entrant=${each} />`)}</ul>` : html`<p class="faint">${t("no_entrants")}</p>`}
    ${props.isOrganiser && isTaking ? html`<${Add} ...${props} />` : null}</details>`;
}

/** @param {PageProps & {entrant: Entrant}} props */
function Row({ entrant, data: { tournament }, account: { key: token }, isOrganiser, texts }) {
  const [dialog, setDialog] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const path = `/tournaments/${tournament.tournament}/entrants/${entrant.entrant}`;
  const isOver = ["over", "cancelled"].includes(tournament.status);
  const awaits = tournament.check_in && !entrant.level && tournament.status === "registration" && !entrant.withdrawn;
  const checkInEntrant = () => request(`${path}/check-in`, { token, body: {} }).catch((error) => setRejected(problemOf(error)));
  const notes = [entrant.level ? texts.name("level", entrant.level) : "", entrant.rating ? t("rated_as", { rating: entrant.rating }) : "", entrant.disqualified ? t("disqualified") : entrant.withdrawn ? t("withdrawn") : "", ...(entrant.penalties ?? []).map(({ points }) => t("penalty_of", { points })), awaits && entrant.checked_in ? t("checked_in") : ""];
  const hasStarted = tournament.seed !== undefined && !isOver;
  const actions = [
    ...(!isOver && !entrant.withdrawn ? [["withdraw", t("withdraw")]] : []), ...(tournament.status !== "cancelled" && entrant.withdrawn ? [["reenter", t("reenter")]] : []),
    ...(hasStarted && !entrant.disqualified ? [["disqualify", t("disqualify")]] : []), ...(hasStarted && !entrant.withdrawn ? [["penalty", t("penalty")]] : []),
  ];
  return html`<li class=${`cup-name ${entrant.withdrawn ? "withdrawn" : ""}`}><span class="cup-name-label"><bdi class="cup-name-text">${entrant.name}</bdi> <small class="faint">${notes.filter((each) => each && each !== entrant.name).join(" · ")}</small></span>
    ${isOrganiser && awaits && !entrant.checked_in ? html`<button type="button" class="small" aria-label=${`${t("check_in")}: ${isolateRtl(entrant.name)}`} onClick=${checkInEntrant}>${t("check_in")}</button>` : null}
    ${isOrganiser && tournament.status !== "cancelled" ? actions.map(([verb, word]) => html`<button type="button" key=${verb} class="quiet small" aria-label=${`${word}: ${isolateRtl(entrant.name)}`} onClick=${() => setDialog(verb)}>${word}</button>`) : null}
    <${ErrorMessage} problem=${rejected} />
    ${dialog === "penalty" ? html`<${Penalty} entrant=${entrant} stage=${tournament.stage ?? 0} path=${path} token=${token} close=${() => setDialog("")} />` : null}
    ${dialog && dialog !== "penalty" ? html`<${ReasonDialog} title=${`${t(dialog)}: ${isolateRtl(entrant.name)}`} note=${t(`${dialog}_note`)} isNeeded=${dialog === "disqualify"} close=${() => setDialog("")} send=${(/** @type {object} */ body) => request(`${path}/${dialog}`, { token, body })} />` : null}</li>`;
}

/** @param {{entrant: Entrant, stage: number, path: string, token?: string, close: () => void}} props */
function Penalty({ entrant, stage, path, token, close }) {
  const [points, setPoints] = useState(() => entrant.penalties?.find((each) => each.stage === stage)?.points ?? 0);
  const [reason, setReason] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await request(`${path}/penalty`, { token, method: "PUT", body: { points, reason: reason.trim() } }).then(close, (error) => setRejected(problemOf(error)));
  };
  return html`<${Dialog} title=${`${t("penalty")}: ${isolateRtl(entrant.name)}`} kind="narrow" close=${close}><form class="stack" onSubmit=${submit}><p class="faint">${t("penalty_note")}</p>
    <label class="field"><span>${t("points")}</span><input type="number" required min="0" max="1000" value=${points} onInput=${(/** @type {any} */ event) => setPoints(Number(event.target.value))} /></label>
    <label class="field"><span>${t("reason")}</span><input required value=${reason} maxlength="500" onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>
    <${ErrorMessage} problem=${rejected} /><p class="row end"><button class="primary">${t("penalty")}</button></p></form></${Dialog}>`;
}

/** @param {PageProps} props */
function Add({ data: { tournament, entrants }, account: { key: token }, texts }) {
  const [who, setWho] = useState(texts.ruleset.levels[0]);
  const [player, setPlayer] = useState("");
  const [name, setName] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setRejected(undefined);
    const count = entrants.filter(({ level }) => level === who).length;
    const label = name.trim() || (who ? `${texts.name("level", who)} ${count + 1}` : "");
    const body = { ...(who ? { level: who } : { player: player.trim() }), ...(label ? { name: label } : {}) };
    const path = `/tournaments/${tournament.tournament}/entrants`;
    await request(path, { token, body }).then(() => (setName(""), setPlayer("")), (error) => setRejected(problemOf(error)));
  };
  return html`<form class="row bottom cup-add" onSubmit=${submit}>
    <label class="field"><span>${t("player_kind")}</span><select value=${who} onChange=${(/** @type {any} */ event) => setWho(event.target.value)}>${texts.ruleset.levels.map((level) => html`<option key=${level} value=${level}>${t("kind_ai")}: ${texts.name("level", level)}</option>`)}<option value="">${t("a_player")}</option></select></label>
    ${who ? null : html`<label class="field"><span>${t("player_id")}</span><input required value=${player} pattern="pl_[a-z0-9]+" placeholder="pl_…" autocomplete="off" onInput=${(/** @type {any} */ event) => setPlayer(event.target.value)} /></label>`}
    <label class="field"><span>${t("name_may")}</span><input value=${name} maxlength="64" autocomplete="off" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    <button>${t("add_entrant")}</button><${ErrorMessage} problem=${rejected} /></form>`;
}
