/** The board of a running game: the drawing of the ruleset, or the generic board, and the selection of targets on it. */

import type { GameTexts, Ruleset } from "@bottega/client/texts";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { BoardFailure } from "./boardfailure";
import { boardProps } from "./boardprops";
import { Callout, Preview } from "./callout";
import type { Note } from "./choosing";
import { dragTools, factTest, momentOf, selectionTools } from "./choosing";
import type { DrawnBoard } from "./drawings";
import { useAfterwards, useDrawnBoard, useWide } from "./drawings";
import { useEventMoves } from "./eventmoves";
import { hintTest } from "./hint";
import { t } from "./i18n";
import { eventsSince, versionSeen } from "./latest";
import { useMotion } from "./motion";
import { useOffered } from "./offered";
import type { Action, ParsedAction, Target } from "./selection";
import { showAgain } from "./session";
import type { GameStore } from "./store";
import { useTrail } from "./trail";
import type { GameView, LogEvent } from "./types";

export type BoardFrameProps = {
  session: GameStore;
  state: GameStore["state"];
  /** The view to draw: the present one, or an earlier one. */
  shown: GameView;
  isPast: boolean;
  isCovered: boolean;
  texts: GameTexts;
  ruleset: Ruleset;
  /** The legal actions. */
  actions: ParsedAction[];
  parse: (action: Action) => ParsedAction;
  sentence: (action: Action) => string;
  previewOf: (action: Action) => { points?: number } | undefined;
  /** What lies over the drawing. */
  children?: ComponentChildren;
};

/** What lies on a drawn board and answers the pointer is not needed to see it. */
const loadHandling = async () => (await import("./handling")).Handling;

const NO_NOTE: Note = { text: "" };

export function BoardFrame(props: BoardFrameProps) {
  const { session, state, shown, isPast, ruleset } = props;
  const drawn = useDrawnBoard(ruleset);
  const { Board } = drawn;
  const wide = useWide();
  const Handling = useAfterwards(Board, loadHandling);
  const [note, setNote] = useState<Note>(NO_NOTE);
  const frame = useRef<HTMLElement>(null);
  const opened = useRef(state.log.at(-1)?.version ?? 0);
  const moved = useMotion(frame, shown, { ...markedStep(props), Board });
  const trail = useTrail(frame, moved, useEventMoves(frame, props));
  useEscape(session);
  const shownNote = note.moment === momentOf(state) ? note : NO_NOTE;
  const pointer = useRef<(element: Element | undefined) => void>(() => undefined);
  const selection = selectionTools(props, setNote);
  const events = shownEvents(props);
  const tools = { ...selection, ...factTools(props, events), hinted: isPast ? () => false : hintTest(props) };
  useLayoutEffect(() => {
    if (state.before.length && Board) session.change({ before: state.before.slice(1) });
  }, [session, state.before, Board]);
  const noteOffered = useOffered(session, frame);
  const stateOf = (target: Target) => {
    noteOffered(target);
    return selection.stateOf(target);
  };
  return (
    <>
      <section class="table" tabIndex={-1} aria-label={t("the_table")} ref={frame}>
        <BoardFailure hasFailed={drawn.hasFailed} />
        <div class="drawing">
          {Board === undefined ? null : <Board {...boardProps(shownBy(props, wide), { ...tools, stateOf })} />}
          {props.children}
        </div>
        <svg class="trail" ref={trail} aria-hidden="true" />
        <Callout {...shownNote} kind={shownNote.isReason ? "board-note reason" : "board-note"} role="status" />
        <Preview {...props} frame={frame} pointer={pointer} chosen={state.chosen} />
        <BoardTools {...drawn} session={session} canShowAgain={!isPast && !state.rehearse && events.length > 0} />
      </section>
      {Handling ? (
        <Handling {...props} frame={frame} opened={opened.current} drag={dragTools(props, selection, pointer)} />
      ) : null}
    </>
  );
}

/** Return what the board of a running game shows. */
const shownBy = ({ state, shown, ruleset, texts, isCovered }: BoardFrameProps, wide: boolean) => ({
  view: shown,
  ruleset,
  seat: state.seat,
  wide,
  covered: isCovered,
  chosen: state.chosen,
  texts,
});

/** Return the step whose changes are marked, and whether the shown position is one of it: own actions are not marked. */
function markedStep({ state, shown, isPast }: BoardFrameProps) {
  const { log, at, seat } = state;
  const actor = log.find(({ version }) => version === shown.version)?.seat;
  if (isPast) return { step: `at ${shown.version}`, isMarked: shown.version === at, actor };
  const seen = versionSeen(log, seat);
  return { step: `since ${seen}`, isMarked: shown.version > seen, actor };
}

/** List the events that led to the shown position. */
const shownEvents = ({ state, isPast }: BoardFrameProps) =>
  isPast ? state.log.filter(({ version }) => version === state.at) : eventsSince(state.log, state.seat);

/** Return the tests whether a target belongs to the presented fact, and to the facts of some events. */
function factTools({ state, ruleset }: BoardFrameProps, events: LogEvent[]) {
  const presented: Action | undefined = state.presented?.event.facts[state.presented.fact];
  const facts: Action[] = events.flatMap((event) => event.facts);
  const touching = facts.filter(({ seat }) => seat === undefined || seat === state.seat);
  return {
    highlighted: factTest(ruleset, presented ? [presented] : []),
    touched: factTest(ruleset, touching),
  };
}

type BoardToolsProps = DrawnBoard & { session: GameStore; canShowAgain: boolean };

/** The line below the board: its keys, the switch to the generic board, and the button that shows the last events again. */
function BoardTools({ session, hasDrawing, isPlain, setPlain, canShowAgain }: BoardToolsProps) {
  return (
    <div class="board-tools">
      {isPlain || !hasDrawing ? null : (
        <p class="keys">
          <kbd aria-hidden="true">← ↑ ↓ →</kbd> {t("arrow_keys")}
        </p>
      )}
      {hasDrawing ? (
        <button type="button" class="board-switch" aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
          {t("plain_table")}
        </button>
      ) : null}
      {canShowAgain ? (
        <button
          type="button"
          class="board-switch show-again"
          aria-keyshortcuts="Shift+ArrowLeft"
          title="Shift + ←"
          onClick={() => showAgain(session)}
        >
          {t("show_again")}
        </button>
      ) : null}
    </div>
  );
}

/** Remove the last selected target when Escape is pressed. */
function useEscape(session: GameStore) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]") || !session.state.chosen.length) return;
      session.change({ chosen: session.state.chosen.slice(0, -1), rejection: undefined });
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [session]);
}
