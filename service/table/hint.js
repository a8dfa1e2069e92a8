/** Advice: what the service would do, as often as the game grants. */

import { html } from "./html.js";
import { Waiting } from "./parts.js";
import { advise } from "./session.js";
import { t } from "./words.js";

const SHOWN = 3;

/** @param {any} props */
export function Hint({ session, state, view, lex, give }) {
  const { hint, hintsLeft } = state;
  if (view.rated || hintsLeft === 0) return null;
  if (hint?.isAsked) return html`<${Waiting} label=${t("hint_thinking")} />`;
  if (!hint) return html`<button type="button" class="quiet hint-ask" onClick=${() => advise(session)}>${t("hint")}${hintsLeft === undefined ? null : html` <span class="count">${hintsLeft}</span>`}</button>`;
  const most = Math.max(1, ...hint.actions.map((/** @type {any} */ { visits }) => visits));
  return html`<div class="hints"><h3 class="choice-title">${t("hint_title")}</h3><ol class="choices">
    ${hint.actions.slice(0, SHOWN).map((/** @type {any} */ { action, visits, value }) => html`<li key=${JSON.stringify(action)}><button type="button" class="choice hinted" onClick=${() => give(action)}>
      <span>${lex.tell("action", action, state.seat)}</span>
      <span class="meter"><meter min="0" max=${most} value=${visits} aria-label=${t("hint_weight")}></meter>${value === undefined ? null : html`<small>${t("chance", { percent: Math.round(value * 100) })}</small>`}</span></button></li>`)}</ol></div>`;
}
