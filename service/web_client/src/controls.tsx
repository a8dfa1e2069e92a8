/** What a player can do besides acting: undo, pause, give time, resign, abort the game, and take the seat back from an AI level. */

import { useState } from "preact/hooks";
import type { Operation } from "./acting";
import { call } from "./acting";
import { pauseLeft, vacationsOf } from "./clock";
import { ErrorMessage, later, Notice } from "./components";
import type { Confirmed } from "./confirmation";
import { t } from "./i18n";
import { givenUp, takeover } from "./log";
import type { GameProps, GameState } from "./store";
import type { Failure, GameView } from "./types";

const Confirmation = later(async () => (await import("./confirmation")).Confirmation, { isQuiet: true });
const UndoRequest = later(async () => (await import("./undo")).UndoRequest, { isQuiet: true });

const Pause = later(async () => (await import("./pausing")).Pause, { isQuiet: true });
const Vacations = later(async () => (await import("./pausing")).Vacations, { isQuiet: true });
const PauseLength = later(async () => (await import("./pausing")).PauseLength, { isQuiet: true });

/** Call an operation, and show the problem if it fails. */
export type Send = (operation: Operation, to?: number) => void;

export function Controls(props: GameProps) {
  const { session, state, view } = props;
  const [asked, ask] = useState<Confirmed | "pause">();
  const [problem, setProblem] = useState<Failure>();
  if (state.seat === null || view.status !== "running") return null;
  const lost = givenUp(state.log, state.seat);
  if (lost)
    return (
      <section class="controls" aria-label={t("controls")}>
        <Notice text={t("given_up", { kind: lost })} />
      </section>
    );
  const send: Send = async (operation, to) => {
    ask(undefined);
    setProblem(undefined);
    setProblem(await call(session, operation, to));
  };
  const hasAsked = state.undo.offer?.seat === state.seat;
  return (
    <section class="controls" aria-label={t("controls")}>
      <TakenOver decisions={takeover(state.log, state.seat)} send={send} />
      {isUndoing(props) ? <UndoRequest {...props} send={send} /> : null}
      {view.pause ? <Pause {...props} send={send} /> : null}
      {vacationsOf(view).length ? <Vacations {...props} send={send} /> : null}
      <p class="row">
        {view.undo ? (
          <button type="button" class="quiet" disabled={!hasActed(state) || hasAsked} onClick={() => send("undo")}>
            <svg viewBox="0 0 24 24" class="glyph" aria-hidden="true">
              <path d="M8 5L3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3" />
            </svg>
            {t("undo")}
          </button>
        ) : null}
        {hasClocks(view) ? <ClockButtons view={view} ask={() => ask("pause")} send={send} /> : null}
        <button type="button" class="quiet" onClick={() => ask("resign")}>
          {t("resign")}
        </button>
        <button type="button" class="quiet" onClick={() => ask("abort")}>
          {t("abort")}
        </button>
      </p>
      <ErrorMessage problem={problem} />
      {asked === "pause" ? <PauseLength close={() => ask(undefined)} send={send} /> : null}
      {asked && asked !== "pause" ? (
        <Confirmation {...props} operation={asked} close={() => ask(undefined)} send={send} />
      ) : null}
    </section>
  );
}

/** Whether a game has clocks that its players can pause. */
const hasClocks = (view: GameView) => Boolean(view.clocks?.length) && !view.virtual_clock;

/** The buttons that request a pause, and give the others time. */
function ClockButtons({ view, ask, send }: { view: GameView; ask: () => void; send: Send }) {
  const hasBudget = view.clocks?.some((each) => each.seconds_left !== undefined);
  return (
    <>
      <button type="button" class="quiet" disabled={pauseLeft(view.pause) > 0} onClick={ask}>
        {t("ask_pause")}
      </button>
      {hasBudget && view.clocks && view.clocks.length > 1 ? (
        <button
          type="button"
          class="quiet"
          title={t("give_time")}
          aria-label={t("give_time")}
          onClick={() => send("give_time")}
        >
          {t("plus_seconds")}
        </button>
      ) : null}
    </>
  );
}

/** Whether there is something to say about a request to undo. */
const isUndoing = ({ state: { undo }, view }: GameProps) =>
  Boolean(undo.offer) || (undo.isDeclined && undo.at === view.version);

/** Whether the seat has an action that can be undone. */
const hasActed = ({ log, seat: own }: GameState) =>
  log.some(({ seat, by, action, undoes }) => seat === own && action && !by && undoes === undefined);

/** What was decided in place of the player, whose time ran out. */
function TakenOver({ decisions, send }: { decisions: ReturnType<typeof takeover>; send: Send }) {
  if (!decisions) return null;
  return (
    <Notice text={t("taken_over", { decisions })}>
      {decisions === "always" ? (
        <button type="button" class="primary" onClick={() => send("return")}>
          {t("take_back_seat")}
        </button>
      ) : null}
    </Notice>
  );
}
