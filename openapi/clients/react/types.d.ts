/** What the hooks return, typed by the contract. */
import type { Action, Decision, Event, GameMessage, GameTexts, OfRuleset, Problem, Returned, RulesetName } from "@bottega/client";

/** Whether the service responds. `problem`: why nothing is followed any more. */
export type Connection = { isConnected: boolean; problem?: Error };

type DataOf<Name extends string, Type> = Extract<GameMessage<Name>, { type: Type }>["data"];
type Surroundings<Name extends string> = {
  seats?: DataOf<Name, "seats">["seats"];
  presence?: DataOf<Name, "presence">["presence"];
  undoOffers?: DataOf<Name, "undo_offers">["undo_offers"];
  queue?: DataOf<Name, "queue">["queue"];
  rematch?: DataOf<Name, "rematch">["rematch"];
  faulty?: DataOf<Name, "faulty">["faulty"];
};

/** A followed game. Each field is undefined until it is known. */
export type FollowedGame<Name extends string = RulesetName> = Surroundings<Name> & {
  view?: OfRuleset<Returned<"queryView">, Name>;
  decision?: Decision<Name>;
  events: Event<Name>[];
};

/** A game for its screen: its texts, the last rejection, and the function that submits an action. */
export type PlayedGame<Name extends string = RulesetName> = Connection &
  FollowedGame<Name> & {
    ruleset?: OfRuleset<Returned<"getRuleset">, Name>;
    texts?: GameTexts;
    rejection?: Problem;
    act: (action: Action<Name>) => Promise<void>;
  };

export type GameOptions<Name extends string = RulesetName> = {
  /** The token of a seat; without a token the hook shows what a spectator sees. */
  token?: string;
  language?: string;
  /** The ruleset of the game: all fields have its types. A game of another ruleset is a `problem`. */
  ruleset?: Name;
  /** Other translations, as for `gameTexts`. */
  overrides?: { names?: Record<string, string>; sentences?: Record<string, string> };
};

/** A followed tournament. */
export type FollowedTournament<Name extends string = RulesetName> = {
  tournament?: OfRuleset<Returned<"getTournament">, Name>;
  entrants?: Returned<"listEntrants">["entrants"];
  rounds?: Returned<"listRounds">["rounds"];
};

export type MyGames = { games?: Returned<"listMyGames">["games"] };
