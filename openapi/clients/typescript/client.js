/** A client of one service: typed operations of the contract, and following of games, players and tournaments. */

import { follow, pages } from "./follow.js";
import { bodyOf, createHttp, NetworkError, pause } from "./http.js";
import { OPERATIONS } from "./operations.js";

/**
 * @typedef {import("./types.js").Operations} Operations
 * @typedef {import("./types.js").Computed} Computed
 * @typedef {import("./types.js").CallOptions} CallOptions
 * @typedef {import("./types.js").Subscription} Subscription
 * @typedef {import("./http.js").Options} Options
 * @typedef {ReturnType<typeof createClient>} Client
 */

/** The status of a resource that is not ready. */
const ACCEPTED = 202;

/**
 * Return a client. `operations.createGame({ body })` calls an operation by its id in the contract.
 * @param {import("./http.js").Settings} [settings]
 */
export function createClient(settings) {
  const http = createHttp(settings);

  /** Call an operation. Its arguments are the parameters of path and query, and `body`. Throws a `Problem`. @param {keyof Operations} id @param {object} [given] @param {CallOptions} [options] */
  function call(id, given = {}, options = {}) {
    const { path, ...sent } = requestOf(id, given);
    return http.request(path, { ...options, ...sent });
  }

  /**
   * Call an operation until its resource has been computed, for example `getResult`. Throws a `Problem`.
   * @template {Computed} Id
   * @param {Id} id
   * @param {import("./types.js").Arguments<Id>} given
   * @param {CallOptions} [options]
   * @returns {Promise<import("./types.js").Ready<Id>>}
   */
  async function whenReady(id, given, options = {}) {
    const { path, ...sent } = requestOf(id, given);
    for (;;) {
      const response = await http.send(path, { ...options, ...sent }, true);
      if (response.status !== ACCEPTED) return bodyOf(response);
      await pause(1, options.signal);
      if (options.signal?.aborted) throw new NetworkError("The request was aborted.");
    }
  }

  const ids = /** @type {(keyof Operations)[]} */ (Object.keys(OPERATIONS));
  const calls = ids.map((id) => [id, (/** @type {object} */ given, /** @type {CallOptions} */ options) => call(id, given, options)]);
  const operations = /** @type {Operations} */ (Object.fromEntries(calls));
  return {
    ...http, operations, whenReady,
    /** @template {Subscription} const Given @param {import("./types.js").Exact<Given>} subscription */
    follow: (subscription) => follow(http, subscription),
    /** @template {Subscription} const Given @param {import("./types.js").Exact<Given>} subscription */
    pages: (subscription) => pages(http, subscription),
  };
}

/** Return the method, path and body of a call. @param {keyof Operations} id @param {object} given */
function requestOf(id, given) {
  const { body, ...others } = /** @type {{body?: object}} */ (given);
  /** @type {Record<string, unknown>} */
  const parameters = { ...others };
  const [method, template] = OPERATIONS[id].split(" ");
  const filled = template.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(taken(parameters, name)));
  const query = String(new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)])));
  return { method, path: query ? `${filled}?${query}` : filled, body };
}

/** Take a parameter of a path. @param {Record<string, unknown>} parameters @param {string} name */
function taken(parameters, name) {
  const value = parameters[name];
  if (value === undefined) throw new TypeError(`The parameter ${name} is missing.`);
  delete parameters[name];
  return String(value);
}
