/** Requests of this page to its service, in the language of the page. */

import { fetchEvents as fetchAllEvents, follow as followAll, pages as pagesOf } from "./client/follow.js";
import { createHttp } from "./client/http.js";

export { NetworkError, pause, Problem } from "./client/http.js";

const http = createHttp({ language: () => document.documentElement.lang });
export const { request, send, pollUntilReady, serviceTime } = http;

/** @typedef {import("./types").LogEvent} LogEvent */
/** @typedef {{decision: number, actions: any[], previews?: any[]}} Next the pending decision and its legal actions */

/** @param {import("./client/follow.js").Subscription} subscription */
export const follow = (subscription) => followAll(http, subscription);

/** @param {import("./client/follow.js").Subscription} subscription */
export const pages = (subscription) => pagesOf(http, subscription);

/** @param {string} game @param {string | undefined} token @returns {Promise<LogEvent[]>} */
export const fetchEvents = (game, token) => fetchAllEvents(http, game, token);

/** Return whether a ruleset is the latest version of its game. @param {{ruleset: string, versions?: {ruleset: string}[]}} summary */
export const isLatest = ({ ruleset, versions = [{ ruleset }] }) => versions[0].ruleset === ruleset;
