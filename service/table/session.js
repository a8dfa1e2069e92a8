/** The state of one game on this page: view, log and connection. */

import { pause, Problem, request, Unanswered } from "./api.js";
import { drawingOf } from "./drawings.js";
import { wantsStillness } from "./motion.js";
import { patched } from "./patch.js";
import { keep, keptGame } from "./seats.js";
import { follow, history } from "./stream.js";

/** @typedef {import("./stream.js").LogEvent} LogEvent */
/** @typedef {import("./narrow.js").Action} Action */
/** @typedef {import("./narrow.js").Points} Points
/** @typedef {import("./types").GameView} GameView */
/**
 * @typedef {{game: string, tokens: Map<number, string>, view?: GameView, ruleset?: import("./lexicon.js").Ruleset,
 *   seat: number | null, actions?: Action[], log: LogEvent[], chosen: Points[], busy: boolean, isUp: boolean,
 *   problem?: any, playback?: {event: LogEvent, fact: number}, handover: number | null, at: number | null, past?: GameView,
 *   hint?: any, hintsLeft?: number, rejection?: any, sealed: number, lifted?: number, failed?: any}} State
 * @typedef {{state: State, listeners: Set<() => void>, ending: AbortController, queue: LogEvent[], isPlayingBack: boolean,
 *   playback?: Promise<void>,
 *   language: string, change: (news: Partial<State>) => void}} Session
 */

const FACT_SECONDS = 0.34;
const EVENT_SECONDS = 0.3;
const SLOW_QUEUE = 4;
/** With more waiting events than this, facts are shown without pauses. */
const ASKED = "include=actions,hints";
const ANSWERED = "include=actions,events,patches";
const STREAMED = "include=actions,patches";
/** What comes with a view, with the answer to an action, and with each event: one request a turn is enough. */

/** Open a game with the seats that this browser keeps. @param {string} game @param {string} language @returns {Session} */
export function openSession(game, language) {
  const tokens = new Map((keptGame(game)?.seats ?? []).map(({ seat, token }) => [seat, token]));
  const seat = tokens.size ? [...tokens.keys()][0] : null;
  /** @type {State} */
  const state = { game, tokens, seat, log: [], chosen: [], busy: false, isUp: true, handover: null, at: null, sealed: 0 };
  /** @type {Session} */
  const session = {
    state, listeners: new Set(), ending: new AbortController(), queue: [], isPlayingBack: false, language,
    change(news) {
      session.state = { ...session.state, ...news };
      for (const listener of session.listeners) listener();
    },
  };
  return session;
}

/** The token of the seat whose view is shown. @param {Session} session */
export const tokenOf = ({ state }) => (state.seat === null ? undefined : state.tokens.get(state.seat));

/** Read the game, and follow it from there. @param {Session} session */
export async function begin(session) {
  const { signal } = (session.ending = new AbortController());
  try {
    const view = await look(session);
    drawingOf(view.ruleset).catch(() => undefined); // it is needed as soon as the rest is there
    const known = session.state.ruleset ?? request(`/rulesets/${view.ruleset}`, { language: session.language });
    const [ruleset, log] = await Promise.all([known, history(view.game_id, tokenOf(session))]);
    if (signal.aborted) return;
    session.change({ ruleset, log: log.filter(({ version }) => version <= view.version), failed: undefined });
    settle(session, view);
    remember(session);
    await followOn(session, signal);
  } catch (error) {
    if (!signal.aborted) session.change({ failed: error instanceof Problem ? error.body : { title: String(error), code: "unanswered" } });
  }
}

/** @param {Session} session */
export function end(session) {
  session.ending.abort();
  session.queue.length = 0;
}

/** Keep what this browser needs to find the game again. @param {Session} session */
function remember({ state }) {
  const view = /** @type {GameView} */ (state.view);
  const names = view.seats.map((each) => each.name ?? "");
  keep({ game: state.game, ruleset: view.ruleset, names, over: view.status === "over" });
}

/** Request the view with the legal actions. @param {Session} session @returns {Promise<GameView>} */
const look = (session) => request(`/games/${session.state.game}/view?${ASKED}`, { token: tokenOf(session) });

/** @param {Session} session @param {AbortSignal} signal */
async function followOn(session, signal) {
  const view = /** @type {GameView} */ (session.state.view);
  await follow({
    game: session.state.game, token: tokenOf(session), signal,
    place: { version: view.version, id: session.state.log.at(-1)?.id },
    query: STREAMED,
    onEvent: (event) => receive(session, event),
    open: (opened) => reopen(session, opened),
    line: (isUp) => isUp !== session.state.isUp && session.change({ isUp }),
  });
}

/** Take a view as it is now, with the legal actions if it has them. @param {Session} session @param {GameView} answer */
export function settle(session, answer) {
  const { actions, events, hints_left: hintsLeft, ...rest } = answer;
  const view = /** @type {GameView} */ (rest);
  const old = session.state.view;
  if (old && old.version > view.version) return;
  const isNew = old?.decision !== view.decision || old?.seat !== view.seat;
  session.change({ view, ...(isNew ? { chosen: [], hint: undefined, rejection: undefined } : {}), ...(actions || isNew ? { actions } : {}) });
  if (hintsLeft !== undefined) session.change({ hintsLeft });
  offerHandover(session);
  if (view.status === "over" && old?.status === "running") remember(session);
}

/** Take what a stream begins with: the decision that is open. @param {Session} session @param {{version: number, next_decision: import("./stream.js").Next}} opened */
function reopen(session, { version, next_decision: next }) {
  const { view, actions } = session.state;
  if (view?.version === version && view.decision === next.decision && !actions) settle(session, { ...view, actions: next.actions });
}

/** Let another seat of this device have it, once the present one has nothing to decide. @param {Session} session */
function offerHandover(session) {
  const { view, tokens, seat } = session.state;
  if (!view || view.status === "over" || view.decision !== undefined) return session.change({ handover: null });
  const next = view.to_act.find((each) => tokens.has(each) && each !== seat);
  session.change({ handover: next ?? null });
}

/** Switch the device to another seat, with its view, log and stream. @param {Session} session @param {number} seat */
export async function takeSeat(session, seat) {
  end(session);
  session.change({ seat, handover: null, lifted: undefined, view: undefined, actions: undefined, chosen: [], hint: undefined, rejection: undefined, playback: undefined });
  await begin(session);
}

/** Add an event; events are shown one after the other. @param {Session} session @param {LogEvent} event */
export function receive(session, event) {
  const isKnown = session.state.log.some(({ version }) => version === event.version) || session.queue.some(({ version }) => version === event.version);
  if (isKnown) return;
  session.queue.push(event);
  if (!session.isPlayingBack) session.playback = playBack(session);
}

/** @param {Session} session */
async function playBack(session) {
  session.isPlayingBack = true;
  const { signal } = session.ending;
  try {
    for (let event = session.queue.shift(); event && !signal.aborted; event = session.queue.shift()) await tellEvent(session, event);
    if (!signal.aborted) await catchUp(session);
  } catch (error) {
    if (!(error instanceof Unanswered || error instanceof Problem)) throw error;
  } finally {
    session.isPlayingBack = false;
    if (!signal.aborted) session.change({ playback: undefined });
    if (!signal.aborted && session.queue.length) session.playback = playBack(session);
  }
}

/** Show what an event has changed, and point at each of its facts in turn. @param {Session} session @param {LogEvent} event */
async function tellEvent(session, event) {
  const { view, log } = session.state;
  const { signal } = session.ending;
  session.change({ log: [...log, event].sort((one, other) => one.version - other.version), playback: { event, fact: -1 } });
  if (view && event.patch && event.version === view.version + 1) advance(session, view, event);
  if (wantsStillness() || session.queue.length > SLOW_QUEUE) return;
  for (let fact = 0; fact < Math.min(event.facts.length, 8) && !signal.aborted; fact++) {
    session.change({ playback: { event, fact } });
    await pause(FACT_SECONDS, signal);
  }
  await pause(EVENT_SECONDS, signal);
}

/** @param {Session} session @param {GameView} view @param {LogEvent} event */
function advance(session, view, event) {
  const next = changed(view, event);
  if (!next) return;
  const actions = next.decision !== undefined && event.next_decision?.decision === next.decision ? event.next_decision.actions : undefined;
  const isLast = !session.queue.length;
  if (isLast && next.decision !== undefined && actions) return settle(session, { ...next, actions });
  const isSame = next.decision === view.decision && next.decision !== undefined;
  session.change({ view: next, ...(isSame ? {} : { actions: undefined, chosen: [], hint: undefined }) });
}

/** Return a view as an event has left it; undefined if its patch does not fit. @param {GameView} view @param {LogEvent} event */
function changed(view, event) {
  try {
    return patched(view, event.patch ?? []);
  } catch {
    return undefined;
  }
}

/** Request what the events do not contain, if anything. @param {Session} session */
async function catchUp(session) {
  const { view, log } = session.state;
  if (!view) return;
  const isBehind = (log.at(-1)?.version ?? 0) > view.version;
  const isLeftOver = view.status === "running" && !view.to_act.length;
  const isOpen = view.decision !== undefined && !session.state.actions;
  if (isBehind || isLeftOver || isOpen) return settle(session, await look(session));
  offerHandover(session);
  if (view.status === "over") remember(session);
}

/** Send an action; the answer is the next view. @param {Session} session @param {Action} action */
export async function act(session, action) {
  const view = /** @type {GameView} */ (session.state.view);
  const { seat } = session.state;
  const body = { ruleset: view.ruleset, decision: view.decision, action };
  session.change({ busy: true, rejection: undefined });
  const path = `/games/${view.game_id}/actions?${ANSWERED}&since=${view.version}`;
  try {
    await acted(session, await request(path, { token: tokenOf(session), body }), seat);
  } catch (error) {
    await failed(session, error, action);
  }
  session.change({ busy: false });
}

/** @param {Session} session @param {any} answer @param {number | null} seat whose answer it is */
async function acted(session, answer, seat) {
  if (session.state.seat !== seat) return;
  session.change({ chosen: [], hint: undefined });
  const last = answer.events.at(-1);
  for (const event of answer.events) receive(session, event === last && answer.actions ? { ...event, next_decision: answer } : event);
  while (session.playback && session.isPlayingBack) await session.playback;
  if (session.state.seat === seat) settle(session, answer);
}

/** @param {Session} session @param {any} error @param {Action} action */
async function failed(session, error, action) {
  if (!(error instanceof Problem)) {
    if (!(error instanceof Unanswered)) throw error;
    return session.change({ rejection: { problem: { title: "", code: "unanswered" }, action } });
  }
  if (error.code === "decision_closed") return settle(session, await look(session));
  session.change({ rejection: { problem: error.body, action } });
}

/** Ask why something would be rejected; undefined if it would not. @param {Session} session @param {Action} action */
export async function whyNot(session, action) {
  const view = /** @type {GameView} */ (session.state.view);
  const body = { ruleset: view.ruleset, decision: view.decision, action };
  try {
    await request(`/games/${view.game_id}/actions?dry_run=true`, { token: tokenOf(session), body });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.body;
  }
  return undefined;
}

/** Request a hint for the pending decision. @param {Session} session */
export async function advise(session) {
  const view = /** @type {GameView} */ (session.state.view);
  session.change({ hint: { isAsked: true } });
  try {
    const hint = await request(`/games/${view.game_id}/hints`, { token: tokenOf(session), body: { decision: view.decision } });
    if (session.state.view?.decision === hint.decision) session.change({ hint, hintsLeft: hint.hints_left });
  } catch (error) {
    session.change({ hint: undefined, rejection: { problem: error instanceof Problem ? error.body : { title: "", code: "unanswered" } } });
  }
}

/** Show the past, or with null the present again. @param {Session} session @param {number | null} version */
export async function lookBack(session, version) {
  session.change({ at: version });
  if (version === null) return session.change({ past: undefined });
  const past = await request(`/games/${session.state.game}/view?at=${version}`, { token: tokenOf(session) });
  if (session.state.at === version) session.change({ past });
}
