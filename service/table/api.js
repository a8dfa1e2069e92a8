/** Requests to the service: each POST may be sent again without harm, and problems speak the reader's language. */

const API = "/v1";
const ATTEMPTS = 5;
const SLOWEST_SECONDS = 60;

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

/** No response: the connection or the service is down. */
export class Unanswered extends Error {}

/** @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export function pause(seconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** Draw a key; `crypto.randomUUID` does not exist on a page without TLS, such as a phone's in the house. */
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
 * Send a request and retry it until a response arrives; returns the response.
 * @param {string} path
 * @param {Options} [options]
 */
export async function send(path, options = {}) {
  const { body, signal, attempts = ATTEMPTS } = options;
  const method = options.method ?? (body ? "POST" : "GET");
  const message = { method, headers: headersOf(options), body: body && JSON.stringify(body), signal };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(API + path, message).catch(() => undefined);
    if (signal?.aborted) throw new Unanswered();
    if (response && response.status !== 503 && response.status !== 429) return response;
    if (response && (await isFinal(response))) return response;
    if (attempt >= attempts) {
      if (response) return response;
      throw new Unanswered();
    }
    await pause(secondsToWait(response, attempt), signal);
  }
}

/** Whether a rejection for now would be the same later: hints that are used up do not come back. @param {Response} response */
async function isFinal(response) {
  if (response.headers.has("Retry-After")) return false;
  return response.status === 429;
}

/** @param {Response | undefined} response @param {number} attempt */
function secondsToWait(response, attempt) {
  const asked = Number(response?.headers.get("Retry-After") ?? attempt / 2);
  return Math.min(asked, SLOWEST_SECONDS);
}

/**
 * Send a request and return the JSON of the response. Throws Problem.
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function request(path, options = {}) {
  const response = await send(path, options);
  if (response.status === 204) return undefined;
  const result = await response.json().catch(() => undefined);
  if (!response.ok) throw new Problem(result ?? nameless(response));
  return result;
}

/** Describe a failure that came without a description, from a proxy say. @param {Response} response */
function nameless({ status, statusText }) {
  const title = statusText || String(status);
  return { type: "about:blank", title, status, detail: "", code: "unknown" };
}

/**
 * Repeat a request until the result is ready.
 * @param {string} path
 * @param {string} pending the status of an unfinished result
 * @param {Options} options
 * @param {(result: any) => void} [progress] called with each unfinished result
 */
export async function awaited(path, pending, options, progress) {
  for (;;) {
    const result = await request(path, options);
    if (result.status !== pending) return result;
    progress?.(result);
    await pause(1, options.signal);
    if (options.signal?.aborted) throw new Unanswered();
  }
}
