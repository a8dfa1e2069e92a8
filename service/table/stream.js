/** Following a game: one stream of its log, read with `fetch` since a seat's token travels in a header only. */

import { headersOf, pause, Problem, request, send } from "./api.js";

const SLOWEST_SECONDS = 15;
const SILENT_SECONDS = 40;
/** A stream is silent for 15 seconds at most; one that is longer is dead. */
const POLL_SECONDS = 20;
const BROKEN_STREAMS = 3;
/** After this many streams that break without an event, the log is polled page by page. */

/** @typedef {import("./types").LogEvent} LogEvent */
/** @typedef {{decision: number, actions: any[]}} Next what a seat is to decide, and all that it may do */
/**
 * @typedef {{game: string, token?: string, place: {version: number, id?: string}, query: string,
 *   signal: AbortSignal, onEvent: (event: LogEvent) => void, line: (up: boolean) => void,
 *   open: (opened: {version: number, next_decision: Next}) => void}} Following
 */

/**
 * Pass on each event after a cursor, in order and once, until the game is over or the signal says enough.
 * @param {Following} following
 */
export async function follow(following) {
  const { signal, line } = following;
  let failures = 0;
  while (!signal.aborted) {
    const before = following.place.version;
    const ended = await (failures < BROKEN_STREAMS ? stream(following) : poll(following)).catch((error) => {
      if (error instanceof Problem && error.status < 500 && error.status !== 429) throw error;
      return false;
    });
    if (ended || signal.aborted) return;
    failures = following.place.version > before ? 0 : failures + 1;
    line(false);
    await pause(Math.min(SLOWEST_SECONDS, 0.5 * 2 ** Math.min(failures, 6)), signal);
  }
}

/** Read one stream to its end; true once the game is over. @param {Following} following */
async function stream(following) {
  const { game, token, place, query, line, onEvent } = following;
  const quiet = new AbortController();
  const abort = () => quiet.abort();
  following.signal.addEventListener("abort", abort, { once: true });
  const headers = headersOf({ token, headers: place.id ? { "Last-Event-ID": place.id } : {} });
  const address = `/v1/games/${game}/events/stream?${place.id ? "" : `after=${place.version}&`}${query}`;
  try {
    const response = await fetch(address, { headers, signal: quiet.signal });
    if (response.status === 204) return true;
    if (!response.ok || !response.body) throw new Problem(await response.json());
    line(true);
    for await (const { name, data } of messages(response.body, abort)) {
      if (name === "over") return true;
      if (name === "next_decision") following.open(JSON.parse(data));
      if (name === "event") deliver(following, JSON.parse(data), onEvent);
    }
  } finally {
    following.signal.removeEventListener("abort", abort);
    quiet.abort();
  }
  return false;
}

/** Request the next page of the log by long polling; returns true once the game is over. @param {Following} following */
async function poll(following) {
  const { game, token, place, query, line, onEvent, signal } = following;
  const path = `/games/${game}/events?after=${place.version}&wait=${POLL_SECONDS}&${query}`;
  const page = await request(path, { token, signal, attempts: 1 });
  line(true);
  for (const event of page.events) deliver(following, event, onEvent);
  return page.status === "over" && !page.events.length;
}

/** @param {Following} following @param {LogEvent} event @param {(event: LogEvent) => void} onEvent */
function deliver({ place }, event, onEvent) {
  if (event.version <= place.version) return;
  place.version = event.version;
  place.id = event.id;
  onEvent(event);
}

/**
 * Read server-sent events.
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} giveUp called when nothing has come for too long
 */
async function* messages(body, giveUp) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = "";
  for (;;) {
    const timer = setTimeout(giveUp, SILENT_SECONDS * 1000);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = /** @type {string} */ (blocks.pop());
    yield* blocks.map(message);
  }
}

/** @param {string} block */
function message(block) {
  const fields = block.split("\n").map((line) => line.split(/: ?(.*)/s));
  /** @param {string} name */
  const field = (name) => fields.filter(([key]) => key === name).map(([, value]) => value).join("\n");
  return { name: field("event"), data: field("data") };
}

/**
 * Read all that has happened up to a version.
 * @param {string} game
 * @param {string | undefined} token
 * @param {number} [after]
 * @returns {Promise<LogEvent[]>}
 */
export async function history(game, token, after = 0) {
  /** @type {LogEvent[]} */
  const found = [];
  for (;;) {
    const last = found.at(-1)?.version ?? after;
    const response = await send(`/games/${game}/events?after=${last}&limit=200`, { token });
    const page = await response.json();
    if (!response.ok) throw new Problem(page);
    found.push(...page.events);
    if (!page.events.length || page.events.length < 200) return found;
  }
}
