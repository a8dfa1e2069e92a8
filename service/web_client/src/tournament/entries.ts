/** What the page does with each kind of entry of the tournament log. */

import type { EventFields, TournamentEvent } from "../types";

type Part = "entrants" | "lineups" | "rounds";
type Handling = {
  /** Whether the log of the page shows the entry: always, if a player caused it, or never. */
  shown: "always" | "by_player" | "never";
  /** What has changed, besides the round that the entry names. All rounds may be gone, or open until another time. */
  changes?: Part[];
};

const SHOWN: Handling = { shown: "always" };
const OF_ENTRANT: Handling = { shown: "always", changes: ["entrants"] };
const OF_LINEUPS: Handling = { shown: "always", changes: ["lineups"] };

/** A kind of entry without a line here is a type error. */
const HANDLING: Record<TournamentEvent["type"], Handling> = {
  entered: OF_ENTRANT,
  checked_in: OF_ENTRANT,
  withdrew: OF_ENTRANT,
  reentered: OF_ENTRANT,
  substituted: OF_ENTRANT,
  disqualified: OF_ENTRANT,
  penalised: OF_ENTRANT,
  vacation: OF_ENTRANT,
  changed: { shown: "always", changes: ["entrants", "rounds"] },
  postponed: SHOWN,
  started: OF_LINEUPS,
  stage_began: OF_LINEUPS,
  lineup_set: OF_LINEUPS,
  lineup_closes_soon: SHOWN,
  paired: { shown: "by_player" },
  opened: OF_LINEUPS,
  round_ends_soon: SHOWN,
  taken_back: { shown: "always", changes: ["lineups", "rounds"] },
  finished: SHOWN,
  next_game: { shown: "never" },
  game_opened: { shown: "never" },
  seat_chosen: { shown: "by_player" },
  stopped: SHOWN,
  forfeited: SHOWN,
  ruled: SHOWN,
  ruling_withdrawn: SHOWN,
  paused: SHOWN,
  resumed: { shown: "always", changes: ["rounds"] },
  cancelled: SHOWN,
  ended: SHOWN,
  reopened: SHOWN,
  staff_changed: SHOWN,
  claim_step: SHOWN,
};
/** An entry of a later version of the service. */
const UNKNOWN: Handling = { shown: "never" };
/** These name the next round, which does not exist yet. */
const BEFORE_THE_ROUND = ["lineup_set", "lineup_closes_soon"];

const handlingOf = (type: TournamentEvent["type"]): Handling => HANDLING[type] ?? UNKNOWN;

/** Return whether the log of the page shows an entry. */
export function isShown({ type, by }: EventFields) {
  const { shown } = handlingOf(type);
  return shown === "always" || (shown === "by_player" && Boolean(by));
}

/** Return what to fetch after some log entries. */
export function staleParts(events: EventFields[]) {
  const changed = new Set(events.flatMap(({ type }) => handlingOf(type).changes ?? []));
  const named = events.filter(({ type }) => !BEFORE_THE_ROUND.includes(type)).flatMap(({ round }) => round ?? []);
  return {
    rounds: [...new Set(named)].sort((one, other) => one - other),
    areAllRounds: changed.has("rounds"),
    entrants: changed.has("entrants"),
    lineups: changed.has("lineups"),
  };
}
