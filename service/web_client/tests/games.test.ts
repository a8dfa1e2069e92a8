import { deepEqual, ok } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { gameTexts } from "@bottega/client/texts";
import { isCompleted, sentences } from "../src/log";
import type { LoggedAction } from "../src/types";
import { checks } from "../src/verify";

type Log = {
  ruleset: { ruleset: string };
  language: string;
  players: string[];
  events: LoggedAction[];
  lines: string[][];
};

/** Logs of whole games, with the lines that the terminal writes, and records of games. */
const DATA: { logs: Log[]; records: string[] } = JSON.parse(
  execFileSync(".venv/bin/python", ["-m", "tests.client.web_client_data"], {
    cwd: "../..",
    encoding: "utf8",
    maxBuffer: 100_000_000,
  }),
);

for (const { ruleset, language, players, events, lines } of DATA.logs) {
  test(`the page writes the log of a game of ${ruleset.ruleset} in ${language} as the terminal does`, () => {
    const texts = gameTexts(ruleset as never, language, players);
    const written = events.map((event, index) =>
      isCompleted(texts, event, events[index + 1]) ? [] : sentences(texts, event).map(({ text }) => text),
    );
    deepEqual(written, lines);
    const all = events.reduce((sum, { facts }) => sum + 1 + facts.length, 0);
    ok(language !== "en" || lines.flat().length < all);
  });
}

for (const [number, text] of DATA.records.entries()) {
  test(`record ${number} is verified`, async () => {
    const right = ["form", "chain", "seed"].map((name) => ({ name, isRight: true }));
    deepEqual(JSON.parse(JSON.stringify(await checks(text, JSON.parse(text)))), right);
  });
}
