/** What the latest events have moved, by places of the view, for the arrows on the board. */

import type { Move } from "@bottega/client/moves";
import type { GameTexts } from "@bottega/client/texts";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardFrameProps } from "./board";
import { flyAll } from "./flights";
import { eventsSince } from "./latest";
import type { GameView, LogEvent } from "./types";

/** A move, with its event and the seat that acted. */
export type EventMove = Move & { version: number; actor: number };

/** Return what the shown events have moved: those that the seat has not reacted to, or the one of an earlier position. */
export function useEventMoves(frame: { current: Element | null }, { shown, state, texts, isPast }: BoardFrameProps) {
  const before = useRef<GameView>(undefined);
  const [moves, setMoves] = useState<EventMove[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: things move only when another view is shown
  useLayoutEffect(() => {
    const last = before.current;
    before.current = shown;
    if (!last || shown.version <= last.version) return;
    const events = state.log.filter(({ version }) => version > last.version && version <= shown.version);
    movesIn(texts, events, last, shown).then((found) => {
      if (frame.current) flyAll(frame.current, texts, found);
      const versions = new Set(events.map(({ version }) => version));
      setMoves((known) => [...known.filter(({ version }) => !versions.has(version)), ...found]);
    });
  }, [shown]);
  const traced = isPast ? [{ version: state.at }] : eventsSince(state.log, state.seat);
  const versions = new Set(traced.map(({ version }) => version));
  return moves.filter(({ version }) => versions.has(version) && version <= shown.version);
}

/** Return what events move; nothing while the page is offline. */
const movesIn = (texts: GameTexts, events: LogEvent[], last: GameView, shown: GameView): Promise<EventMove[]> =>
  import("@bottega/client/moves").then(
    ({ movesOf }) =>
      events.flatMap((event) =>
        movesOf(texts.ruleset, event, last.view, shown.view).map((move) => ({
          ...move,
          version: event.version,
          actor: event.seat,
        })),
      ),
    () => [],
  );
