/** Types of the service, which `openapi-typescript` generates from the contract. */
import type { components } from "contract";

type Schemas = components["schemas"];

export type Problem = Schemas["Problem"];
export type GameSummary = Schemas["GameSummary"];
export type ListedSeat = Schemas["ListedSeat"];
export type RulesetSummary = Schemas["RulesetSummary"];
export type SetUpOption = Schemas["SetUpOption"];
export type ScoreSheet = Schemas["ScoreSheet"];
export type Result = Schemas["Result"];
export type RuleList = Schemas["RuleList"];
export type Tournament = Schemas["Tournament"];
export type TournamentSummary = Schemas["TournamentSummary"];
export type TournamentEvent = Schemas["TournamentEvent"];
export type Entrant = Schemas["Entrant"];
export type Round = Schemas["Round"];
export type MatchTable = Schemas["MatchTable"];
export type MatchGame = Schemas["MatchGame"];
export type SeatToken = Schemas["SeatToken"];

/** The fields of all rulesets are typed; the data of a single ruleset is not. */
export type GameView = Pick<Schemas["GameView"], "ruleset" | "game_id" | "version" | "status" | "to_act" | "seat" | "seats" | "decision" | "outcome"> & {
  view: any;
  [more: string]: any;
};
export type LogEvent = Pick<Schemas["Event"], "version" | "seat" | "at"> & {
  id?: string;
  action: any;
  facts: any[];
  patch?: Schemas["PatchOperation"][];
  [more: string]: any;
};
