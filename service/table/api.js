/** HTTP requests to the service, with retries. Each POST has an idempotency key, and problems are in the user's language. */

const API = "/v1";
const ATTEMPTS = 5;
const SLOWEST_SECONDS = 60;

let ahead = 0;

/** Return the current time of the service in milliseconds since 1970, to about a second. */
export const serviceTime = () => Date.now() + ahead;

/** A problem response of the service. */
export class Problem extends Error {
  /** @param {import("./types").Problem} body */
  constructor(body) {
    super(body.title);
    this.body = body;
    this.code = body.code;
    this.status = body.status;
  }
}

/** A request without a response: the connection or the service is down. */
export class NetworkError extends Error {}

/** @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export function pause(seconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** Return a random key. `crypto.randomUUID` is missing on pages without TLS, such as a local network. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @typedef {{token?: string, body?: object, language?: string, method?: string, headers?: Record<string, string>,
 *   signal?: AbortSignal, attempts?: number}} Options
 */

/** @param {Options} options */
export function headersOf({ token, body, language, headers }) {
  const all = new Headers({ "Accept-Language": language ?? document.documentElement.lang, ...headers });
  if (token) all.set("Authorization", `Bearer ${token}`);
  if (body) {
    all.set("Content-Type", "application/json");
    all.set("Idempotency-Key", randomKey());
  }
  return all;
}

/**
 * Send a request and retry it until a response arrives.
 * @param {string} path
 * @param {Options} [options]
 */
export async function send(path, options = {}) {
  const { body, signal, attempts = ATTEMPTS } = options;
  const method = options.method ?? (body ? "POST" : "GET");
  const message = { method, headers: headersOf(options), body: body && JSON.stringify(body), signal };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(API + path, message).catch(() => undefined);
    if (signal?.aborted) throw new NetworkError();
    noteTime(response);
    if (response && response.status !== 503 && response.status !== 429) return response;
    if (attempt >= attempts) {
      if (response) return response;
      throw new NetworkError();
    }
    await pause(secondsToWait(response, attempt), signal);
  }
}

/** Compare the clock of this device with that of the service, which sends whole seconds. @param {Response | undefined} response */
function noteTime(response) {
  const at = Date.parse(response?.headers.get("Date") ?? "");
  if (at) ahead = Math.abs(at + 500 - Date.now()) < 1500 ? 0 : at + 500 - Date.now();
}

/** @param {Response | undefined} response @param {number} attempt */
function secondsToWait(response, attempt) {
  const seconds = Number(response?.headers.get("Retry-After") ?? attempt / 2);
  return Math.min(seconds, SLOWEST_SECONDS);
}

/**
 * Send a request and return the body of the response. Throws a `Problem` for an error response.
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function request(path, options = {}) {
  const response = await send(path, options);
  if (response.status === 204) return undefined;
  const answer = await response.json().catch(() => undefined);
  if (!response.ok) throw new Problem(answer ?? fallbackProblem(response));
  return answer;
}

/** Return a problem for an error response without a JSON body, for example from a proxy. @param {Response} response */
function fallbackProblem({ status, statusText }) {
  const title = statusText || String(status);
  return { type: "about:blank", title, status, detail: "", code: "unknown" };
}

/**
 * Poll until a result is ready.
 * @param {string} path
 * @param {string} pending the status of an unfinished result
 * @param {Options} options
 * @param {(answer: any) => void} [progress] called with each unfinished result
 */
export async function pollUntilReady(path, pending, options, progress) {
  for (;;) {
    const answer = await request(path, options);
    if (answer.status !== pending) return answer;
    progress?.(answer);
    await pause(1, options.signal);
    if (options.signal?.aborted) throw new NetworkError();
  }
}

/** Return whether a ruleset is the latest version of its game. @param {{ruleset: string, versions?: {ruleset: string}[]}} summary */
export const isLatest = ({ ruleset, versions = [{ ruleset }] }) => versions[0].ruleset === ruleset;
