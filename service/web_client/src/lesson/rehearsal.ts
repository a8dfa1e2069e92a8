/** The store of a lesson. It needs no game of the service: the lesson has all views and events. */

import { viewAfter } from "@bottega/client/patch";
import type { Ruleset } from "@bottega/client/texts";
import { pause } from "../api";
import { skipsMotion } from "../motion";
import type { Action } from "../selection";
import type { GameStore } from "../store";
import { NO_CHOICE, openStore } from "../store";
import type { LogEvent } from "../types";
import type { Lesson } from "./course";
import { viewAt } from "./course";

const EVENT_SECONDS = 0.7;

/** The name of the learner, and what happens with the learner's actions. */
type Learner = { name: string; rehearse: (action: Action) => void };

/** Return the store of a lesson, with the learner at the first seat. */
export function openLesson(lesson: Lesson, ruleset: Ruleset, language: string, { name, rehearse }: Learner): GameStore {
  const store = openStore("", language);
  const seats = lesson.view.seats.map((seat) => (seat.seat === lesson.view.seat ? { ...seat, name } : seat));
  store.change({ ruleset, view: lesson.view, seat: lesson.view.seat ?? null, seats, rehearse });
  return store;
}

/** Show a stage. Its events are shown one after the other if the learner comes from the stage before. */
export async function showStage(store: GameStore, lesson: Lesson, from: number | undefined, to: number) {
  const { after, events = [], decision } = lesson.stages[to];
  store.controller.abort();
  store.controller = new AbortController();
  const { signal } = store.controller;
  store.change({ ...NO_CHOICE, actions: undefined, previews: undefined, presented: undefined });
  if (from !== undefined && from === after && !skipsMotion()) await present(store, events, signal);
  if (signal.aborted) return;
  const { actions, previews } = decision?.next_decision ?? {};
  store.change({ view: viewAt(lesson, to), log: events, presented: undefined, actions, previews });
}

/** Show the view after each event, and highlight its facts. */
async function present(store: GameStore, events: LogEvent[], signal: AbortSignal) {
  for (const [index, event] of events.entries()) {
    const { view } = store.state;
    store.change({
      view: view && viewAfter(view, event),
      log: events.slice(0, index + 1),
      presented: event.facts.length ? { event, fact: 0 } : undefined,
    });
    await pause(EVENT_SECONDS, signal);
    if (signal.aborted) return;
  }
}

/** Show an action on the board as a hint. */
export function hintAt(store: GameStore, { stages }: Lesson, at: number) {
  const { decision } = stages[at];
  if (!decision) return;
  const { decision: pending, actions } = decision.next_decision;
  const [{ action }] = decision.choices;
  const index = actions.findIndex((each) => JSON.stringify(each) === JSON.stringify(action));
  store.change({ chosen: [], hint: { decision: pending, actions: [{ index, action }] } });
}
