/** Targets on the board, which depend on the current selection. */

import { designOf } from "./cards.js";

/** @typedef {import("./cards.js").Table} Table */
/** @typedef {Record<string, any>} Points */

/** Choose among several targets: the selected one, otherwise the first legal one, otherwise the first. @param {Table} t @param {Points[]} meanings @returns {Points} */
function meant(t, meanings) {
  const marks = meanings.map((each) => t.marks(each));
  const place = marks.includes("chosen") ? marks.indexOf("chosen") : marks.indexOf("legal");
  return meanings[Math.max(place, 0)];
}

/** List the hand's action cards whose action has a given field. @param {Table} t @param {string} member @returns {string[]} */
function usersOf(t, member) {
  const operations = t.constants.operations.filter((/** @type {any} */ each) => each.parameters.includes(member));
  const ids = operations.map((/** @type {any} */ each) => each.operation);
  return handOf(t).filter((card) => ids.includes(t.designs.get(designOf(card))?.operation));
}

/** @param {Table} t @returns {string[]} */
export const handOf = (t) => t.view.own?.hand ?? [];

/** @param {Table} t @param {string} member */
const chosenUser = (t, member) => usersOf(t, member).find((card) => t.marks({ card }) === "chosen");

/** Return the target of a card in the hand: play it, use it, or give it for the action card in use. @param {Table} t @param {string} card @returns {Points} */
export function handPoints(t, card) {
  if (t.marks({ card }) === "chosen") return { card };
  if (t.marks({ type: "discard_actions" }) === "chosen" || chosenUser(t, "cards")) return { cards: card };
  if (chosenUser(t, "give")) return { give: card };
  return meant(t, [{ card }, { cards: card }]);
}

/** Return the target of the viewing seat's zone: play a card into it, or swap its card. @param {Table} t @param {number} zone @returns {Points} */
export function ownZonePoints(t, zone) {
  const swaps = usersOf(t, "zones").map((card) => ({ type: "use_action", card, zones: zone }));
  const own = swaps.filter(({ card }) => !namesSeat(t, card));
  return meant(t, [{ type: "play_card", zone }, ...own]);
}

/** @param {Table} t @param {string} card */
function namesSeat(t, card) {
  const { operation } = t.designs.get(designOf(card));
  return t.constants.operations.some((/** @type {any} */ each) => each.operation === operation && each.parameters.includes("target_seat"));
}

/** Return the target of an opponent's zone: use an action card on it, or send a replaced card there. @param {Table} t @param {number} seat @param {number} zone @returns {Points} */
export function zonePoints(t, seat, zone) {
  const passed = isZoneSettled(t) ? [{ type: "play_card", zone, pass_to: seat }] : [];
  if (!passed.length && !t.marks({ target_seat: seat })) return { target_seat: seat, zone };
  return meant(t, [{ target_seat: seat, zone }, { target_seat: seat, zones: zone }, ...passed]);
}

/** Return the target of an opponent. @param {Table} t @param {number} seat @returns {Points} */
export const seatPoints = (t, seat) => meant(t, [{ target_seat: seat }, ...(isZoneSettled(t) ? [{ pass_to: seat }] : [])]);

/** Whether the viewing seat can play into one zone only. @param {Table} t */
const isZoneSettled = (t) => t.mode.zones.filter((/** @type {number} */ zone) => t.marks({ type: "play_card", zone })).length === 1;

/** Return the target of a discard pile: send a replaced card there, discard action cards, or look through it. @param {Table} t @returns {Points} */
export function discardPoints(t) {
  const takers = usersOf(t, "take").map((card) => ({ card }));
  return meant(t, [...(isZoneSettled(t) ? [{ pass_to_discard: true }] : []), { type: "discard_actions" }, ...takers]);
}

/** Whether the viewing seat is choosing a card from the discards. @param {Table} t */
export const isTaking = (t) => chosenUser(t, "take") !== undefined;
