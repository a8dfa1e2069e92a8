/** Hints of the service: the best actions for the pending decision. */

import { html } from "./html.js";
import { Loading } from "./components.js";
import { t } from "./i18n.js";
import { corners } from "./selectable.js";
import { matchCount, matchingActions } from "./selection.js";
import { requestHint } from "./acting.js";

const MOST_SHOWN = 3;

/** Return a test whether a target belongs to the shown hint and is not selected yet. @param {any} props @returns {(target: import("./selection.js").Target) => boolean} */
export function hintTest({ state, parse, isCovered }) {
  const shown = state.hint?.actions?.[state.hint.at ?? 0];
  const [hinted] = shown && !isCovered ? matchingActions([parse(shown.action)], state.chosen) : [];
  return (target) => hinted !== undefined && matchCount(hinted, target) > 0;
}

/** @param {any} props */
export function Hint({ session, state, view, sentence, submit }) {
  const { hint, hintsLeft } = state;
  if (view.rated || hintsLeft === 0) return null;
  if (hint?.isAsked) return html`<${Loading} label=${t("hint_thinking")} />`;
  if (!hint) return html`<button type="button" class="quiet hint-ask" onClick=${() => requestHint(session)}>${t("hint")}${hintsLeft === undefined ? null : html` <span class="count">${hintsLeft}</span>`}</button>`;
  const show = (/** @type {number} */ at) => at !== (hint.at ?? 0) && session.change({ hint: { ...hint, at } });
  const hovered = (/** @type {PointerEvent} */ event, /** @type {number} */ at) => event.pointerType === "mouse" && show(at);
  return html`<div class="hints"><h3 class="choice-title"><svg viewBox="0 0 24 24" class="glyph hint-glyph" aria-hidden="true"><path d=${corners({ x: 2, y: 2, width: 20, height: 20 }, 7)} /></svg> ${t("hint_title")}</h3><ol class="choices">
    ${hint.actions.slice(0, MOST_SHOWN).map((/** @type {any} */ { index, action, value }, /** @type {number} */ at) => html`<li key=${JSON.stringify(action)}><button type="button" class=${`choice hinted ${at === (hint.at ?? 0) ? "marked" : ""}`} onPointerEnter=${(/** @type {PointerEvent} */ event) => hovered(event, at)} onFocus=${() => show(at)} onClick=${() => submit(action)}>
      <span>${sentence(state.actions?.[index] ?? action)}</span>
      <span class="meter">${value === undefined ? null : html`<meter min="0" max="1" value=${value} aria-hidden="true"></meter><small>${t("chance", { percent: Math.round(value * 100) })}</small>`}</span></button></li>`)}</ol></div>`;
}
