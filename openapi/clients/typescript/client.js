/** A client of one service: typed operations of the contract, and following of games, players and tournaments. */

import { follow, pages } from "./follow.js";
import { createHttp } from "./http.js";
import { OPERATIONS } from "./operations.js";

/**
 * @typedef {Pick<import("./types.js").Operations, keyof typeof OPERATIONS>} Operations
 * @typedef {import("./types.js").CallOptions} CallOptions
 * @typedef {import("./http.js").Options} Options
 */

/**
 * Return a client. `operations.createGame({ body })` calls an operation by its id in the contract.
 * @param {import("./http.js").Settings} [settings]
 */
export function createClient(settings) {
  const http = createHttp(settings);

  /** Call an operation. Its arguments are the parameters of path and query, and `body`. Throws a `Problem`. @param {keyof typeof OPERATIONS} id @param {any} [given] @param {CallOptions} [options] */
  async function call(id, given = {}, options = {}) {
    const { body, ...parameters } = given;
    const [method, template] = OPERATIONS[id].split(" ");
    const path = template.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(taken(parameters, name)));
    const query = String(new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)])));
    return http.request(query ? `${path}?${query}` : path, { ...options, method, body });
  }

  const ids = /** @type {(keyof typeof OPERATIONS)[]} */ (Object.keys(OPERATIONS));
  /** @type {any} */
  const calls = Object.fromEntries(ids.map((id) => [id, (/** @type {any} */ given, /** @type {CallOptions} */ options) => call(id, given, options)]));
  /** @type {Operations} */
  const operations = calls;
  return {
    ...http, operations,
    /** @param {import("./follow.js").Subscription} subscription */
    follow: (subscription) => follow(http, subscription),
    /** @param {import("./follow.js").Subscription} subscription */
    pages: (subscription) => pages(http, subscription),
  };
}

/** Take a parameter of a path. @param {Record<string, any>} parameters @param {string} name */
function taken(parameters, name) {
  const value = parameters[name];
  if (value === undefined) throw new TypeError(`The parameter ${name} is missing.`);
  delete parameters[name];
  return value;
}
