/** Follow a game, the notices of a player or a tournament: each entry once and in order, however often the connection breaks. */

import { bodyOf, isPassing, pause, Problem } from "./http.js";
import { applyPatch } from "./patch.js";
import { messages } from "./serversent.js";

const SLOWEST_SECONDS = 15;
const POLL_SECONDS = 20;
/** After this number of streams in a row without an entry, pages are polled until an entry arrives. */
const BROKEN_STREAMS = 3;
const FINAL = ["over", "aborted", "cancelled"];
/** The types of messages in each kind of stream. A view is read again after those of RELOADING. */
export const MESSAGE_TYPES = {
  game: ["event", "started", "next_decision", "aborted", "over"],
  me: ["notice"],
  tournament: ["event", "over"],
};
const RELOADING = ["started", "aborted", "over"];

/** @typedef {import("./http.js").Http} Http */
/** @typedef {"stream" | "eventsource" | "poll"} Transport */
/**
 * @typedef {{game?: string, me?: true, tournament?: string, token?: string, after?: string | number, include?: string, view?: boolean,
 *   transport?: Transport, wait?: () => number, limit?: number, signal?: AbortSignal, onConnection?: (isUp: boolean) => void}} Subscription
 *   One of `game`, `me` and `tournament`. `after`: the id of the last known entry, default: none. `include`: extra parts of entries.
 *   `view`: start with the view of the game, and add to each event the view after it. `transport`: the only one to use; default: a stream
 *   by `fetch`, else by `EventSource` where a response cannot be read while it arrives, and polls where streams fail. `wait`: the seconds that a poll waits, default 20. `limit`: the entries of a page.
 * @typedef {{type: string, id?: string, data: any, view?: any}} Message
 *   `type` is `event` or `notice` for an entry, and otherwise `view`, `started`, `next_decision`, `aborted`, `over` or `deleted`.
 * @typedef {Subscription & {path: string, type: string, types: string[], isOpen?: boolean}} Reading
 */

/**
 * Yield the messages of a game, of the caller's games or of a tournament, until it is over or the signal aborts.
 * Throws a `Problem` if the service rejects the request.
 * @param {Http} http
 * @param {Subscription} subscription
 * @returns {AsyncGenerator<Message, void, void>}
 */
export function follow(http, subscription) {
  const reading = readingOf(subscription);
  return reading.view ? withViews(http, reading) : entries(http, reading);
}

/** @param {Subscription} subscription @returns {Reading} */
function readingOf(subscription) {
  const { game, tournament } = subscription;
  const path = game ? `/games/${game}/events` : tournament ? `/tournaments/${tournament}/events` : "/me/events";
  const types = MESSAGE_TYPES[game ? "game" : tournament ? "tournament" : "me"];
  return { ...subscription, path, type: types[0], types };
}

/** Whether this environment can read a response while it arrives; React Native cannot. */
const canStream = () => typeof TextDecoder === "function" && typeof Response === "function" && "body" in Response.prototype;

/** Yield messages by streams or polls, and continue after failures. @param {Http} http @param {Reading} reading @returns {AsyncGenerator<Message, void, void>} */
async function* entries(http, reading) {
  const { signal, transport } = reading;
  const read = transport === "eventsource" || (!transport && !canStream()) ? sourced : streamed;
  const isNever = transport === "poll" || (read === sourced && typeof EventSource !== "function");
  let failures = 0;
  while (!signal?.aborted) {
    const before = reading.after;
    const isPolled = isNever || (!transport && failures >= BROKEN_STREAMS);
    try {
      for await (const message of isPolled ? polled(http, reading, isNever) : read(http, reading)) {
        if (message.type === reading.type && !advance(reading, message.data)) continue;
        yield message;
        if (message.type === "over") return;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof Problem && error.code === "notices_deleted") {
        reading.after = error.body.after;
        yield { type: "deleted", data: error.body };
        continue;
      }
      if (!isPassing(error)) throw error;
    }
    failures = reading.after === before ? failures + 1 : 0;
    if (!signal?.aborted) reading.onConnection?.(false);
    await pause(secondsAfter(failures), signal);
  }
}

/** Return the seconds before the next attempt, spread so that clients do not all return at once. @param {number} failures in a row */
const secondsAfter = (failures) => (0.5 + Math.random()) * Math.min(SLOWEST_SECONDS, failures ? 0.5 * 2 ** failures : 0.1);

/** Note an entry as the last one; false if it was delivered before. @param {Reading} reading @param {any} entry */
function advance(reading, entry) {
  const id = String(entry.id ?? entry.number ?? entry.version);
  const [one, other] = [numbersOf(reading, id), numbersOf(reading, String(reading.after ?? 0))];
  if (one[0] < other[0] || (one[0] === other[0] && one[1] <= other[1])) return false;
  reading.after = id;
  return true;
}

/** Return the numbers that order ids: time and count for a notice; for an event its version, without its check digits. @param {Reading} reading @param {string} id */
function numbersOf({ type }, id) {
  const [first, second = 0] = id.split("-");
  return [Number(first), type === "notice" ? Number(second) : 0];
}

/** Return the position to continue at. @param {Reading} reading @returns {Record<string, string>} */
const positionOf = ({ after }) => (after === undefined ? {} : { "Last-Event-ID": String(after) });

/** Yield the messages of one stream until it breaks. @param {Http} http @param {Reading} reading @returns {AsyncGenerator<Message, void, void>} */
async function* streamed(http, reading) {
  const { path, token, include, signal, onConnection } = reading;
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort);
  try {
    const query = include ? `?include=${include}` : "";
    const response = await http.send(`${path}/stream${query}`, { token, headers: positionOf(reading), signal: controller.signal, attempts: 1 });
    if (response.status === 204) return yield* polled(http, reading, false); // a poll returns how the log ended
    if (!response.ok || !response.body) return await bodyOf(response);
    onConnection?.(true);
    for await (const { type, id, data } of messages(response.body, abort)) {
      if (data) yield { type, id, data: JSON.parse(data) };
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    controller.abort();
  }
}

/** Yield the messages of one `EventSource` until it breaks. It cannot send a token, and opens the stream with a ticket. @param {Http} http @param {Reading} reading @returns {AsyncGenerator<Message, void, void>} */
async function* sourced(http, reading) {
  const { path, include, signal, onConnection, after, token = http.token } = reading;
  const ticket = token && (await http.request(path.replace(/events$/, "stream-ticket"), { token, signal, method: "POST", attempts: 1 })).ticket;
  const position = after !== undefined && (reading.type === "event" ? parseInt(String(after)) : String(after));
  const query = new URLSearchParams({ ...(include && { include }), ...(ticket && { ticket }), ...(position !== false && { after: String(position) }) });
  const source = new EventSource(`${http.base}${path}/stream?${query}`);
  /** @type {Message[]} */
  const waiting = [];
  let wake = () => {};
  let isRejected = false;
  const close = () => (source.close(), wake());
  source.onerror = () => ((isRejected = source.readyState === EventSource.CLOSED), close());
  source.onopen = () => onConnection?.(true);
  for (const type of reading.types) {
    source.addEventListener(type, ({ lastEventId: id, data }) => (waiting.push({ type, id, data: JSON.parse(data) }), wake()));
  }
  signal?.addEventListener("abort", close);
  try {
    while (waiting.length || source.readyState !== EventSource.CLOSED) {
      if (waiting.length) yield /** @type {Message} */ (waiting.shift());
      else await new Promise((resolve) => (wake = () => resolve(undefined)));
    }
    if (isRejected && !signal?.aborted) yield* polled(http, reading, false); // a poll returns the reason: over, or a problem
  } finally {
    signal?.removeEventListener("abort", close);
    close();
  }
}

/** Yield the messages that a stream would have, by long polls: always, or until an entry arrives. @param {Http} http @param {Reading} reading @param {boolean} isAlways @returns {AsyncGenerator<Message, void, void>} */
async function* polled(http, reading, isAlways) {
  const decision = await pendingDecision(http, reading);
  if (decision) yield { type: "next_decision", data: decision };
  for await (const page of pages(http, reading)) {
    const isStarted = reading.isOpen && page.status !== "open";
    reading.isOpen = page.status === "open";
    if (isStarted) yield { type: "started", data: { version: page.version } };
    for (const data of page.events) yield { type: reading.type, id: String(data.id ?? data.number), data };
    if (!page.events.length && FINAL.includes(page.status)) {
      if (page.aborted) yield { type: "aborted", data: page.aborted };
      yield { type: "over", data: { status: page.status } };
    } else if (page.events.length && !isAlways) return;
  }
}

/** Return the decision that the caller's seat must make now, if decisions are wanted and no event will have it. @param {Http} http @param {Reading} reading */
async function pendingDecision(http, { game, include, after, token, signal }) {
  if (!game || !include?.includes("actions")) return undefined;
  const legal = await http.request(`/games/${game}/actions`, { token, signal }).catch((error) => {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
  });
  if (legal?.decision === undefined || legal.version > (after === undefined ? 0 : parseInt(String(after)))) return undefined;
  const { ruleset, version, decision, actions, previews } = legal;
  return { ruleset, version, next_decision: { decision, actions, previews } };
}

/**
 * Yield the pages of a log, one for each long poll, until it is over or the signal aborts. A failed request is repeated.
 * @param {Http} http
 * @param {Subscription} subscription
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* pages(http, subscription) {
  const reading = "path" in subscription ? /** @type {Reading} */ (subscription) : readingOf(subscription);
  const { signal, token } = reading;
  for (;;) {
    const page = await retry(reading, () => http.request(`${reading.path}?${queryOf(reading)}`, { token, headers: positionOf(reading), signal, attempts: 1 }));
    if (!page) return;
    yield page;
    for (const entry of page.events) advance(reading, entry);
    if (!page.events.length && FINAL.includes(page.status)) return;
  }
}

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
    await pause(secondsAfter(failures), signal);
  }
}

/** @param {Reading} reading */
function queryOf({ include, limit, wait = () => POLL_SECONDS }) {
  const parts = { wait: wait(), ...(include ? { include } : {}), ...(limit ? { limit } : {}) };
  return Object.entries(parts).map(([name, value]) => `${name}=${value}`).join("&");
}

/** Yield the view of a game, then its messages with the view after each. @param {Http} http @param {Reading} reading @returns {AsyncGenerator<Message, void, void>} */
async function* withViews(http, reading) {
  const { game, token, signal } = reading;
  const include = [...new Set([...(reading.include?.split(",") ?? []), "patches"])].join(",");
  const load = () => retry(reading, () => http.request(`/games/${game}/view`, { token, signal, attempts: 1 }));
  for (;;) {
    let view = await load();
    if (!view) return;
    yield { type: "view", data: view, view };
    try {
      for await (const message of entries(http, { ...reading, include, after: view.version })) {
        if (RELOADING.includes(message.type)) view = await load();
        else if (message.type === "event" && message.data.version > view.version) view = patched(view, message.data) ?? (await load());
        yield { ...message, view };
      }
      return;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "version_not_reached") throw error; // the service lost its last data
    }
  }
}

/** Return the view after an event; undefined if its patch does not fit. @param {any} view @param {any} event */
function patched(view, { version, patch }) {
  try {
    return patch && version === view.version + 1 ? applyPatch(view, patch) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Fetch all events of a game after a version.
 * @param {Http} http
 * @param {string} game
 * @param {string | undefined} token
 * @param {number} [after]
 * @returns {Promise<any[]>}
 */
export async function fetchEvents(http, game, token, after = 0) {
  const events = [];
  for (;;) {
    const page = await http.request(`/games/${game}/events?after=${events.at(-1)?.version ?? after}&limit=200`, { token });
    events.push(...page.events);
    if (page.events.length < 200) return events;
  }
}
