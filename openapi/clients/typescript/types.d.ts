/** Types of the operations, derived from the contract. `make packages` writes `contract.d.ts` with openapi-typescript. */
import type { components, operations } from "./contract.js";
import type { OPERATIONS } from "./operations.js";

/** A problem response. `parameters` are the arguments of the sentence for its `code`. */
export type ProblemBody = Omit<components["schemas"]["Problem"], "parameters"> & { parameters?: Parameters };
export type Parameters = { [name: string]: string | number | (string | number)[] };
/** The schemas of the contract by name. */
export type Schemas = Omit<components["schemas"], "Problem"> & { Problem: ProblemBody };

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
type Responses<Id extends keyof operations, Status> = {
  [status in keyof operations[Id]["responses"] & Status]: Content<operations[Id]["responses"][status]>;
}[keyof operations[Id]["responses"] & Status];

/** The body of a successful response of an operation. */
export type Returned<Id extends keyof operations> = Responses<Id, 200 | 201 | 202 | 204>;
/** The body of a response whose resource has been computed. */
export type Ready<Id extends keyof operations> = Responses<Id, 200>;

/** The name of a ruleset whose types this package has. */
export type RulesetName = Returned<"getRuleset">["ruleset"];
/** The types of one ruleset in a union over all; the whole union for a name that is not known before the program runs. */
export type OfRuleset<Union, Name> = [Name] extends [RulesetName] ? ([Union] extends [{ ruleset: RulesetName }] ? Extract<Union, { ruleset: Name }> : Union) : Union;

/** The arguments of an operation with a ruleset in its path, query or body, which decides the type of its response. */
type Named<Given, Name> = Given extends { ruleset: string } ? Given & { ruleset: Name } : Given extends { body: { ruleset: string } } ? Given & { body: { ruleset: Name } } : Given;
type Call<Id extends keyof operations> = {} extends Arguments<Id>
  ? (given?: Arguments<Id>, options?: CallOptions) => Promise<Returned<Id>>
  : <const Name extends string = string>(given: Named<Arguments<Id>, Name>, options?: CallOptions) => Promise<OfRuleset<Returned<Id>, Name>>;

/** All operations with one response; those with a stream are read by `follow`. */
export type Operations = { [Id in keyof typeof OPERATIONS]: Call<Id> };
/** The operations whose response may say that the resource is not ready (status 202). */
export type Computed = { [Id in keyof typeof OPERATIONS]: 202 extends keyof operations[Id]["responses"] ? Id : never }[keyof typeof OPERATIONS];

/** How messages arrive. */
export type Transport = "stream" | "eventsource" | "poll";
type Following = {
  token?: string;
  /** The id of the last known entry; default: all entries follow. */
  after?: string | number;
  /** The only transport to use; default: streams, and polls where streams fail. */
  transport?: Transport;
  /** Returns the seconds that a poll waits; default: 20. */
  wait?: () => number;
  /** Returns what to wait for before each poll, which then returns at once. */
  between?: () => Promise<unknown>;
  /** The entries of a page. */
  limit?: number;
  signal?: AbortSignal;
  onConnection?: (isUp: boolean) => void;
};
export type GameSubscription<Name extends string = string> = Following & {
  game: string;
  /** The ruleset of the game; the messages have its types, and a game of another ruleset throws a `TypeError`. */
  ruleset?: Name;
  /** Extra parts of entries, and what changes without an event, separated by commas. */
  include?: string;
  /** True: start with the view of the game, and add to each message the view after it. A view: continue from this one. */
  view?: boolean | object;
  /** Extra parts of a view that is loaded, separated by commas. */
  parts?: string;
};
export type FeedSubscription = Following & { me: true; include?: string };
export type TournamentSubscription = Following & { tournament: string; include?: string };
/** What is followed, and how: exactly one of `game`, `me` and `tournament`. */
export type Subscription =
  | (GameSubscription & { me?: undefined; tournament?: undefined })
  | (FeedSubscription & { game?: undefined; tournament?: undefined })
  | (TournamentSubscription & { game?: undefined; me?: undefined });

/** A subscription without fields of other names. */
export type Exact<Given> = Given & { [Other in Exclude<keyof Given, keyof GameSubscription | "me" | "tournament">]: never };

type View = Returned<"queryView">;
/** Replace the types of all rulesets in the data of a message by those of one. */
type DataOf<Data, Name> = [Data] extends [{ ruleset: RulesetName }]
  ? OfRuleset<Data, Name>
  : Data extends { queue: infer Queue }
    ? Omit<Data, "queue"> & { queue: OfRuleset<Queue, Name> }
    : Data;
type MessageOf<Message, Name> = RulesetName extends Name ? Message : Message extends { data: infer Data } ? Omit<Message, "data"> & { data: DataOf<Data, Name> } : never;

/** A message of a game, without a view. */
export type GameMessage<Name extends string = RulesetName> = Decided<MessageOf<components["schemas"]["GameStreamMessage"], Name>, Name>;
/** `decision` is the pending decision of the seat, in the first message that has it. */
type Decided<Message, Name extends string> = Message extends unknown ? Message & { decision?: Decision<Name> } : never;
/** The view of a game when `follow` begins, and after the service has lost its last data. */
export type ViewMessage<Name extends string = RulesetName> = { type: "view"; data: OfRuleset<View, Name>; id?: undefined; decision?: undefined };
/** A message of a game with the view after it. */
export type ViewedMessage<Name extends string = RulesetName> = Viewed<GameMessage<Name> | ViewMessage<Name>, Name>;
type Viewed<Message, Name> = Message extends unknown ? Message & { view: OfRuleset<View, Name> } : never;
/** Older notices were deleted before they were read. */
export type DeletedMessage = { type: "deleted"; data: ProblemBody; id?: undefined };
export type FeedMessage = components["schemas"]["FeedStreamMessage"] | DeletedMessage;
export type TournamentMessage = components["schemas"]["TournamentStreamMessage"];
/** All messages that `follow` yields. Only those of a game that is followed with `view` have a view. */
export type StreamMessage = GameMessage | ViewMessage | FeedMessage | TournamentMessage;

/** The ruleset of a subscription; all known ones if it names none, or one that the program does not know. */
type NameIn<Given> = Given extends { ruleset: infer Name extends RulesetName } ? Name : RulesetName;

/** The messages that `follow` yields for a subscription. */
export type Followed<Given> = Given extends { game: string; view: true | object }
  ? ViewedMessage<NameIn<Given>>
  : Given extends { game: string }
    ? GameMessage<NameIn<Given>>
    : Given extends { tournament: string }
      ? TournamentMessage
      : Given extends { me: true }
        ? FeedMessage
        : StreamMessage;

type EventsOf<Page, Name> = RulesetName extends Name ? Page : Page extends { events: (infer Event)[] } ? Omit<Page, "events"> & { events: OfRuleset<Event, Name>[] } : Page;
/** The pages that `pages` yields for a subscription. */
export type Paged<Given> = Given extends { game: string }
  ? EventsOf<Returned<"listEvents">, NameIn<Given>>
  : Given extends { tournament: string }
    ? Returned<"listTournamentEvents">
    : Given extends { me: true }
      ? Returned<"listMyEvents">
      : Returned<"listEvents" | "listTournamentEvents" | "listMyEvents">;

/** An event of a game, a decision with its legal actions, and an action. */
export type Event<Name extends string = RulesetName> = OfRuleset<Returned<"listEvents">["events"][number], Name>;
export type Decision<Name extends string = RulesetName> = NonNullable<Event<Name>["next_decision"]>;
export type Action<Name extends string = RulesetName> = Decision<Name>["actions"][number];
