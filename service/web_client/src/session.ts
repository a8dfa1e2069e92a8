/** Follows a game for its store: what each message of the stream changes. */

import type { Followed } from "@bottega/client/types";
import { fetchEvents, follow, retry } from "./api";
import { loadRuleset, preloadDrawing } from "./drawings";
import { versionSeen } from "./latest";
import {
  applyOpening,
  applySeats,
  applyView,
  endWith,
  fetchAt,
  fetchSeats,
  fetchSeen,
  fetchView,
  findOwnSeat,
  saveGame,
  VIEW_PARTS,
} from "./loading";
import { receive } from "./presenting";
import type { GameStore } from "./store";
import { NO_CHOICE, noteUndoOffer, tokenOf } from "./store";
import type { GameView } from "./types";
import { checkVersion } from "./version";

/** A message of the stream, with the view after it. */
export type GameMessage = Followed<{ game: string; view: true }>;
type Handlers = {
  [Type in GameMessage["type"]]: (store: GameStore, message: Extract<GameMessage, { type: Type }>) => unknown;
};

/** What to do with each type of message in the stream of a game. A type without an entry is an error. */
const HANDLERS: Handlers = {
  view: (store, { view }) => load(store, view),
  event: (store, { data, view }) => receive(store, data, view),
  next_decision: (store, { data }) => applyOpening(store, data.version, data.next_decision),
  started: (store, { view }) => applyView(store, view),
  aborted: (store, { view }) => applyView(store, view),
  over: () => undefined, // the last event, or the abort, has said it
  seats: (store, { data }) => applySeats(store, data.seats),
  presence: (store, { data }) =>
    store.change({ present: new Map(data.presence.map(({ seat, connected }) => [seat, connected])) }),
  undo_offers: (store, { id, data }) => noteUndoOffer(store, data.undo_offers[0], Number.parseInt(id, 10)),
  queue: (store, { data }) => store.change({ planned: data.queue }),
  rematch: (store, { data }) => store.change({ rematch: data.rematch }),
  faulty: (store, { data }) => noteFault(store, data.faulty),
};

/** Read the view again when the game stops because its rules have failed, or continues. */
async function noteFault(store: GameStore, isFaulty: boolean) {
  if (isFaulty !== Boolean(store.state.view?.faulty_since)) applyView(store, await fetchView(store));
}

/** Handle a message. A newer service may send one of an unknown type, which is ignored. */
export function handle<Type extends GameMessage["type"]>(
  store: GameStore,
  message: Extract<GameMessage, { type: Type }>,
) {
  const handler: Handlers[Type] | undefined = HANDLERS[message.type as Type];
  return handler?.(store, message);
}

/** Load the game and follow its events. */
export async function start(store: GameStore) {
  store.controller = new AbortController();
  const { signal } = store.controller;
  try {
    await findOwnSeat(store);
    const loaded = async () => load(store, await fetchView(store));
    await (store.state.view ? retry(connectionOf(store, signal), loaded) : loaded());
    if (!signal.aborted) await subscribe(store, signal);
  } catch (error) {
    if (!signal.aborted) endWith(store, error);
  }
}

/** What a request that is repeated, and a stream, need and report. */
const connectionOf = (store: GameStore, signal: AbortSignal) => ({
  signal,
  onConnection: (isConnected: boolean) => {
    if (isConnected === store.state.isConnected) return;
    store.change({ isConnected });
    if (isConnected) checkVersion(); // another service may have taken over
  },
});

/** Load what belongs to a view, and show it. */
async function load(store: GameStore, view: GameView) {
  const { signal } = store.controller;
  preloadDrawing(view.ruleset);
  const [ruleset, log] = await Promise.all([
    store.state.ruleset ?? loadRuleset(view.ruleset, { language: store.language }),
    fetchEvents(view.game_id, tokenOf(store)),
    fetchSeats(store),
  ]);
  if (signal.aborted) return;
  const known = log.filter(({ version }) => version <= view.version);
  const isFirst = !store.state.view;
  const before = isFirst ? await fetchSeen(store, view, versionSeen(known, store.state.seat)) : [];
  if (signal.aborted) return;
  const isLost = (store.state.view?.version ?? 0) > view.version; // the service lost its last data
  store.change({ ruleset, log: known, before, loadError: undefined, ...(isLost ? { view: undefined } : {}) });
  applyView(store, view);
  saveGame(store);
}

async function subscribe(store: GameStore, signal: AbortSignal) {
  const { game, view, log } = store.state;
  if (!view) return;
  const messages = follow({
    game,
    token: tokenOf(store),
    view,
    after: log.at(-1)?.id ?? view.version,
    parts: VIEW_PARTS,
    include: "actions,seats,presence,undo_offers,queue,rematch,faulty",
    ...connectionOf(store, signal),
  });
  for await (const message of messages) await handle(store, message);
}

/** End the requests and the stream of a game. */
export function stop({ controller, queue }: GameStore) {
  controller.abort();
  queue.length = 0;
}

/** Load the game again, at once when the device wakes up, and when it goes offline or online. */
export function reconnect(store: GameStore) {
  stop(store);
  start(store);
}

/** Switch the device to another seat, with its view, log and stream. */
export async function switchSeat(store: GameStore, seat: number) {
  stop(store);
  store.change({
    ...NO_CHOICE,
    seat,
    nextSeat: null,
    revealed: undefined,
    view: undefined,
    setup: undefined,
    actions: undefined,
    presented: undefined,
    planned: undefined,
    undo: {},
  });
  await start(store);
}

/** Show an earlier version of the game, or the current one for null. The board shows what has moved in its event. */
export async function showVersion(store: GameStore, version: number | null) {
  store.change({ at: version });
  if (version === null) return showPresent(store);
  const [past, ...before] = await Promise.all([version, Math.max(0, version - 1)].map((at) => fetchAt(store, at)));
  if (store.state.at === version) store.change({ past, before });
}

async function showPresent(store: GameStore) {
  store.change({ past: undefined, before: [] });
  const { view, log, seat } = store.state;
  const before = view ? await fetchSeen(store, view, versionSeen(log, seat)) : [];
  if (store.state.at === null && store.state.view === view) store.change({ before });
}

/** Play the events since the seat's last action again. */
export async function showAgain(store: GameStore) {
  const { log, seat } = store.state;
  await showVersion(store, versionSeen(log, seat));
  store.change({ isPlaying: true });
}
