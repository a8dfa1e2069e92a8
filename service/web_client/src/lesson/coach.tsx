/** What the teacher says in a lesson, what the learner decides, and the way back and on. */

import { useEffect, useRef } from "preact/hooks";
import { act } from "../acting";
import { Choices } from "../choices";
import { bound, screenText as t } from "../i18n";
import type { Action } from "../selection";
import type { GameProps } from "../store";
import type { Lesson, Stage } from "./course";
import { wayTo } from "./course";
import { hintAt } from "./rehearsal";

/** `remark`: what the teacher says to the last action. `hasMoved`: whether the learner came from another stage. */
export type CoachProps = GameProps & {
  lesson: Lesson;
  at: number;
  remark: string;
  hasMoved: boolean;
  go: (to: number) => void;
  finish: () => void;
};

export function Coach(props: CoachProps) {
  const { ruleset, lesson, at, remark, hasMoved } = props;
  const stage = lesson.stages[at];
  const number = t("lesson_number", { at: stage.step + 1, count: lesson.steps.length });
  const all = wayTo(lesson, lesson.stages.length - 1).length;
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the stage
  useEffect(() => {
    if (hasMoved) title.current?.focus({ preventScroll: true });
  }, [at]);
  return (
    <section class="card panel coach" tabIndex={-1} aria-labelledby="lesson-title">
      <progress max={all} value={wayTo(lesson, at).length} aria-label={number}></progress>
      <p class="eyebrow">
        {ruleset.title}
        {" · "}
        {number}
      </p>
      <div class="coach-text" key={at}>
        <h2 id="lesson-title" tabIndex={-1} ref={title}>
          {lesson.steps[stage.step].title}
        </h2>
        <div aria-live="polite">
          {paragraphsOf(stage).map((each) => (
            <p key={each}>{bound(each)}</p>
          ))}
        </div>
      </div>
      <Remark text={remark} />
      {stage.decision ? <Task {...props} /> : null}
      <Way {...props} />
    </section>
  );
}

/** The right action as a button, which takes the focus from the button that showed it. */
function Hinted({ sentence, submit }: { sentence: string; submit: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button type="button" class="choice hinted" ref={button} onClick={submit}>
      {sentence}
    </button>
  );
}

/** What the teacher says to an action that the lesson does not accept. */
function Remark({ text }: { text: string }) {
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text) shown.current?.scrollIntoView({ block: "nearest" });
  }, [text]);
  return (
    <p class="remark" role="status" ref={shown}>
      {bound(text)}
    </p>
  );
}

/** List the paragraphs of a stage. */
const paragraphsOf = ({ reply, text }: Stage) => [...(reply ? [reply] : []), ...text.split("\n")];

/** The choices of a decision, or the right one after the learner has requested it. */
function Task(props: CoachProps) {
  const { session, state, sentence } = props;
  const submit = (action: Action) => void act(session, action);
  const hinted = state.hint?.actions?.[0];
  if (!state.actions) return null;
  return (
    <>
      {hinted ? (
        <Hinted
          sentence={sentence(state.actions[hinted.index] ?? hinted.action)}
          submit={() => submit(hinted.action)}
        />
      ) : null}
      {hinted && !state.chosen.length ? null : <Choices {...props} submit={submit} />}
    </>
  );
}

/** The buttons that lead back, on and away. */
function Way({ session, state, lesson, at, go, finish }: CoachProps) {
  const { after, leads_to: next, decision } = lesson.stages[at];
  return (
    <p class="row way">
      {after === undefined ? null : (
        <button type="button" class="quiet" onClick={() => go(after)}>
          {t("back")}
        </button>
      )}
      <a class="button quiet" href="#/">
        {t("leave_lesson")}
      </a>
      {decision ? (
        <button
          type="button"
          class="show-me"
          disabled={!state.actions || state.hint !== undefined}
          onClick={() => hintAt(session, lesson, at)}
        >
          {t("show_me")}
        </button>
      ) : (
        <button type="button" class="primary" onClick={() => (next === undefined ? finish() : go(next))}>
          {t("continue")}
        </button>
      )}
    </p>
  );
}
