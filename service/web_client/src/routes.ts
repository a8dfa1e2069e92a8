/** Types of the operations of the contract, by method and path after `/v1`: what they are given, and what they answer. */
import type { paths } from "@bottega/contract";
import type { Action } from "./selection";
import type { QueuedAction } from "./types";

type Method = "get" | "put" | "post" | "patch" | "delete";
/** `"GET /games/{game_id}"`, and so on. */
export type Route = {
  [Path in keyof paths]: Path extends `/v1${infer Rest}`
    ? { [M in Method]: paths[Path][M] extends { responses: unknown } ? `${Uppercase<M>} ${Rest}` : never }[Method]
    : never;
}[keyof paths];
type Operation<R extends Route> = R extends `${infer M} ${infer Rest}`
  ? `/v1${Rest}` extends keyof paths
    ? paths[`/v1${Rest}`][Lowercase<M> & Method]
    : never
  : never;

type Empty = Record<never, never>;
type PathOf<O> = O extends { parameters: { path: infer Parameters } } ? Parameters : Empty;
type QueryOf<O> = O extends { parameters: { query?: infer Parameters } }
  ? [NonNullable<Parameters>] extends [never]
    ? Empty
    : NonNullable<Parameters>
  : Empty;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer Body } } }
  ? { body: AnyRuleset<Body> }
  : O extends { requestBody?: { content: { "application/json": infer Body } } }
    ? { body?: AnyRuleset<Body> }
    : Empty;

/** The page knows no ruleset: their names are texts, and the service lists the options and the actions of a game. */
type OfAnyRuleset = {
  ruleset: string;
  options?: Record<string, unknown>;
  action: Action;
  actions: QueuedAction[];
};
type AnyRuleset<Body> = Body extends { ruleset: string }
  ? Omit<Body, keyof OfAnyRuleset> & Pick<OfAnyRuleset, keyof OfAnyRuleset & keyof Body>
  : Body extends { actions: (infer Each)[] }
    ? Omit<Body, "actions"> & { actions: AnyRuleset<Each>[] }
    : Body;

/** The parameters of path and query, and the body. The condition lets the compiler look at one route at a time. */
export type Given<R extends Route> = R extends Route
  ? PathOf<Operation<R>> & QueryOf<Operation<R>> & BodyOf<Operation<R>>
  : never;

/** The routes that need neither parameters nor a body. */
export type BareRoute = { [R in Route]: Empty extends Given<R> ? R : never }[Route];

type Success = 200 | 201 | 202 | 204;
type Content<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined;
/** The body of a successful response. */
export type Answer<R extends Route> =
  Operation<R> extends { responses: infer Responses }
    ? { [Status in keyof Responses & Success]: Content<Responses[Status]> }[keyof Responses & Success]
    : never;
