/** The shapes that this page reads. Those of the service come from its contract, as `openapi-typescript` writes it. */
import type { components } from "contract";

type Schemas = components["schemas"];
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json | undefined };
export type Members = { [name: string]: Json | undefined };

/** Of any ruleset: its own types are not known to this page. */
export type Tagged = { type: string } & Members;
export type Ruleset = Omit<Schemas["AnyOf"], never> extends never ? Described : Described;
export type Problem = Schemas["Problem"];
export type Seat = Schemas["ListedSeat"];
export type GameSummary = Schemas["GameSummary"];
export type RuleList = Schemas["RuleList"];
export type RulesetSummary = Schemas["RulesetSummary"];
export type SetUpOption = Schemas["SetUpOption"];
export type SeatOutcome = Schemas["SeatOutcome"];
