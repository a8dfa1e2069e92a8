/** The dialog in which the organiser replaces the result of a match, with a reason for the log. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { Dialog, ErrorMessage, problemOf } from "../components.js";
import { currentLanguage, t } from "../i18n.js";
import { formatNumber } from "./model.js";

/** @param {import("./page.js").PageProps & {round: import("../types").Round, table: import("../types").MatchTable, close: () => void}} props */
export function ResultDialog({ data: { tournament }, account: { key: token }, nameOf, round, table, close }) {
  const [ranks, setRanks] = useState(() => table.ruled?.ranks ?? table.entrants.map((_, index) => index + 1));
  const [game, setGame] = useState(/** @type {number | undefined} */ (undefined));
  const [isLost, setLost] = useState(Boolean(table.ruled?.double_loss));
  const [reason, setReason] = useState("");
  const [state, setState] = useState(/** @type {{changes?: any[], problem?: any}} */ ({}));
  const change = (/** @type {number} */ at, /** @type {number} */ rank) => setRanks(ranks.map((each, index) => (index === at ? rank : each)));
  const path = `/tournaments/${tournament.tournament}/rounds/${round.round}/tables/${table.table}/result`;
  const ruled = game === undefined ? table.ruled : table.games[game]?.ruled;
  const show = async (/** @type {Promise<any>} */ response) => setState(await response.then(({ changes }) => ({ changes }), (error) => ({ problem: problemOf(error) })));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const result = isLost ? { double_loss: true } : { ranks };
    await show(request(path, { token, method: "PUT", body: { ...result, ...(game === undefined ? {} : { game }), reason: reason.trim() } }));
  };
  const withdraw = async () => {
    const query = new URLSearchParams({ ...(game === undefined ? {} : { game: String(game) }), ...(reason.trim() ? { reason: reason.trim() } : {}) });
    await show(request(`${path}?${query}`, { token, method: "DELETE" }));
  };
  const title = t("rule_title", { round: round.round, table: table.table });
  if (state.changes) return html`<${Dialog} title=${title} kind="narrow" close=${close}><${Changes} changes=${state.changes} /><p class="row end"><button type="button" class="primary" onClick=${close}>${t("close")}</button></p></${Dialog}>`;
  return html`<${Dialog} title=${title} kind="narrow" close=${close}><form class="stack" onSubmit=${submit}><p class="faint">${t("set_result_note")}</p>
    ${table.games.length > 1 ? html`<label class="field"><span>${t("which_games")}</span><select value=${game ?? ""} onChange=${(/** @type {any} */ event) => setGame(event.target.value === "" ? undefined : Number(event.target.value))}><option value="">${t("all_games")}</option>${table.games.map((each) => html`<option key=${each.game} value=${each.game}>${t("game_number", { game: each.game + 1 })}</option>`)}</select></label>` : null}
    <label class="row"><input type="checkbox" checked=${isLost} onChange=${(/** @type {any} */ event) => setLost(event.target.checked)} /><span>${t("double_loss")}</span></label>
    ${isLost ? null : table.entrants.map(({ entrant }, index) => html`<label key=${entrant} class="cup-rank"><bdi>${nameOf(entrant)}</bdi><select value=${ranks[index]} onChange=${(/** @type {any} */ event) => change(index, Number(event.target.value))}>
      ${table.entrants.map((_, rank) => html`<option key=${rank} value=${rank + 1}>${t("rank", { rank: rank + 1 })}</option>`)}</select></label>`)}
    <label class="field"><span>${t("reason")}</span><input required value=${reason} maxlength="500" onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>
    <${ErrorMessage} problem=${state.problem} /><p class="row end">${ruled ? html`<button type="button" class="quiet" onClick=${withdraw}>${t("remove_result")}</button>` : null}<button class="primary">${t("set_result")}</button></p></form></${Dialog}>`;
}

/** The changes of the standings. @param {{changes: any[]}} props */
function Changes({ changes }) {
  if (!changes.length) return html`<p role="status">${t("nothing_changed")}</p>`;
  return html`<p role="status">${t("standings_changed")}</p><ul class="cup-changes">${changes.map((each) => html`<li key=${each.entrant}><strong><bdi>${each.name}</bdi></strong>
    <span>${t("place_change", { before: each.place_before, now: each.place })}</span><span class="faint">${t("points_change", { before: formatNumber(each.points_before, currentLanguage()), now: formatNumber(each.points, currentLanguage()) })}</span></li>`)}</ul>`;
}
