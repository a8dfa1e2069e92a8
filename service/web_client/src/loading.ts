/** What a store reads from the service: the view of its seat, the log, and who plays the seats. */

import { viewAfter } from "@bottega/client/patch";
import { call, Problem } from "./api";
import { playerName } from "./names";
import { removeGame, setting, storeGame } from "./storage";
import type { GameStore } from "./store";
import { hasEnded, NO_CHOICE, tokenOf } from "./store";
import type { GameView, ListedSeat, NextDecision } from "./types";

/** Extra data of a view, so that one request per turn is enough. */
const PARTS = ["actions", "hints", "setup"] as const;
export const VIEW_PARTS = PARTS.join();
const PATCHES: "patches"[] = ["patches"];
/** The most views that the board draws one after the other. */
const MOST_VIEWS = 20;

/** Take the seat of the signed-in player in a game that this browser has not stored: a notification opens it. */
export async function findOwnSeat(store: GameStore) {
  const { game, seat, tokens } = store.state;
  const key = setting("key");
  if (seat !== null || !key) return;
  const view = await call("GET /games/{game_id}/view", { game_id: game }, { token: key, attempts: 1 }).catch(
    () => undefined,
  );
  if (view?.seat === undefined) return;
  tokens.set(view.seat, key);
  storeGame({ game, ruleset: view.ruleset, seats: [{ seat: view.seat, token: key }] });
  store.change({ seat: view.seat });
}

/** Show why the game cannot be followed. A deleted game needs no decision, and leaves the lobby. */
export function endWith(store: GameStore, error: unknown) {
  const loadError = error instanceof Problem ? error.body : { title: String(error), code: "unanswered" };
  const { view, game } = store.state;
  if (loadError.code !== "game_not_found" || !view) return store.change({ loadError });
  removeGame(game);
  store.change({
    loadError,
    view: { ...view, to_act: [], decision: undefined },
    actions: undefined,
    previews: undefined,
    chosen: [],
  });
}

/** Store the data that lists the game in the lobby. */
export function saveGame({ state: { game, view, seats } }: GameStore) {
  if (!view) return;
  const names = view.seats.map((each) =>
    each.kind === "ai" ? playerName(each) : (seats[each.seat]?.name ?? each.name ?? ""),
  );
  storeGame({ game, ruleset: view.ruleset, names, over: hasEnded(view) });
}

/** Fetch the view with the legal actions. */
export const fetchView = (store: GameStore): Promise<GameView> =>
  call("GET /games/{game_id}/view", { game_id: store.state.game, include: [...PARTS] }, { token: tokenOf(store) });

/** Fetch the view after an earlier version. */
export const fetchAt = (store: GameStore, version: number): Promise<GameView> =>
  call("GET /games/{game_id}/view", { game_id: store.state.game, at: version }, { token: tokenOf(store) });

/** Return the views since the seat last acted, if others have acted since: the board shows each of their moves. */
export async function fetchSeen(store: GameStore, view: GameView, seen: number): Promise<GameView[]> {
  if (store.state.seat === null || view.status !== "running" || seen >= view.version) return [];
  return fetchViews(store, seen, view.version).catch(() => []);
}

/** Return the views from a version to the one before `last`; only the first of many. */
async function fetchViews(store: GameStore, first: number, last: number): Promise<GameView[]> {
  const number = last - first - 1;
  const isFew = number > 0 && number <= MOST_VIEWS;
  const given = { game_id: store.state.game, after: first, limit: number, include: PATCHES };
  const [view, { events }] = await Promise.all([
    fetchAt(store, first),
    isFew ? call("GET /games/{game_id}/events", given, { token: tokenOf(store) }) : { events: [] },
  ]);
  const views = [view];
  for (const event of events) {
    const next = viewAfter(views[views.length - 1], event);
    if (next) views.push(next);
  }
  return views;
}

/** Fetch who plays the seats. A view does not say it, since a player can take a seat without an event. */
export async function fetchSeats(store: GameStore) {
  const { game } = store.state;
  const { seats } = await call("GET /games/{game_id}/seats", { game_id: game }, { token: tokenOf(store) });
  applySeats(store, seats);
}

/** Note who plays the seats. */
export function applySeats(store: GameStore, seats: ListedSeat[]) {
  const isKnown = JSON.stringify(seats) === JSON.stringify(store.state.seats);
  if (isKnown) return;
  store.change({ seats });
  saveGame(store);
}

/** Apply a view with its legal actions, if any. An older view is ignored. */
export function applyView(store: GameStore, response: GameView) {
  const { actions, previews, setup, events: _, hints_left: hintsLeft, ...view } = response;
  const old = store.state.view;
  if (old && old.version > view.version) return;
  const isNew = old?.decision !== view.decision || old?.seat !== view.seat;
  store.change({
    view,
    ...(isNew ? NO_CHOICE : {}),
    ...(actions || isNew ? { actions, previews } : {}),
    ...(hintsLeft === undefined ? {} : { hintsLeft }),
    ...(setup ? { setup } : {}),
  });
  offerSeatSwitch(store);
  if (hasEnded(view) && old && !hasEnded(old)) saveGame(store);
}

/** Apply the first message of a stream: the pending decision. */
export function applyOpening(store: GameStore, version: number, next: NextDecision) {
  const { view, actions } = store.state;
  if (view?.version === version && view.decision === next.decision && !actions)
    applyView(store, { ...view, actions: next.actions, previews: next.previews });
}

/** Offer the device to another stored seat that must act, once this seat has no decision. */
export function offerSeatSwitch(store: GameStore) {
  const { view, tokens, seat } = store.state;
  if (!view || view.status === "over" || view.decision !== undefined) return store.change({ nextSeat: null });
  const next = view.to_act.find((each) => tokens.has(each) && each !== seat);
  store.change({ nextSeat: next ?? null });
}
