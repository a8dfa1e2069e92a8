/** React hooks for games, lists of games and tournaments. They follow the service while their component is shown. */

import { gameTexts, pause, Problem, retry } from "@bottega/client";
import { createContext, createElement, useContext, useEffect, useMemo, useState } from "react";

/** Shortest time between two requests for a list: many games may change at once. */
const SETTLE_SECONDS = 0.5;
/** Notices of the last milliseconds are read again, since the clock of this device may be wrong. */
const OVERLAP = 5000;
/** The most games of a page of `listMyGames`. */
const PAGE = 100;

/** @typedef {ReturnType<typeof import("@bottega/client").createClient>} Client */
/** @typedef {{isConnected: boolean, problem?: Error}} Connection `problem`: why nothing is followed any more */
/** @typedef {{decision: number, actions: any[], previews?: any[]}} Decision a pending decision and its legal actions */

const ClientContext = createContext(/** @type {Client | undefined} */ (undefined));

/** Provide a client of `createClient` to all hooks below. @param {{client: Client, children?: import("react").ReactNode}} props @returns {import("react").ReactElement} */
export function BottegaProvider({ client, children }) {
  return createElement(ClientContext.Provider, { value: client }, children);
}

/** Return the client of the provider. @returns {Client} */
export function useClient() {
  const client = useContext(ClientContext);
  if (!client) throw new Error("There is no BottegaProvider above this component.");
  return client;
}

/**
 * Return a state that a function changes until the component is removed or an input changes.
 * @template {object} State
 * @param {State} initial
 * @param {(change: (changes: (before: State & Connection) => Partial<State>) => void, options: {signal: AbortSignal, onConnection: (isConnected: boolean) => void}) => Promise<void>} start
 * @param {unknown[]} inputs
 * @returns {State & Connection}
 */
function useFollowed(initial, start, inputs) {
  const [state, setState] = useState(/** @type {State & Connection} */ ({ ...initial, isConnected: true }));
  useEffect(() => {
    const { signal, abort } = abortable();
    const change = (/** @type {(before: State & Connection) => object} */ changes) => signal.aborted || setState((before) => ({ ...before, ...changes(before) }));
    setState({ ...initial, isConnected: true });
    start(change, { signal, onConnection: (isConnected) => void change(() => ({ isConnected })) }).catch((problem) => change(() => ({ problem })));
    return abort;
  }, inputs);
  return state;
}

/** Return a signal and the function that aborts it. */
function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/**
 * Follow a game. `view` is undefined until it is loaded. `decision` is the pending decision of the seat whose token is given.
 * It is undefined while an action is submitted. `events` are those since the hook was first used. `act` submits an action;
 * `rejection` is the problem if it was rejected, and `act` throws a `NetworkError` if no response arrives.
 * @param {string} game
 * @param {{token?: string, language?: string, overrides?: Parameters<typeof gameTexts>[3]}} [options] `overrides`: other translations, as for `gameTexts`
 */
export function useGame(game, { token, language = "en", overrides } = {}) {
  const client = useClient();
  const [ruleset, setRuleset] = useState(/** @type {any} */ (undefined));
  const [answered, setAnswered] = useState(-1);
  const [rejection, setRejection] = useState(/** @type {Problem | undefined} */ (undefined));
  /** @type {{view?: any, decision?: Decision, events: any[]}} */
  const initial = { events: [] };
  const state = useFollowed(initial, async (change, options) => {
    for await (const { type, data, view } of client.follow({ game, token, include: "actions", view: true, ...options })) {
      change(({ events, decision }) => ({
        view, events: type === "event" ? [...events, data] : events,
        decision: [data.next_decision, decision].find((each) => each && each.decision === view.decision),
      }));
    }
  }, [client, game, token]);
  const name = state.view?.ruleset;
  useEffect(() => {
    if (!name) return undefined;
    const { signal, abort } = abortable();
    client.operations.getRuleset({ ruleset: name }, { language, signal }).then(setRuleset, () => undefined);
    return abort;
  }, [client, name, language]);
  const players = (state.view?.seats ?? []).map((/** @type {any} */ each) => each.name ?? String(each.seat + 1));
  const texts = useMemo(() => ruleset && gameTexts(ruleset, language, players, overrides), [ruleset, language, players.join(), overrides]);

  const decision = state.decision?.decision === answered ? undefined : state.decision;

  /** Submit an action for the pending decision. @param {any} action */
  async function act(action) {
    if (!decision) return;
    setRejection(undefined);
    setAnswered(decision.decision);
    const body = /** @type {any} */ ({ ruleset: name, decision: decision.decision, action });
    try {
      await client.operations.submitAction({ game_id: game, body }, { token });
    } catch (error) {
      setAnswered(-1);
      if (!(error instanceof Problem)) throw error;
      setRejection(error);
    }
  }
  return { ...state, decision, ruleset, texts, rejection, act };
}

/** List all games of the player whose key the client has, and update the list with each notice. @param {{token?: string, status?: "open" | "running" | "over" | "aborted"}} [options] */
export function useMyGames({ token, status } = {}) {
  const client = useClient();
  /** @type {{games?: any[]}} */
  const initial = {};
  return useFollowed(initial, async (change, options) => {
    const after = `${Math.floor(client.serviceTime()) - OVERLAP}-0`;
    const load = () => retry(options, async () => {
      /** @type {any[]} */
      const games = [];
      for (let cursor; cursor !== ""; ) {
        const page = await client.operations.listMyGames({ status, limit: PAGE, cursor }, { token, signal: options.signal });
        games.push(...page.games);
        cursor = page.next_cursor ?? "";
      }
      change(() => ({ games }));
    });
    await load();
    for await (const { events } of client.pages({ me: true, token, after, ...options })) {
      if (events.length) await load();
      await pause(events.length ? SETTLE_SECONDS : 0, options.signal);
    }
  }, [client, token, status]);
}

/** Follow a tournament: its data, entrants and rounds. @param {string} tournament @param {{token?: string}} [options] */
export function useTournament(tournament, { token } = {}) {
  const client = useClient();
  /** @type {{tournament?: any, entrants?: any[], rounds?: any[]}} */
  const initial = {};
  return useFollowed(initial, async (change, options) => {
    const { getTournament, listEntrants, listRounds } = client.operations;
    const load = () => retry(options, async () => {
      const call = { token, signal: options.signal };
      const found = await getTournament({ tournament }, call);
      const [{ entrants }, { rounds }] = await Promise.all([listEntrants({ tournament }, call), listRounds({ tournament }, call)]);
      change(() => ({ tournament: found, entrants, rounds }));
      return found.version;
    });
    for await (const { events } of client.pages({ tournament, token, after: await load(), ...options })) {
      if (events.length) await load();
      await pause(events.length ? SETTLE_SECONDS : 0, options.signal);
    }
  }, [client, tournament, token]);
}
