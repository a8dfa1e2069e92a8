/** Hints of the service: the best actions for the pending decision. */

import { requestHint } from "./acting";
import type { ChoiceProps } from "./choices";
import { Loading, later } from "./components";
import { t } from "./i18n";
import type { Target } from "./selection";
import { matchCount, matchingActions } from "./selection";
import type { GameProps } from "./store";

const HintedActions = later(async () => (await import("./hinted")).HintedActions, { isQuiet: true });

type HintedProps = Pick<GameProps, "state" | "parse" | "isCovered">;

/** Return a test whether a target belongs to the shown hint and is not selected yet. */
export function hintTest({ state, parse, isCovered }: HintedProps): (target: Target) => boolean {
  const shown = state.hint?.actions?.[state.hint.at ?? 0];
  const [hinted] = shown && !isCovered ? matchingActions([parse(shown.action)], state.chosen) : [];
  return (target) => hinted !== undefined && matchCount(hinted, target) > 0;
}

export function Hint(props: ChoiceProps) {
  const { session, state, view } = props;
  const { hint, hintsLeft } = state;
  if (view.rated || hintsLeft === 0) return null;
  if (hint?.isAsked) return <Loading label={t("hint_thinking")} />;
  if (!hint)
    return (
      <button type="button" class="quiet hint-ask" onClick={() => requestHint(session)}>
        {t("hint")}
        {hintsLeft === undefined ? null : (
          <>
            {" "}
            <span class="count">{hintsLeft}</span>
          </>
        )}
      </button>
    );
  return <HintedActions {...props} hint={hint} />;
}
