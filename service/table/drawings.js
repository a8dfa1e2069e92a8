/** Import the board components of the rulesets on demand. */

/** Import the board component of a ruleset. Rejects if there is none. @param {string} ruleset @returns {Promise<any>} */
export const loadDrawing = (ruleset) => import(`./boards/${ruleset}.js`);
