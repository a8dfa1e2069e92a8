/** A slider through the earlier versions of a game. */

import { html } from "./html.js";
import { useEffect } from "./vendor/preact.js";
import { isFree } from "./focus.js";
import { t } from "./i18n.js";
import { showAgain, showVersion } from "./session.js";

const STEP_SECONDS = 1;

/** Step through the history with the arrow keys while no control has the focus; with Shift and ← the latest moves are shown again. @param {(step: number) => void} go @param {() => void} again */
function useHistoryKeys(go, again) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || !isFree(event) || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.shiftKey) step < 0 && again();
      else go(step);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

/** @param {any} props */
export function Slider({ session, state, view }) {
  const { at, isPlaying } = state;
  const setPlaying = (/** @type {boolean} */ isOn) => session.change({ isPlaying: isOn });
  const value = at ?? view.version;
  const go = (/** @type {number} */ version) => showVersion(session, version >= view.version ? null : Math.max(0, version));
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => (value < view.version ? go(value + 1) : setPlaying(false)), STEP_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [isPlaying, value]);
  useHistoryKeys((step) => (setPlaying(false), go(value + step)), () => showAgain(session));
  if (!view.version) return null;
  const play = () => (setPlaying(!isPlaying), !isPlaying && at === null && go(0));
  const label = isPlaying ? t("stop") : at === null ? t("play_from_start") : t("play_back");
  return html`<div class="slider card" role="group" aria-label=${t("slider")}>
    <button type="button" class="quiet round" aria-label=${t("step_back")} disabled=${value <= 0} onClick=${() => go(value - 1)}><svg viewBox="0 0 24 24" class="glyph" aria-hidden="true"><path d="M15 5l-7 7 7 7" /></svg></button>
    <input type="range" min="0" max=${view.version} value=${value} aria-label=${t("slider")} aria-valuetext=${t("moment", { version: value, last: view.version })} onInput=${(/** @type {any} */ event) => go(Number(event.target.value))} />
    <button type="button" class="quiet round" aria-label=${t("step_on")} disabled=${value >= view.version} onClick=${() => go(value + 1)}><svg viewBox="0 0 24 24" class="glyph" aria-hidden="true"><path d="M9 5l7 7-7 7" /></svg></button>
    <span class="slider-number">${value}/${view.version}</span>
    <button type="button" class="quiet round" aria-label=${label} title=${label} onClick=${play}><svg viewBox="0 0 24 24" class="glyph" aria-hidden="true"><path d=${isPlaying ? "M8 5v14M16 5v14" : "M8 5l11 7-11 7z"} /></svg></button>
    ${at === null ? null : html`<button type="button" class="primary small" onClick=${() => (setPlaying(false), showVersion(session, null))}>${t("to_now")}</button>`}
  </div>`;
}
