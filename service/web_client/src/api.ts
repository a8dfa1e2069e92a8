/** Requests of this page to its service, in the language of the page. */

import type { Subscription } from "@bottega/client/follow";
import { fetchEvents as fetchAllEvents, follow as followAll, pages as pagesOf } from "@bottega/client/follow";
import { createHttp, NetworkError, pause } from "@bottega/client/http";
import { BASE } from "./base";
import type { Answer, BareRoute, Given, Route } from "./routes";
import type { LogEvent } from "./types";

export { NetworkError, Problem, pause, retry } from "@bottega/client/http";

const http = createHttp({ url: BASE, language: () => document.documentElement.lang });
const { request } = http;
export const { send, pollUntilReady, serviceTime } = http;

export type CallOptions = { token?: string; signal?: AbortSignal; attempts?: number; language?: string };

/** Call an operation of the contract, for example `call("GET /games/{game_id}", { game_id })`. Throws a `Problem`. */
export function call<R extends BareRoute>(route: R): Promise<Answer<R>>;
export function call<R extends Route>(route: R, given: Given<R>, options?: CallOptions): Promise<Answer<R>>;
export function call(route: Route, given?: { body?: object }, options?: CallOptions) {
  const { method, path, body } = fill(route, given);
  return request(path, { ...options, method, body });
}

/** An answer of an operation whose result is not ready. */
type Pending<R extends Route> = Extract<Answer<R>, { status: string }>;

/** Call an operation until its result is ready. Before, its answers have a status. */
export async function callUntilReady<R extends Route>(
  route: R,
  given: Given<R>,
  options: CallOptions & { signal: AbortSignal },
  progress?: (answer: Pending<R>) => void,
): Promise<Exclude<Answer<R>, Pending<R>>> {
  const { path } = fill(route, given);
  for (;;) {
    const answer: Pending<R> | Exclude<Answer<R>, Pending<R>> = await request(path, options);
    if (!isPending<R>(answer)) return answer;
    progress?.(answer);
    await pause(1, options.signal);
    if (options.signal.aborted) throw new NetworkError("The request was aborted.");
  }
}

const isPending = <R extends Route>(answer: Pending<R> | Exclude<Answer<R>, Pending<R>>): answer is Pending<R> =>
  "status" in (answer as object);

/** Put the parameters of a call into its path, and the others into its query. */
function fill(route: string, given: object = {}) {
  const { body, ...values }: { body?: object } = given;
  const [method, template] = route.split(" ");
  const parameters = new Map<string, unknown>(Object.entries(values));
  const path = template.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(String(parameters.get(name))));
  const parts = new URLSearchParams();
  for (const [name, value] of parameters)
    if (value !== undefined && !template.includes(`{${name}}`)) parts.set(name, String(value));
  const query = parts.toString();
  return { method, path: query ? `${path}?${query}` : path, body };
}

export const follow = <const Given extends Subscription>(subscription: Given) => followAll(http, subscription);

export const pages = <const Given extends Subscription>(subscription: Given) => pagesOf(http, subscription);

export const fetchEvents = (game: string, token: string | undefined): Promise<LogEvent[]> =>
  fetchAllEvents(http, game, token);

/** Return whether a ruleset is the latest version of its game. */
export const isLatest = ({
  ruleset,
  versions = [{ ruleset }],
}: {
  ruleset: string;
  versions?: { ruleset: string }[];
}) => versions[0].ruleset === ruleset;
