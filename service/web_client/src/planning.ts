/** The action queue of a seat: what it has planned, and what can be planned. */

import { call } from "./api";
import { problemOf } from "./components";
import { isOwnAction } from "./latest";
import type { Action, ParsedAction } from "./selection";
import { actionParser, matchCount } from "./selection";
import type { GameStore, Offered } from "./store";
import { tokenOf } from "./store";
import type { Failure, GameView, QueuedAction } from "./types";

/** Number of own decisions whose legal actions can be planned. */
const DECISIONS = 3;

/** Replace the queue. Returns the problem if that fails; the stream says what the queue is then. */
export async function saveQueue(store: GameStore, actions: QueuedAction[]): Promise<Failure | undefined> {
  const { view, game } = store.state;
  if (!view) return undefined;
  const body = { ruleset: view.ruleset, version: view.version, actions };
  store.change({ busy: true, chosen: [], plan: undefined });
  try {
    const planned = await call("PUT /games/{game_id}/queue", { game_id: game, body }, { token: tokenOf(store) });
    store.change({ planned });
    return undefined;
  } catch (error) {
    return problemOf(error);
  } finally {
    store.change({ busy: false });
  }
}

/** Offer actions to plan, with a function that adds one. Returns whether there are any. */
export async function beginPlan(store: GameStore, add: (action: Action) => void) {
  const actions = await plannable(store);
  if (actions.length && store.state.view?.decision === undefined) store.change({ plan: { actions, add } });
  return actions.length > 0;
}

/** Plan nothing more. */
export const leavePlan = (store: GameStore) => store.change({ plan: undefined, chosen: [] });

/** List actions of the latest own decisions that the board still shows. Only the service knows later whether they are legal. */
async function plannable(store: GameStore): Promise<Action[]> {
  const { log, seat, game, ruleset, offered } = store.state;
  const own = log.filter((event) => event.action && isOwnAction(event, seat)).slice(-DECISIONS);
  const views: GameView[] = await Promise.all(
    own.map(({ version }) =>
      call(
        "GET /games/{game_id}/view",
        { game_id: game, at: version - 1, include: ["actions"] },
        { token: tokenOf(store) },
      ),
    ),
  );
  const actions = new Map(
    views.flatMap((view) => view.actions ?? []).map((action) => [JSON.stringify(action), action]),
  );
  const parse = actionParser(ruleset?.references ?? []);
  return [...actions.values()].filter((action) => isShown(parse(action), offered));
}

/** Whether the board shows every part of an action that it shows for others. */
export function isShown(parsed: ParsedAction, { targets }: Pick<Offered, "targets">) {
  const names = new Set(targets.flatMap(Object.keys));
  const own = targets
    .filter((target) => matchCount(parsed, target))
    .flatMap((target) => Object.entries(target).map(([name, value]) => `${name}=${value}`));
  return parsed.units.every(
    ({ pairs }) =>
      ![...pairs].some((each) => names.has(each.slice(0, each.indexOf("=")))) || own.some((each) => pairs.has(each)),
  );
}
