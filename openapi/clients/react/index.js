/** React hooks for games, lists of games and tournaments. They follow the service while their component is shown. */

import { gameTexts, pause, Problem, retry } from "@bottega/client";
import { createContext, createElement, useContext, useEffect, useMemo, useState } from "react";

/** Shortest time between two requests for a list: many games may change at once. */
const SETTLE_SECONDS = 0.5;
/** Notices of the last milliseconds are read again, since the clock of this device may be wrong. */
const OVERLAP = 5000;
/** The most games of a page of `listMyGames`. */
const PAGE = 100;

/** @typedef {import("@bottega/client").Client} Client */
/** @typedef {import("@bottega/client").RulesetName} RulesetName */
/** @typedef {import("./types.js").Connection} Connection */
/** @typedef {import("./types.js").FollowedGame} FollowedGame */
/** @template {string} [Name=RulesetName] @typedef {import("./types.js").PlayedGame<Name>} PlayedGame */
/** @template {string} [Name=RulesetName] @typedef {import("./types.js").GameOptions<Name>} GameOptions */
/** @template {string} [Name=RulesetName] @typedef {import("./types.js").FollowedTournament<Name>} FollowedTournament */
/** @typedef {import("./types.js").MyGames} MyGames */

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

/** What changes in a game without an event, as the hook requests it. */
const INCLUDE = "actions,seats,presence,undo_offers,queue,rematch,faulty";

/** @typedef {import("@bottega/client").ViewedMessage} GameMessage */
/** @typedef {{[Type in GameMessage["type"]]: (game: FollowedGame, data: Extract<GameMessage, {type: Type}>["data"]) => Partial<FollowedGame>}} Changes */

/** What each type of message changes besides the view. A type without an entry is an error. @type {Changes} */
const CHANGES = {
  view: () => ({}),
  event: ({ events }, data) => ({ events: [...events, data] }),
  started: () => ({}),
  next_decision: () => ({}),
  aborted: () => ({}),
  over: () => ({}),
  seats: (_, { seats }) => ({ seats }),
  presence: (_, { presence }) => ({ presence }),
  undo_offers: (_, { undo_offers: undoOffers }) => ({ undoOffers }),
  queue: (_, { queue }) => ({ queue }),
  rematch: (_, { rematch }) => ({ rematch }),
  faulty: (_, { faulty }) => ({ faulty }),
};

/** Return the game after a message. @param {FollowedGame} game @param {GameMessage} message @returns {Partial<FollowedGame>} */
function changed(game, { type, data, view }) {
  const next = "next_decision" in data ? data.next_decision : undefined;
  const decision = [next, game.decision].find((each) => each && each.decision === view.decision);
  /** @type {((game: FollowedGame, data: any) => Partial<FollowedGame>) | undefined} */
  const change = CHANGES[type]; // a newer service may send another type
  return { view, decision, ...change?.(game, data) };
}

/**
 * Follow a game. `view` is undefined until it is loaded. `decision` is the pending decision of the seat whose token is given.
 * It is undefined while an action is submitted. `events` are those since the hook was first used. `seats`, `presence`, `undoOffers`,
 * `queue` and `rematch` are what changes without an event; each is undefined until it is known. `act` submits an action;
 * `rejection` is the problem if it was rejected, and `act` throws a `NetworkError` if no response arrives.
 * @template {string} [Name=RulesetName]
 * @param {string} game
 * @param {GameOptions<Name>} [options] `ruleset` names the types of all fields; `overrides`: other translations, as for `gameTexts`
 * @returns {PlayedGame<Name>}
 */
export function useGame(game, { token, language = "en", ruleset: expected, overrides } = {}) {
  const client = useClient();
  const [ruleset, setRuleset] = useState(/** @type {PlayedGame["ruleset"]} */ (undefined));
  const [answered, setAnswered] = useState(/** @type {FollowedGame["decision"]} */ (undefined));
  const [rejection, setRejection] = useState(/** @type {Problem | undefined} */ (undefined));
  /** @type {FollowedGame} */
  const initial = { events: [] };
  const state = useFollowed(initial, async (change, options) => {
    for await (const message of client.follow({ game, token, ruleset: expected, include: INCLUDE, view: true, ...options }))
      change((before) => changed(before, /** @type {GameMessage} */ (message)));
  }, [client, game, token, expected]);
  const name = state.view?.ruleset;
  useEffect(() => {
    if (!name) return undefined;
    const { signal, abort } = abortable();
    client.operations.getRuleset({ ruleset: name }, { language, signal }).then(setRuleset, () => undefined);
    return abort;
  }, [client, name, language]);
  const players = (state.view?.seats ?? []).map((each) => each.name ?? String(each.seat + 1));
  const texts = useMemo(() => ruleset && gameTexts(ruleset, language, players, overrides), [ruleset, language, players.join(), overrides]);

  const decision = state.decision === answered ? undefined : state.decision;

  /** Submit an action for the pending decision. @param {import("@bottega/client").Action} action */
  async function act(action) {
    if (!decision) return;
    setRejection(undefined);
    setAnswered(decision);
    const body = /** @type {import("@bottega/client").Arguments<"submitAction">["body"]} */ ({ ruleset: name, decision: decision.decision, action });
    try {
      await client.operations.submitAction({ game_id: game, body }, { token });
    } catch (error) {
      setAnswered(undefined);
      if (!(error instanceof Problem)) throw error;
      setRejection(error);
    }
  }
  const played = { ...state, decision, ruleset, texts, rejection, act };
  return /** @type {PlayedGame<Name>} */ (/** @type {unknown} */ (played));
}

/** List all games of the player whose key the client has. Update the list with each notice, and every 20 seconds: no notice says that the player has acted, or that others have. @param {{token?: string, status?: import("@bottega/client").Arguments<"listMyGames">["status"]}} [options] @returns {Connection & MyGames} */
export function useMyGames({ token, status } = {}) {
  const client = useClient();
  /** @type {MyGames} */
  const initial = {};
  return useFollowed(initial, async (change, options) => {
    const load = () => retry(options, async () => {
      /** @type {NonNullable<MyGames["games"]>} */
      const games = [];
      for (/** @type {string | undefined} */ let cursor; cursor !== ""; ) {
        const page = await client.operations.listMyGames({ status, limit: PAGE, cursor }, { token, signal: options.signal });
        games.push(...page.games);
        cursor = page.next_cursor ?? "";
      }
      change(() => ({ games }));
    });
    const started = Date.now();
    await load(); // before it, the time of the service is unknown
    const after = `${Math.floor(client.serviceTime() - (Date.now() - started)) - OVERLAP}-0`;
    for await (const { events } of client.pages({ me: true, token, after, ...options })) {
      await load();
      await pause(events.length ? SETTLE_SECONDS : 0, options.signal);
    }
  }, [client, token, status]);
}

/**
 * Follow a tournament: its data, entrants and rounds.
 * @template {string} [Name=RulesetName]
 * @param {string} tournament
 * @param {{token?: string}} [options]
 * @returns {Connection & FollowedTournament<Name>}
 */
export function useTournament(tournament, { token } = {}) {
  const client = useClient();
  /** @type {FollowedTournament} */
  const initial = {};
  const followed = useFollowed(initial, async (change, options) => {
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
  return /** @type {Connection & FollowedTournament<Name>} */ (followed);
}
