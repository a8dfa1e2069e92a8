/** Live events of a game: a stream of server-sent events, read with `fetch` since `EventSource` cannot send a token in a header. */

import { headersOf, pause, Problem, request, send } from "./api.js";

const SLOWEST_SECONDS = 15;
/** The service sends data at least every 15 seconds; after this silence the stream is closed. */
const SILENT_SECONDS = 40;
const POLL_SECONDS = 20;
/** After this number of failed streams in a row, the log is polled. */
const BROKEN_STREAMS = 3;

/** @typedef {import("./types").LogEvent} LogEvent */
/** @typedef {{decision: number, actions: any[], previews?: any[]}} Next the pending decision and its legal actions */
/**
 * @typedef {{game: string, token?: string, position: {version: number, id?: string}, query: string,
 *   signal: AbortSignal, onEvent: (event: LogEvent) => void, onConnection: (up: boolean) => void,
 *   onOpen: (opened: {version: number, next_decision: Next}) => void}} Subscription
 */

/**
 * Deliver each event after a position once and in order, until the game is over or the signal aborts.
 * @param {Subscription} subscription
 */
export async function follow(subscription) {
  const { signal, onConnection } = subscription;
  let failures = 0;
  while (!signal.aborted) {
    const before = subscription.position.version;
    const ended = await (failures < BROKEN_STREAMS ? stream(subscription) : poll(subscription)).catch((error) => {
      if (error instanceof Problem && error.status < 500 && error.status !== 429) throw error;
      return false;
    });
    if (ended || signal.aborted) return;
    failures = subscription.position.version > before ? 0 : failures + 1;
    onConnection(false);
    await pause(Math.min(SLOWEST_SECONDS, 0.5 * 2 ** Math.min(failures, 6)), signal);
  }
}

/** Read one stream to its end; returns true once the game is over. @param {Subscription} subscription */
async function stream(subscription) {
  const { game, token, position, query, onConnection, onEvent } = subscription;
  const controller = new AbortController();
  const abort = () => controller.abort();
  subscription.signal.addEventListener("abort", abort, { once: true });
  const headers = headersOf({ token, headers: position.id ? { "Last-Event-ID": position.id } : {} });
  const url = `/v1/games/${game}/events/stream?${position.id ? "" : `after=${position.version}&`}${query}`;
  try {
    const response = await fetch(url, { headers, signal: controller.signal });
    if (response.status === 204) return true;
    if (!response.ok || !response.body) throw new Problem(await response.json());
    onConnection(true);
    for await (const { name, data } of messages(response.body, abort)) {
      if (name === "over") return true;
      if (name === "next_decision") subscription.onOpen(JSON.parse(data));
      if (name === "event") deliver(subscription, JSON.parse(data), onEvent);
    }
  } finally {
    subscription.signal.removeEventListener("abort", abort);
    controller.abort();
  }
  return false;
}

/** Request the next page of the log by long polling; returns true once the game is over. @param {Subscription} subscription */
async function poll(subscription) {
  const { game, token, position, query, onConnection, onEvent, signal } = subscription;
  const path = `/games/${game}/events?after=${position.version}&wait=${POLL_SECONDS}&${query}`;
  const page = await request(path, { token, signal, attempts: 1 });
  onConnection(true);
  for (const event of page.events) deliver(subscription, event, onEvent);
  return page.status === "over" && !page.events.length;
}

/** @param {Subscription} subscription @param {LogEvent} event @param {(event: LogEvent) => void} onEvent */
function deliver({ position }, event, onEvent) {
  if (event.version <= position.version) return;
  position.version = event.version;
  position.id = event.id;
  onEvent(event);
}

/**
 * Read server-sent events.
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} onSilence called after too long a silence
 */
async function* messages(body, onSilence) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = "";
  for (;;) {
    const timer = setTimeout(onSilence, SILENT_SECONDS * 1000);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = /** @type {string} */ (blocks.pop());
    yield* blocks.map(message);
  }
}

/** @param {string} block */
function message(block) {
  const fields = block.split("\n").map((row) => row.split(/: ?(.*)/s));
  /** @param {string} name */
  const field = (name) => fields.filter(([key]) => key === name).map(([, value]) => value).join("\n");
  return { name: field("event"), data: field("data") };
}

/**
 * Fetch all events after a version.
 * @param {string} game
 * @param {string | undefined} token
 * @param {number} [after]
 * @returns {Promise<LogEvent[]>}
 */
export async function fetchEvents(game, token, after = 0) {
  /** @type {LogEvent[]} */
  const events = [];
  for (;;) {
    const last = events.at(-1)?.version ?? after;
    const response = await send(`/games/${game}/events?after=${last}&limit=200`, { token });
    const page = await response.json();
    if (!response.ok) throw new Problem(page);
    events.push(...page.events);
    if (!page.events.length || page.events.length < 200) return events;
  }
}
