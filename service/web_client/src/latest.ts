/** What has happened since the viewing seat last acted. */

import type { LogEvent } from "./types";

/** Whether the player of a seat has made the action of an event. */
export const isOwnAction = (
  { seat: actor, by, change }: Pick<LogEvent, "seat" | "by" | "change">,
  seat: number | null,
) => actor === seat && !by && !change;

/** Return the version that the seat has last seen: that of its own last action, or the one before the last for spectators. */
export function versionSeen(log: LogEvent[], seat: number | null) {
  if (seat === null) return Math.max(0, (log.at(-1)?.version ?? 0) - 1);
  return log.findLast((event) => isOwnAction(event, seat))?.version ?? 0;
}

/** List the events that the seat has not reacted to yet. */
export function eventsSince(log: LogEvent[], seat: number | null) {
  const seen = versionSeen(log, seat);
  return log.filter(({ version }) => version > seen);
}
