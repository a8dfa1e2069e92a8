/** The list of entrants; organisers also add and remove entrants. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { described, Dialog, Trouble } from "../parts.js";
import { t } from "../words.js";
import { Reasoned } from "./orders.js";
import { TAKES_LATE } from "./reading.js";
import { isolated } from "../isolate.js";

/** @typedef {import("./page.js").Given} Given */
/** @typedef {import("../types").Entrant} Entrant */

/** @param {Given & {isOpen: boolean}} props */
export function Entrants({ isOpen, ...given }) {
  const { tournament, entrants } = given.shown;
  const isOver = ["over", "cancelled"].includes(tournament.status);
  const takesLate = tournament.late_entries && (tournament.stage ?? 0) === 0 && TAKES_LATE.includes(tournament.stages[0].format);
  const isTaking = !isOver && (tournament.status === "registration" || takesLate);
  return html`<details class="card cup-entrants" open=${isOpen}><summary><h2>${t("entrants")} <span class="cup-note">${t("entrants_count", { count: tournament.entrants })}</span></h2></summary>
    ${entrants.length ? html`<ul class="cup-names">${entrants.map((each) => html`<${Row} key=${each.entrant} ...${given} entrant=${each} />`)}</ul>` : html`<p class="faint">${t("no_entrants")}</p>`}
    ${given.isOrganiser && isTaking ? html`<${Add} ...${given} />` : null}</details>`;
}

/** @param {Given & {entrant: Entrant}} props */
function Row({ entrant, shown: { tournament }, reader: { key: token }, isOrganiser, lex }) {
  const [asking, ask] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const path = `/tournaments/${tournament.tournament}/entrants/${entrant.entrant}`;
  const isOver = ["over", "cancelled"].includes(tournament.status);
  const awaits = tournament.check_in && !entrant.level && tournament.status === "registration" && !entrant.withdrawn;
  const checkInEntrant = () => request(`${path}/check-in`, { token, body: {} }).catch((error) => setRejected(described(error)));
  const notes = [entrant.level ? lex.name("level", entrant.level) : "", entrant.rating ? t("rated_as", { rating: entrant.rating }) : "", entrant.disqualified ? t("disqualified") : entrant.withdrawn ? t("withdrawn") : "", ...(entrant.penalties ?? []).map(({ points }) => t("penalty_of", { points })), awaits && entrant.checked_in ? t("checked_in") : ""];
  const hasStarted = tournament.seed !== undefined && !isOver;
  const orders = [
    ...(!isOver && !entrant.withdrawn ? [["withdraw", t("withdraw")]] : []), ...(!isOver && entrant.withdrawn ? [["reenter", t("reenter")]] : []),
    ...(hasStarted && !entrant.disqualified ? [["disqualify", t("disqualify")]] : []), ...(hasStarted && !entrant.withdrawn ? [["penalty", t("penalty")]] : []),
  ];
  return html`<li class=${`cup-name ${entrant.withdrawn ? "withdrawn" : ""}`}><span class="cup-name-words"><bdi class="cup-name-text">${entrant.name}</bdi> <small class="faint">${notes.filter((each) => each && each !== entrant.name).join(" · ")}</small></span>
    ${isOrganiser && awaits && !entrant.checked_in ? html`<button type="button" class="small" aria-label=${`${t("check_in")}: ${isolated(entrant.name)}`} onClick=${checkInEntrant}>${t("check_in")}</button>` : null}
    ${isOrganiser && tournament.status !== "cancelled" ? orders.map(([verb, word]) => html`<button type="button" key=${verb} class="quiet small" aria-label=${`${word}: ${isolated(entrant.name)}`} onClick=${() => ask(verb)}>${word}</button>`) : null}
    <${Trouble} problem=${rejected} />
    ${asking === "penalty" ? html`<${Penalty} entrant=${entrant} stage=${tournament.stage ?? 0} path=${path} token=${token} close=${() => ask("")} />` : null}
    ${asking && asking !== "penalty" ? html`<${Reasoned} title=${`${t(asking)}: ${isolated(entrant.name)}`} note=${t(`${asking}_note`)} isNeeded=${asking === "disqualify"} close=${() => ask("")} send=${(/** @type {object} */ body) => request(`${path}/${asking}`, { token, body })} />` : null}</li>`;
}

/** @param {{entrant: Entrant, stage: number, path: string, token?: string, close: () => void}} props */
function Penalty({ entrant, stage, path, token, close }) {
  const [points, setPoints] = useState(() => entrant.penalties?.find((each) => each.stage === stage)?.points ?? 0);
  const [reason, setReason] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await request(`${path}/penalty`, { token, method: "PUT", body: { points, reason: reason.trim() } }).then(close, (error) => setRejected(described(error)));
  };
  return html`<${Dialog} title=${`${t("penalty")}: ${isolated(entrant.name)}`} kind="narrow" close=${close}><form class="stack" onSubmit=${submit}><p class="faint">${t("penalty_note")}</p>
    <label class="field"><span>${t("points")}</span><input type="number" required min="0" max="1000" value=${points} onInput=${(/** @type {any} */ event) => setPoints(Number(event.target.value))} /></label>
    <label class="field"><span>${t("reason")}</span><input required value=${reason} maxlength="500" onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>
    <${Trouble} problem=${rejected} /><p class="row end"><button class="primary">${t("penalty")}</button></p></form></${Dialog}>`;
}

/** @param {Given} given */
function Add({ shown: { tournament, entrants }, reader: { key: token }, lex }) {
  const [who, setWho] = useState(lex.ruleset.levels[0]);
  const [player, setPlayer] = useState("");
  const [name, setName] = useState("");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setRejected(undefined);
    const count = entrants.filter(({ level }) => level === who).length;
    const called = name.trim() || (who ? `${lex.name("level", who)} ${count + 1}` : "");
    const body = { ...(who ? { level: who } : { player: player.trim() }), ...(called ? { name: called } : {}) };
    const path = `/tournaments/${tournament.tournament}/entrants`;
    await request(path, { token, body }).then(() => (setName(""), setPlayer("")), (error) => setRejected(described(error)));
  };
  return html`<form class="row bottom cup-add" onSubmit=${submit}>
    <label class="field"><span>${t("player_kind")}</span><select value=${who} onChange=${(/** @type {any} */ event) => setWho(event.target.value)}>${lex.ruleset.levels.map((level) => html`<option key=${level} value=${level}>${t("kind_ai")}: ${lex.name("level", level)}</option>`)}<option value="">${t("a_player")}</option></select></label>
    ${who ? null : html`<label class="field"><span>${t("player_id")}</span><input required value=${player} pattern="pl_[a-z0-9]+" placeholder="pl_…" autocomplete="off" onInput=${(/** @type {any} */ event) => setPlayer(event.target.value)} /></label>`}
    <label class="field"><span>${t("name_may")}</span><input value=${name} maxlength="64" autocomplete="off" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    <button>${t("add_entrant")}</button><${Trouble} problem=${rejected} /></form>`;
}
