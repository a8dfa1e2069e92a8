/** Where the drawings of the rulesets are: a module each, for those that have one. */

/** Load the drawing of a ruleset; fails if there is none. @param {string} ruleset @returns {Promise<any>} */
export const drawingOf = (ruleset) => import(`./boards/${ruleset}.js`);
