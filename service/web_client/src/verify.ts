/** Checks of a record that a browser can do: its form, its hash chain, and the commitment to salt and seed. */

import type { Fact, GameRecord, RecordedEvent } from "./types";

const AFTER_HEAD = ["setup", "events", "result", "hash"];

export type Check = { name: "form" | "chain" | "seed" | "hash"; isRight: boolean; at?: number };

/** An entry of the hash chain. */
type Linked = { hash: string; facts?: { fact: Fact }[] };
/** A record of any game. Its actions and facts differ from game to game. */
export type Checkable = Omit<GameRecord, "setup" | "events"> & {
  setup: Linked & { facts: { fact: Fact }[] };
  events: (Linked & RecordedEvent)[];
};

/** Check a record. The moves are not checked, since the page has no rules. */
export async function checks(text: string, record: Checkable): Promise<Check[]> {
  const broken = await brokenEntry(record);
  const pairs = `${record.salt}${record.seed}`.match(/../g) ?? [];
  const seed = Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
  return [
    { name: "form", isRight: text === `${canonical(record)}\n` },
    { name: "chain", isRight: broken === undefined, at: broken },
    { name: "seed", isRight: (await digest(seed)) === record.commitment },
  ];
}

/** Format JSON canonically (RFC 8785). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(",")}}`;
}

/** Return the number of the first entry whose hash is wrong: 0 for head or set-up, then the events, then the result. */
async function brokenEntry(record: Checkable) {
  const head = Object.fromEntries(Object.entries(record).filter(([name]) => !AFTER_HEAD.includes(name)));
  let last = await link("", head);
  const entries = [record.setup, ...record.events, { ...record.result, hash: record.hash }];
  for (const [number, { hash, ...entry }] of entries.entries()) {
    last = await link(last, entry);
    if (last !== hash) return number;
  }
  return undefined;
}

const link = (previous: string, entry: object) => digest(new TextEncoder().encode(previous + canonical(entry)));

/** Return the SHA-256 hash in hexadecimal digits. Pages without TLS have no `crypto.subtle` and use `sha256.js`. */
export async function digest(bytes: Uint8Array<ArrayBuffer>) {
  const own = async () => (await import("./sha256")).sha256(bytes);
  const result = crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : await own();
  return Array.from(result, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
