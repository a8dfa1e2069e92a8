/** A short sound and a vibration when the player's turn begins. */

import { useEffect, useRef } from "./vendor/preact.js";
import { setting } from "./storage.js";

const SECONDS = 0.22;
const PITCHES = [523.25, 783.99];

/** Signal when the turn begins, but not while the page loads. @param {boolean | undefined} isTurn undefined while the page loads */
export function useTurnSignal(isTurn) {
  const wasTurn = useRef(true);
  useEffect(() => {
    if (isTurn === undefined) return;
    if (isTurn && !wasTurn.current && setting("signal") !== "no") signal();
    wasTurn.current = isTurn;
  }, [isTurn]);
}

function signal() {
  if (!navigator.userActivation?.hasBeenActive) return; // browsers allow neither before the first click
  navigator.vibrate?.(60);
  const context = new AudioContext();
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.setValueAtTime(0.08, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + SECONDS * PITCHES.length);
  PITCHES.forEach((pitch, index) => {
    const tone = context.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(volume);
    tone.start(context.currentTime + index * SECONDS * 0.5);
    tone.stop(context.currentTime + (index + 1) * SECONDS);
  });
  setTimeout(() => context.close(), 2000 * SECONDS * PITCHES.length);
}
