/** The actions that a hint names. */

import type { ChoiceProps } from "./choices";
import { screenText as t } from "./i18n";
import { corners } from "./kit/geometry";
import type { ShownHint } from "./store";
import { showHinted } from "./store";

const MOST_SHOWN = 3;

/** The best actions; the one under the pointer or the focus is shown on the board. */
export function HintedActions({ session, state, sentence, submit, hint }: ChoiceProps & { hint: ShownHint }) {
  const show = (at: number) => showHinted(session, at);
  const hovered = (event: PointerEvent, at: number) => event.pointerType === "mouse" && show(at);
  return (
    <div class="hints">
      <h3 class="choice-title">
        <svg viewBox="0 0 24 24" class="glyph hint-glyph" aria-hidden="true">
          <path d={corners({ x: 2, y: 2, width: 20, height: 20 }, 7)} />
        </svg>{" "}
        {t("hint_title")}
      </h3>
      <ol class="choices">
        {(hint.actions ?? []).slice(0, MOST_SHOWN).map(({ index, action, value }, at) => (
          <li key={JSON.stringify(action)}>
            <button
              type="button"
              class={`choice hinted ${at === (hint.at ?? 0) ? "marked" : ""}`}
              onPointerEnter={(event: PointerEvent) => hovered(event, at)}
              onFocus={() => show(at)}
              onClick={() => submit(action)}
            >
              <span>{sentence(state.actions?.[index] ?? action)}</span>
              <span class="meter">
                {value === undefined ? null : (
                  <>
                    <meter min="0" max="1" value={value} aria-hidden="true"></meter>
                    <small>{t("chance", { percent: Math.round(value * 100) })}</small>
                  </>
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
