/** Who may invite and seat the player, and the players whom the player blocks. */

import { html } from "./html.js";
import { useState } from "./vendor/preact.js";
import { request } from "./api.js";
import { isolateRtl } from "./bidi.js";
import { ErrorMessage, Loading, problemOf, useFetch } from "./components.js";
import { t } from "./i18n.js";

const BLOCKED = "/me/blocked-players";
const AUDIENCES = ["everybody", "played_with", "nobody"];
/** The settings with their defaults for people. */
const SETTINGS = { invited_by: "everybody", seated_by: "nobody" };

/** @typedef {{player: string, name?: string}} Blocked */

/** Load the settings and the block list of a player. @param {string} token @returns {Promise<{me: any, players: Blocked[]}>} */
async function load(token) {
  const [me, { players }] = await Promise.all([request("/me", { token }), request(BLOCKED, { token })]);
  return { me, players };
}

/** The settings of who may reach the player. @param {{token: string}} props */
export function Contacts({ token }) {
  const { value, problem, reload } = useFetch(() => load(token), [token]);
  const [failed, setFailed] = useState(/** @type {any} */ (undefined));
  if (!value) return problem ? html`<${ErrorMessage} problem=${problem} />` : html`<${Loading} label=${t("loading")} />`;
  const run = async (/** @type {Promise<any>} */ sent) => {
    await sent.then(() => setFailed(undefined), (error) => setFailed(problemOf(error)));
    reload();
  };
  const change = (/** @type {string} */ name, /** @type {string} */ audience) => run(request("/me", { token, method: "PATCH", body: { [name]: audience } }));
  const unblock = (/** @type {string} */ player) => run(request(`${BLOCKED}/${player}`, { token, method: "DELETE" }));
  return html`<div class="stack">${Object.entries(SETTINGS).map(([name, usual]) => html`<label class="field wide" key=${name}><span>${t(name)}</span>
      <select value=${value.me[name] ?? usual} onChange=${(/** @type {any} */ event) => change(name, event.target.value)}>
        ${AUDIENCES.map((each) => html`<option key=${each} value=${each}>${t("contact_audience", { value: each })}</option>`)}</select></label>`)}
    ${value.players.length ? html`<details><summary>${t("blocked_players")} (${value.players.length})</summary><ul class="plain">${value.players.map(({ player, name }) => html`<li key=${player} class="row"><bdi class="grow">${name ?? player}</bdi>
      <button type="button" class="quiet small" aria-label=${t("unblock_named", { name: isolateRtl(name ?? player) })} onClick=${() => unblock(player)}>${t("unblock")}</button></li>`)}</ul></details>` : null}
    <${ErrorMessage} problem=${failed} /></div>`;
}

/** A button that blocks a player. @param {{token: string, player: string, label: string}} props */
export function BlockButton({ token, player, label }) {
  const [state, setState] = useState(/** @type {{isDone?: boolean, problem?: any}} */ ({}));
  const block = () => request(`${BLOCKED}/${player}`, { token, method: "PUT" }).then(() => setState({ isDone: true }), (error) => setState({ problem: problemOf(error) }));
  if (state.isDone) return html`<span class="faint" role="status">${t("blocked_done")}</span>`;
  return html`<button type="button" class="quiet small" aria-label=${t("block_named", { name: isolateRtl(label) })} onClick=${block}>${t("block")}</button><${ErrorMessage} problem=${state.problem} />`;
}
