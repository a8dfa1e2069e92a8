/** Selection of targets on the board of a running game: what a click and a drag do, and why a target cannot be selected. */

import type { GameTexts, Ruleset } from "@bottega/client/texts";
import { act, whyNot } from "./acting";
import { t } from "./i18n";
import type { Mark } from "./kit/board";
import type { DragTools } from "./kit/drag";
import { questionsOf } from "./questions";
import type { Action, ParsedAction, Target } from "./selection";
import {
  actionParser,
  fieldsTest,
  isAlternative,
  matchCount,
  matchingActions,
  replaceExcluded,
  selectedAction,
  targetKey,
  targetStates,
  timesChosen,
  toggleTarget,
} from "./selection";
import { setting } from "./storage";
import type { GameStore } from "./store";
import { decisionKind, hasEnded } from "./store";
import { meantOf, targetLabel, targetOf } from "./targets";
import type { Problem } from "./types";

/** The HTTP status of a request that does not fit its schema. */
const INVALID = 422;

/** A text beside an element of the board, for the position and selection at which it was shown. */
export type Note = { text: string; element?: Element; moment?: string; isReason?: boolean };
/** What the selection depends on. */
export type Choosing = {
  session: GameStore;
  state: GameStore["state"];
  actions: ParsedAction[];
  parse: (action: Action) => ParsedAction;
  isPast: boolean;
  isCovered: boolean;
  texts: GameTexts;
};
type SelectionTools = {
  isOpen: boolean;
  stateOf: (target: Target) => Mark;
  hasReason: (target: Target) => boolean;
  select: (target: Target, element: Element) => void;
  explain: (target: Target, element: Element) => void;
};

/** Return the position and the selection that a note belongs to. */
export const momentOf = ({ view, chosen, at }: GameStore["state"]) =>
  JSON.stringify([view?.version, view?.decision, at, chosen.map(targetKey)]);

/** Return the functions with which a board shows and selects targets. */
export function selectionTools(choosing: Choosing, setNote: (note: Note) => void): SelectionTools {
  const { session, state, actions } = choosing;
  const isOpen = canChoose(choosing);
  const mark = targetStates(actions, state.chosen);
  const stateOf = (target: Target) => (isOpen ? mark(target) : "");
  const hasReason = isOpen ? fieldsTest(actions) : () => false;
  const say = (text: string, element: Element, isReason = true) =>
    setNote({ text, element, isReason, moment: momentOf(session.state) });
  const take = (chosen: Target[], target: Target, element: Element) => {
    choose(session, actions, chosen);
    say(deselectedText(choosing, chosen, target), element, false);
  };
  const explain = async (target: Target, element: Element) => {
    const moment = momentOf(session.state);
    const text = await reasonOf(choosing, target, element);
    if (text) return setNote({ text, element, moment, isReason: true });
    const chosen = isOpen ? replaceExcluded(actions, state.chosen, target) : undefined;
    if (chosen && momentOf(session.state) === moment) return take(chosen, target, element);
    setNote({ text: decisionText(choosing), element, moment, isReason: true });
  };
  const select = async (target: Target, element: Element) => {
    if (!isOpen) return say(closedText(choosing), element);
    const confirmed = confirmedAction(actions, state.chosen, target);
    if (confirmed) return act(session, confirmed);
    const chosen = toggleTarget(actions, state.chosen, target);
    if (!chosen) return explain(target, element);
    take(chosen, target, element);
  };
  return { isOpen, stateOf, hasReason, select, explain };
}

/** Say which selected targets a new one excludes, except other values of the same fields. */
function deselectedText({ state, actions, texts }: Choosing, chosen: Target[], target: Target) {
  const gone = state.chosen.filter((each) => !timesChosen(chosen, each) && !isAlternative(actions, each, target));
  if (!gone.length || timesChosen(state.chosen, target)) return "";
  return t("deselected", { names: gone.map((each) => targetLabel(texts, each)).join(", ") });
}

/** Whether targets can be selected now. */
function canChoose({ state, actions, isPast, isCovered }: Choosing) {
  const isAsked = state.view?.decision !== undefined || state.plan !== undefined;
  return isAsked && !isPast && !isCovered && !state.busy && actions.length > 0;
}

/** Say why no target can be selected now. */
function closedText({ state: { view, busy }, isPast, isCovered, texts }: Choosing) {
  if (isPast) return t("return_to_play");
  if (isCovered) return t("lift_cover");
  if (busy || !view) return t("one_moment");
  if (hasEnded(view)) return t("over");
  if (view.decision !== undefined || !view.to_act.length) return t("one_moment");
  return t("waiting_for", { names: view.to_act.map((seat) => texts.name("seat", seat)).join(", ") });
}

/** Return the selected action if the target is selected already and cannot be selected once more. */
function confirmedAction(actions: ParsedAction[], chosen: Target[], target: Target) {
  if (!timesChosen(chosen, target) || matchingActions(actions, [...chosen, target]).length) return undefined;
  return selectedAction(matchingActions(actions, chosen), chosen);
}

/** Return what dragging does: it selects the thing and the place, and submits the action if no choice is left. */
export function dragTools(
  { session, actions }: Choosing,
  { isOpen, explain }: SelectionTools,
  pointer: { current: (element: Element | undefined) => void },
): DragTools {
  const take = (element: Element) => {
    const { chosen } = session.state;
    const target = targetOf(element);
    if (!timesChosen(chosen, target))
      session.change({ chosen: toggleTarget(actions, chosen, target) ?? chosen, rejection: undefined });
  };
  const drop = (element: Element) => {
    const target = targetOf(element);
    const both = [...session.state.chosen, target];
    const left = matchingActions(actions, both);
    if (!left.length) return explain(target, element);
    session.change({ chosen: both, rejection: undefined });
    if (left.length === 1) act(session, left[0].action);
  };
  return { canTake: () => isOpen, take, over: (element) => pointer.current(element), drop };
}

/** Store the selection. Submit the action at once if only one is left and the player has turned off confirmation. */
export function choose(session: GameStore, actions: ParsedAction[], chosen: Target[]) {
  session.change({ chosen, rejection: undefined });
  const left = matchingActions(actions, chosen);
  const action = selectedAction(left, chosen);
  if (action && left.length === 1 && setting("ask") === "no") act(session, action);
}

/** Say why a target cannot be selected, as the rules explain the action that it means; undefined if they cannot. */
async function reasonOf({ session, state, actions, parse, texts }: Choosing, target: Target, element: Element) {
  const { plan, rehearse } = session.state;
  const meant = meantOf(element);
  const asked = { actions, chosen: state.chosen, target, meant: meant && parse(meant) };
  for (const action of plan || rehearse ? [] : questionsOf(asked)) {
    const problem = await whyNot(session, action).catch(() => undefined);
    if (problem && !isAboutForm(problem)) return withParagraph(texts.rejectionText(problem), problem.paragraph);
  }
  return undefined;
}

const withParagraph = (text: string, paragraph: string | undefined) => (paragraph ? `${text} (§ ${paragraph})` : text);

/** Whether a rejection is about the form of the request, of which a player knows nothing. */
const isAboutForm = ({ status, parameters }: Problem) => status === INVALID || "parameter" in (parameters ?? {});

/** Say what must be decided now, instead of what the player tried. */
function decisionText({ state: { view, plan }, texts }: Choosing) {
  const kind = view && !plan ? decisionKind(view) : undefined;
  const decision = kind && texts.sentence("decision", { type: kind });
  return decision ? t("not_possible_but", { decision }) : t("not_possible");
}

/** Return a test whether a target appears in one of some facts. */
export function factTest(ruleset: Ruleset, facts: Action[]): (target: Target) => boolean {
  const references = (ruleset.references ?? [])
    .filter(({ part }) => part === "fact")
    .map((each) => ({ ...each, part: "action" }));
  const parsed = facts.map(actionParser(references));
  return (target) => parsed.some((fact) => matchCount(fact, target) > 0);
}
