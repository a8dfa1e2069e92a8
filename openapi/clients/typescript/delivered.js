/** Which messages of a followed log are new. A connection that continues, or another way to read, repeats some. */

/** The types of messages about what changes in a game without an event; `include` names those that are sent. */
export const SURROUNDINGS = ["seats", "presence", "undo_offers", "queue", "rematch", "faulty"];

/** @typedef {import("./follow.js").Reading} Reading */
/** @typedef {import("./follow.js").Message} Message */

/** Note a message; false if it was delivered before. @param {Reading} reading @param {Message} message */
export function isNew(reading, { type, data }) {
  if (type === "next_decision") return data.next_decision.decision !== reading.decision;
  if (type === reading.type) return advance(reading, data);
  if (type === "started") return noteStart(reading);
  if (type === "aborted" || type === "over") return noteEnd(reading, type);
  return !SURROUNDINGS.includes(type) || noteSurroundings(reading, type, data);
}

/** Whether no message follows. @param {Reading} reading @param {Message} message */
export function isLast({ include }, { type, data }) {
  const waits = include?.split(",").includes("rematch") && data.status !== "aborted";
  return type === "rematch" || (type === "over" && !waits);
}

/** Add the pending decision of a game to the first message that has it: while other seats act, events repeat it. @param {Reading} reading @param {Message} message @returns {Message} */
export function withDecision(reading, message) {
  const next = reading.game ? message.data.next_decision : undefined;
  if (!next || next.decision === reading.decision) return message;
  reading.decision = next.decision;
  return { ...message, decision: next };
}

/** Note the end of a game; false if it was delivered before. @param {Reading} reading @param {string} type */
function noteEnd(reading, type) {
  if (reading.hasEnded) return false;
  reading.hasEnded = type === "over";
  return true;
}

/** Note what changes without an event; false if it was delivered before. @param {Reading} reading @param {string} type @param {any} data */
function noteSurroundings({ known }, type, data) {
  const text = JSON.stringify(data);
  if (known.get(type) === text) return false;
  known.set(type, text);
  return true;
}

/** Note the start of a game; false if it was delivered before. @param {Reading} reading */
function noteStart(reading) {
  if (reading.hasStarted) return false;
  Object.assign(reading, { hasStarted: true, isOpen: false });
  return true;
}

/** Note an entry as the last one; false if it was delivered before. @param {Reading} reading @param {any} entry */
export function advance(reading, entry) {
  const id = String(entry.id ?? entry.number ?? entry.version);
  const [one, other] = [numbersOf(reading, id), numbersOf(reading, String(reading.after ?? 0))];
  if (one[0] < other[0] || (one[0] === other[0] && one[1] <= other[1])) return false;
  reading.after = id;
  return true;
}

/** Return the numbers that order ids: time and count for a notice; for an event its version, without its check digits. @param {Reading} reading @param {string} id */
function numbersOf({ type }, id) {
  const [first, second = 0] = id.split("-");
  return [Number(first), type === "notice" ? Number(second) : 0];
}
