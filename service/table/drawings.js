/** Import the board components of the rulesets on demand, and load their icons. */

import { request } from "./api.js";
import { withIcons } from "./client/texts.js";

/** Import the board component of a ruleset. Rejects if there is none. @param {string} ruleset @returns {Promise<any>} */
export const loadDrawing = (ruleset) => import(`./boards/${ruleset}.js`);

/** Load a ruleset with all its icons. Without the icons, each image loads its own. @param {string} name @param {import("./client/http.js").Options} [options] @returns {Promise<import("./client/texts.js").Ruleset>} */
export async function loadRuleset(name, options) {
  const [ruleset, list] = await Promise.all([
    request(`/rulesets/${name}`, options), request(`/rulesets/${name}/icons`, options).catch(() => undefined),
  ]);
  return list ? withIcons(ruleset, list) : ruleset;
}

/** Return what a seat has in public: its score, and the number of things in its hand. Unknown ones are undefined. @param {any} view @param {number} seat @returns {{score?: number, hand?: number}} */
export function tallyOf({ view }, seat) {
  const side = Array.isArray(view.seats) ? view.seats.find((/** @type {any} */ each) => each?.seat === seat) : undefined;
  if (!side) return {};
  const held = Object.entries(side).filter(([field]) => field === "hand" || field.endsWith("_in_hand")).map(([, value]) => count(value));
  return { ...(typeof side.score === "number" ? { score: side.score } : {}), ...(held.length ? { hand: held.reduce((sum, each) => sum + each, 0) } : {}) };
}

/** Count the entries of a list, or sum the numbers of a mapping. @param {any} value @returns {number} */
function count(value) {
  if (typeof value === "number") return value;
  return Object.values(value ?? {}).reduce((sum, each) => sum + (typeof each === "number" && !Array.isArray(value) ? each : 1), 0);
}
