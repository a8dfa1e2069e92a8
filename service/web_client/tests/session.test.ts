import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../src/api";
import { endWith } from "../src/loading";

const stored = new Map<string, string>();
globalThis.localStorage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
} as Storage;

test("a deleted game asks for no decision and leaves the lobby", () => {
  stored.set(
    "bottega.games",
    JSON.stringify([
      { game: "g1", seats: [] },
      { game: "g2", seats: [] },
    ]),
  );
  const session = {
    state: { game: "g1", view: { version: 4, to_act: [0], decision: 3 }, actions: [1] } as Record<string, unknown>,
    change(changes: object) {
      session.state = { ...session.state, ...changes };
    },
  };
  endWith(
    session as never,
    new Problem({ type: "about:blank", status: 404, code: "game_not_found", title: "Gone", detail: "" }),
  );
  deepEqual(session.state.view, { version: 4, to_act: [], decision: undefined });
  equal(session.state.actions, undefined);
  equal((session.state.loadError as { code: string }).code, "game_not_found");
  const games = JSON.parse(stored.get("bottega.games") ?? "[]") as { game: string }[];
  deepEqual(
    games.map(({ game }) => game),
    ["g2"],
  );
});
