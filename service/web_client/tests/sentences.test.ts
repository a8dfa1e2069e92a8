import { deepEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gameTexts } from "@bottega/client/texts";
import { isCompleted, sentences } from "../src/log";

type Entry = { actor: number; action: object; facts: object[] };
/** A published example: an event, the event that follows if that matters, and the lines of the log. */
type Example = Entry & { rule: string; language: string; sentences: object[]; expected: string[]; next?: Entry };

const FILE = JSON.parse(readFileSync("../../openapi/vectors/sentences.json", "utf8"));

/** Write an event as the log of the game screen does. */
function lines({ language, sentences: written, next, ...entry }: Example) {
  const ruleset = { names: FILE.names, references: FILE.references, sentences: written };
  const texts = gameTexts(ruleset as never, language, FILE.players);
  const [event, following] = [entry, next].map((each) => each && { ...each, seat: each.actor });
  return isCompleted(texts, event as never, following as never)
    ? []
    : sentences(texts, event as never).map(({ text }) => text);
}

for (const example of FILE.log as Example[]) {
  test(example.rule, () => deepEqual(lines(example), example.expected));
}
