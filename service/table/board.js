/** The board of a game: the drawing of the ruleset, or the generic board, and the selection of targets on it. */

import { html } from "./html.js";
import { useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { Callout, Preview, targetOf } from "./callout.js";
import { useDrag } from "./drag.js";
import { loadDrawing } from "./drawings.js";
import { useFlights } from "./flights.js";
import { hintTest } from "./hint.js";
import { t } from "./i18n.js";
import { eventsSince, isOwnAction, versionSeen } from "./latest.js";
import { animateMoves, markMoved } from "./motion.js";
import { selectableMaker } from "./selectable.js";
import { actionParser, matchCount, matchingActions, selectedAction, targetStates, timesChosen, toggleTarget } from "./selection.js";
import { act, whyNot } from "./acting.js";
import { showAgain } from "./session.js";
import { setting } from "./storage.js";

/** @typedef {import("./selection.js").Target} Target */
/** @typedef {{text: string, element?: Element}} Note */

/** A longer explanation beside a target leaves out the rule. */
const MOST_LETTERS = 150;

/** Load the board component of a ruleset; null if the ruleset has none. @param {string} ruleset */
export function useDrawing(ruleset) {
  const [drawing, setDrawing] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    loadDrawing(ruleset).then(({ Board }) => setDrawing(() => Board), () => setDrawing(null));
  }, [ruleset]);
  return drawing;
}

/** Return the board component: the drawing, or the generic board, which is loaded on first use; undefined while it loads. @param {any} drawing @param {boolean} isPlain */
export function useBoard(drawing, isPlain) {
  const [generic, setGeneric] = useState(/** @type {any} */ (undefined));
  const isGeneric = isPlain || drawing === null;
  useEffect(() => void (isGeneric && import("./generic.js").then(({ GenericBoard }) => setGeneric(() => GenericBoard), () => undefined)), [isGeneric]);
  return isGeneric ? generic : drawing;
}

/** @param {any} props */
export function BoardFrame(props) {
  const { session, state, shown, isPast, texts, ruleset, parse } = props;
  const drawing = useDrawing(ruleset.ruleset);
  const wide = useWide();
  const [isPlain, setPlain] = useState(false);
  const Board = useBoard(drawing, isPlain);
  useEffect(() => session.change({}), [Board]); // the panel depends on what the board offers
  useErrorBoundary((error) => (console.error(error), setPlain(true))); // show the generic board if a drawing fails
  const [note, setNote] = useState(/** @type {Note} */ ({ text: "" }));
  const frame = useRef(/** @type {Element | null} */ (null));
  const [latest, seen] = [state.log.at(-1), versionSeen(state.log, state.seat)];
  useMotion(frame, shown, isPast ? { step: `at ${state.at}`, isMarked: true, Board } : { step: `since ${seen}`, isMarked: latest !== undefined && !isOwnAction(latest, state.seat), Board });
  useFlights(frame, shown, state.log, texts);
  useEscape(session);
  useEffect(() => setNote({ text: "" }), [state.view?.decision, state.chosen.length, state.at]);
  const pointer = useRef((/** @type {Element | undefined} */ _) => undefined);
  const tools = selectionTools({ ...props, setNote });
  const fact = state.presented?.event.facts[state.presented.fact];
  tools.highlighted = testOf(ruleset, fact ? [fact] : []);
  const events = isPast ? state.log.filter((/** @type {any} */ { version }) => version === state.at) : eventsSince(state.log, state.seat);
  tools.touched = testOf(ruleset, events.flatMap((/** @type {any} */ { facts }) => facts).filter((/** @type {any} */ { seat }) => seat === undefined || seat === state.seat));
  useEffect(() => void (state.before && Board && session.change({ before: undefined })), [state.before, Board]);
  useDrag(frame, dragTools(props, tools, pointer));
  tools.hinted = isPast ? () => false : hintTest(props);
  props.offered.clear();
  const boardProps = {
    html, view: shown, ruleset, seat: state.seat, players: texts.players, isPast, texts, state, wide, covered: props.isCovered,
    name: texts.name, appearanceOf: (/** @type {string} */ kind, /** @type {any} */ id) => texts.appearanceOf(kind, id) ?? {},
    stateOf: tools.stateOf, select: tools.select, hinted: tools.hinted, selectable: selectableMaker(tools),
  };
  return html`<section class="table" tabindex="-1" aria-label=${t("the_table")} ref=${frame}>
    <div class="drawing">${Board === undefined ? null : html`<${Board} ...${boardProps} parse=${parse} />`}</div>
    <${Callout} ...${note} kind="board-note" role="status" />
    <${Preview} ...${props} frame=${frame} pointer=${pointer} chosen=${state.chosen} />
    <div class="board-tools">${isPlain || !drawing ? null : html`<p class="keys"><kbd aria-hidden="true">← ↑ ↓ →</kbd> ${t("arrow_keys")}</p>`}
      ${drawing ? html`<button type="button" class="board-switch" aria-pressed=${String(isPlain)} onClick=${() => setPlain(!isPlain)}>${t("plain_table")}</button>` : null}
      ${!isPast && events.length ? html`<button type="button" class="board-switch show-again" aria-keyshortcuts="Shift+ArrowLeft" title="Shift + ←" onClick=${() => showAgain(session)}>${t("show_again")}</button>` : null}
    </div>
  </section>`;
}

/**
 * Animate the elements that have moved since the last view, and mark them until the step changes.
 * @param {{current: Element | null}} frame @param {any} shown @param {{step: string, isMarked: boolean, Board?: any}} [marking] `Board` is undefined while it loads
 */
export function useMotion(frame, shown, { step, isMarked, Board } = { step: "", isMarked: false }) {
  const before = useRef(/** @type {any} */ (undefined));
  const marks = useRef({ step, keys: new Set() });
  useLayoutEffect(() => {
    if (!frame.current) return;
    const { now, changed } = animateMoves(frame.current, before.current);
    before.current = now;
    if (marks.current.step !== step) marks.current = { step, keys: new Set() };
    if (isMarked) changed.forEach((key) => marks.current.keys.add(key));
  }, [shown, step, Board]);
  useLayoutEffect(() => void (frame.current && markMoved(frame.current, marks.current.keys)));
}

/** Whether the screen is wide enough for a drawing in landscape format. */
export function useWide() {
  const media = matchMedia("(min-width: 46rem), (min-width: 30rem) and (orientation: landscape)");
  const [isWide, setWide] = useState(media.matches);
  useEffect(() => {
    const changed = () => setWide(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  return isWide;
}

/** Remove the last selected target when Escape is pressed. @param {import("./session.js").Session} session */
function useEscape(session) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]") || !session.state.chosen.length) return;
      session.change({ chosen: session.state.chosen.slice(0, -1), rejection: undefined });
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [session]);
}

/** Return the functions with which a drawing shows and selects targets. @param {any} props */
function selectionTools({ session, state, actions, isPast, isCovered, offered, setNote, ruleset, texts }) {
  const isOpen = !isPast && !isCovered && !state.busy && (state.view?.decision !== undefined || state.plan) && actions.length > 0;
  const mark = targetStates(actions, state.chosen);
  /** @param {Target} target */
  const stateOf = (target) => {
    for (const [name, value] of Object.entries(target)) offered.add(`${name}=${value}`);
    return isOpen ? mark(target) : "";
  };
  /** @param {Target} target @param {Element} element */
  const explain = async (target, element) => setNote({ text: await explainRejection(session, actions, state.chosen, target, texts), element });
  /** @param {Target} target @param {Element} element */
  const select = async (target, element) => {
    if (!isOpen) return setNote({ text: isPast ? t("return_to_play") : isCovered ? t("lift_cover") : t("not_now"), element });
    const confirmed = confirmedAction(actions, state.chosen, target);
    if (confirmed) return act(session, confirmed);
    const chosen = toggleTarget(actions, state.chosen, target);
    if (!chosen) return explain(target, element);
    setNote({ text: "" });
    choose(session, actions, chosen);
  };
  return { stateOf, select, explain, isOpen, ruleset, highlighted: (/** @type {Target} */ _) => false, touched: (/** @type {Target} */ _) => false, hinted: (/** @type {Target} */ _) => false };
}

/** Return the selected action if the target is selected already and cannot be selected once more. @param {any[]} actions @param {Target[]} chosen @param {Target} target */
function confirmedAction(actions, chosen, target) {
  if (!timesChosen(chosen, target) || matchingActions(actions, [...chosen, target]).length) return undefined;
  return selectedAction(matchingActions(actions, chosen), chosen);
}

/** Return what dragging does: it selects the thing and the place, and submits the action if no choice is left. @param {any} props @param {any} tools @param {{current: (element: Element | undefined) => void}} pointer @returns {import("./drag.js").Tools} */
function dragTools({ session, actions }, { isOpen, explain }, pointer) {
  const take = (/** @type {Element} */ element) => {
    const { chosen } = session.state;
    const target = targetOf(element);
    if (!timesChosen(chosen, target)) session.change({ chosen: toggleTarget(actions, chosen, target) ?? chosen, rejection: undefined });
  };
  const drop = (/** @type {Element} */ element) => {
    const { chosen } = session.state;
    const both = [...chosen, targetOf(element)];
    const left = matchingActions(actions, both);
    if (!left.length) return explain(targetOf(element), element);
    session.change({ chosen: both, rejection: undefined });
    return left.length === 1 && act(session, left[0].action);
  };
  return { canTake: () => isOpen, take, over: (element) => pointer.current(element), drop };
}

/** Store the selection. Submit the action at once if only one is left and the player has turned off confirmation. @param {import("./session.js").Session} session @param {any[]} actions @param {Target[]} chosen */
export function choose(session, actions, chosen) {
  session.change({ chosen, rejection: undefined });
  const left = matchingActions(actions, chosen);
  const action = selectedAction(left, chosen);
  if (action && left.length === 1 && setting("ask") === "no") act(session, action);
}

/** Explain why a target cannot be selected: build the action that it would mean, and ask the service with a dry run. @param {import("./session.js").Session} session @param {any[]} actions @param {Target[]} chosen @param {Target} target @param {any} texts */
async function explainRejection(session, actions, chosen, target, texts) {
  const action = session.state.plan ? undefined : illegalAction(actions, chosen, target);
  const problem = action && (await whyNot(session, action).catch(() => undefined));
  if (!problem) return t("not_now");
  const text = `${texts.rejectionText(problem)} ${problem.rule ?? ""}`;
  return text.length > MOST_LETTERS ? `${texts.rejectionText(problem)} (§ ${problem.paragraph})` : text;
}

/** Build an illegal action from a legal one: replace its fields by the selected values. @param {any[]} actions @param {Target[]} chosen @param {Target} target */
function illegalAction(actions, chosen, target) {
  const candidates = [...matchingActions(actions, chosen), ...actions];
  for (const { action, units } of candidates) {
    const changed = { ...action };
    const all = Object.entries(target).every(([name, value]) => {
      const unit = units.find((/** @type {any} */ each) => [...each.pairs].some((pair) => pair.startsWith(`${name}=`)));
      if (!unit || typeof changed[unit.field] === "object") return false;
      changed[unit.field] = value;
      return true;
    });
    if (all) return changed;
  }
  return undefined;
}

/** Return a test whether a target appears in one of some facts. @param {any} ruleset @param {any[]} facts @returns {(target: Target) => boolean} */
function testOf(ruleset, facts) {
  const references = (ruleset.references ?? []).filter((/** @type {any} */ each) => each.part === "fact").map((/** @type {any} */ each) => ({ ...each, part: "action" }));
  const parsed = facts.map(actionParser(references));
  return (target) => parsed.some((fact) => matchCount(fact, target) > 0);
}
