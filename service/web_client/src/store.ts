/** The store of one game on this page: its state, and the changes that need no request. */

import type { GameTexts, Ruleset } from "@bottega/client/texts";
import type { Action, ParsedAction, Target } from "./selection";
import { storedGame } from "./storage";
import type { ActionQueue, Fact, Failure, GameView, Hint, ListedSeat, LogEvent, Preview, Schemas } from "./types";

/** What the board offers: the `field=value` pairs that it has asked about, and the targets that it draws. */
export type Offered = { pairs: Set<string>; targets: Target[] };
/** A hint while it is requested, or with its best actions, of which one is shown on the board. */
export type ShownHint = Partial<Pick<Hint, "decision" | "actions">> & { isAsked?: boolean; at?: number };
/** The choice of a move to plan while others act. */
export type Plan = { actions: Action[]; add: (action: Action) => void };

export type UndoOffer = Schemas["UndoOffer"];
/** The pending request to undo, the version at which it was last seen, and whether a request of this seat was declined there. */
export type Undo = { offer?: UndoOffer; at?: number; isDeclined?: boolean };

export type GameState = {
  game: string;
  tokens: Map<number, string>;
  view?: GameView;
  ruleset?: Ruleset;
  /** the seat whose view is shown; null for spectators */
  seat: number | null;
  seats: ListedSeat[];
  actions?: Action[];
  previews?: Preview[];
  setup?: Fact[];
  log: LogEvent[];
  chosen: Target[];
  busy: boolean;
  isConnected: boolean;
  /** the event that is presented, and the index of its highlighted fact */
  presented?: { event: LogEvent; fact: number };
  /** the seat that the device is offered to */
  nextSeat: number | null;
  /** the earlier version that is shown */
  at: number | null;
  past?: GameView;
  /** the views that the board draws first, one after the other, so that it shows what has moved since */
  before: GameView[];
  isPlaying: boolean;
  hint?: ShownHint;
  hintsLeft?: number;
  rejection?: { problem: Failure; action?: Action };
  isSealed: boolean;
  /** the decision whose cover was lifted */
  revealed?: number;
  loadError?: Failure;
  /** the action queue; undefined in a game without queues */
  planned?: ActionQueue;
  plan?: Plan;
  undo: Undo;
  /** whether each human player is connected; empty in a game that does not show it */
  present: Map<number, boolean>;
  /** the next game of the same players */
  rematch?: string;
  offered: Offered;
  /** takes the actions of a lesson, which has no game of the service */
  rehearse?: (action: Action) => void;
};

/** An event that waits to be presented, with the view after it if the stream has sent it. */
export type Queued = { event: LogEvent; view?: GameView };

export type GameStore = {
  state: GameState;
  listeners: Set<() => void>;
  /** ends the requests and the stream of the shown seat */
  controller: AbortController;
  queue: Queued[];
  isPresenting: boolean;
  presented?: Promise<void>;
  language: string;
  change: (changes: Partial<GameState>) => void;
};

/** What the parts of the game screen are given. */
export type GameProps = {
  session: GameStore;
  state: GameState;
  ruleset: Ruleset;
  view: GameView;
  texts: GameTexts;
  parse: (action: Action) => ParsedAction;
  actions: ParsedAction[];
  /** whether the choices are hidden from other people at the device */
  isCovered: boolean;
  previewOf: (action: Action) => Preview | undefined;
  sentence: (action: Action) => string;
};

/** What the board holds before it is drawn. */
const NOTHING_OFFERED: Offered = { pairs: new Set(), targets: [] };
/** What belongs to one decision, or to the view of one seat. */
export const NO_CHOICE = { chosen: [], hint: undefined, rejection: undefined, plan: undefined };

/** Return the store of a game, with the seat tokens stored in this browser. */
export function openStore(game: string, language: string): GameStore {
  const tokens = new Map((storedGame(game)?.seats ?? []).map(({ seat, token }) => [seat, token]));
  const store: GameStore = {
    state: {
      game,
      tokens,
      seat: [...tokens.keys()][0] ?? null,
      seats: [],
      log: [],
      chosen: [],
      busy: false,
      isConnected: true,
      nextSeat: null,
      at: null,
      before: [],
      isPlaying: false,
      isSealed: false,
      undo: {},
      present: new Map(),
      offered: NOTHING_OFFERED,
    },
    listeners: new Set(),
    controller: new AbortController(),
    queue: [],
    isPresenting: false,
    language,
    change(changes) {
      store.state = { ...store.state, ...changes };
      for (const listener of store.listeners) listener();
    },
  };
  return store;
}

/** Return the token of the seat whose view is shown. */
export const tokenOf = ({ state }: GameStore) => (state.seat === null ? undefined : state.tokens.get(state.seat));

/** Whether a game was finished or aborted. */
export const hasEnded = ({ status }: GameView) => status === "over" || status === "aborted";

/** Note the pending request to undo. An own request that ends without an event was declined. */
export function noteUndoOffer(store: GameStore, offer: UndoOffer | undefined, at: number) {
  const { undo, seat } = store.state;
  const isDeclined = !offer && undo.at === at && (undo.isDeclined || undo.offer?.seat === seat);
  store.change({ undo: { offer, at, isDeclined } });
}
/** Return the kind of the pending decision. */
export const decisionKind = ({ view }: GameView): string | undefined =>
  view.decision_kind ?? view.decision ?? view.step;

/** Replace the selection. */
export const select = (store: GameStore, chosen: Target[]) => store.change({ chosen, rejection: undefined });

/** Show the choices of a decision that other people at the device must not see. */
export const reveal = (store: GameStore) => store.change({ revealed: store.state.view?.decision });

/** Show one of the hinted actions on the board. */
export function showHinted(store: GameStore, at: number) {
  const { hint } = store.state;
  if (hint && at !== (hint.at ?? 0)) store.change({ hint: { ...hint, at } });
}

/** Play the events from the shown version on, or stop. */
export const setPlaying = (store: GameStore, isPlaying: boolean) => store.change({ isPlaying });

/** Note what the board offers, after it was drawn. Drawing the same again changes nothing. */
export function offer(store: GameStore, offered: Offered) {
  const isSame = keyOf(store.state.offered) === keyOf(offered);
  if (!isSame) store.change({ offered });
}

const keyOf = ({ pairs, targets }: Offered) => JSON.stringify([[...pairs], targets]);
