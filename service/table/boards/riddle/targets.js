/** Targets on the board, which depend on the current selection. */

import { designOf } from "./cards.js";

/** @typedef {import("./cards.js").Context} Context */
/** @typedef {Record<string, any>} Target */

/** Choose among several targets: the selected one, otherwise the first legal one, otherwise the first. @param {Context} ctx @param {Target[]} meanings @returns {Target} */
function bestTarget(ctx, meanings) {
  const states = meanings.map((each) => ctx.stateOf(each));
  const index = states.includes("chosen") ? states.indexOf("chosen") : states.indexOf("legal");
  return meanings[Math.max(index, 0)];
}

/** List the hand's action cards whose action has a given field. @param {Context} ctx @param {string} field @returns {string[]} */
function cardsWithField(ctx, field) {
  const operations = ctx.constants.operations.filter((/** @type {any} */ each) => each.parameters.includes(field));
  const ids = operations.map((/** @type {any} */ each) => each.operation);
  return handOf(ctx).filter((card) => ids.includes(ctx.designs.get(designOf(card))?.operation));
}

/** @param {Context} ctx @returns {string[]} */
export const handOf = (ctx) => ctx.view.own?.hand ?? [];

/** @param {Context} ctx @param {string} field */
const selectedCardWith = (ctx, field) => cardsWithField(ctx, field).find((card) => ctx.stateOf({ card }) === "chosen");

/** Return the target of a card in the hand: play it, use it, or give it for the action card in use. @param {Context} ctx @param {string} card @returns {Target} */
export function handTarget(ctx, card) {
  if (ctx.stateOf({ card }) === "chosen") return { card };
  if (ctx.stateOf({ type: "discard_actions" }) === "chosen" || selectedCardWith(ctx, "cards")) return { cards: card };
  if (selectedCardWith(ctx, "give")) return { give: card };
  return bestTarget(ctx, [{ card }, { cards: card }]);
}

/** Return the target of the viewing seat's zone: play a card into it, or swap its card. @param {Context} ctx @param {number} zone @returns {Target} */
export function ownZoneTarget(ctx, zone) {
  const swaps = cardsWithField(ctx, "zones").map((card) => ({ type: "use_action", card, zones: zone }));
  const own = swaps.filter(({ card }) => !namesSeat(ctx, card));
  return bestTarget(ctx, [{ type: "play_card", zone }, ...own]);
}

/** @param {Context} ctx @param {string} card */
function namesSeat(ctx, card) {
  const { operation } = ctx.designs.get(designOf(card));
  return ctx.constants.operations.some((/** @type {any} */ each) => each.operation === operation && each.parameters.includes("target_seat"));
}

/** Return the target of an opponent's zone: use an action card on it, or send a replaced card there. @param {Context} ctx @param {number} seat @param {number} zone @returns {Target} */
export function zoneTarget(ctx, seat, zone) {
  const passed = isZoneSettled(ctx) ? [{ type: "play_card", zone, pass_to: seat }] : [];
  if (!passed.length && !ctx.stateOf({ target_seat: seat })) return { target_seat: seat, zone };
  return bestTarget(ctx, [{ target_seat: seat, zone }, { target_seat: seat, zones: zone }, ...passed]);
}

/** Return the target of an opponent. @param {Context} ctx @param {number} seat @returns {Target} */
export const seatTarget = (ctx, seat) => bestTarget(ctx, [{ target_seat: seat }, ...(isZoneSettled(ctx) ? [{ pass_to: seat }] : [])]);

/** Whether the viewing seat can play into one zone only. @param {Context} ctx */
const isZoneSettled = (ctx) => ctx.mode.zones.filter((/** @type {number} */ zone) => ctx.stateOf({ type: "play_card", zone })).length === 1;

/** Return the target of a discard pile: send a replaced card there, discard action cards, or look through it. @param {Context} ctx @returns {Target} */
export function discardTarget(ctx) {
  const takers = cardsWithField(ctx, "take").map((card) => ({ card }));
  return bestTarget(ctx, [...(isZoneSettled(ctx) ? [{ pass_to_discard: true }] : []), { type: "discard_actions" }, ...takers]);
}

/** Whether the viewing seat is choosing a card from the discards. @param {Context} ctx */
export const isTaking = (ctx) => selectedCardWith(ctx, "take") !== undefined;
