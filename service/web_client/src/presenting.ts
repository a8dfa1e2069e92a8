/** Presents the events of a game one after the other, each with the view after it and its facts in turn. */

import { viewAfter } from "@bottega/client/patch";
import { NetworkError, Problem, pause } from "./api";
import { applyView, fetchView, offerSeatSwitch, saveGame } from "./loading";
import { skipsMotion } from "./motion";
import type { GameStore, Queued } from "./store";
import type { GameView, LogEvent } from "./types";

const FACT_SECONDS = 0.34;
const EVENT_SECONDS = 0.3;
/** With more events in the queue, facts are presented without pauses. */
const SLOW_QUEUE = 4;
const MOST_FACTS = 8;

/**
 * Queue an event; events are presented one after the other. The response to an action and the stream both deliver an
 * event, in any order. @param view that after the event, if the stream has sent it
 */
export function receive(store: GameStore, event: LogEvent, view?: GameView) {
  const isKnown =
    store.state.log.some(({ version }) => version === event.version) ||
    store.queue.some(({ event: { version } }) => version === event.version);
  if (isKnown) return;
  store.queue.push({ event, view });
  if (!store.isPresenting) store.presented = presentQueue(store);
}

async function presentQueue(store: GameStore) {
  store.isPresenting = true;
  const { signal } = store.controller;
  try {
    for (let next = store.queue.shift(); next && !signal.aborted; next = store.queue.shift())
      await presentEvent(store, next);
    if (!signal.aborted) await catchUp(store);
  } catch (error) {
    if (!(error instanceof NetworkError || error instanceof Problem)) throw error;
  } finally {
    store.isPresenting = false;
    if (!signal.aborted) store.change({ presented: undefined });
    if (!signal.aborted && store.queue.length) store.presented = presentQueue(store);
  }
}

/** Show the changes of an event and highlight its facts in turn. */
async function presentEvent(store: GameStore, queued: Queued) {
  const { event } = queued;
  const { signal } = store.controller;
  store.change({
    log: [...store.state.log, event].sort((one, other) => one.version - other.version),
    presented: { event, fact: -1 },
  });
  advance(store, queued);
  await undefined; // the page draws each event separately, so that the board marks the moves of opponents only
  if (skipsMotion() || store.queue.length > SLOW_QUEUE) return;
  for (let fact = 0; fact < Math.min(event.facts.length, MOST_FACTS) && !signal.aborted; fact++) {
    store.change({ presented: { event, fact } });
    await pause(FACT_SECONDS, signal);
  }
  await pause(EVENT_SECONDS, signal);
}

/** Show the view after an event. The legal actions come with the last event, or with a view that was loaded again. */
function advance(store: GameStore, { event, view: given }: Queued) {
  const { view, plan } = store.state;
  if (!view || event.version !== view.version + 1) return;
  const next = given ?? viewAfter(view, event);
  if (!next) return;
  const isPending = next.decision !== undefined;
  const { actions, previews } = (event.next_decision?.decision === next.decision && event.next_decision) || next;
  const isLast = !store.queue.length;
  if (isLast && isPending && actions) return applyView(store, { ...next, actions, previews });
  const isSame = next.decision === view.decision && (isPending || plan);
  store.change({ view: next, ...(isSame ? {} : { actions: undefined, chosen: [], hint: undefined }) });
}

/** Fetch the view if events did not contain everything. */
async function catchUp(store: GameStore) {
  const { view, log } = store.state;
  if (!view) return;
  const isBehind = (log.at(-1)?.version ?? 0) > view.version;
  const isOpen = view.decision !== undefined && !store.state.actions;
  if (isBehind || isOpen) return applyView(store, await fetchView(store));
  offerSeatSwitch(store);
  if (view.status === "over") saveGame(store);
}
