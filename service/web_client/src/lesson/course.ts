/** The course of a lesson: the way to a stage, and the view there. */

import { viewAfter } from "@bottega/client/patch";
import type { Action } from "../selection";
import type { GameView, LogEvent, NextDecision, Schemas } from "../types";
import { canonical } from "../verify";

type Common = Schemas["AzulLesson"];
type CommonStage = Common["stages"][number];
type CommonDecision = NonNullable<CommonStage["decision"]>;

/** A decision of the learner, in any ruleset. */
export type Decision = Pick<CommonDecision, "hint"> & {
  next_decision: NextDecision;
  choices: { action: Action; leads_to: number }[];
  advice?: { action: Action; text: string }[];
};
/** A position of a lesson, in any ruleset. */
export type Stage = Omit<CommonStage, "events" | "decision"> & { events?: LogEvent[]; decision?: Decision };
/** A lesson of any ruleset. */
export type Lesson = Pick<Common, "steps" | "rules_version"> & { ruleset: string; view: GameView; stages: Stage[] };

/** List the stages from the first one to a stage. */
export function wayTo({ stages }: Pick<Lesson, "stages">, at: number): number[] {
  const { after } = stages[at];
  return after === undefined ? [at] : [...wayTo({ stages }, after), at];
}

/** Return the view of a stage. */
export const viewAt = (lesson: Lesson, at: number): GameView =>
  wayTo(lesson, at)
    .flatMap((each) => lesson.stages[each].events ?? [])
    .reduce((view, event) => viewAfter(view, event) ?? view, lesson.view);

/** What follows an action of the learner: the stage that it leads to, or what the teacher says to it. */
export function answerTo({ choices, advice = [], hint }: Decision, action: Action): { to?: number; text: string } {
  const isSame = (each: { action: Action }) => canonical(each.action) === canonical(action);
  const choice = choices.find(isSame);
  return choice ? { to: choice.leads_to, text: "" } : { text: advice.find(isSame)?.text ?? hint };
}
