/** The client of Bottega for browsers, Node.js, Deno and React Native. */

export { createClient } from "./client.js";
export { fetchEvents, retry } from "./follow.js";
export { NetworkError, pause, Problem } from "./http.js";
export { formatMessage } from "./messages.js";
export { applyPatch } from "./patch.js";
export { gameTexts, withIcons } from "./texts.js";
