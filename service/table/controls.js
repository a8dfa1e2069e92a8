/** What a player can do besides acting: undo, resign, abort the game, and take the seat back from an AI level. */

import { html } from "./html.js";
import { useEffect, useState } from "./vendor/preact.js";
import { request } from "./api.js";
import { Dialog, ErrorMessage, problemOf } from "./components.js";
import { t } from "./i18n.js";
import { tokenOf } from "./session.js";
import { isTakenOver, lastResignation } from "./log.js";

const OFFER_SECONDS = 4;

/** @param {any} props */
export function Controls({ session, state, view, texts }) {
  const [asked, ask] = useState("");
  const [problem, setProblem] = useState(/** @type {any} */ (undefined));
  const [offer, refreshOffer] = useOffer(session, view);
  if (state.seat === null || view.status !== "running" || lastResignation(state.log, view)) return null;
  const token = tokenOf(session);
  const call = async (/** @type {string} */ operation, body = {}) => {
    ask("");
    setProblem(undefined);
    await request(`/games/${view.game_id}/${operation}`, { token, body }).then(refreshOffer, (error) => setProblem(problemOf(error)));
  };
  const hasActed = state.log.some((/** @type {any} */ { seat, by, action, undoes }) => seat === state.seat && action && !by && undoes === undefined);
  const isAgreed = offer?.agreed.includes(state.seat);
  return html`<section class="controls" aria-label=${t("controls")}>
    ${isTakenOver(state.log, state.seat) ? html`<p class="notice" role="status"><span class="grow">${t("taken_over")}</span><button type="button" class="primary" onClick=${() => call("return")}>${t("take_back_seat")}</button></p>` : null}
    ${offer ? html`<p class="notice" role="status"><span class="grow">${t(isAgreed ? "undo_waits" : "undo_offered", { name: texts.name("seat", offer.seat), version: offer.to })}</span>
      ${isAgreed ? null : html`<button type="button" class="primary" onClick=${() => call("undo", { to: offer.to })}>${t("agree")}</button>`}</p>` : null}
    <p class="row">${view.undo ? html`<button type="button" class="quiet" disabled=${!hasActed || isAgreed} onClick=${() => call("undo")}><svg viewBox="0 0 24 24" class="glyph" aria-hidden="true"><path d="M8 5L3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3" /></svg>${t("undo")}</button>` : null}
      <button type="button" class="quiet" onClick=${() => ask("resign")}>${t("resign")}</button>
      <button type="button" class="quiet" onClick=${() => ask("abort")}>${t("abort")}</button></p>
    <${ErrorMessage} problem=${problem} />
    ${asked ? html`<${Dialog} title=${t(asked)} kind="narrow" close=${() => ask("")}><div class="stack"><p>${t(`${asked}_note`)}</p>
      <p class="row end"><button type="button" class="quiet" onClick=${() => ask("")}>${t("back")}</button><button type="button" class="primary" onClick=${() => call(asked)}>${t(asked)}</button></p></div></${Dialog}>` : null}
  </section>`;
}

/** Return the pending offer to undo, and a function that reads it again. No event announces it. @param {any} session @param {any} view @returns {[any, () => Promise<void>]} */
function useOffer(session, view) {
  const [offer, setOffer] = useState(/** @type {any} */ (undefined));
  const needsConsent = view.undo === "consent" && view.status === "running" && session.state.seat !== null;
  const read = async () => {
    if (!needsConsent) return;
    const answer = await request(`/games/${view.game_id}/view?include=undo`, { token: tokenOf(session), attempts: 1 }).catch(() => undefined);
    if (answer) setOffer(answer.undo_offer);
  };
  useEffect(() => {
    if (!needsConsent) return undefined;
    read();
    const timer = setInterval(() => document.visibilityState === "visible" && read(), OFFER_SECONDS * 1000);
    return () => clearInterval(timer);
  }, [needsConsent, view.game_id, view.version]);
  return [offer, read];
}
