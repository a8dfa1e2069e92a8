/** Follow a game, the notices of a player or a tournament: each entry once and in order, however often the connection breaks. */

import { advance, isLast, isNew, SURROUNDINGS, withDecision } from "./delivered.js";
import { bodyOf, isPassing, Problem, retry, secondsAfter } from "./http.js";
import { viewAfter } from "./patch.js";
import { messages } from "./serversent.js";
import { rest } from "./silence.js";

export { retry } from "./http.js";

const POLL_SECONDS = 20;
/** After this number of streams in a row without an entry, pages are polled until an entry arrives. */
const BROKEN_STREAMS = 3;
const FINAL = ["over", "aborted", "cancelled"];
/** The types of messages in each kind of stream. A view is read again after those of RELOADING. */
export const MESSAGE_TYPES = {
  game: ["event", "started", "next_decision", "aborted", "over", ...SURROUNDINGS],
  me: ["notice"],
  tournament: ["event", "over"],
};
const RELOADING = ["started", "aborted", "over"];

/** @typedef {import("./http.js").Http} Http */
/** @typedef {import("./types.js").Subscription} Subscription */
/** @template {keyof import("./contract.js").operations} Id @typedef {import("./types.js").Returned<Id>} Returned */
/**
 * @typedef {{type: string, id?: string, data: any, view?: any, decision?: {decision: number}}} Message
 *   `type` is one of MESSAGE_TYPES, or `view` or `deleted`.
 * @typedef {import("./types.js").GameSubscription & {me?: true, tournament?: string, path: string, type: string, types: string[], isOpen?: boolean,
 *   hasStarted?: boolean, hasEnded?: boolean, isComplete?: boolean, link: {isUp?: boolean}, decision?: number, known: Map<string, string>, tag?: string, isFirst?: boolean}} Reading
 *   `link`: whether the last request had a response. `decision`: the pending decision that was delivered last. `tag`: the
 *   `state_tag` of the last page whose messages were delivered. `isFirst`: whether the next page is the first one.
 */

/**
 * Yield the messages of a game, of the caller's games or of a tournament, until it is over or the signal aborts.
 * With `include: "rematch"` a stream waits for the rematch of a finished game, for up to an hour.
 * Throws a `Problem` if the service rejects the request.
 * @template {Subscription} const Given
 * @param {Http} http
 * @param {Given} subscription
 * @returns {AsyncGenerator<import("./types.js").Followed<Given>, void, void>}
 */
export function follow(http, subscription) {
  const reading = readingOf(subscription);
  return /** @type {AsyncGenerator<any, void, void>} */ (reading.view ? withViews(http, reading) : entries(http, reading));
}

/** @param {Subscription} subscription @returns {Reading} */
function readingOf(subscription) {
  const { game, tournament } = subscription;
  const path = game ? `/games/${game}/events` : tournament ? `/tournaments/${tournament}/events` : "/me/events";
  const types = MESSAGE_TYPES[game ? "game" : tournament ? "tournament" : "me"];
  const link = /** @type {Reading["link"]} */ ({ isUp: undefined });
  const onConnection = (/** @type {boolean} */ isUp) => {
    if (link.isUp !== isUp) subscription.onConnection?.(isUp);
    link.isUp = isUp;
  };
  return /** @type {Reading} */ ({ ...subscription, path, type: types[0], types, known: new Map(), link, onConnection });
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
        if (!isNew(reading, message)) continue;
        checkRuleset(reading, message.data);
        yield withDecision(reading, message);
        if (isLast(reading, message)) return;
      }
      if (reading.isComplete) return;
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
    await rest(secondsAfter(failures), signal);
  }
}

/** Throw a TypeError if the data is that of another ruleset than the subscription names. @param {Reading} reading @param {{ruleset?: string}} data */
function checkRuleset({ ruleset, game }, data) {
  if (ruleset && data.ruleset && data.ruleset !== ruleset) throw new TypeError(`The game ${game} has the ruleset ${data.ruleset}, not ${ruleset}.`);
}

/** Yield the start of a game between its view and its stream. @param {Http} http @param {Reading} reading @returns {AsyncGenerator<Message, void, void>} */
async function* missedStart(http, reading) {
  const { game, token, signal, isOpen } = reading;
  if (!isOpen) return;
  /** @type {Returned<"getGame">} */
  const { status, ruleset } = await http.request(`/games/${game}`, { token, signal, attempts: 1 });
  if (status === "running" || status === "over") yield { type: "started", id: lastId(reading), data: { ruleset, version: lastVersion(reading) } };
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
    yield* missedStart(http, reading);
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
  /** @type {Returned<"createStreamTicket"> | undefined} */
  const created = token ? await http.request(path.replace(/events$/, "stream-ticket"), { token, signal, method: "POST", attempts: 1 }) : undefined;
  const ticket = created?.ticket;
  const position = after !== undefined && (reading.type === "event" ? parseInt(String(after)) : String(after));
  const query = new URLSearchParams({ ...(include && { include }), ...(ticket && { ticket }), ...(position !== false && { after: String(position) }) });
  const source = new EventSource(`${http.base}${path}/stream?${query}`);
  /** @type {Message[]} */
  const waiting = [];
  let wake = () => {};
  let isRejected = false;
  const close = () => (source.close(), wake());
  source.onerror = () => ((isRejected = source.readyState === EventSource.CLOSED), close());
  source.onopen = () => (onConnection?.(true), wake());
  for (const type of reading.types) {
    source.addEventListener(type, ({ lastEventId: id, data }) => (waiting.push({ type, id, data: JSON.parse(data) }), wake()));
  }
  signal?.addEventListener("abort", close);
  try {
    while (waiting.length || source.readyState !== EventSource.CLOSED) {
      if (source.readyState === EventSource.OPEN) yield* missedStart(http, reading);
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
  reading.isFirst = true;
  const decision = await pendingDecision(http, reading);
  if (decision) yield { type: "next_decision", id: lastId(reading), data: decision };
  for await (const page of pagesOf(http, reading)) {
    if (page.status !== "open") yield* missedStart(http, reading);
    reading.isOpen = page.status === "open";
    for (const data of page.events) yield { type: reading.type, id: String(data.id ?? data.number), data };
    const { rematch, ...surroundings } = page.surroundings ?? {};
    yield* surroundingsOf(reading, surroundings);
    if (!page.events.length && FINAL.includes(page.status)) {
      yield* endOf(reading, page);
      if (rematch) yield* surroundingsOf(reading, { rematch });
      reading.isComplete = true;
    } else if (page.events.length && !isAlways) return;
  }
}

/** Return the id of the last entry. @param {Reading} reading */
const lastId = ({ after }) => String(after ?? 0);

/** Return the version of the last event. @param {Reading} reading */
const lastVersion = (reading) => parseInt(lastId(reading));

/** Yield the messages that end a stream. @param {Reading} reading @param {any} page @returns {Generator<Message, void, void>} */
function* endOf(reading, { status, version, aborted }) {
  const id = lastId(reading);
  if (aborted) yield { type: "aborted", id, data: aborted };
  const ended = status === "aborted" ? { version, status } : { version };
  yield { type: "over", id, data: reading.tournament ? { status } : ended };
}

/** Yield a message for each part of the surroundings. @param {Reading} reading @param {Record<string, unknown>} parts @returns {Generator<Message, void, void>} */
function* surroundingsOf(reading, parts) {
  for (const [type, value] of Object.entries(parts)) yield { type, id: lastId(reading), data: { [type]: value } };
}

/** Return the decision that the caller's seat must make now, if decisions are wanted and no event will have it. @param {Http} http @param {Reading} reading */
async function pendingDecision(http, reading) {
  const { game, include, token, signal } = reading;
  if (!game || !include?.includes("actions")) return undefined;
  /** @type {Promise<Returned<"listLegalActions">>} */
  const requested = http.request(`/games/${game}/actions`, { token, signal });
  const legal = await requested.catch((error) => {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
  });
  if (legal?.decision === undefined || legal.version > lastVersion(reading)) return undefined;
  const { ruleset, version, decision, actions, previews } = legal;
  return { ruleset, version, next_decision: { decision, actions, ...(previews && { previews }) } };
}

/**
 * Yield the pages of a log, one for each long poll, until it is over or the signal aborts. A failed request is repeated.
 * @template {Subscription} const Given
 * @param {Http} http
 * @param {Given} subscription
 * @returns {AsyncGenerator<import("./types.js").Paged<Given>, void, void>}
 */
export function pages(http, subscription) {
  return /** @type {AsyncGenerator<any, void, void>} */ (pagesOf(http, readingOf(subscription)));
}

/** @param {Http} http @param {Reading} reading @returns {AsyncGenerator<any, void, void>} */
async function* pagesOf(http, reading) {
  const { signal, token } = reading;
  for (;;) {
    await reading.between?.();
    /** @type {any} */
    const page = await retry(reading, () => http.request(`${reading.path}?${queryOf(reading)}`, { token, headers: positionOf(reading), signal, attempts: 1 }));
    if (!page) return;
    yield page;
    for (const entry of page.events) advance(reading, entry);
    Object.assign(reading, { tag: page.state_tag, isFirst: false });
    if (!page.events.length && FINAL.includes(page.status)) return;
  }
}

/** Return the query of a page. The first one, and one after a failure, returns at once, and so shows that the service responds. @param {Reading} reading */
function queryOf({ include, limit, between, link, tag, isFirst, wait = () => (between ? 0 : POLL_SECONDS) }) {
  const parts = { wait: isFirst || link.isUp === false ? 0 : wait(), ...(include && { include }), ...(limit && { limit }), ...(tag && { state_tag: tag }) };
  return Object.entries(parts).map(([name, value]) => `${name}=${value}`).join("&");
}

/** Yield the view of a game, then its messages with the view after each. @param {Http} http @param {Reading} reading @returns {AsyncGenerator<Message, void, void>} */
async function* withViews(http, reading) {
  const { game, token, signal, parts } = reading;
  const query = parts ? `?include=${parts}` : "";
  const include = [...new Set([...(reading.include?.split(",") ?? []), "patches"])].join(",");
  const load = () => retry(reading, () => http.request(`/games/${game}/view${query}`, { token, signal, attempts: 1 }));
  const given = typeof reading.view === "object" ? reading.view : undefined;
  for (let view = /** @type {any} */ (given); ; view = undefined) {
    const after = (view && reading.after) ?? view?.version;
    if (!view) {
      view = await load();
      if (!view) return;
      checkRuleset(reading, view);
      yield { type: "view", data: view, view };
    }
    try {
      const next = { ...reading, include, after: after ?? view.version, isOpen: view.status === "open", known: new Map() };
      for await (const message of entries(http, next)) {
        if (RELOADING.includes(message.type)) view = await load();
        else if (message.type === "event" && message.data.version > view.version) view = viewAfter(view, message.data) ?? (await load());
        if (!view) return;
        yield { ...message, view };
      }
      return;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "version_not_reached") throw error; // the service lost its last data
    }
  }
}

/**
 * Fetch all events of a game after a version.
 * @param {Http} http
 * @param {string} game
 * @param {string | undefined} token
 * @param {number} [after]
 * @returns {Promise<import("./types.js").Event[]>}
 */
export async function fetchEvents(http, game, token, after = 0) {
  /** @type {import("./types.js").Event[]} */
  const events = [];
  for (;;) {
    /** @type {Returned<"listEvents">} */
    const page = await http.request(`/games/${game}/events?after=${events.at(-1)?.version ?? after}&limit=200`, { token });
    events.push(...page.events);
    if (page.events.length < 200) return events;
  }
}
