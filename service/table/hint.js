/** Advice: what the service would do, as often as the game grants. */

import { html } from "./html.js";
import { fits, remaining } from "./narrow.js";
import { Waiting } from "./parts.js";
import { advise } from "./session.js";
import { corners } from "./thing.js";
import { t } from "./words.js";

const SHOWN = 3;

/** Return a test for the things of the shown hint that are not chosen yet. @param {any} props @returns {(points: import("./narrow.js").Points) => boolean} */
export function hinting({ state, read, isCovered }) {
  const shown = state.hint?.actions?.[state.hint.at ?? 0];
  const [hinted] = shown && !isCovered ? remaining([read(shown.action)], state.chosen) : [];
  return (points) => hinted !== undefined && fits(hinted, points) > 0;
}

/** @param {any} props */
export function Hint({ session, state, view, lex, give }) {
  const { hint, hintsLeft } = state;
  if (view.rated || hintsLeft === 0) return null;
  if (hint?.isAsked) return html`<${Waiting} label=${t("hint_thinking")} />`;
  if (!hint) return html`<button type="button" class="quiet hint-ask" onClick=${() => advise(session)}>${t("hint")}${hintsLeft === undefined ? null : html` <span class="count">${hintsLeft}</span>`}</button>`;
  const most = Math.max(1, ...hint.actions.map((/** @type {any} */ { visits }) => visits));
  const look = (/** @type {number} */ at) => at !== (hint.at ?? 0) && session.change({ hint: { ...hint, at } });
  const entered = (/** @type {PointerEvent} */ event, /** @type {number} */ at) => event.pointerType === "mouse" && look(at);
  return html`<div class="hints"><h3 class="choice-title"><svg viewBox="0 0 24 24" class="glyph hint-glyph" aria-hidden="true"><path d=${corners({ x: 2, y: 2, width: 20, height: 20 }, 7)} /></svg> ${t("hint_title")}</h3><ol class="choices">
    ${hint.actions.slice(0, SHOWN).map((/** @type {any} */ { action, visits, value }, /** @type {number} */ at) => html`<li key=${JSON.stringify(action)}><button type="button" class=${`choice hinted ${at === (hint.at ?? 0) ? "marked" : ""}`} onPointerEnter=${(/** @type {PointerEvent} */ event) => entered(event, at)} onFocus=${() => look(at)} onClick=${() => give(action)}>
      <span>${lex.sentence("action", action)}</span>
      <span class="meter"><meter min="0" max=${most} value=${visits} aria-label=${t("hint_weight")}></meter>${value === undefined ? null : html`<small>${t("chance", { percent: Math.round(value * 100) })}</small>`}</span></button></li>`)}</ol></div>`;
}
