/** Planned moves: the action queue of the seat, and the choice of a move while others act. */

import { useState } from "preact/hooks";
import { Choices } from "./choices";
import { Cross, ErrorMessage, problemOf } from "./components";
import { screenText as t } from "./i18n";
import { versionSeen } from "./latest";
import { beginPlan, leavePlan, saveQueue } from "./planning";
import type { Action } from "./selection";
import type { GameProps } from "./store";
import type { ActionQueue, Failure, QueuedAction } from "./types";

export function Plans(props: GameProps) {
  const { session, state, view } = props;
  const [problem, setProblem] = useState<Failure>();
  const [isEmpty, setEmpty] = useState(false);
  const queue = state.planned;
  const isPending = view.decision !== undefined;
  const seen = versionSeen(state.log, state.seat);
  if (!queue) return null;
  const save = async (actions: QueuedAction[]) => setProblem(await saveQueue(session, actions));
  const add = (action: Action) => void save([...(session.state.planned?.actions ?? []), { action }]);
  const begin = () =>
    beginPlan(session, add).then(
      (isAny) => setEmpty(!isAny),
      (error) => setProblem(problemOf(error)),
    );
  const dropped = reasonOfDrop(queue, seen);
  if (isPending && !queue.actions.length && !dropped) return null;
  return (
    <div class="plans">
      {dropped ? (
        <p class="notice" role="status">
          {t("plan_dropped", { reason: dropped })}
        </p>
      ) : null}
      <Queue {...props} actions={queue.actions} save={save} />
      {isPending ? null : <NewPlan {...props} begin={begin} />}
      {isEmpty ? (
        <p class="faint" role="status">
          {t("plan_none")}
        </p>
      ) : null}
      <ErrorMessage problem={problem} />
    </div>
  );
}

/** Return why the service has dropped the queue since the player last acted. */
const reasonOfDrop = ({ dropped }: ActionQueue, seen: number) =>
  dropped && dropped.version >= seen ? dropped.reason : undefined;

type QueueProps = Pick<GameProps, "state" | "sentence"> & {
  actions: QueuedAction[];
  save: (actions: QueuedAction[]) => void;
};

/** The planned moves in their order, each with a button that removes it. */
function Queue({ state, sentence, actions, save }: QueueProps) {
  return (
    <>
      {actions.length ? <h3 class="choice-title">{t("planned")}</h3> : null}
      <ol class="planned" aria-live="polite">
        {actions.map((each, index) => (
          <li key={index}>
            <span>{sentence(each.action)}</span>
            <button
              type="button"
              class="quiet round"
              disabled={state.busy}
              aria-label={`${t("remove")}: ${sentence(each.action)}`}
              onClick={() => save(actions.filter((other) => other !== each))}
            >
              <Cross />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The choice of one more move, or the button that begins it. */
function NewPlan({ begin, ...props }: GameProps & { begin: () => void }) {
  const { session, state } = props;
  if (!state.plan)
    return (
      <button type="button" class="quiet" disabled={state.busy} onClick={begin}>
        {t("plan_move")}
      </button>
    );
  return (
    <>
      <p class="faint">{t("plan_note")}</p>
      <Choices {...props} submit={state.plan.add} />
      <button type="button" class="quiet" onClick={() => leavePlan(session)}>
        {t("back")}
      </button>
    </>
  );
}
