/** The state of one game on this page: view, log and connection. */

import { fetchEvents, follow, NetworkError, pause, Problem, request } from "./api.js";
import { loadDrawing, loadRuleset } from "./drawings.js";
import { versionSeen } from "./latest.js";
import { skipsMotion } from "./motion.js";
import { applyPatch } from "./client/patch.js";
import { removeGame, setting, storedGame, storeGame } from "./storage.js";

/** @typedef {import("./api.js").LogEvent} LogEvent */
/** @typedef {import("./selection.js").Action} Action */
/** @typedef {import("./selection.js").Target} Target */
/** @typedef {import("./types").GameView} GameView */
/**
 * @typedef {{game: string, tokens: Map<number, string>, view?: GameView, ruleset?: import("./client/texts.js").Ruleset,
 *   seat: number | null, seats: any[], actions?: Action[], previews?: any[], setup?: any[], log: LogEvent[], chosen: Target[], busy: boolean, isConnected: boolean,
 *   problem?: any, presented?: {event: LogEvent, fact: number}, nextSeat: number | null, at: number | null, past?: GameView, before?: GameView,
 *   isPlaying: boolean, hint?: any, hintsLeft?: number, rejection?: any, isSealed: boolean, revealed?: number, loadError?: any, planned?: any, plan?: {actions: Action[], add: (action: Action) => void}}} State
 * @typedef {{state: State, listeners: Set<() => void>, controller: AbortController, queue: LogEvent[], isPresenting: boolean,
 *   presented?: Promise<void>,
 *   language: string, change: (changes: Partial<State>) => void}} Session
 */

const FACT_SECONDS = 0.34;
const EVENT_SECONDS = 0.3;
/** With more events in the queue, facts are presented without pauses. */
const SLOW_QUEUE = 4;
/** Extra data in each kind of response, so that one request per turn is enough. */
const WITH_VIEW = "include=actions,hints,setup";
const WITH_EVENT = "actions,patches";

/** What to do with each type of message in the stream of a game. @type {Record<string, (session: Session, data: any) => unknown>} */
export const HANDLERS = {
  event: receive,
  next_decision: applyOpening,
  started: reload,
  aborted: reload,
  over: () => undefined, // the last event, or the abort, has said it
};

/** Return the session of a game, with the seat tokens stored in this browser. @param {string} game @param {string} language @returns {Session} */
export function openSession(game, language) {
  const tokens = new Map((storedGame(game)?.seats ?? []).map(({ seat, token }) => [seat, token]));
  const seat = tokens.size ? [...tokens.keys()][0] : null;
  /** @type {State} */
  const state = { game, tokens, seat, seats: [], log: [], chosen: [], busy: false, isConnected: true, nextSeat: null, at: null, isPlaying: false, isSealed: false };
  /** @type {Session} */
  const session = {
    state, listeners: new Set(), controller: new AbortController(), queue: [], isPresenting: false, language,
    change(changes) {
      session.state = { ...session.state, ...changes };
      for (const listener of session.listeners) listener();
    },
  };
  return session;
}

/** Return the token of the seat whose view is shown. @param {Session} session */
export const tokenOf = ({ state }) => (state.seat === null ? undefined : state.tokens.get(state.seat));

/** Load the game and follow its events. @param {Session} session */
export async function start(session) {
  const { signal } = (session.controller = new AbortController());
  try {
    await findOwnSeat(session);
    const view = await fetchView(session);
    loadDrawing(view.ruleset).catch(() => undefined); // load it early: it is needed next
    const loaded = session.state.ruleset ?? loadRuleset(view.ruleset, { language: session.language });
    const [ruleset, log] = await Promise.all([loaded, fetchEvents(view.game_id, tokenOf(session)), fetchSeats(session)]);
    if (signal.aborted) return;
    const known = log.filter(({ version }) => version <= view.version);
    const before = await fetchSeen(session, view, versionSeen(known, session.state.seat));
    if (signal.aborted) return;
    session.change({ ruleset, log: known, before, loadError: undefined });
    applyView(session, view);
    saveGame(session);
    await subscribe(session, signal);
  } catch (error) {
    if (!signal.aborted) endWith(session, error);
  }
}

/** Take the seat of the signed-in player in a game that this browser has not stored: a notification opens it. @param {Session} session */
async function findOwnSeat(session) {
  const { game, seat, tokens } = session.state;
  const key = setting("key");
  if (seat !== null || !key) return;
  const view = await request(`/games/${game}/view`, { token: key, attempts: 1 }).catch(() => undefined);
  if (view?.seat === undefined) return;
  tokens.set(view.seat, key);
  storeGame({ game, ruleset: view.ruleset, seats: [{ seat: view.seat, token: key }] });
  session.change({ seat: view.seat });
}

/** Show why the game cannot be followed. A deleted game needs no decision, and leaves the lobby. @param {Session} session @param {unknown} error */
export function endWith(session, error) {
  const loadError = error instanceof Problem ? error.body : { title: String(error), code: "unanswered" };
  const { view, game } = session.state;
  if (loadError.code !== "game_not_found" || !view) return session.change({ loadError });
  removeGame(game);
  session.change({ loadError, view: { ...view, to_act: [], decision: undefined }, actions: undefined, previews: undefined, chosen: [] });
}

/** @param {Session} session */
export function stop({ controller, queue }) {
  controller.abort();
  queue.length = 0;
}

/** Store the data that lists the game in the lobby. @param {Session} session */
function saveGame({ state }) {
  const view = /** @type {GameView} */ (state.view);
  const names = view.seats.map((each) => state.seats[each.seat]?.name ?? each.name ?? "");
  storeGame({ game: state.game, ruleset: view.ruleset, names, over: hasEnded(view) });
}

/** Whether a game was finished or aborted. @param {GameView} view */
export const hasEnded = ({ status }) => ["over", "aborted"].includes(status);

/** Fetch the view with the legal actions. @param {Session} session @returns {Promise<GameView>} */
export const fetchView = (session) => request(`/games/${session.state.game}/view?${WITH_VIEW}`, { token: tokenOf(session) });

/** Fetch who plays the seats. A view does not say it, since a player can take a seat without an event. @param {Session} session */
export async function fetchSeats(session) {
  const { seats } = await request(`/games/${session.state.game}/seats`, { token: tokenOf(session) });
  const isKnown = JSON.stringify(seats) === JSON.stringify(session.state.seats);
  session.change({ seats });
  if (!isKnown && session.state.view) saveGame(session);
}

/** @param {Session} session @param {AbortSignal} signal */
async function subscribe(session, signal) {
  const view = /** @type {GameView} */ (session.state.view);
  const messages = follow({
    game: session.state.game, token: tokenOf(session), signal,
    after: session.state.log.at(-1)?.id ?? view.version,
    include: WITH_EVENT,
    onConnection: (isConnected) => isConnected !== session.state.isConnected && session.change({ isConnected }),
  });
  for await (const { type, data } of messages) await HANDLERS[type]?.(session, data);
}

/** Fetch view and seats again after a change that is no event. @param {Session} session */
async function reload(session) {
  applyView(session, await fetchView(session));
  await fetchSeats(session);
}

/** Apply a view with its legal actions, if any. An older view is ignored. @param {Session} session @param {GameView} response */
export function applyView(session, response) {
  const { actions, previews, setup, events, hints_left: hintsLeft, ...rest } = response;
  const view = /** @type {GameView} */ (rest);
  const old = session.state.view;
  if (old && old.version > view.version) return;
  const isNew = old?.decision !== view.decision || old?.seat !== view.seat;
  session.change({ view, ...(isNew ? { chosen: [], hint: undefined, rejection: undefined, plan: undefined } : {}), ...(actions || isNew ? { actions, previews } : {}) });
  if (hintsLeft !== undefined) session.change({ hintsLeft });
  if (setup) session.change({ setup });
  offerSeatSwitch(session);
  if (hasEnded(view) && old && !hasEnded(old)) saveGame(session);
}

/** Apply the first message of a stream: the pending decision. @param {Session} session @param {{version: number, next_decision: import("./api.js").Next}} opened */
function applyOpening(session, { version, next_decision: next }) {
  const { view, actions } = session.state;
  if (view?.version === version && view.decision === next.decision && !actions) applyView(session, { ...view, actions: next.actions, previews: next.previews });
}

/** Offer the device to another stored seat that must act, once this seat has no decision. @param {Session} session */
function offerSeatSwitch(session) {
  const { view, tokens, seat } = session.state;
  if (!view || view.status === "over" || view.decision !== undefined) return session.change({ nextSeat: null });
  const next = view.to_act.find((each) => tokens.has(each) && each !== seat);
  session.change({ nextSeat: next ?? null });
}

/** Switch the device to another seat, with its view, log and stream. @param {Session} session @param {number} seat */
export async function switchSeat(session, seat) {
  stop(session);
  session.change({ seat, nextSeat: null, revealed: undefined, view: undefined, setup: undefined, actions: undefined, chosen: [], hint: undefined, rejection: undefined, presented: undefined, planned: undefined, plan: undefined });
  await start(session);
}

/** Queue an event; events are presented one after the other. @param {Session} session @param {LogEvent} event */
export function receive(session, event) {
  const isKnown = session.state.log.some(({ version }) => version === event.version) || session.queue.some(({ version }) => version === event.version);
  if (isKnown) return;
  session.queue.push(event);
  const actor = session.state.seats[event.seat];
  if (actor?.kind === "open" && !actor.claimed) fetchSeats(session).catch(() => undefined);
  if (!session.isPresenting) session.presented = presentQueue(session);
}

/** @param {Session} session */
async function presentQueue(session) {
  session.isPresenting = true;
  const { signal } = session.controller;
  try {
    for (let event = session.queue.shift(); event && !signal.aborted; event = session.queue.shift()) await presentEvent(session, event);
    if (!signal.aborted) await catchUp(session);
  } catch (error) {
    if (!(error instanceof NetworkError || error instanceof Problem)) throw error;
  } finally {
    session.isPresenting = false;
    if (!signal.aborted) session.change({ presented: undefined });
    if (!signal.aborted && session.queue.length) session.presented = presentQueue(session);
  }
}

/** Show the changes of an event and highlight its facts in turn. @param {Session} session @param {LogEvent} event */
async function presentEvent(session, event) {
  const { view, log } = session.state;
  const { signal } = session.controller;
  session.change({ log: [...log, event].sort((one, other) => one.version - other.version), presented: { event, fact: -1 } });
  if (view && event.patch && event.version === view.version + 1) advance(session, view, event);
  await undefined; // the page draws each event separately, so that the board marks the moves of opponents only
  if (skipsMotion() || session.queue.length > SLOW_QUEUE) return;
  for (let fact = 0; fact < Math.min(event.facts.length, 8) && !signal.aborted; fact++) {
    session.change({ presented: { event, fact } });
    await pause(FACT_SECONDS, signal);
  }
  await pause(EVENT_SECONDS, signal);
}

/** @param {Session} session @param {GameView} view @param {LogEvent} event */
function advance(session, view, event) {
  const next = patchedView(view, event);
  if (!next) return;
  const { actions, previews } = next.decision !== undefined && event.next_decision?.decision === next.decision ? event.next_decision : {};
  const isLast = !session.queue.length;
  if (isLast && next.decision !== undefined && actions) return applyView(session, { ...next, actions, previews });
  const isSame = next.decision === view.decision && (next.decision !== undefined || session.state.plan);
  session.change({ view: next, ...(isSame ? {} : { actions: undefined, chosen: [], hint: undefined }) });
}

/** Return the view after an event; undefined if its patch does not fit. @param {GameView} view @param {LogEvent} event */
function patchedView(view, event) {
  try {
    return applyPatch(view, event.patch ?? []);
  } catch {
    return undefined;
  }
}

/** Fetch the view if events did not contain everything. @param {Session} session */
async function catchUp(session) {
  const { view, log } = session.state;
  if (!view) return;
  const isBehind = (log.at(-1)?.version ?? 0) > view.version;
  const isLeftOver = view.status === "running" && !view.to_act.length;
  const isOpen = view.decision !== undefined && !session.state.actions;
  if (isBehind || isLeftOver || isOpen) return applyView(session, await fetchView(session));
  offerSeatSwitch(session);
  if (view.status === "over") saveGame(session);
}

/** @param {Session} session @param {number} version @returns {Promise<GameView>} */
const fetchAt = (session, version) => request(`/games/${session.state.game}/view?at=${version}`, { token: tokenOf(session) });

/** Return the view that the seat saw last, if others have acted since: the board begins with it and shows their moves. @param {Session} session @param {GameView} view @param {number} seen */
const fetchSeen = async (session, view, seen) =>
  session.state.view || session.state.seat === null || view.status !== "running" || seen >= view.version ? undefined : fetchAt(session, seen).catch(() => undefined);

/** Show an earlier version of the game, or the current one for null. @param {Session} session @param {number | null} version */
export async function showVersion(session, version) {
  session.change({ at: version });
  if (version === null) return session.change({ past: undefined });
  const past = await fetchAt(session, version);
  if (session.state.at === version) session.change({ past });
}

/** Play the events since the seat's last action again. @param {Session} session */
export async function showAgain(session) {
  const { log, seat } = session.state;
  await showVersion(session, versionSeen(log, seat));
  session.change({ isPlaying: true });
}
