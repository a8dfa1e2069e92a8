/** The game log, latest event last. */

import { html } from "./html.js";
import { useEffect, useRef } from "./vendor/preact.js";
import { seatClass } from "./components.js";
import { t } from "./i18n.js";
import { isOwnAction } from "./latest.js";
import { showVersion } from "./session.js";

const MOST_SPOKEN = 5;

/** Return what a screen reader says of an event: all of another player, and the consequences of an own action. @param {any} texts @param {any} event @param {number | null} seat */
function spoken(texts, event, seat) {
  const said = sentences(texts, event).slice(isOwnAction(event, seat) ? 1 : 0).map(({ text }) => text);
  return [...said, ...(event.by ? [substitute(texts, event.by)] : [])].join(". ");
}

/** @param {any} props */
export function Log({ session, state, texts }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { log, at, presented, setup = [] } = state;
  const start = useRef(log.at(-1)?.version ?? 0);
  const shown = log.filter((/** @type {any} */ event, /** @type {number} */ index) => !isCompleted(texts, event, log[index + 1]));
  const undone = undoneVersions(log);
  const current = at === null ? undefined : shown.find((/** @type {any} */ { version }) => version >= at);
  useEffect(() => {
    if (!list.current) return;
    const entry = at === null ? null : /** @type {HTMLElement | null} */ (list.current.querySelector(".shown"));
    list.current.scrollTop = at === null ? list.current.scrollHeight : entry ? entry.offsetTop - list.current.clientHeight / 2 : 0;
  }, [log.length, at]);
  return html`<section class="card log" aria-labelledby="log-title"><h2 id="log-title">${t("log")}</h2>
    <div class="hidden" role="log" aria-live="polite">${log.filter((/** @type {any} */ { version }) => version > start.current).slice(-MOST_SPOKEN).map((/** @type {any} */ event) => html`<p key=${`spoken-${event.version}`}>${spoken(texts, event, state.seat)}</p>`)}</div>
    <ol ref=${list} class="log-list" tabindex="0" aria-labelledby="log-title">
      ${setup.length ? html`<li><details><summary class="faint">${t("set_up")}</summary><ul class="entry-facts">${setup.map((/** @type {any} */ fact, /** @type {number} */ index) => html`<li key=${index}>${texts.sentence("fact", fact)}</li>`)}</ul></details></li>` : null}
      ${shown.map((/** @type {any} */ event) => html`<${Entry} key=${event.version} event=${event} texts=${texts} isShown=${event === current} isUndone=${undone.has(event.version)} fact=${presented?.event.version === event.version ? presented.fact : undefined}
        show=${() => showVersion(session, event.version)} />`)}
      ${log.length ? null : html`<li class="faint">${t("nothing_yet")}</li>`}
    </ol></section>`;
}

/**
 * Return the sentences of an event: that of its action, then those of its facts with the index of the fact. If a fact
 * only repeats the action, there is one sentence for both.
 * @param {any} texts @param {any} event @returns {{text: string, fact?: number}[]}
 */
export function sentences(texts, event) {
  if (event.change) return [{ text: seatChange(texts, event) }];
  if (event.undoes !== undefined) return [{ text: t("undo_entry", { name: texts.name("seat", event.seat), version: event.undoes }) }];
  const action = texts.sentence("action", event.action, event.seat);
  /** @type {{text: string, fact: number}[]} */
  const facts = event.facts.map((/** @type {any} */ each, /** @type {number} */ fact) => ({ text: texts.sentence("fact", each), fact }));
  const targetKey = facts.find(({ text, fact }) => text.startsWith(action) || action.startsWith(text) || repeatsAction(texts, event, event.facts[fact]));
  if (!targetKey) return [{ text: action }, ...facts];
  const first = action.startsWith(targetKey.text) ? { ...targetKey, text: action } : targetKey;
  return [first, ...facts.filter((each) => each !== targetKey)];
}

/**
 * Whether an event needs no line, because the next event completes its action: the event has no facts, and a fact of the
 * seat's next event repeats the action. A placement is completed by the choice of its payment.
 * @param {any} texts @param {any} event @param {any} next
 */
export const isCompleted = (texts, event, next) =>
  !event.change && event.undoes === undefined && !event.facts.length && next?.seat === event.seat && next.facts.some((/** @type {any} */ fact) => repeatsAction(texts, event, fact));

/** Whether a fact has the acting seat and all values of the action. @param {any} texts @param {any} event @param {any} fact */
function repeatsAction(texts, { action, seat }, fact) {
  const values = valuesOf(texts, "action", action);
  const found = new Set(valuesOf(texts, "fact", fact));
  return fact.seat === seat && values.length > 0 && values.every((each) => found.has(each));
}

/** Return the values in an action or fact, each with its kind. @param {any} texts @param {string} part @param {any} object @returns {string[]} */
function valuesOf(texts, part, { type, ...fields }) {
  /** @param {any} value @param {string} path @returns {string[]} */
  const collect = (value, path) => {
    if (Array.isArray(value)) return value.flatMap((each) => collect(each, path));
    if (typeof value !== "object" || value === null) return [`${texts.kindOf(part, type, path) ?? ""}=${value}`];
    const kind = path && texts.kindOf(part, type, path, true);
    return Object.entries(value).flatMap(([name, each]) => (kind ? [`${kind}=${name}`, ...collect(each, path)] : collect(each, path ? `${path}/${name}` : name)));
  };
  return collect(fields, "");
}

/** Describe a change of who plays a seat. @param {any} texts @param {any} event @returns {string} */
function seatChange(texts, { seat, change }) {
  const level = change.level ? texts.name("level", change.level) : "";
  return t("seat_change", { kind: change.kind, name: texts.name("seat", seat), level, once: change.decision === undefined ? "no" : "yes" });
}

/** Return the versions of the actions that have been undone. @param {any[]} log */
function undoneVersions(log) {
  const undone = new Set();
  for (const { version, undoes } of log) {
    if (undoes !== undefined) for (const each of log) if (each.version > undoes && each.version < version && !each.change) undone.add(each.version);
  }
  return undone;
}

/** Whether an AI level plays a seat in place of its player. @param {any[]} log @param {number} seat */
export function isTakenOver(log, seat) {
  const own = log.filter((each) => each.seat === seat);
  const last = own.findLastIndex(({ change }) => change);
  if (own[last]?.change.kind !== "taken_over") return false;
  return own[last].change.decision === undefined || own.length === last + 1;
}

/** Return the resignation after which the service plays the game to its end; undefined while players decide. @param {any[]} log @param {any} view */
export const lastResignation = (log, view) =>
  view.status === "running" && !view.to_act.length ? log.findLast(({ change }) => ["resigned", "forfeited"].includes(change?.kind)) : undefined;

/** Describe who decided in place of a player. @param {any} texts @param {any} by */
const substitute = (texts, { kind, level, reason }) => t("decided_by", { kind, reason, level: level ? texts.name("level", level) : "" });

/** @param {any} props */
function Entry({ event, texts, isShown, isUndone, fact, show }) {
  const [first, ...rest] = sentences(texts, event);
  const highlightClass = (/** @type {{fact?: number}} */ each) => (each.fact !== undefined && each.fact === fact ? "highlighted" : "");
  return html`<li class=${`entry ${seatClass(event.seat)} ${isShown ? "shown" : ""} ${isUndone ? "undone" : ""} ${event.by ? `by-${event.by.kind}` : ""}`}>
    <button type="button" class="entry-button" onClick=${show} title=${t("show_moment")}><span class="entry-number">${event.version}</span><span class=${highlightClass(first)}>${first.text}${event.by ? html` <small class="substitute">${substitute(texts, event.by)}</small>` : null}</span></button>
    ${rest.length ? html`<ul class="entry-facts">${rest.map((each) => html`<li key=${each.fact} class=${highlightClass(each)}>${each.text}</li>`)}</ul>` : null}</li>`;
}
