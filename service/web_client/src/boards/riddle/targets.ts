/** Targets on the board, which depend on the current selection. */

import type { Target } from "../../selection";
import type { Context } from "./context";
import { operationOf } from "./context";

/** Choose among several targets: the selected one, otherwise the first legal one, otherwise the first. */
function bestTarget(ctx: Context, meanings: Target[]): Target {
  const states = meanings.map((each) => ctx.stateOf(each));
  const index = states.includes("chosen") ? states.indexOf("chosen") : states.indexOf("legal");
  return meanings[Math.max(index, 0)];
}

/** List the hand's action cards whose action has a given field. */
function cardsWithField(ctx: Context, field: string): string[] {
  return handOf(ctx).filter((card) => hasParameter(ctx, card, field));
}

export const handOf = (ctx: Context): string[] => ctx.game.own?.hand ?? [];

const selectedCardWith = (ctx: Context, field: string) =>
  cardsWithField(ctx, field).find((card) => ctx.stateOf({ card }) === "chosen");

/** Return the target of a card in the hand: play it, use it, or give it for the action card in use. */
export function handTarget(ctx: Context, card: string): Target {
  if (ctx.stateOf({ card }) === "chosen") return { card };
  if (ctx.stateOf({ type: "discard_actions" }) === "chosen" || selectedCardWith(ctx, "cards")) return { cards: card };
  if (selectedCardWith(ctx, "give")) return { give: card };
  return bestTarget(ctx, [{ card }, { cards: card }]);
}

/** Return the target of the viewing seat's zone: play a card into it, or swap its card. */
export function ownZoneTarget(ctx: Context, zone: number): Target {
  const swaps = cardsWithField(ctx, "zones").map((card) => ({ type: "use_action", card, zones: zone }));
  const own = swaps.filter(({ card }) => !hasParameter(ctx, card, "target_seat"));
  return bestTarget(ctx, [{ type: "play_card", zone }, ...own]);
}

/** Whether the action of an action card has a given field. */
function hasParameter(ctx: Context, card: string, field: string) {
  const operation = operationOf(ctx, card);
  return ctx.constants.operations.some((each) => each.operation === operation && each.parameters.includes(field));
}

/** Return the target of an opponent's zone: use an action card on it, or send a replaced card there. */
export function zoneTarget(ctx: Context, seat: number, zone: number): Target {
  const passed = isZoneSettled(ctx) ? [{ type: "play_card", zone, pass_to: seat }] : [];
  if (!passed.length && !ctx.stateOf({ target_seat: seat })) return { target_seat: seat, zone };
  return bestTarget(ctx, [{ target_seat: seat, zone }, { target_seat: seat, zones: zone }, ...passed]);
}

/** Return the target of an opponent. */
export const seatTarget = (ctx: Context, seat: number): Target =>
  bestTarget(ctx, [{ target_seat: seat }, ...(isZoneSettled(ctx) ? [{ pass_to: seat }] : [])]);

/** Whether the viewing seat can play into one zone only. */
const isZoneSettled = (ctx: Context) =>
  ctx.mode.zones.filter((zone) => ctx.stateOf({ type: "play_card", zone })).length === 1;

/** Return the target of a discard pile: send a replaced card there, discard action cards, or look through it. */
export function discardTarget(ctx: Context): Target {
  const takers = cardsWithField(ctx, "take").map((card) => ({ card }));
  return bestTarget(ctx, [
    ...(isZoneSettled(ctx) ? [{ pass_to_discard: true }] : []),
    { type: "discard_actions" },
    ...takers,
  ]);
}

/** Whether the viewing seat is choosing a card from the discards. */
export const isTaking = (ctx: Context) => selectedCardWith(ctx, "take") !== undefined;
