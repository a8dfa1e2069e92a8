/** Types of the operations, derived from the contract. `make packages` writes `contract.d.ts` with openapi-typescript. */
import type { components, operations } from "./contract.js";

export type Schemas = components["schemas"];
export type ProblemBody = Schemas["Problem"];

/** Options of one call: another token than the client's, another language, a signal that cancels it. */
export type CallOptions = {
  token?: string;
  language?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  attempts?: number;
};

type Part<Parameters, Place extends string> = Parameters extends { [place in Place]: infer Given } ? Given : {};
type Query<Parameters> = Parameters extends { query?: infer Given } ? ([NonNullable<Given>] extends [never] ? {} : NonNullable<Given>) : {};
type Body<Operation> = Operation extends { requestBody: { content: { "application/json": infer Given } } }
  ? { body: Given }
  : Operation extends { requestBody?: { content: { "application/json": infer Given } } }
    ? { body?: Given }
    : {};

/** Lists are given as an array or as a text with commas. */
type Listed<Given> = { [name in keyof Given]: Given[name] extends readonly (infer Item)[] | undefined ? Given[name] | Item | (string & {}) : Given[name] };

/** The arguments of an operation: the parameters of its path and query, and its body. */
export type Arguments<Id extends keyof operations> = Part<operations[Id]["parameters"], "path"> &
  Listed<Query<operations[Id]["parameters"]>> &
  Body<operations[Id]>;

type Content<Response> = Response extends { content: infer Given } ? Given[keyof Given] : undefined;
type Success<Responses> = { [status in keyof Responses & (200 | 201 | 202 | 204)]: Content<Responses[status]> }[keyof Responses & (200 | 201 | 202 | 204)];

/** The body of a successful response of an operation. */
export type Returned<Id extends keyof operations> = Success<operations[Id]["responses"]>;

/** All operations with one response; those with a stream are read by `follow`. */
export type Operations = {
  [Id in keyof operations]: {} extends Arguments<Id>
    ? (given?: Arguments<Id>, options?: CallOptions) => Promise<Returned<Id>>
    : (given: Arguments<Id>, options?: CallOptions) => Promise<Returned<Id>>;
};

/** The messages of streams, as `follow` yields them without a view. */
export type StreamMessage = Schemas["GameStreamMessage"] | Schemas["FeedStreamMessage"] | Schemas["TournamentStreamMessage"];
