/** Show the game log, the latest event last. */

import { html } from "./html.js";
import { useEffect, useRef } from "./vendor/preact.js";
import { seatClass } from "./parts.js";
import { lookBack } from "./session.js";
import { t } from "./words.js";

/** @param {any} props */
export function Log({ session, state, lex }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { log, at, telling } = state;
  const latest = log.at(-1);
  useEffect(() => {
    if (list.current && at === null) list.current.scrollTop = list.current.scrollHeight;
  }, [log.length, at]);
  return html`<section class="card log" aria-labelledby="log-title"><h2 id="log-title">${t("log")}</h2>
    <p class="hidden" aria-live="polite">${latest ? sentences(lex, latest).join(". ") : ""}</p>
    <ol ref=${list} class="log-list" tabindex="0" aria-labelledby="log-title">
      ${log.map((/** @type {any} */ event) => html`<${Entry} key=${event.version} event=${event} lex=${lex} isShown=${at === event.version} fact=${telling?.event.version === event.version ? telling.fact : undefined}
        show=${() => lookBack(session, event.version)} />`)}
      ${log.length ? null : html`<li class="faint">${t("nothing_yet")}</li>`}
    </ol></section>`;
}

/** Say what an event was: the action, and what it made happen. @param {any} lex @param {any} event @returns {string[]} */
export function sentences(lex, event) {
  if (event.change) return [changed(lex, event)];
  const action = lex.tell("action", event.action, event.seat);
  const facts = event.facts.map((/** @type {any} */ each) => lex.tell("fact", each)).filter((/** @type {string} */ text) => text && text !== action);
  return [action, ...facts];
}

/** Say who plays a seat from now on. @param {any} lex @param {any} event @returns {string} */
function changed(lex, { seat, change }) {
  const level = change.level ? lex.name("level", change.level) : "";
  return t("seat_change", { kind: change.kind, name: lex.name("seat", seat), level, once: change.decision === undefined ? "no" : "yes" });
}

/** @param {any} props */
function Entry({ event, lex, isShown, fact, show }) {
  const [first, ...rest] = sentences(lex, event);
  return html`<li class=${`entry ${seatClass(event.seat)} ${isShown ? "shown" : ""}`}>
    <button type="button" class="entry-button" onClick=${show} title=${t("show_moment")}><span class="entry-number">${event.version}</span><span>${first}</span></button>
    ${rest.length ? html`<ul class="entry-facts">${rest.map((text, index) => html`<li key=${index} class=${fact === index ? "told" : ""}>${text}</li>`)}</ul>` : null}</li>`;
}
