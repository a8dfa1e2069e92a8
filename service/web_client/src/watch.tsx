/** Watching without a seat: live boards, a game from every seat side by side, and the top table of a tournament. */

import type { GameTexts, Ruleset } from "@bottega/client/texts";
import { gameTexts } from "@bottega/client/texts";
import { useEffect, useMemo, useState } from "preact/hooks";
import { call, follow, pause } from "./api";
import { seatColours } from "./colours";
import { ErrorMessage, Loading, problemOf, useTitle } from "./components";
import { currentLanguage, screenText as t } from "./i18n";
import { sentences } from "./log";
import { playerName } from "./names";
import { Players } from "./players";
import { Delay } from "./spectator";
import { StaticBoard } from "./staticboard";
import { hasEnded } from "./store";
import type { Failure, GameSummary, GameView, ListedSeat, LogEvent } from "./types";

type Watched = { view: GameView; ruleset: Ruleset; game: GameSummary; seats: ListedSeat[]; event?: LogEvent };
type Watching = { watched?: Watched; problem?: Failure };

/** Seconds between the requests of a widget. One page may have many widgets, and browsers open six connections. */
const POLL_SECONDS = 2;

/** Follow a game as a spectator, without the tokens of this browser. @param isWidget whether polls replace the stream */
function useWatched(game: string, isWidget: boolean): Watching {
  const [state, setState] = useState<Watching>({});
  useEffect(() => {
    const controller = new AbortController();
    setState({});
    const { signal } = controller;
    const way = isWidget ? { transport: "poll" as const, between: () => pauseWhileShown(signal) } : {};
    watch(game, { signal, ...way }, (watched) => setState({ watched })).catch(
      (error) => controller.signal.aborted || setState((before) => ({ ...before, problem: problemOf(error) })),
    );
    return () => controller.abort();
  }, [game, isWidget]);
  return state;
}

/** How a game is followed. */
type Way = { signal: AbortSignal; transport?: "poll"; between?: () => Promise<void> };

/** Report a game now and after each change, until its end. */
async function watch(id: string, way: Way, report: (watched: Watched) => void) {
  const { signal } = way;
  const [game, first] = await Promise.all([
    call("GET /games/{game_id}", { game_id: id }, { signal }),
    call("GET /games/{game_id}/view", { game_id: id }, { signal }),
  ]);
  const ruleset = await call("GET /rulesets/{ruleset}", { ruleset: first.ruleset }, { signal });
  let watched: Watched = { view: first, ruleset, game, seats: game.seats };
  report(watched);
  if (hasEnded(first)) return;
  for await (const message of follow({ game: id, view: first, include: "seats", ...way })) {
    const seats = message.type === "seats" ? message.data.seats : watched.seats;
    const event = message.type === "event" ? message.data : watched.event;
    watched = { ...watched, view: message.view, seats, event };
    report(watched);
  }
}

/** Wait between two polls, and longer while the page is hidden. */
async function pauseWhileShown(signal: AbortSignal) {
  do await pause(POLL_SECONDS, signal);
  while (document.hidden && !signal.aborted);
}

/** Return the texts of a game with the names of its players. */
function textsOf({ view, ruleset, seats }: Watched) {
  const names = view.seats.map((seat) => playerName({ ...seat, ...seats[seat.seat] }));
  return gameTexts(ruleset, currentLanguage(), names);
}

/** Return the texts of a watched game. They stay the same until it has other players. */
function useTexts(watched: Watched | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view changes with each event, the names do not
  return useMemo(() => watched && textsOf(watched), [watched?.ruleset, watched?.seats]);
}

type LiveBoardProps = { game: string; label?: string; isWidget?: boolean };

/** One live board with its players. */
export function LiveBoard({ game, label, isWidget = false }: LiveBoardProps) {
  const { watched, problem } = useWatched(game, isWidget);
  const texts = useTexts(watched);
  if (problem) return <ErrorMessage problem={problem} />;
  if (!watched || !texts) return <Loading label={t("loading")} />;
  const { view, ruleset } = watched;
  return (
    <div class="live" style={seatColours(texts, view.seats)}>
      <Players view={view} state={{ seat: null }} texts={texts} />
      <Delay spectators={watched.game.spectators} />
      <StaticBoard ruleset={ruleset} view={view} texts={texts} label={label} />
    </div>
  );
}

/** The screen that shows a game from every seat. */
export function WatchScreen({ game }: { game: string }) {
  const { watched, problem } = useWatched(game, false);
  const texts = useTexts(watched);
  useTitle(watched?.ruleset.title ?? "");
  if (!watched || !texts) return problem ? <Unwatchable problem={problem} /> : <Loading label={t("loading")} />;
  const { ruleset } = watched;
  const isDeleted = problem?.code === "game_not_found";
  const view = isDeleted ? { ...watched.view, to_act: [] } : watched.view;
  return (
    <article class="watch" style={seatColours(texts, view.seats)}>
      <h1 class="hidden">{ruleset.title}</h1>
      <Players view={view} state={{ seat: null }} texts={texts} />
      <Delay spectators={watched.game.spectators} />
      <p class="watch-latest" role="status">
        {isDeleted ? t("deleted") : latestText(watched, texts)}
      </p>
      {isDeleted ? null : <ErrorMessage problem={problem} />}
      <div class="watch-boards">
        {view.seats.map(({ seat }) => (
          <div key={seat}>
            <h2>
              <bdi>{texts.name("seat", seat)}</bdi>
            </h2>
            <StaticBoard ruleset={ruleset} view={view} texts={texts} seat={seat} label={texts.name("seat", seat)} />
          </div>
        ))}
      </div>
      <p class="row">
        <a class="button quiet" href={`#/game/${game}`}>
          {t("one_board")}
        </a>
        <a class="button quiet" href="#/">
          {t("to_lobby")}
        </a>
      </p>
    </article>
  );
}

function Unwatchable({ problem }: { problem: Failure }) {
  return (
    <>
      <ErrorMessage problem={problem} isScreen />
      <p class="row">
        <a class="button quiet" href="#/">
          {t("to_lobby")}
        </a>
      </p>
    </>
  );
}

/** Say what happened last in a game. */
function latestText({ view, event }: Watched, texts: GameTexts) {
  if (view.status === "aborted") return t("aborted");
  if (view.faulty_since) return t("faulty");
  if (event) return sentences(texts, event)[0].text;
  const isBefore = !view.version && view.to_act.length; // the pills say who begins
  return isBefore ? "" : t("moves", { count: view.version });
}
