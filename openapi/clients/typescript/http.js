/** HTTP requests to the service: retries, idempotency keys, `Retry-After`, and problems as errors. */

import { listen, rest } from "./silence.js";

const ATTEMPTS = 5;
const SLOWEST_SECONDS = 60;
const SLOWEST_RETURN = 15;
/** Statuses after which a request is repeated: too many requests, and a service or a proxy that is not ready. */
const PASSING = [429, 502, 503, 504];

/** A problem response of the service. Its `code` is stable, its texts are in the user's language. */
export class Problem extends Error {
  name = "Problem";

  /** @param {import("./types.js").ProblemBody} body */
  constructor(body) {
    super(body.title);
    this.body = body;
    this.code = body.code;
    this.status = body.status;
    /** The arguments of the sentence for a rejection by the rules; empty for any other problem. */
    this.parameters = body.parameters ?? {};
  }
}

/** A request without a response: the connection or the service is down, or the request was aborted. */
export class NetworkError extends Error {
  name = "NetworkError";
}

/** Whether a request may succeed later: no response arrived, or the service is overloaded or down. @param {unknown} error */
export const isPassing = (error) =>
  error instanceof NetworkError || (error instanceof Problem && (error.status >= 500 || error.status === 429));

/** Wait for some seconds, or until the signal aborts. @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export function pause(seconds, signal) {
  return new Promise((resolve) => {
    const done = () => (clearTimeout(timer), signal?.removeEventListener("abort", done), resolve());
    const timer = setTimeout(done, seconds * 1000);
    if (signal?.aborted) done();
    else signal?.addEventListener("abort", done);
  });
}

/** Return a random key. `crypto.randomUUID` is missing on pages without TLS, and `crypto` in React Native. */
export function randomKey() {
  const bytes = new Uint8Array(16);
  if (typeof crypto === "object") crypto.getRandomValues(bytes);
  else bytes.forEach((_, index) => (bytes[index] = Math.random() * 256));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @typedef {{url?: string, token?: string, language?: string | (() => string), attempts?: number, fetch?: typeof fetch}} Settings
 *   `url`: the service without `/v1`, default: the origin of the page. `token`: of a seat, or the key of a player.
 *   `attempts`: how often a request is sent without a response, default 5.
 * @typedef {{token?: string, body?: object, language?: string, method?: string, headers?: Record<string, string>,
 *   signal?: AbortSignal, attempts?: number}} Options
 * @typedef {ReturnType<typeof createHttp>} Http
 */

/**
 * Return functions that send requests to one service.
 * @param {Settings} [settings]
 */
export function createHttp(settings = {}) {
  const base = `${(settings.url ?? "").replace(/\/$/, "")}/v1`;
  const fetchOf = settings.fetch ?? ((/** @type {Parameters<typeof fetch>} */ ...request) => fetch(...request));
  let ahead = -Infinity;

  /** Return the method, headers and body of a request. @param {Options} options @returns {RequestInit} */
  function message({ token = settings.token, body, language, headers, signal, ...options }) {
    const method = options.method ?? (body ? "POST" : "GET");
    const chosen = language ?? (typeof settings.language === "function" ? settings.language() : settings.language);
    const all = new Headers(headers);
    if (chosen) all.set("Accept-Language", chosen);
    if (token) all.set("Authorization", `Bearer ${token}`);
    if (body) all.set("Content-Type", "application/json");
    if (method !== "GET" && !all.has("Idempotency-Key")) all.set("Idempotency-Key", randomKey());
    return { method, headers: all, signal, ...(body ? { body: JSON.stringify(body) } : {}) };
  }

  /** Send a request, and repeat it until a response arrives, with its body if it `isWhole`. Throws a `NetworkError`. @param {string} path after `/v1` @param {Options} [options] @param {boolean} [isWhole] */
  async function send(path, options = {}, isWhole = false) {
    const { signal, attempts = settings.attempts ?? ATTEMPTS } = options;
    const sent = message(options);
    for (let attempt = 1; ; attempt++) {
      /** @type {unknown} */
      let cause;
      const response = await heardOf(fetchOf, base + path, sent, isWhole).catch((error) => void (cause = error));
      if (signal?.aborted) throw new NetworkError("The request was aborted.");
      noteTime(response);
      if (response && !PASSING.includes(response.status)) return response;
      if (attempt >= attempts) {
        if (response) return response;
        throw new NetworkError("The service did not respond.", { cause });
      }
      await pause(secondsToWait(response, attempt), signal);
    }
  }

  /**
   * Compare the time since the start of the program with the clock of the service, which sends whole seconds. The latest time
   * counts, since a cached response has the time at which it was stored. @param {Response | void} response
   */
  function noteTime(response) {
    const at = Date.parse(response?.headers.get("Date") ?? "");
    if (at) ahead = Math.max(ahead, at + 500 - elapsed());
  }

  /**
   * Send a request and return the body of the response. Throws a `Problem` for an error response.
   * @template [Content=unknown]
   * @param {string} path after `/v1`
   * @param {Options} [options]
   * @returns {Promise<Content>}
   */
  const request = async (path, options) => bodyOf(await send(path, options, true));

  /**
   * Poll until a result is ready.
   * @template [Content=unknown]
   * @param {string} path
   * @param {string} pending the status of an unfinished result
   * @param {Options} [options]
   * @param {(answer: unknown) => void} [progress] called with each unfinished result
   * @returns {Promise<Content>}
   */
  async function pollUntilReady(path, pending, options = {}, progress = undefined) {
    for (;;) {
      const answer = await bodyOf(await send(path, options, true));
      if (answer.status !== pending) return answer;
      progress?.(answer);
      await pause(1, options.signal);
      if (options.signal?.aborted) throw new NetworkError("The request was aborted.");
    }
  }

  /** Return the current time of the service in milliseconds since 1970, to about a second. */
  const serviceTime = () => (Math.abs(elapsed() + ahead - Date.now()) < 1500 || ahead === -Infinity ? Date.now() : elapsed() + ahead);
  return { base, token: settings.token, send, request, pollUntilReady, serviceTime };
}

/** @param {Response | void} response @param {number} attempt */
function secondsToWait(response, attempt) {
  const header = response?.headers.get("Retry-After") ?? String(attempt / 2);
  const sent = Date.parse(response?.headers.get("Date") ?? "") || Date.now(); // the clock of this device may be wrong
  const seconds = isNaN(Number(header)) ? (Date.parse(header) - sent) / 1000 : Number(header);
  return Math.min(seconds || 0, SLOWEST_SECONDS);
}

/** Send a request, and give it up after a silence. @param {typeof fetch} fetchOf @param {string} url @param {RequestInit} sent @param {boolean} isWhole */
async function heardOf(fetchOf, url, sent, isWhole) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const stop = listen(abort);
  sent.signal?.addEventListener("abort", abort);
  if (sent.signal?.aborted) abort();
  try {
    const response = await fetchOf(url, { ...sent, signal: controller.signal });
    return isWhole ? await whole(response) : response;
  } finally {
    stop();
    if (isWhole) sent.signal?.removeEventListener("abort", abort);
  }
}

/** Milliseconds since the start of the program, by a clock that no user sets. */
const elapsed = () => (typeof performance === "object" ? performance.now() : Date.now());

/** Read the body of a response: a connection that breaks before its end has brought no response. @param {Response} response @returns {Promise<Response>} */
async function whole(response) {
  const text = await response.text();
  return Object.assign(response, { text: async () => text, json: async () => JSON.parse(text) });
}

/** Return the body of a response: JSON, text, or undefined if it has none. Throws a `Problem` for an error response. @param {Response} response @returns {Promise<any>} */
export async function bodyOf(response) {
  if (response.status === 204) return undefined;
  const isJson = /json/.test(response.headers.get("Content-Type") ?? "");
  const body = await (isJson ? response.json() : response.text()).catch(() => undefined);
  if (!response.ok) throw new Problem(isJson && body ? body : fallbackProblem(response));
  return body;
}

/** Return a problem for an error response without a JSON body, for example from a proxy. @param {Response} response */
function fallbackProblem({ status, statusText }) {
  const title = statusText || String(status);
  return { type: "about:blank", title, status, detail: "", code: "unknown" };
}

/** Return the seconds before the next attempt, spread so that clients do not all return at once. @param {number} failures in a row */
export const secondsAfter = (failures) => (0.5 + Math.random()) * Math.min(SLOWEST_RETURN, failures ? 0.5 * 2 ** failures : 0.1);

/**
 * Repeat a request until a response arrives, and report whether the connection is up. Undefined once the signal aborts.
 * @template T
 * @param {{signal?: AbortSignal, onConnection?: (isUp: boolean) => void}} subscription
 * @param {() => Promise<T>} send
 * @returns {Promise<T | undefined>}
 */
export async function retry({ signal, onConnection }, send) {
  for (let failures = 0; !signal?.aborted; failures++) {
    try {
      const response = await send();
      onConnection?.(true);
      return response;
    } catch (error) {
      if (signal?.aborted) return undefined;
      if (!isPassing(error)) throw error;
    }
    onConnection?.(false);
    await rest(secondsAfter(failures), signal);
  }
}
