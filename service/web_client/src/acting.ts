/** What a player sends: an action, a dry run of one, a request for a hint, and the operations besides acting. */

import type { Ruleset } from "@bottega/client/texts";
import type { CallOptions } from "./api";
import { call as callApi, NetworkError, Problem } from "./api";
import { problemOf } from "./components";
import { applyView, fetchView } from "./loading";
import { receive } from "./presenting";
import type { Action } from "./selection";
import type { GameStore } from "./store";
import { noteUndoOffer, tokenOf } from "./store";
import type { GameView, NextDecision, Problem as ProblemBody, Schemas } from "./types";

const WITH_RESPONSE = ["actions" as const, "events" as const, "patches" as const];
const CONCEALED = "concealed_";
/** Problems after which the page shows the game as it is now. */
const READ_AGAIN = ["decision_closed", "game_faulty"];
/** The operations on a game that its players can call besides acting. */
export type Operation =
  | "undo"
  | "decline"
  | "pause"
  | "decline_pause"
  | "resume"
  | "give_time"
  | "resign"
  | "abort"
  | "return";

/** Whether other players see less of an action than its player: the ruleset has a `concealed_` type for it. */
export const isSecret = (ruleset: Ruleset, type: string) =>
  ruleset.names.some(
    ({ kind, id }) =>
      kind === "action" && id.startsWith(CONCEALED) && type.split("_").includes(id.slice(CONCEALED.length)),
  );

/** Return what a request for the pending decision sends. */
const decisionOf = ({ view }: GameStore["state"], action: Action) => ({
  ruleset: view?.ruleset ?? "",
  decision: view?.decision ?? 0,
  action,
});

/** Submit an action and apply the response, or plan it while others act. */
export async function act(store: GameStore, action: Action) {
  const { seat, plan, game, view, ruleset, rehearse } = store.state;
  if (rehearse) return rehearse(action);
  if (plan) return plan.add(action);
  const body = decisionOf(store.state, action);
  store.change({
    busy: true,
    rejection: undefined,
    isSealed: ruleset !== undefined && isSecret(ruleset, action.type),
  });
  try {
    const given = { game_id: game, include: WITH_RESPONSE, since: view?.version, body };
    const response = await callApi("POST /games/{game_id}/actions", given, { token: tokenOf(store) });
    await handleResponse(store, response, seat);
  } catch (error) {
    await handleError(store, error, action);
  }
  store.change({ busy: false });
}

/** Present the events of a response, then apply its view.   @param seat that sent the action */
async function handleResponse(store: GameStore, response: GameView, seat: number | null) {
  if (store.state.seat !== seat) return;
  store.change({ chosen: [], hint: undefined });
  const { events = [], decision, actions, previews } = response;
  const next: NextDecision | undefined =
    actions && decision !== undefined ? { decision, actions, previews } : undefined;
  const last = events.at(-1);
  for (const event of events) receive(store, event === last && next ? { ...event, next_decision: next } : event);
  while (store.presented && store.isPresenting) await store.presented;
  if (store.state.seat === seat) applyView(store, response);
}

async function handleError(store: GameStore, error: unknown, action: Action) {
  if (!(error instanceof Problem || error instanceof NetworkError)) throw error;
  if (error instanceof NetworkError) return store.change({ rejection: { problem: UNANSWERED, action } });
  if (READ_AGAIN.includes(error.code)) return applyView(store, await fetchView(store));
  store.change({ rejection: { problem: error.body, action } });
}

/** The message of an error without a title is that of the page. */
const UNANSWERED = { title: "", code: "unanswered" };

/** Return the rejection of an action in a dry run; undefined if it is legal. A batch has it without a failed request. */
export async function whyNot(store: GameStore, action: Action): Promise<ProblemBody | undefined> {
  const actions = [{ game_id: store.state.game, ...decisionOf(store.state, action) }];
  const given = { dry_run: true, body: { actions } };
  const { results } = await callApi("POST /actions:batch", given, { token: tokenOf(store) });
  return results[0].problem;
}

/** Request a hint for the pending decision. */
export async function requestHint(store: GameStore) {
  const { game, view } = store.state;
  store.change({ hint: { isAsked: true } });
  try {
    const given = { game_id: game, body: { decision: view?.decision ?? 0 } };
    const hint = await callApi("POST /games/{game_id}/hints", given, { token: tokenOf(store) });
    if (store.state.view?.decision === hint.decision) store.change({ hint, hintsLeft: hint.hints_left });
  } catch (error) {
    const problem = error instanceof Problem ? error.body : UNANSWERED;
    store.change({ hint: undefined, rejection: { problem } });
  }
}

type ClockChange = Schemas["ClockChange"];
/** Return how a change of the clocks is sent. */
const changesClocks =
  (action: ClockChange["action"]): Send =>
  (given, options, hours) =>
    callApi("POST /games/{game_id}/clocks", { ...given, body: { action, ...(hours ? { hours } : {}) } }, options);

type Send = (given: { game_id: string }, options: CallOptions, to?: number) => Promise<unknown>;
const OPERATIONS: Record<Operation, Send> = {
  undo: (given, options, to) =>
    callApi("POST /games/{game_id}/undo", { ...given, body: to === undefined ? {} : { to } }, options),
  decline: (given, options) => callApi("DELETE /games/{game_id}/undo", given, options),
  pause: changesClocks("pause"),
  decline_pause: changesClocks("decline"),
  resume: changesClocks("resume"),
  give_time: changesClocks("give_time"),
  resign: (given, options) => callApi("POST /games/{game_id}/resign", given, options),
  abort: (given, options) => callApi("POST /games/{game_id}/abort", given, options),
  return: (given, options) => callApi("POST /games/{game_id}/return", given, options),
};

/** Call an operation on the game. Returns the problem if it fails. @param to the version that an undo restores, or the hours of a pause */
export async function call(store: GameStore, operation: Operation, to?: number) {
  if (operation === "decline") noteUndoOffer(store, undefined, -1); // this refusal needs no message
  try {
    await OPERATIONS[operation]({ game_id: store.state.game }, { token: tokenOf(store) }, to);
  } catch (error) {
    return problemOf(error);
  }
  return undefined;
}
