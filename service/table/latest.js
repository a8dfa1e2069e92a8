/** What has happened since the viewing seat last acted. */

/** @typedef {import("./types").LogEvent} LogEvent */

/** Whether the player of a seat has made the action of an event. @param {LogEvent} event @param {number | null} seat */
export const isOwnAction = ({ seat: actor, by, change }, seat) => actor === seat && !by && !change;

/** Return the version that the seat has last seen: that of its own last action, or the one before the last for spectators. @param {LogEvent[]} log @param {number | null} seat */
export function versionSeen(log, seat) {
  if (seat === null) return Math.max(0, (log.at(-1)?.version ?? 0) - 1);
  return log.findLast((event) => isOwnAction(event, seat))?.version ?? 0;
}

/** List the events that the seat has not reacted to yet. @param {LogEvent[]} log @param {number | null} seat */
export function eventsSince(log, seat) {
  const seen = versionSeen(log, seat);
  return log.filter(({ version }) => version > seen);
}
