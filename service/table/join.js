/** The screen to take a free seat of a game. */

import { html } from "./html.js";
import { useState } from "./vendor/preact.js";
import { Identity, useAccount } from "./account.js";
import { request } from "./api.js";
import { ErrorMessage, isFree, Later, Loading, playerName, problemOf, seatClass, useFetch, useTitle } from "./components.js";
import { Facts, Picture } from "./help.js";
import { t } from "./i18n.js";
import { setSetting, setting, storeGame } from "./storage.js";

/** Load the seats of a game and its ruleset. @param {string} game */
async function load(game) {
  const [{ seats }, { ruleset }] = await Promise.all([request(`/games/${game}/seats`), request(`/games/${game}`)]);
  return { seats, ruleset: await request(`/rulesets/${ruleset}`) };
}

/** @param {{game: string}} props */
export function Join({ game }) {
  const { value, problem, reload } = useFetch(() => load(game), [game]);
  useTitle(value?.ruleset.title ?? t("join"));
  const account = useAccount();
  const [name, setName] = useState(setting("name") ?? "");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const claim = async (/** @type {number} */ seat) => {
    const wanted = name.trim();
    try {
      const { key } = account;
      const { token = key } = await request(`/games/${game}/seats/${seat}/claim`, { token: key, body: wanted ? { name: wanted } : {} });
      if (wanted) setSetting("name", wanted);
      storeGame({ game, seats: [{ seat, token }] });
      location.hash = `#/game/${game}`;
    } catch (error) {
      setRejected(problemOf(error));
      reload();
    }
  };
  if (problem) return html`<${ErrorMessage} problem=${problem} />`;
  if (!value || !account.isKnown) return html`<${Loading} label=${t("loading")} />`;
  return html`<section class="create"><header class="create-head"><${Picture} ...${value.ruleset} /><div><p class="eyebrow">${t("join")}</p><h1>${value.ruleset.title}</h1><${Facts} ...${value.ruleset} /></div></header>
    <p class="row"><${Identity} account=${account} />${account.me ? null : html`<small class="faint">${t("join_note")}</small>`}</p>
    <div class="card"><label class="field wide"><span>${t("your_name")}</span><input value=${name} maxlength="40" autocomplete="nickname" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    <ol class="seat-list">${value.seats.map((/** @type {any} */ seat) => html`<li key=${seat.seat} class="seat-row"><span class=${`disc ${seatClass(seat.seat)}`} aria-hidden="true">${seat.seat + 1}</span>
      <bdi class="grow">${isFree(seat) ? t("free_seat") : playerName(seat)}</bdi>
      ${isFree(seat) ? html`<button type="button" class="primary" onClick=${() => claim(seat.seat)}>${t("take_seat", { number: seat.seat + 1 })}</button>` : null}
      ${account.me && seat.player && seat.player !== account.me.player ? html`<${Later} load=${() => import("./contacts.js")} name="BlockButton" token=${account.key} player=${seat.player} label=${playerName(seat)} />` : null}</li>`)}</ol></div>
    <${ErrorMessage} problem=${rejected} />
    <p class="row end"><a class="button quiet" href=${`#/game/${game}`}>${t("watch")}</a></p></section>`;
}
