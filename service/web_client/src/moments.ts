/** What an event sounds like, and its small scenes on the board. */

import type { GameTexts } from "@bottega/client/texts";
import { useEffect, useRef } from "preact/hooks";
import type { Drawn } from "./drawings";
import { loadDrawing } from "./drawings";
import type { Moment, Moments, Scene } from "./kit/board";
import { skipsMotion } from "./motion";
import { signal } from "./signal";
import type { GameState } from "./store";
import { hasEnded } from "./store";
import type { Fact, GameView, LogEvent } from "./types";

/** More sounds of one event are noise, and more scenes hide the board. */
const MOST_SOUNDS = 3;
const MOST_SCENES = 6;

type Props = { state: GameState; texts: GameTexts; isPast: boolean };

/** Play the sounds and scenes of each event after the version with which the board was opened. */
export function useMoments(frame: { current: HTMLElement | null }, opened: number, { state, texts, isPast }: Props) {
  const { log, view, seat } = state;
  const known = useRef(opened);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new event has its moments once
  useEffect(() => {
    const event = log.at(-1);
    const isNew = event !== undefined && event.version > known.current;
    known.current = event?.version ?? 0;
    if (!isNew || !event || !view) return;
    momentsOf(texts.ruleset, event, view).then((moments) => {
      const all = hasEnded(view) ? [...moments, ...endOf(view, seat)] : moments;
      const sounds = all.flatMap(({ sound }) => sound ?? []);
      signal(...[...new Set(sounds)].slice(-MOST_SOUNDS));
      if (!isPast) showMotion(frame.current, texts, all.flatMap(({ scenes }) => scenes ?? []).slice(-MOST_SCENES));
    });
  }, [log]);
}

/** Return the moments of an event; an action without any sounds like a tile. */
async function momentsOf(ruleset: Drawn, event: LogEvent, view: GameView): Promise<Moment[]> {
  const { moments }: { moments?: Moments } = await loadDrawing(ruleset).catch(() => ({}));
  const table: Partial<Record<string, (fact: Fact, view: GameView["view"]) => Moment | undefined>> = moments ?? {};
  const found = event.facts.flatMap((fact) => table[fact.type]?.(fact, view.view) ?? []);
  const isSilent = !found.some(({ sound }) => sound);
  return isSilent && event.action ? [{ sound: "tile" }, ...found] : found;
}

/** Return the moments of the end: a scene for each winner. A seat that has lost hears a soft sound. */
function endOf(view: GameView, seat: number | null): Moment[] {
  const winners = (view.outcome ?? []).filter(({ result }) => result !== "lost").map((each) => each.seat);
  const hasLost = seat !== null && !winners.includes(seat);
  return [{ sound: hasLost ? "end" : "win", scenes: winners.map((each) => ({ at: `seat-${each}` })) }];
}

async function showMotion(frame: HTMLElement | null, texts: GameTexts, scenes: Scene[]) {
  if (!frame || !scenes.length || skipsMotion()) return;
  const { showScenes } = await import("./scenes");
  showScenes(frame, texts, scenes);
}
