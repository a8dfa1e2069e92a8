/** The screen of a lesson: a small game with a teacher. Nothing is stored; the URL names the stage. */

import type { Ruleset } from "@bottega/client/texts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call } from "../api";
import { BoardFrame } from "../board";
import { seatColours } from "../colours";
import { ErrorMessage, Loading, problemOf, useFetch, useTitle } from "../components";
import { loadRuleset } from "../drawings";
import { useGameProps } from "../game";
import { currentLanguage, screenText as t } from "../i18n";
import type { Action } from "../selection";
import { setting } from "../storage";
import type { GameView, RulesetSummary } from "../types";
import { Coach } from "./coach";
import type { Lesson } from "./course";
import { answerTo } from "./course";
import { Finished } from "./finished";
import { openLesson, showStage } from "./rehearsal";
import { Spotlight } from "./spotlight";

type LoadedRuleset = Ruleset & RulesetSummary;

/** The stage in the URL after the last part of a lesson. */
const END = "end";

export function LessonScreen({ ruleset: name }: { ruleset: string }) {
  const { value, problem } = useFetch(() => load(name), [name]);
  const [stage, go] = useStage(name);
  if (problem) return <ErrorMessage problem={problem} isScreen />;
  if (!value) return <Loading label={t("loading")} />;
  const { ruleset, lesson } = value;
  if (!lesson) return <Finished ruleset={ruleset} />;
  if (stage === END) return <Finished ruleset={ruleset} again={() => go("0")} />;
  return <LessonGame ruleset={ruleset} lesson={lesson} at={lesson.stages[Number(stage)] ? Number(stage) : 0} go={go} />;
}

/** Load a ruleset and its lesson, if it has one. */
async function load(name: string): Promise<{ ruleset: LoadedRuleset; lesson?: Lesson }> {
  const ruleset = await loadRuleset(name, { language: currentLanguage() });
  return {
    ruleset,
    lesson: ruleset.lesson ? await call("GET /rulesets/{ruleset}/lesson", { ruleset: name }) : undefined,
  };
}

/** Return the stage in the URL, and a function that goes to another one. The button of the browser goes back. */
function useStage(ruleset: string): [string, (stage: string) => void] {
  const [stage, setStage] = useState(stageInUrl);
  useEffect(() => {
    const moved = () => setStage(stageInUrl());
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  const go = (to: string) => {
    history.pushState(null, "", `#/learn/${ruleset}/${to}`);
    setStage(to);
  };
  return [stage, go];
}

const stageInUrl = () => location.hash.split("/")[3] ?? "";

type GameProps = { ruleset: LoadedRuleset; lesson: Lesson; at: number; go: (stage: string) => void };

function LessonGame({ ruleset, lesson, at, go }: GameProps) {
  const { session, remark, hasMoved } = useRehearsal({ ruleset, lesson, at, go });
  const { state } = session;
  const view: GameView = state.view ?? lesson.view;
  const props = useGameProps(session, ruleset, view);
  useTitle(ruleset.title, t("learn"));
  const colours = useMemo(() => seatColours(props.texts, lesson.view.seats), [props.texts, lesson]);
  const { areas = [], decision } = lesson.stages[at];
  return (
    <div class={`game lesson-game ${decision ? "is-turn" : ""}`} style={colours}>
      <h1 class="hidden">{ruleset.title}</h1>
      <BoardFrame {...props} shown={view} isPast={false}>
        <Spotlight areas={areas} isDim={!decision} />
      </BoardFrame>
      <div class="side">
        <Coach
          {...props}
          lesson={lesson}
          at={at}
          remark={remark}
          hasMoved={hasMoved}
          go={(to) => go(String(to))}
          finish={() => go(END)}
        />
      </div>
    </div>
  );
}

/** Follow the store of a lesson, and answer the actions of the learner. */
function useRehearsal({ ruleset, lesson, at, go }: GameProps) {
  const name = setting("name") || t("lesson_you");
  const answer = useRef<(action: Action) => void>(() => undefined);
  const rehearse = (action: Action) => answer.current(action);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rehearse` calls the latest answer
  const session = useMemo(
    () => openLesson(lesson, ruleset, currentLanguage(), { name, rehearse }),
    [lesson, ruleset, name],
  );
  const [, redraw] = useState(0);
  const [said, say] = useState({ at, text: "" });
  const before = useRef<number>(undefined);
  useEffect(() => {
    const listener = () => redraw((count) => count + 1);
    session.listeners.add(listener);
    return () => {
      session.listeners.delete(listener);
      session.controller.abort();
    };
  }, [session]);
  useEffect(() => {
    showStage(session, lesson, before.current, at).catch((error) => say({ at, text: problemOf(error).title }));
    before.current = at;
  }, [session, lesson, at]);
  const { decision } = lesson.stages[at];
  answer.current = (action) => {
    const { to, text } = decision ? answerTo(decision, action) : { to: undefined, text: "" };
    if (to !== undefined) return go(String(to));
    session.change({ chosen: [], hint: undefined });
    say({ at, text });
  };
  return { session, remark: said.at === at ? said.text : "", hasMoved: before.current !== undefined };
}
