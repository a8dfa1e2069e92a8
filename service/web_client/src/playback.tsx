/** The slider that plays a record back, version by version. */

import { useEffect, useState } from "preact/hooks";
import { t } from "./i18n";

const STEP_SECONDS = 1;

/** Return the shown version, and functions to choose and to play versions. */
export function usePlayback(last: number) {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => (at < last ? setAt(at + 1) : setPlaying(false)), STEP_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last]);
  const show = (version: number) => {
    setPlaying(false);
    setAt(version);
  };
  const toggle = () => {
    if (at >= last) setAt(0);
    setPlaying(!isPlaying);
  };
  return { at, isPlaying, show, toggle };
}

type PlaybackProps = ReturnType<typeof usePlayback> & { last: number; text: string };

/** The slider over all versions, with the sentence of the shown one. */
export function Playback({ at, isPlaying, show, toggle, last, text }: PlaybackProps) {
  return (
    <div class="slider card" role="group" aria-label={t("slider")}>
      <button type="button" class="primary small" onClick={toggle}>
        {isPlaying ? t("stop") : t("play_back")}
      </button>
      <input
        type="range"
        min="0"
        max={last}
        value={at}
        aria-label={t("slider")}
        aria-valuetext={t("moment", { version: at, last })}
        onInput={(event) => show(Number(event.currentTarget.value))}
      />
      <span class="slider-number">
        {at}/{last}
      </span>
      {at ? (
        <p class="slider-text" aria-hidden="true">
          {text}
        </p>
      ) : null}
    </div>
  );
}
