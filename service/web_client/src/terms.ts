/** The terms of a new game: time, undo, and who can find it. */

import type { GameRequest, RulesetSummary } from "./types";

type Clock = GameRequest["clock"];
type Spectators = GameRequest["spectators"];

/** Time controls by name, as `createGame` expects them. */
export const CLOCKS = {
  "": undefined,
  fast: { kind: "per_decision", seconds: 30 },
  calm: { kind: "per_decision", seconds: 120 },
  budget: { kind: "budget", seconds: 600, increment: 10 },
  long: { kind: "budget", seconds: 1800, increment: 30 },
  day: { kind: "days", days: 1 },
  days: { kind: "days", days: 3 },
} satisfies Record<string, Clock>;
export const TIMEOUTS = ["level_once", "level", "default_action", "forfeit"] as const;
export const VISIBILITIES = ["public", "unlisted", "private"] as const;
const SPECTATORS = {
  open: undefined,
  delayed: { kind: "delayed", events: 5 },
  off: { kind: "off" },
} satisfies Record<string, Spectators>;
export const CLOCK_NAMES = Object.keys(CLOCKS) as (keyof typeof CLOCKS)[]; // the type of the keys of an object is not known
export const SPECTATOR_NAMES = Object.keys(SPECTATORS) as (keyof typeof SPECTATORS)[];

export type Offered = Pick<RulesetSummary, "levels"> & { undo_modes: UndoMode[] };
type UndoMode = NonNullable<GameRequest["undo"]>;

export type Terms = {
  clock: keyof typeof CLOCKS;
  on_timeout: (typeof TIMEOUTS)[number];
  undo: UndoMode;
  visibility: (typeof VISIBILITIES)[number];
  spectators: keyof typeof SPECTATORS;
  rated?: boolean;
};

export const USUAL: Terms = {
  clock: "",
  on_timeout: "level_once",
  undo: "own",
  visibility: "public",
  spectators: "open",
};

/** Return the fields of `createGame` for terms. */
export function termsBody(chosen: Terms, { undo_modes, levels }: Offered) {
  const terms: Terms = chosen.rated ? { ...chosen, undo: "none", visibility: "public" } : chosen;
  const spectators = terms.visibility === "private" ? undefined : SPECTATORS[terms.spectators];
  return {
    ...timeBody(terms, levels),
    ...(terms.undo !== "none" && undo_modes.includes(terms.undo) ? { undo: terms.undo } : {}),
    ...(terms.visibility === "public" ? {} : { visibility: terms.visibility }),
    ...(terms.rated ? { rated: true } : {}),
    presence: true,
    ...(spectators ? { spectators } : {}),
  } satisfies Partial<GameRequest>;
}

/** Return the clock, and what happens when it runs out. */
function timeBody({ clock: name, on_timeout }: Terms, levels: string[]) {
  const clock = CLOCKS[name];
  if (!clock) return {};
  if (!on_timeout.startsWith("level")) return { clock, absence: { on_timeout } };
  const level = levels.includes("normal") ? "normal" : levels[0];
  return { clock, absence: { on_timeout, level } };
}
