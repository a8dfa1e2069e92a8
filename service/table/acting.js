/** What a player sends for a pending decision: an action, a dry run of one, or a request for a hint. */

import { NetworkError, Problem, request } from "./api.js";
import { applyView, fetchView, receive, tokenOf } from "./session.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").GameView} GameView */
/** @typedef {import("./selection.js").Action} Action */

const WITH_RESPONSE = "include=actions,events,patches";

/** Whether other players see less of an action than its player: the ruleset has a `concealed_` type for it. @param {any} ruleset @param {string} type */
export const isSecret = (ruleset, type) =>
  ruleset.names.some((/** @type {any} */ { kind, id }) => kind === "action" && id.startsWith("concealed_") && type.split("_").includes(id.slice("concealed_".length)));

/** Submit an action and apply the response, or plan it while others act. @param {Session} session @param {Action} action */
export async function act(session, action) {
  const view = /** @type {GameView} */ (session.state.view);
  const { seat, plan } = session.state;
  if (plan) return plan.add(action);
  const body = { ruleset: view.ruleset, decision: view.decision, action };
  session.change({ busy: true, rejection: undefined, isSealed: isSecret(session.state.ruleset, action.type) });
  try {
    await handleResponse(session, await request(`/games/${view.game_id}/actions?${WITH_RESPONSE}&since=${view.version}`, { token: tokenOf(session), body }), seat);
  } catch (error) {
    await handleError(session, error, action);
  }
  session.change({ busy: false });
}

/** @param {Session} session @param {any} response @param {number | null} seat that sent the action */
async function handleResponse(session, response, seat) {
  if (session.state.seat !== seat) return;
  session.change({ chosen: [], hint: undefined });
  const last = response.events.at(-1);
  for (const event of response.events) receive(session, event === last && response.actions ? { ...event, next_decision: response } : event);
  while (session.presented && session.isPresenting) await session.presented;
  if (session.state.seat === seat) applyView(session, response);
}

/** @param {Session} session @param {any} error @param {Action} action */
async function handleError(session, error, action) {
  if (!(error instanceof Problem)) {
    if (!(error instanceof NetworkError)) throw error;
    return session.change({ rejection: { problem: { title: "", code: "unanswered" }, action } });
  }
  if (error.code === "decision_closed") return applyView(session, await fetchView(session));
  session.change({ rejection: { problem: error.body, action } });
}

/** Return the rejection of an action in a dry run; undefined if it is legal. @param {Session} session @param {Action} action */
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
export async function requestHint(session) {
  const view = /** @type {GameView} */ (session.state.view);
  session.change({ hint: { isAsked: true } });
  try {
    const hint = await request(`/games/${view.game_id}/hints`, { token: tokenOf(session), body: { decision: view.decision } });
    if (session.state.view?.decision === hint.decision) session.change({ hint, hintsLeft: hint.hints_left });
  } catch (error) {
    session.change({ hint: undefined, rejection: { problem: error instanceof Problem ? error.body : { title: "", code: "unanswered" } } });
  }
}
