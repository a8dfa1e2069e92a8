/** Live events of a game: a stream of server-sent events, read with `fetch` since `EventSource` cannot send a token in a header. */

import { headersOf, pause, Problem, request, send } from "./api.js";

const SLOWEST_SECONDS = 15;
/** The service sends data at least every 15 seconds; after this silence the stream is closed. */
const SILENT_SECONDS = 40;
const POLL_SECONDS = 20;
/** After this number of failed streams in a row, the log is polled. */
const BROKEN_STREAMS = 3;

/** @typedef {import("./types").LogEvent} LogEvent */
/** @typedef {{decision: number, actions: any[]}} Next the pending decision and its legal actions */
/**
 * @typedef {{game: string, token?: string, place: {version: number, id?: string}, query: string,
 *   signal: AbortSignal, tell: (event: LogEvent) => void, line: (up: boolean) => void,
 *   open: (opened: {version: number, next_decision: Next}) => void}} Following
 */

/**
 * Deliver each event after a position once and in order, until the game is over or the signal aborts.
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

/** Read one stream to its end; returns true once the game is over. @param {Following} following */
async function stream(following) {
  const { game, token, place, query, line, tell } = following;
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
      if (name === "event") told(following, JSON.parse(data), tell);
    }
  } finally {
    following.signal.removeEventListener("abort", abort);
    quiet.abort();
  }
  return false;
}

/** Request the next page of the log by long polling; returns true once the game is over. @param {Following} following */
async function poll(following) {
  const { game, token, place, query, line, tell, signal } = following;
  const path = `/games/${game}/events?after=${place.version}&wait=${POLL_SECONDS}&${query}`;
  const page = await request(path, { token, signal, attempts: 1 });
  line(true);
  for (const event of page.events) told(following, event, tell);
  return page.status === "over" && !page.events.length;
}

/** @param {Following} following @param {LogEvent} event @param {(event: LogEvent) => void} tell */
function told({ place }, event, tell) {
  if (event.version <= place.version) return;
  place.version = event.version;
  place.id = event.id;
  tell(event);
}

/**
 * Read server-sent events.
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} giveUp called after too long a silence
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
 * Fetch all events after a version.
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
