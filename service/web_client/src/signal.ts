/** Sounds and vibrations of a game, as the settings of this browser allow them. */

import { useEffect, useRef } from "preact/hooks";
import type { Sound } from "./sounds";
import { setting } from "./storage";

const VIBRATIONS: Partial<Record<Sound, number[]>> = { turn: [60], key: [30], win: [40, 50, 120] };

/** Play sounds, and let the device vibrate. Nothing happens before the user's first click, which browsers require. */
export function signal(...sounds: Sound[]) {
  if (!sounds.length || !navigator.userActivation?.hasBeenActive) return;
  const vibration = sounds.map((sound) => VIBRATIONS[sound]).find(Boolean);
  if (vibration && setting("vibration") !== "no") navigator.vibrate?.(vibration);
  if (setting("sound") === "no") return;
  import("./sounds").then(
    ({ play }) => sounds.forEach(play),
    () => undefined, // offline
  );
}

/** Signal when the turn begins or the game starts, but not while the page loads. Both are undefined while it loads. */
export function useTurnSignal(isTurn: boolean | undefined, hasStarted: boolean | undefined) {
  const before = useRef({ isTurn: true, hasStarted: true });
  useEffect(() => {
    if (isTurn === undefined || hasStarted === undefined) return;
    const isNew = (isTurn && !before.current.isTurn) || (hasStarted && !before.current.hasStarted);
    if (isNew) signal("turn");
    before.current = { isTurn, hasStarted };
  }, [isTurn, hasStarted]);
}
