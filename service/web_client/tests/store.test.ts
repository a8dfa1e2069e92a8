import { deepEqual, equal } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { act, call, whyNot } from "../src/acting";
import { applyView } from "../src/loading";
import { isShown } from "../src/planning";
import { receive } from "../src/presenting";
import { actionParser } from "../src/selection";
import type { GameMessage } from "../src/session";
import { handle, showVersion } from "../src/session";
import type { GameStore } from "../src/store";
import { offer, openStore, reveal, select, showHinted, tokenOf } from "../src/store";
import type { GameView, LogEvent } from "../src/types";

const stored = new Map<string, string>();
globalThis.localStorage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
} as Storage;
Object.assign(globalThis, {
  document: { hidden: true, documentElement: { lang: "en" } },
  matchMedia: () => ({ matches: true }), // reduced motion: events are presented without pauses
});

const ACTIONS = [{ type: "pass" }, { type: "draft", colour: "blue" }];
const SEATS: GameView["seats"] = [
  { seat: 0, kind: "human", colour: "white" },
  { seat: 1, kind: "human", colour: "grey" },
];
const VIEW: GameView = {
  game_id: "g1",
  ruleset: "azul",
  rules_version: 1,
  commitment: "",
  version: 2,
  status: "running",
  to_act: [0],
  seat: 0,
  decision: 5,
  seats: SEATS,
  view: { score: 0 },
};

/** Requests of the page, and what the service responds to each path. */
let sent: { path: string; body?: unknown; token?: string }[] = [];
let responses: Record<string, { status: number; body: unknown }> = {};

globalThis.fetch = async (input, init) => {
  const path = String(input).split("/v1")[1];
  const token = new Headers(init?.headers).get("Authorization")?.replace("Bearer ", "");
  sent.push({ path, body: init?.body ? JSON.parse(String(init.body)) : undefined, token });
  const { status, body } = responses[path.split("?")[0]] ?? { status: 200, body: { seats: [] } };
  const type = status < 400 ? "application/json" : "application/problem+json";
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": type } });
};

beforeEach(() => {
  sent = [];
  responses = {};
  stored.set("bottega.games", JSON.stringify([{ game: "g1", seats: [{ seat: 0, token: "g1.0.secret" }] }]));
});

/** Return a store that shows the pending decision of seat 0. */
function opened(view: Partial<GameView> = {}): GameStore {
  const store = openStore("g1", "en");
  applyView(store, { ...VIEW, actions: ACTIONS, ...view });
  return store;
}

/** Return the event of the next version, which ends the decision of the seat. */
const event = (changes: Partial<LogEvent> = {}): LogEvent => ({
  id: "3-0a1b2c3d",
  version: 3,
  seat: 0,
  at: "2026-01-01T00:00:00.000000Z",
  action: { type: "pass" },
  facts: [],
  decisions: [],
  to_act: [1],
  patch: [
    { op: "replace", path: "/version", value: 3 },
    { op: "remove", path: "/decision" },
    { op: "replace", path: "/to_act", value: [1] },
  ],
  ...changes,
});

const settled = async (store: GameStore) => {
  while (store.isPresenting) await store.presented;
};

/** Handle a message as the stream sends it; the contract types its ruleset. */
const handled = (store: GameStore, message: object) => handle(store, message as GameMessage);

test("a store begins with the stored seat and its token", () => {
  const store = openStore("g1", "en");
  equal(store.state.seat, 0);
  equal(tokenOf(store), "g1.0.secret");
});

test("a selection clears the last rejection", () => {
  const store = opened();
  store.change({ rejection: { problem: { title: "No", code: "illegal" } } });
  select(store, [{ colour: "blue" }]);
  deepEqual([store.state.chosen, store.state.rejection], [[{ colour: "blue" }], undefined]);
});

test("a lifted cover counts for one decision", () => {
  const store = opened();
  reveal(store);
  equal(store.state.revealed, 5);
});

test("a hinted action is shown once it is another one", () => {
  const store = opened();
  let changes = 0;
  store.change({ hint: { decision: 5, actions: [] } });
  store.listeners.add(() => changes++);
  showHinted(store, 0);
  showHinted(store, 1);
  deepEqual([store.state.hint?.at, changes], [1, 1]);
});

test("a board that offers the same again changes nothing", () => {
  const store = opened();
  let changes = 0;
  store.listeners.add(() => changes++);
  for (const _ of "ab") offer(store, { pairs: new Set(["colour=blue"]), targets: [{ colour: "blue" }] });
  equal(changes, 1);
});

test("a move can be planned if the board shows each of its parts that it shows for others", () => {
  const parse = actionParser([]);
  const targets = [{ colour: "blue" }];
  equal(isShown(parse({ type: "draft", colour: "blue" }), { targets }), true);
  equal(isShown(parse({ type: "draft", colour: "red" }), { targets }), false);
  equal(isShown(parse({ type: "pass" }), { targets }), true);
});

test("an older view is ignored, and a new decision ends the selection", () => {
  const store = opened();
  select(store, [{ colour: "blue" }]);
  applyView(store, { ...VIEW, version: 1, decision: 4 });
  equal(store.state.view?.version, 2);
  applyView(store, { ...VIEW, version: 4, decision: 6, actions: [] });
  deepEqual([store.state.view?.version, store.state.chosen, store.state.actions], [4, [], []]);
});

test("a message of an event shows its view and adds it to the log", async () => {
  const store = opened();
  const view = { ...VIEW, version: 3, decision: undefined, to_act: [1], view: { score: 7 } };
  handled(store, { type: "event", id: "3", data: event(), view });
  await settled(store);
  deepEqual([store.state.view?.view, store.state.actions], [{ score: 7 }, undefined]);
  deepEqual(
    store.state.log.map(({ version }) => version),
    [3],
  );
});

test("an event of a response is shown by its patch, and the same event of the stream once", async () => {
  const store = opened();
  receive(store, event());
  receive(store, event());
  await settled(store);
  deepEqual([store.state.view?.version, store.state.view?.to_act, store.state.log.length], [3, [1], 1]);
});

test("an event whose patch does not fit makes the store load the view", async () => {
  const store = opened();
  responses["/games/g1/view"] = { status: 200, body: { ...VIEW, version: 3, view: { score: 9 } } };
  receive(store, event({ patch: [{ op: "remove", path: "/none/at/all" }] }));
  await settled(store);
  deepEqual([store.state.view?.version, store.state.view?.view], [3, { score: 9 }]);
});

test("the first message of a stream has the legal actions of the pending decision", () => {
  const store = opened({ actions: undefined });
  const message = { ruleset: "azul", version: 2, next_decision: { decision: 5, actions: ACTIONS } };
  handled(store, { type: "next_decision", id: "2", data: message, view: VIEW });
  deepEqual(store.state.actions, ACTIONS);
});

for (const [type, status] of [
  ["started", "running"],
  ["aborted", "aborted"],
] as const)
  test(`a message ${type} shows its view`, async () => {
    const store = opened({ status: "open", decision: undefined, to_act: [], actions: undefined });
    await handled(store, { type, id: "2", data: { version: 2 }, view: { ...VIEW, status } });
    deepEqual([store.state.view?.status, store.state.view?.to_act], [status, [0]]);
  });

test("a view after the service lost its last data replaces view and log", async () => {
  const store = opened();
  receive(store, event());
  await settled(store);
  responses["/games/g1/events"] = { status: 200, body: { events: [] } };
  responses["/rulesets/azul/icons"] = { status: 200, body: { icons: [] } };
  await handled(store, { type: "view", data: VIEW, view: { ...VIEW, actions: ACTIONS } });
  deepEqual([store.state.view?.version, store.state.log, store.state.actions], [2, [], ACTIONS]);
});

test("the end and a message of an unknown type change nothing", async () => {
  const store = opened();
  const before = store.state;
  await handled(store, { type: "over", id: "2", data: { version: 2 }, view: VIEW });
  await handled(store, { type: "applauded", id: "2", data: {}, view: VIEW });
  equal(store.state, before);
});

test("a submitted action answers the pending decision with the token of its seat", async () => {
  const store = opened();
  const after = { ...VIEW, version: 3, decision: undefined, to_act: [1], events: [event()] };
  responses["/games/g1/actions"] = { status: 200, body: after };
  await act(store, { type: "pass" });
  deepEqual(sent[0], {
    path: "/games/g1/actions?include=actions%2Cevents%2Cpatches&since=2",
    body: { ruleset: "azul", decision: 5, action: { type: "pass" } },
    token: "g1.0.secret",
  });
  deepEqual([store.state.view?.version, store.state.busy, store.state.log.length], [3, false, 1]);
});

test("a rejected action keeps the decision and shows the problem", async () => {
  const store = opened();
  const problem = { type: "about:blank", title: "No", detail: "", status: 422, code: "illegal_action" };
  responses["/games/g1/actions"] = { status: 422, body: problem };
  await act(store, { type: "pass" });
  deepEqual(store.state.rejection, { problem, action: { type: "pass" } });
  deepEqual([store.state.view?.decision, store.state.busy], [5, false]);
  responses["/actions:batch"] = { status: 200, body: { results: [{ status: 422, problem }] } };
  deepEqual(await whyNot(store, { type: "pass" }), problem);
});

test("an action is planned while others act", async () => {
  const store = opened();
  const added: unknown[] = [];
  store.change({ plan: { actions: ACTIONS, add: (action) => added.push(action) } });
  await act(store, { type: "pass" });
  deepEqual([added, sent], [[{ type: "pass" }], []]);
});

const OFFER = { seat: 0, to: 1, agreed: [0] };

/** Deliver a message of the stream. */
const deliver = (store: GameStore, type: string, data: object, id = "2") =>
  handle(store, { type, id, data, view: store.state.view } as never);

test("an undo names the version that it restores", async () => {
  const store = opened({ undo: "consent" });
  equal(await call(store, "undo", 1), undefined);
  deepEqual([sent[0].path, sent[0].body], ["/games/g1/undo", { to: 1 }]);
});

test("an own request to undo that ends without an event was declined", () => {
  const store = opened({ undo: "consent" });
  deliver(store, "undo_offers", { undo_offers: [OFFER] });
  deepEqual(store.state.undo.offer, OFFER);
  deliver(store, "undo_offers", { undo_offers: [] });
  deepEqual(store.state.undo, { offer: undefined, at: 2, isDeclined: true });
});

test("an own request to undo that an action ends was not declined", () => {
  const store = opened({ undo: "consent" });
  deliver(store, "undo_offers", { undo_offers: [OFFER] });
  deliver(store, "undo_offers", { undo_offers: [] }, "3-0123abcd");
  equal(store.state.undo.isDeclined, false);
});

test("the request of another player that ends was not declined by it", () => {
  const store = opened({ undo: "consent" });
  deliver(store, "undo_offers", { undo_offers: [{ ...OFFER, seat: 1 }] });
  deliver(store, "undo_offers", { undo_offers: [] });
  equal(store.state.undo.isDeclined, false);
});

test("each message about what changes without an event changes the state", () => {
  const store = opened();
  deliver(store, "presence", { presence: [{ seat: 1, connected: true }] });
  deliver(store, "seats", { seats: [{ seat: 0, kind: "open", name: "Bruno", claimed: true }] });
  deliver(store, "queue", { queue: { actions: [], version: 2 } });
  deliver(store, "rematch", { rematch: "g2" });
  const { present, seats, planned, rematch } = store.state;
  deepEqual([[...present], seats[0].name, planned?.actions, rematch], [[[1, true]], "Bruno", [], "g2"]);
});

test("a game that is stopped because its rules have failed is shown so, and so is its continuation", async () => {
  const store = opened();
  const { decision: _, ...stopped } = { ...VIEW, to_act: [], faulty_since: "2026-01-01T00:00:00.000000Z" };
  responses["/games/g1/view"] = { status: 200, body: stopped };
  await deliver(store, "faulty", { faulty: true });
  deepEqual([store.state.view?.faulty_since, store.state.view?.decision], [stopped.faulty_since, undefined]);
  responses["/games/g1/view"] = { status: 200, body: VIEW };
  await deliver(store, "faulty", { faulty: false });
  deepEqual([store.state.view?.faulty_since, store.state.view?.decision], [undefined, 5]);
});

test("an earlier version is shown until the current one is", async () => {
  const store = opened();
  responses["/games/g1/view"] = { status: 200, body: { ...VIEW, version: 1 } };
  await showVersion(store, 1);
  deepEqual([store.state.at, store.state.past?.version], [1, 1]);
  await showVersion(store, null);
  deepEqual([store.state.at, store.state.past], [null, undefined]);
});
