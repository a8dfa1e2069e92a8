/** The screen of a game: board, decision panel, log. */

import type { GameTexts, Ruleset } from "@bottega/client/texts";
import { gameTexts } from "@bottega/client/texts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isolateRtl } from "./bidi";
import { BoardFrame } from "./board";
import { timeLeft } from "./clock";
import { seatColours } from "./colours";
import { ErrorMessage, Loading, later, Preference, useTitle } from "./components";
import { Controls } from "./controls";
import { useKeptFocus } from "./focus";
import { FreeSeats, hasFreeSeat } from "./freeseats";
import { HelpButton } from "./help";
import { currentLanguage, t } from "./i18n";
import { Log } from "./log";
import { playerNames } from "./names";
import { isSecretChoice, Panel } from "./panel";
import { Players } from "./players";
import type { Action } from "./selection";
import { actionParser } from "./selection";
import { reconnect, start, stop, switchSeat } from "./session";
import { useTurnSignal } from "./signal";
import { Slider } from "./slider";
import type { GameProps, GameState, GameStore } from "./store";
import { openStore } from "./store";
import { TournamentLink } from "./tournamentlink";
import type { Failure, GameView } from "./types";
import { useKept } from "./version";

const Hotseat = later(async () => (await import("./hotseat")).Hotseat, { isQuiet: true });
const Results = later(async () => (await import("./results")).Results);
const Share = later(async () => (await import("./share")).Share, { isQuiet: true });
const SpectatorNote = later(async () => (await import("./spectator")).SpectatorNote, { isQuiet: true });
const Waiting = later(async () => (await import("./waiting")).Waiting);

/** Follow a game while its screen is shown. */
function useSession(game: string) {
  const session = useMemo(() => openStore(game, currentLanguage()), [game]);
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = () => redraw((before) => before + 1);
    session.listeners.add(listener);
    start(session);
    const wakeUp = () => document.visibilityState === "visible" && !session.state.isConnected && reconnect(session);
    document.addEventListener("visibilitychange", wakeUp);
    const goOffline = () => {
      session.change({ isConnected: false });
      reconnect(session); // the service notices the end of the old stream, and may still be there
    };
    addEventListener("online", wakeUp);
    addEventListener("offline", goOffline);
    return () => {
      document.removeEventListener("visibilitychange", wakeUp);
      removeEventListener("online", wakeUp);
      removeEventListener("offline", goOffline);
      session.listeners.delete(listener);
      stop(session);
    };
  }, [session]);
  return session;
}

export function GameScreen({ game }: { game: string }) {
  const session = useSession(game);
  const { ruleset, view, loadError, seat, planned } = session.state;
  useKept(session.state.chosen.length > 0 || session.state.busy);
  const isTurn = view?.decision !== undefined && seat !== null;
  useTitle(ruleset?.title ?? "", isTurn ? `● ${t("your_turn")}` : "");
  useTurnSignal(view && isTurn && !planned?.actions.length, view && view.status !== "open");
  if (loadError && !view) return <Unloaded problem={loadError} retry={() => reconnect(session)} />;
  if (!ruleset || !view) return <Loading label={t("loading")} />;
  return <RunningGame session={session} ruleset={ruleset} view={view} />;
}

/** The game could not be loaded. */
const Unloaded = ({ problem, retry }: { problem: Failure; retry: () => void }) => (
  <section class="load-error">
    <ErrorMessage problem={problem} isScreen />
    <p class="row">
      <button type="button" class="primary" onClick={retry}>
        {t("try_again")}
      </button>
      <a class="button quiet" href="#/">
        {t("to_lobby")}
      </a>
    </p>
  </section>
);

type RunningProps = Pick<GameProps, "session" | "ruleset" | "view">;

function RunningGame({ session, ruleset, view }: RunningProps) {
  const { state } = session;
  const props = useGameProps(session, ruleset, view);
  const { texts } = props;
  const chosen = view.seats.map((seat) => seat.colour).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the seats of a view change with each event, their colours do not
  const colours = useMemo(() => seatColours(texts, view.seats), [texts, chosen]);
  const [dialog, setDialog] = useState("");
  useKeptFocus();
  const { nextSeat } = state;
  if (nextSeat !== null)
    return (
      <Hotseat
        colours={colours}
        name={texts.name("seat", nextSeat)}
        seat={nextSeat}
        onReady={() => switchSeat(session, nextSeat)}
      />
    );
  const isDeleted = state.loadError?.code === "game_not_found";
  const isWaiting = view.status === "open" && !isDeleted;
  const share = () => setDialog("share");
  const kind = `${state.at === null ? "" : "is-past"} ${isWaiting ? "is-waiting" : ""}`;
  return (
    <div class={`game ${kind} ${view.decision === undefined ? "" : "is-turn"}`} style={colours}>
      <h1 class="hidden">{ruleset.title}</h1>
      {isWaiting ? <Lobby {...props} share={share} /> : <Played {...props} isDeleted={isDeleted} share={share} />}
      {dialog === "share" ? <Share {...props} close={() => setDialog("")} /> : null}
      {isDeleted ? null : <Interruption {...props} />}
    </div>
  );
}

type PartProps = GameProps & { share: () => void };

/** The game before its start. */
const Lobby = (props: PartProps) => (
  <>
    <Players {...props} />
    <Waiting {...props} />
    <Tools {...props} />
  </>
);

/** The players, the board, and all that is beside it. */
function Played(props: SideProps) {
  const { state, view } = props;
  const isPast = state.at !== null;
  const shown = state.before[0] || (isPast && state.past) || view;
  const present = view.status === "running" ? state.present : undefined;
  return (
    <>
      <Players {...props} view={shown} present={present} />
      <BoardFrame {...props} shown={shown} isPast={isPast} />
      <Side {...props} />
    </>
  );
}

/** Why the screen shows nothing new: the service accepts this player no more, or cannot be reached. */
function Interruption({ state: { seat, isConnected, loadError }, view }: GameProps) {
  if (loadError?.detail)
    return (
      <p class="connection-lost" role="alert">
        {loadError.detail}
      </p>
    );
  if (isConnected) return null;
  // the clock of this player may run
  const runs = seat !== null && timeLeft(view, seat)?.isRunning;
  return (
    <p class="connection-lost" role="status">
      {t(runs ? "connection_lost_clock" : "reconnecting")}
    </p>
  );
}

/** Return whether the game has ended on this screen. */
function useEnd({ status }: GameView) {
  const wasRunning = useRef(false);
  wasRunning.current ||= status === "running";
  return status === "over" && wasRunning.current;
}

/** Return what all parts of the screen are given. */
export function useGameProps(session: GameStore, ruleset: Ruleset, view: GameView): GameProps {
  const { state } = session;
  const texts = useTexts(ruleset, view, state);
  const parse = useMemo(() => actionParser(ruleset.references ?? []), [ruleset]);
  const actions = useMemo(
    () => (state.plan?.actions ?? state.actions ?? []).map(parse),
    [state.plan, state.actions, parse],
  );
  const previews = useMemo(
    () => new Map((state.actions ?? []).map((action, index) => [action, state.previews?.[index]])),
    [state.actions, state.previews],
  );
  const previewOf = (action: Action) => previews.get(action);
  const sentence = (action: Action) => texts.sentence("action", { ...action, ...previewOf(action) });
  const isCovered =
    state.tokens.size > 1 &&
    view.decision !== undefined &&
    state.revealed !== view.decision &&
    isSecretChoice(texts, actions);
  return { session, state, ruleset, view, texts, parse, actions, isCovered, previewOf, sentence };
}

/** Return the texts of the game with the names of its players. */
function useTexts(ruleset: Ruleset, view: GameView, { seats }: GameState): GameTexts {
  const names = playerNames(view.seats.map((seat) => ({ ...seat, ...seats[seat.seat] })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new each time, the names in it are not
  return useMemo(() => gameTexts(ruleset, currentLanguage(), names), [ruleset, names.join("|")]);
}

type SideProps = PartProps & { isDeleted: boolean };
type StageProps = SideProps & { hasEndedHere: boolean };

/** All that is beside the board: the decision or the result, the controls, the history and the tools. */
function Side(props: SideProps) {
  const { session, state, view, isDeleted, share } = props;
  const isPast = state.at !== null;
  const hasEndedHere = useEnd(view);
  return (
    <div class="side">
      <Stage {...props} hasEndedHere={hasEndedHere} />
      {hasFreeSeat(state) && state.seat !== null && !isDeleted ? <FreeSeats share={share} /> : null}
      {isPast || isDeleted ? null : <Controls {...props} />}
      <Slider {...props} />
      <Log {...props} />
      {state.seat === null ? <SpectatorNote game={state.game} /> : null}
      <Tools {...props} share={share} />
      <details class="settings">
        <summary>{t("options")}</summary>
        {state.seat === null ? null : (
          <Preference
            name="ask"
            label={t("without_confirmation")}
            on="no"
            off="yes"
            change={() => session.change({})}
          />
        )}
        <Preference name="sound" label={t("sound")} on="yes" off="no" isOn />
        {"vibrate" in navigator ? <Preference name="vibration" label={t("vibration")} on="yes" off="no" isOn /> : null}
      </details>
    </div>
  );
}

/** What a player needs beside the game itself. */
const Tools = ({ ruleset, view, share }: Pick<GameProps, "ruleset" | "view"> & { share: () => void }) => (
  <p class="row tools">
    {view.status === "over" ? null : <TournamentLink view={view} />}
    <button type="button" class="quiet" onClick={share}>
      {t("share")}
    </button>
    <HelpButton ruleset={ruleset.ruleset} title={ruleset.title} />
    <a class="button quiet" href="#/">
      {t("to_lobby")}
    </a>
  </p>
);

/** What the game is at: a decision, an earlier position, or its end. */
function Stage({ isDeleted, hasEndedHere, ...props }: StageProps) {
  const { state, view } = props;
  if (isDeleted) return <Ended text="deleted" />;
  if (state.at !== null) return <PastNote version={state.at} />;
  if (view.status === "over") return <Results {...props} isNew={hasEndedHere} />;
  if (view.status === "aborted") return <Ended text="aborted" reason={view.abort_reason} />;
  if (view.faulty_since) return <Ended text="faulty" />;
  return <Panel {...props} />;
}

/** `reason`: why the organiser of the tournament stopped the game. */
type EndedProps = { text: "aborted" | "deleted" | "faulty"; reason?: string };

/** The game was stopped before its end, or no longer exists. */
const Ended = ({ text, reason }: EndedProps) => (
  <section class="card panel waiting-panel" role="status">
    {text !== "faulty" && <p class="eyebrow">{t("over")}</p>}
    <h2>{t(text)}</h2>
    {reason ? <p>{t("stopped_note", { reason: isolateRtl(reason) })}</p> : null}
    <p class="faint">{t(`${text}_note`)}</p>
  </section>
);

const PastNote = ({ version }: { version: number }) => (
  <section class="card panel">
    <h2>{t("earlier_position")}</h2>
    <p class="faint">{t("earlier_position_note", { version })}</p>
  </section>
);
