/** The rulesets whose types this package has. A service may host others. */

import { RULESETS } from "./operations.js";

/**
 * Whether this package has the types of a ruleset. Lists return the name of a ruleset as a text; a name that passes is
 * accepted by `createGame`.
 * @param {string} ruleset
 * @returns {ruleset is import("./types.js").RulesetName}
 */
export const isHosted = (ruleset) => RULESETS.includes(ruleset);
