/** The client of Bottega for browsers, Node.js, Deno and React Native. */

export { createClient } from "./client.js";
export { fetchEvents, retry } from "./follow.js";
export { NetworkError, pause, Problem } from "./http.js";
export { formatMessage } from "./messages.js";
export { applyPatch } from "./patch.js";
export { isHosted } from "./rulesets.js";
export { gameTexts, withIcons } from "./texts.js";

/** @typedef {import("./client.js").Client} Client */
/** @typedef {import("./texts.js").GameTexts} GameTexts */
/** @typedef {import("./types.js").Schemas} Schemas */
/** @typedef {import("./types.js").ProblemBody} ProblemBody */
/** @typedef {import("./types.js").RulesetName} RulesetName */
/** @typedef {import("./types.js").Subscription} Subscription */
/** @typedef {import("./types.js").StreamMessage} StreamMessage */
/** @template {string} [Name=RulesetName] @typedef {import("./types.js").GameMessage<Name>} GameMessage */
/** @template {string} [Name=RulesetName] @typedef {import("./types.js").ViewedMessage<Name>} ViewedMessage */
/** @typedef {import("./types.js").FeedMessage} FeedMessage */
/** @typedef {import("./types.js").TournamentMessage} TournamentMessage */
/** @template {string} [Name=RulesetName] @typedef {import("./types.js").Event<Name>} Event */
/** @template {string} [Name=RulesetName] @typedef {import("./types.js").Decision<Name>} Decision */
/** @template {string} [Name=RulesetName] @typedef {import("./types.js").Action<Name>} Action */
/** @template Union, Name @typedef {import("./types.js").OfRuleset<Union, Name>} OfRuleset */
/** @template {keyof import("./contract.js").operations} Id @typedef {import("./types.js").Arguments<Id>} Arguments */
/** @template {keyof import("./contract.js").operations} Id @typedef {import("./types.js").Returned<Id>} Returned */
