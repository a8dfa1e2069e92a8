/** The terms of a new game: time, undo, and who can find it. */

import { html } from "./html.js";
import { t } from "./i18n.js";

/** Time controls by name, as `createGame` expects them. */
const CLOCKS = /** @type {Record<string, any>} */ ({
  "": undefined,
  fast: { kind: "per_decision", seconds: 30 },
  calm: { kind: "per_decision", seconds: 120 },
  budget: { kind: "budget", seconds: 600, increment: 10 },
  long: { kind: "budget", seconds: 1800, increment: 30 },
  day: { kind: "days", days: 1 },
  days: { kind: "days", days: 3 },
});
const VISIBILITIES = ["public", "unlisted", "private"];
const SPECTATORS = /** @type {Record<string, any>} */ ({ open: undefined, delayed: { kind: "delayed", events: 5 }, off: { kind: "off" } });

/** @typedef {{clock: string, on_timeout: string, undo: string, visibility: string, spectators: string, rated?: boolean}} Terms */

/** @type {Terms} */
export const USUAL = { clock: "", on_timeout: "level_once", undo: "own", visibility: "public", spectators: "open" };

/** Return the fields of `createGame` for terms. @param {Terms} chosen @param {{undo_modes: string[], levels: string[]}} ruleset */
export function termsBody(chosen, ruleset) {
  const terms = chosen.rated ? { ...chosen, undo: "none", visibility: "public" } : chosen;
  const clock = CLOCKS[terms.clock];
  const needsLevel = terms.on_timeout.startsWith("level");
  return {
    ...(clock ? { clock, absence: { on_timeout: terms.on_timeout, ...(needsLevel ? { level: ruleset.levels.includes("normal") ? "normal" : ruleset.levels[0] } : {}) } } : {}),
    ...(terms.undo !== "none" && ruleset.undo_modes.includes(terms.undo) ? { undo: terms.undo } : {}),
    ...(terms.visibility === "public" ? {} : { visibility: terms.visibility }),
    ...(terms.rated ? { rated: true } : {}),
    presence: true,
    ...(SPECTATORS[terms.spectators] && terms.visibility !== "private" ? { spectators: SPECTATORS[terms.spectators] } : {}),
  };
}

/** @param {{terms: Terms, ruleset: any, change: (terms: Terms) => void, account: import("./account.js").Account}} props */
export function TermsFields({ terms, ruleset, change, account }) {
  const select = (/** @type {keyof Terms} */ name, /** @type {string[]} */ values) => html`<label class="field wide"><span>${t(`terms_${name}`)}</span>
    <select value=${terms[name]} onChange=${(/** @type {any} */ event) => change({ ...terms, [name]: event.target.value })}>
      ${values.map((each) => html`<option key=${each} value=${each}>${t(`terms_${name}_named`, { value: each || "none" })}</option>`)}</select></label>`;
  return html`<details class="card terms"><summary>${t("terms")}</summary><div class="stack">
    ${select("clock", Object.keys(CLOCKS))}
    ${terms.clock ? select("on_timeout", ["level_once", "level", "default_action", "forfeit"]) : null}
    <label class="switch"><input type="checkbox" checked=${Boolean(terms.rated)} disabled=${!account.me} onChange=${(/** @type {any} */ event) => change({ ...terms, rated: event.target.checked })} />
      <span>${t("terms_rated")}<small class="faint">${t(account.me ? "terms_rated_note" : "terms_rated_sign_in")}</small></span></label>
    ${terms.rated ? null : html`${select("undo", ruleset.undo_modes)}${select("visibility", VISIBILITIES)}`}
    ${!terms.rated && terms.visibility === "private" ? null : select("spectators", Object.keys(SPECTATORS))}
  </div></details>`;
}
