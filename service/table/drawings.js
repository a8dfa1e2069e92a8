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
