/** Types of the service, which `openapi-typescript` generates from the contract. */
import type { ProblemBody } from "@bottega/client/types";
import type { components } from "@bottega/contract";
import type { Given } from "./routes";
import type { Action } from "./selection";

export type Schemas = components["schemas"];
/** The fields of all variants of a union; a field of other variants than that of the value is undefined. */
type FieldsOf<Union> = Pick<Union, keyof Union> & {
  [Name in Union extends unknown ? keyof Union : never]?: Union extends { [Key in Name]?: infer Value } ? Value : never;
};
/** The fields that the variants of all rulesets have in common, without those that each ruleset types alone. */
type CommonOf<Union, Own extends string> = Omit<Pick<Union, keyof Union>, Own>;

export type Problem = ProblemBody;
/** Why a request or a step failed: a problem of the service, or a title of this page. */
export type Failure = Partial<Problem> & Pick<Problem, "title">;
export type GameSummary = Schemas["GameSummary"];
export type ListedSeat = Schemas["ListedSeat"];
export type RulesetSummary = Schemas["RulesetSummary"];
export type Ruleset = Schemas["Ruleset"];
export type SetUpOption = Schemas["SetUpOption"];
export type Result = Schemas["Result"];
export type RuleList = Schemas["RuleList"];
export type HowToPlay = Schemas["HowToPlay"];
export type Season = Schemas["Season"];
export type Tournament = Schemas["Tournament"];
export type TournamentSummary = Schemas["TournamentSummary"];
export type TournamentEvent = Schemas["TournamentEvent"];
export type EventFields = FieldsOf<TournamentEvent>;
export type BracketRound = Schemas["BracketRound"];
export type BracketSlot = Schemas["BracketSlot"];
export type BracketSource = Schemas["BracketSource"];
export type Crosstable = Schemas["Crosstable"];
export type CrosstableRow = Schemas["CrosstableRow"];
export type Standing = Schemas["Standing"];
export type Standings = Schemas["Standings"];
export type Entrant = Schemas["Entrant"];
export type Lineup = Schemas["Lineup"];
export type Round = Schemas["Round"];
export type MatchTable = Schemas["MatchTable"];
export type MatchGame = Schemas["MatchGame"];
export type GameRequest = Given<"POST /games">["body"];
export type SeatRequest = Schemas["SeatRequest"];
export type TournamentRequest = Given<"POST /tournaments">["body"];
export type Me = Schemas["Me"];
export type SeatToken = Schemas["SeatToken"];

/** A consequence of an action. */
// biome-ignore lint/suspicious/noExplicitAny: each ruleset has facts of its own, which no generic code knows
export type Fact = { type: string; seat?: number; [field: string]: any };
/** Quantities of the result of an action. */
export type Preview = { points?: number; [field: string]: unknown };
/** The pending decision of a seat, with its legal actions. */
export type NextDecision = { decision: number; actions: Action[]; previews?: Preview[] };

/** An event of any ruleset. */
export type LogEvent = CommonOf<Schemas["Event"], "ruleset" | "action" | "facts" | "next_decision"> & {
  action?: Action;
  facts: Fact[];
  next_decision?: NextDecision;
};
/** The fields of an event, or of an entry of a record, that its sentences describe. */
export type LoggedAction = Pick<LogEvent, "version" | "seat" | "action" | "facts" | "by" | "change" | "undoes">;

/** A view of any ruleset. */
export type GameView = CommonOf<
  Schemas["GameView"],
  "ruleset" | "view" | "actions" | "previews" | "events" | "setup"
> & {
  ruleset: string;
  // biome-ignore lint/suspicious/noExplicitAny: each ruleset has a view of its own, which its board types
  view: any;
  actions?: Action[];
  previews?: Preview[];
  events?: LogEvent[];
  setup?: Fact[];
};

/** The hint of any ruleset. */
export type Hint = CommonOf<Schemas["Hint"], "ruleset" | "actions"> & {
  actions: { index: number; action: Action; value?: number }[];
};
/** An action that the service submits when the decision comes. */
export type QueuedAction = { action: Action; condition?: object };
/** The action queue of a seat, in any ruleset. */
export type ActionQueue = CommonOf<Schemas["ActionQueue"], "ruleset" | "actions"> & { actions: QueuedAction[] };

/** An entry of the record of a finished game, with all that was hidden. */
export type RecordedEvent = CommonOf<Schemas["GameRecord"]["events"][number], "action" | "facts"> & {
  action?: Action;
  facts?: { fact: Fact; audience?: number[] }[];
};
/** The record of a finished game. */
export type GameRecord = CommonOf<Schemas["GameRecord"], "ruleset" | "setup" | "events"> & {
  ruleset: string;
  setup: { facts: { fact: Fact }[] };
  events: RecordedEvent[];
};
