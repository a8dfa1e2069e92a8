/** The decision panel: the pending decision of the seat, or whom the game waits for. */

import type { GameTexts } from "@bottega/client/texts";
import { useEffect, useState } from "preact/hooks";
import { act, isSecret } from "./acting";
import type { ChoiceProps } from "./choices";
import { Choices } from "./choices";
import { Hurry } from "./clock";
import { ErrorMessage, Loading, later } from "./components";
import { Hint } from "./hint";
import { t } from "./i18n";
import { versionSeen } from "./latest";
import { isOnBoard } from "./offered";
import type { Action, ParsedAction } from "./selection";
import { setSetting, setting } from "./storage";
import type { GameProps } from "./store";
import { decisionKind, reveal } from "./store";

export function Panel(props: GameProps) {
  const { state, view } = props;
  if (state.seat === null)
    return (
      <section class="card panel" tabIndex={-1}>
        <p class="eyebrow">{t("spectator")}</p>
        <Turn {...props} />
      </section>
    );
  if (view.decision === undefined)
    return (
      <section class="card panel waiting-panel" tabIndex={-1}>
        <Turn {...props} />
        {state.isSealed ? <SubmittedNote /> : null}
        {mayPlan(props) ? <LaterPlans {...props} /> : null}
      </section>
    );
  return <DecisionPanel key={view.decision} {...props} />;
}

/** Whether the player can plan a move like an earlier one: a human player acts, or moves are planned. */
const mayPlan = ({ state, view }: GameProps) =>
  view.status === "running" &&
  state.planned !== undefined &&
  versionSeen(state.log, state.seat) > 0 &&
  (Boolean(state.planned?.actions.length) || view.to_act.some((seat) => view.seats[seat].kind !== "ai"));

const LaterPlans = later(async () => (await import("./plans")).Plans);

function Turn({ view, texts, state: { present } }: GameProps) {
  const namesOf = (seats: number[]) => seats.map((seat) => texts.name("seat", seat)).join(", ");
  const absent = view.to_act.filter((seat) => present.get(seat) === false);
  return (
    <div role="status">
      <h2 class="turn">{view.to_act.length ? t("waiting_for", { names: namesOf(view.to_act) }) : t("one_moment")}</h2>
      {absent.length ? <p class="faint">{t("absent", { name: namesOf(absent) })}</p> : null}
    </div>
  );
}

/** Whether the choice must be hidden from other people at the device. */
export const isSecretChoice = (texts: GameTexts, actions: ParsedAction[]) =>
  actions.length > 1 && actions.some(({ action }) => isSecret(texts.ruleset, action.type));

function DecisionPanel(props: GameProps) {
  const { session, state, view, texts, actions, isCovered } = props;
  const kind = decisionKind(view);
  const secret = isSecretChoice(texts, actions);
  const title = kind ? texts.sentence("decision", { type: kind }) : t("your_turn");
  const [isFolded, fold] = useFold(isCovered || hasNews(props));
  const submit = (action: Action) => void act(session, action);
  const hasPlans = state.planned?.actions.length || state.planned?.dropped;
  return (
    <section
      class={`card panel deciding ${secret ? "secret" : ""} ${isFolded ? "folded" : ""}`}
      tabIndex={-1}
      aria-labelledby="decision-title"
    >
      <p class="eyebrow">{t("your_turn")}</p>
      <h2 id="decision-title">{title}</h2>
      <Fold isFolded={isFolded} fold={fold} />
      <Hurry view={view} seat={Number(state.seat)} />
      {hasPlans ? <LaterPlans {...props} /> : null}
      <Decision {...props} submit={submit} />
      <Rejection {...props} />
      {isCovered ? null : <Hint {...props} submit={submit} />}
    </section>
  );
}

/** The choices of the pending decision, once they are loaded and the player has lifted the cover. */
function Decision(props: ChoiceProps) {
  if (!props.state.actions) return <Loading label={t("one_moment")} />;
  if (props.isCovered) return <Cover reveal={() => reveal(props.session)} />;
  return <Choices {...props} />;
}

/** Why the service has rejected the last action. */
function Rejection({ state: { rejection }, texts }: GameProps) {
  if (!rejection) return null;
  const problem = { ...rejection.problem, title: texts.rejectionText(rejection.problem) };
  return <ErrorMessage problem={problem} ruleset={texts.ruleset.ruleset} />;
}

function Fold({ isFolded, fold }: { isFolded: boolean; fold: () => void }) {
  return (
    <button
      type="button"
      class="quiet round fold"
      aria-label={t(isFolded ? "unfold" : "fold")}
      aria-expanded={!isFolded}
      onClick={fold}
    >
      <svg viewBox="0 0 24 24" class="glyph" aria-hidden="true">
        <path d={isFolded ? "M5 15l7-7 7 7" : "M5 9l7 7 7-7"} />
      </svg>
    </button>
  );
}

/** Whether the panel has something that the board does not show. */
const hasNews = ({ state, actions }: GameProps) =>
  state.chosen.length > 0 ||
  state.rejection !== undefined ||
  Boolean(state.planned?.dropped) ||
  !actions.every((each) => isOnBoard(each, state.offered.pairs));

/** Fold the panel on phones while it is not needed, unless the user has left it open. New content unfolds it. */
function useFold(isNeeded: boolean): [boolean, () => void] {
  const [chosen, choose] = useState<"open" | "folded">();
  useEffect(() => {
    if (isNeeded) choose(undefined);
  }, [isNeeded]);
  const isFolded = chosen ? chosen === "folded" : !isNeeded && setting("panel") !== "open";
  const fold = () => {
    const next = isFolded ? "open" : "folded";
    choose(next);
    setSetting("panel", next);
  };
  return [isFolded, fold];
}

/** A cover over choices that only this player may see. */
function Cover({ reveal: lift }: { reveal: () => void }) {
  return (
    <button type="button" class="cover" onClick={lift}>
      <span class="seal" aria-hidden="true"></span>
      <span>{t("lift_cover")}</span>
      <small>{t("lift_cover_more")}</small>
    </button>
  );
}

const SubmittedNote = () => (
  <p class="sealed">
    <span class="seal stamped" aria-hidden="true"></span>
    {t("sealed")}
  </p>
);
