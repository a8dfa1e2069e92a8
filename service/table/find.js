/** Quick ways into a game: against an AI level at once, or against people who look for the same game. */

import { html } from "./html.js";
import { useEffect, useState } from "./vendor/preact.js";
import { createGame, Identity, useAccount } from "./account.js";
import { pause, request } from "./api.js";
import { Dialog, ErrorMessage, Loading, problemOf } from "./components.js";
import { loadDrawing } from "./drawings.js";
import { t } from "./i18n.js";
import { setting, storeGame } from "./storage.js";
import { termsBody, USUAL } from "./terms.js";

const POLL_SECONDS = 2;

/** @typedef {{ruleset: string, title: string, min_seats: number, max_seats: number, levels: string[], undo_modes: string[], picture?: string[], duration?: any, complexity?: number}} Listed */

/** Start a game against the level `normal`, with the fewest seats, and open it. @param {Listed} listed */
export async function playAtOnce(listed) {
  const { ruleset, min_seats } = listed;
  loadDrawing(ruleset).catch(() => undefined); // while the game is created
  const name = setting("name") || t("player", { number: 1 });
  const seats = [{ kind: "human", name }, ...Array.from({ length: min_seats - 1 }, () => ({ kind: "ai", level: "normal" }))];
  await createGame({ ruleset, seats, ...termsBody(USUAL, listed) });
}

/** The dialog that looks for opponents until it finds some or is closed. @param {{ruleset: Listed, close: () => void}} props */
export function FindOpponents({ ruleset, close }) {
  const account = useAccount();
  const [problem, setProblem] = useState(/** @type {any} */ (undefined));
  const { key } = account;
  useEffect(() => {
    if (!key) return undefined;
    const controller = new AbortController();
    const wanted = Array.from({ length: ruleset.max_seats - ruleset.min_seats + 1 }, (_, index) => ruleset.min_seats + index);
    look(ruleset.ruleset, wanted, key, controller.signal).catch((error) => controller.signal.aborted || setProblem(problemOf(error)));
    return () => controller.abort();
  }, [key]);
  return html`<${Dialog} title=${t("find_title", { title: ruleset.title })} kind="narrow" close=${close}><div class="stack">
    ${key ? html`<${Loading} label=${t("finding")} /><p class="faint">${t("finding_note")}</p>` : html`<p>${t("find_needs_player")}</p><p><${Identity} account=${account} /></p>`}
    <${ErrorMessage} problem=${problem} /><p class="row end"><button type="button" class="quiet" onClick=${close}>${t("back")}</button></p></div></${Dialog}>`;
}

/** Seek a game and open it once it is found; withdraw the seek if the signal aborts. @param {string} ruleset @param {number[]} seats @param {string} token @param {AbortSignal} signal */
async function look(ruleset, seats, token, signal) {
  let seek = await request("/seeks", { token, body: { ruleset, seats } });
  const path = `/seeks/${seek.seek}`;
  while (seek.status === "waiting" && !signal.aborted) {
    await pause(POLL_SECONDS, signal);
    if (!signal.aborted) seek = await request(path, { token, signal });
  }
  if (seek.status === "matched") {
    storeGame({ game: seek.game_id, ruleset, seats: [{ seat: seek.seat, token }] });
    location.hash = `#/game/${seek.game_id}`;
  } else if (signal.aborted) await request(path, { token, method: "DELETE" }).catch(() => undefined);
}
