/** A slider through the earlier versions of a game. */

import { useEffect, useRef } from "preact/hooks";
import { isFree } from "./focus";
import { t } from "./i18n";
import { showAgain, showVersion } from "./session";
import type { GameProps } from "./store";
import { setPlaying } from "./store";

const STEP_SECONDS = 1;

/** Step through the history with the arrow keys while no control has the focus; with Shift and ← the latest moves are shown again. */
function useHistoryKeys(go: (step: number) => void, again: () => void) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || !isFree(event) || event.altKey || event.ctrlKey || event.metaKey) return;
      if (!event.shiftKey) go(step);
      else if (step < 0) again();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

/** Play one version after the other until the current one. */
function usePlaying(isPlaying: boolean, value: number, step: () => void) {
  const latest = useRef(step);
  latest.current = step;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each shown version starts the time of the next one
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => latest.current(), STEP_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [isPlaying, value]);
}

/** Return the label of the button that plays the game. */
function labelOf(isPlaying: boolean, at: number | null) {
  if (isPlaying) return t("stop");
  return at === null ? t("play_from_start") : t("play_back");
}

export function Slider({ session, state, view }: GameProps) {
  const { at, isPlaying } = state;
  const value = at ?? view.version;
  const go = (version: number) => showVersion(session, version >= view.version ? null : Math.max(0, version));
  const stopAt = (version: number) => {
    setPlaying(session, false);
    go(version);
  };
  usePlaying(isPlaying, value, () => (value < view.version ? go(value + 1) : setPlaying(session, false)));
  useHistoryKeys(
    (step) => stopAt(value + step),
    () => showAgain(session),
  );
  if (!view.version) return null;
  const play = () => {
    setPlaying(session, !isPlaying);
    if (!isPlaying && at === null) go(0);
  };
  const label = labelOf(isPlaying, at);
  return (
    <div class="slider card" role="group" aria-label={t("slider")}>
      <button
        type="button"
        class="quiet round"
        aria-label={t("step_back")}
        disabled={value <= 0}
        onClick={() => go(value - 1)}
      >
        <svg viewBox="0 0 24 24" class="glyph" aria-hidden="true">
          <path d="M15 5l-7 7 7 7" />
        </svg>
      </button>
      <input
        type="range"
        min="0"
        max={view.version}
        value={value}
        aria-label={t("slider")}
        aria-valuetext={t("moment", { version: value, last: view.version })}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <button
        type="button"
        class="quiet round"
        aria-label={t("step_on")}
        disabled={value >= view.version}
        onClick={() => go(value + 1)}
      >
        <svg viewBox="0 0 24 24" class="glyph" aria-hidden="true">
          <path d="M9 5l7 7-7 7" />
        </svg>
      </button>
      <span class="slider-number">
        {value}/{view.version}
      </span>
      <button type="button" class="quiet round" aria-label={label} title={label} onClick={play}>
        <svg viewBox="0 0 24 24" class="glyph" aria-hidden="true">
          <path d={isPlaying ? "M8 5v14M16 5v14" : "M8 5l11 7-11 7z"} />
        </svg>
      </button>
      {at === null ? null : (
        <button type="button" class="primary small" onClick={() => stopAt(view.version)}>
          {t("to_now")}
        </button>
      )}
    </div>
  );
}
