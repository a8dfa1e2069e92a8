import { deepEqual, equal } from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { isLatest } from "../src/api";
import { cut, initial, isolateRtl } from "../src/bidi";
import { bound } from "../src/i18n";
import { givenUp, takeover } from "../src/log";
import { playerNames, withCharacters } from "../src/names";
import { sha256 } from "../src/sha256";

test("a right-to-left name does not move the words around it", () => {
  const names = ["Ann", "דנה", "مریم", "Zoë 🎲", ""];
  deepEqual(names.map(isolateRtl), ["Ann", "\u2068דנה\u2069", "\u2068مریم\u2069", "Zoë 🎲", ""]);
});

test("a Czech preposition of one letter stays on the line of the next word", () => {
  const text = "Pole (u stolu) a v {count} kolech, od hráče k hráči";
  const nbsp = "\u00a0";
  equal(bound(text, "cs"), `Pole (u${nbsp}stolu) a${nbsp}v${nbsp}{count} kolech, od hráče k${nbsp}hráči`);
  equal(bound(text, "it"), text);
});

test("the initial of a name is its first letter as people see it", () => {
  deepEqual(["Ann", "\u2068דנה\u2069", "👩🏽\u200d🚀 x", ""].map(initial), ["A", "ד", "👩🏽\u200d🚀", ""]);
});

test("a name that is cut ends with an ellipsis in its own direction", () => {
  deepEqual([cut("Ann Lee", 4), cut("\u2068דנה\u2069", 2)], ["Ann…", "\u2068דנ…\u2069"]);
});

test("the computer has the same characters in a record as in its game", () => {
  const names = ["ginevra", "lapo", "fiammetta"].map((id) => ({ kind: "ai_player", id, name: id.toUpperCase() }));
  const seats = [
    { seat: 0, kind: "human", name: "Lapo" },
    { seat: 1, kind: "ai", level: "easy" },
    { seat: 2, kind: "ai", level: "hard", name: "Deep" },
  ];
  deepEqual(
    withCharacters(seats, { names }).map((each) => ("ai_player" in each ? each.ai_player : each.name)),
    ["Lapo", "fiammetta", "Deep"],
  );
});

test("a new game is offered in the latest version only", () => {
  const versions = [{ ruleset: "chess_v2" }, { ruleset: "chess" }];
  const listed = versions.map((each) => ({ ...each, versions }));
  deepEqual(
    listed.filter(isLatest).map(({ ruleset }) => ruleset),
    ["chess_v2"],
  );
});

test("the page's own SHA-256 is that of the standard", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
    const bytes = new Uint8Array(length).fill(7);
    deepEqual(Buffer.from(sha256(bytes)), createHash("sha256").update(bytes).digest());
  }
});

test("a seat that has resigned or forfeited has given up", () => {
  const log = [
    { version: 1, seat: 2, change: { kind: "resigned" } },
    { version: 2, seat: 0, change: { kind: "taken_over" } },
    { version: 3, seat: 1, change: { kind: "forfeited" } },
  ] as never;
  deepEqual(
    [0, 1, 2].map((seat) => givenUp(log, seat)),
    [undefined, "forfeited", "resigned"],
  );
});

test("the computer plays as a character, with its level only if a player has the same name", () => {
  const ai = { kind: "ai", level: "normal", ai_player: "lapo" };
  const named = (name: string) =>
    playerNames([
      { seat: 0, kind: "human", name },
      { seat: 1, ...ai },
    ]);
  deepEqual(named("Ada")[1], "ai_player_named");
  deepEqual(named("AI_player_named")[1], "ai_player_named (level_named)");
});

test("a player is informed of one decision or of all decisions that were made in their place", () => {
  const change = { kind: "taken_over", level: "normal" };
  const late = { seat: 0, by: { kind: "level", reason: "time" } };
  const own = { seat: 0, action: {} };
  const logs = [
    [own],
    [own, { seat: 0, change }],
    [{ seat: 0, change }, late, { seat: 1, action: {} }],
    [{ seat: 0, change: { ...change, decision: 3 } }],
    [{ seat: 0, change: { ...change, decision: 3 } }, late],
    [{ seat: 0, change: { ...change, decision: 3 } }, late, own],
    [
      { seat: 0, change },
      { seat: 0, change: { kind: "returned" } },
    ],
    [{ seat: 0, by: { kind: "clock", reason: "time" } }],
    [{ seat: 1, change }],
  ];
  deepEqual(
    logs.map((log) => takeover(log as never, 0)),
    [undefined, "always", "always", "once", "once", undefined, undefined, "once", undefined],
  );
});
