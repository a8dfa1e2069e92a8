/** The organiser's word on a match: in place of what was played, with a reason for the log. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { described, Dialog, Trouble } from "../parts.js";
import { current, t } from "../words.js";
import { written } from "./reading.js";

/** @param {import("./page.js").Given & {round: import("../types").Round, table: import("../types").MatchTable, close: () => void}} props */
export function Ruling({ shown: { tournament }, reader: { key: token }, nameOf, round, table, close }) {
  const [ranks, setRanks] = useState(() => table.ruled?.ranks ?? table.entrants.map((_, index) => index + 1));
  const [reason, setReason] = useState("");
  const [state, setState] = useState(/** @type {{changes?: any[], problem?: any}} */ ({}));
  const change = (/** @type {number} */ at, /** @type {number} */ rank) => setRanks(ranks.map((each, index) => (index === at ? rank : each)));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const path = `/tournaments/${tournament.tournament}/rounds/${round.round}/tables/${table.table}/result`;
    const answered = request(path, { token, method: "PUT", body: { ranks, reason: reason.trim() } });
    setState(await answered.then(({ changes }) => ({ changes }), (error) => ({ problem: described(error) })));
  };
  const title = t("rule_title", { round: round.round, table: table.table });
  if (state.changes) return html`<${Dialog} title=${title} kind="narrow" close=${close}><${Changes} changes=${state.changes} /><p class="row end"><button type="button" class="primary" onClick=${close}>${t("close")}</button></p></${Dialog}>`;
  return html`<${Dialog} title=${title} kind="narrow" close=${close}><form class="stack" onSubmit=${submit}><p class="faint">${t("rule_note")}</p>
    ${table.entrants.map(({ entrant }, index) => html`<label key=${entrant} class="cup-rank"><bdi>${nameOf(entrant)}</bdi><select value=${ranks[index]} onChange=${(/** @type {any} */ event) => change(index, Number(event.target.value))}>
      ${table.entrants.map((_, rank) => html`<option key=${rank} value=${rank + 1}>${t("rank", { rank: rank + 1 })}</option>`)}</select></label>`)}
    <label class="field"><span>${t("reason")}</span><input required value=${reason} maxlength="500" onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>
    <${Trouble} problem=${state.problem} /><p class="row end"><button class="primary">${t("rule")}</button></p></form></${Dialog}>`;
}

/** What has become of the standings. @param {{changes: any[]}} props */
function Changes({ changes }) {
  if (!changes.length) return html`<p role="status">${t("nothing_changed")}</p>`;
  return html`<p role="status">${t("standings_changed")}</p><ul class="cup-changes">${changes.map((each) => html`<li key=${each.entrant}><strong><bdi>${each.name}</bdi></strong>
    <span>${t("place_change", { before: each.place_before, now: each.place })}</span><span class="faint">${t("points_change", { before: written(each.points_before, current()), now: written(each.points, current()) })}</span></li>`)}</ul>`;
}
