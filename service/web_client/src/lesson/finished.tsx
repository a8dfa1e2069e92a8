/** The end of a lesson: a first game, and what to read next. */

import { useEffect, useRef, useState } from "preact/hooks";
import { ErrorMessage, problemOf } from "../components";
import { playAtOnce } from "../find";
import { screenText as t } from "../i18n";
import type { Failure, RulesetSummary } from "../types";

/** `again`: starts the lesson again; undefined if the ruleset has none. */
type Props = { ruleset: RulesetSummary; again?: () => void };

export function Finished({ ruleset, again }: Props) {
  const [problem, setProblem] = useState<Failure>();
  const play = () => playAtOnce(ruleset, "easy").catch((error) => setProblem(problemOf(error)));
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <section class="card stack create lesson-end">
      <h1 tabIndex={-1} ref={title}>
        {t(again ? "lesson_finished" : "no_lesson", { title: ruleset.title })}
      </h1>
      <p>{t(again ? "lesson_finished_more" : "no_lesson_more")}</p>
      <ErrorMessage problem={problem} />
      <p class="row">
        <button type="button" class="primary" onClick={play}>
          {t("first_game")}
        </button>
        <a class="button" href={`#/how-to-play/${ruleset.ruleset}`}>
          {t("how_to_play")}
        </a>
        {again ? (
          <button type="button" class="quiet" onClick={again}>
            {t("start_again")}
          </button>
        ) : null}
        <a class="button quiet" href="#/">
          {t("to_lobby")}
        </a>
      </p>
    </section>
  );
}
