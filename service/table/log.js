/** Show the game log, the latest event last. */

import { html } from "./html.js";
import { useEffect, useRef } from "./vendor/preact.js";
import { seatClass } from "./parts.js";
import { lookBack } from "./session.js";
import { t } from "./words.js";

/** @param {any} props */
export function Log({ session, state, lex }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { log, at, playback } = state;
  const latest = log.at(-1);
  useEffect(() => {
    if (list.current && at === null) list.current.scrollTop = list.current.scrollHeight;
  }, [log.length, at]);
  return html`<section class="card log" aria-labelledby="log-title"><h2 id="log-title">${t("log")}</h2>
    <p class="hidden" aria-live="polite">${latest ? sentences(lex, latest).map(({ text }) => text).join(". ") : ""}</p>
    <ol ref=${list} class="log-list" tabindex="0" aria-labelledby="log-title">
      ${log.map((/** @type {any} */ event) => html`<${Entry} key=${event.version} event=${event} lex=${lex} isShown=${at === event.version} fact=${playback?.event.version === event.version ? playback.fact : undefined}
        show=${() => lookBack(session, event.version)} />`)}
      ${log.length ? null : html`<li class="faint">${t("nothing_yet")}</li>`}
    </ol></section>`;
}

/**
 * Return the sentences of an event: of its action, then of its facts, each with the index of its fact. An action and a
 * fact that say the same have one sentence.
 * @param {any} lex @param {any} event @returns {{text: string, fact?: number}[]}
 */
export function sentences(lex, event) {
  if (event.change) return [{ text: changed(lex, event) }];
  const action = lex.sentence("action", event.action, event.seat);
  /** @type {{text: string, fact: number}[]} */
  const facts = event.facts.map((/** @type {any} */ each, /** @type {number} */ fact) => ({ text: lex.sentence("fact", each), fact }));
  const same = facts.find(({ text, fact }) => text.startsWith(action) || action.startsWith(text) || repeats(lex, event, event.facts[fact]));
  if (!same) return [{ text: action }, ...facts];
  const first = action.startsWith(same.text) ? { ...same, text: action } : same;
  return [first, ...facts.filter((each) => each !== same)];
}

/** Whether a fact is about the seat that acts and contains all values of the action. @param {any} lex @param {any} event @param {any} fact */
function repeats(lex, { action, seat }, fact) {
  const values = valuesOf(lex, "action", action);
  const found = new Set(valuesOf(lex, "fact", fact));
  return fact.seat === seat && values.length > 0 && values.every((each) => found.has(each));
}

/** Return the values in an action or fact, each with its kind. @param {any} lex @param {string} part @param {any} thing @returns {string[]} */
function valuesOf(lex, part, { type, ...fields }) {
  /** @param {any} value @param {string} path @returns {string[]} */
  const within = (value, path) => {
    if (Array.isArray(value)) return value.flatMap((each) => within(each, path));
    if (typeof value !== "object" || value === null) return [`${lex.kindOf(part, type, path) ?? ""}=${value}`];
    const kind = path && lex.kindOf(part, type, path, true);
    return Object.entries(value).flatMap(([name, each]) => (kind ? [`${kind}=${name}`, ...within(each, path)] : within(each, path ? `${path}/${name}` : name)));
  };
  return within(fields, "");
}

/** Say who plays a seat from now on. @param {any} lex @param {any} event @returns {string} */
function changed(lex, { seat, change }) {
  const level = change.level ? lex.name("level", change.level) : "";
  return t("seat_change", { kind: change.kind, name: lex.name("seat", seat), level, once: change.decision === undefined ? "no" : "yes" });
}

/** @param {any} props */
function Entry({ event, lex, isShown, fact, show }) {
  const [first, ...rest] = sentences(lex, event);
  const marked = (/** @type {{fact?: number}} */ each) => (each.fact !== undefined && each.fact === fact ? "highlighted" : "");
  return html`<li class=${`entry ${seatClass(event.seat)} ${isShown ? "shown" : ""}`}>
    <button type="button" class="entry-button" onClick=${show} title=${t("show_moment")}><span class="entry-number">${event.version}</span><span class=${marked(first)}>${first.text}</span></button>
    ${rest.length ? html`<ul class="entry-facts">${rest.map((each) => html`<li key=${each.fact} class=${marked(each)}>${each.text}</li>`)}</ul>` : null}</li>`;
}
