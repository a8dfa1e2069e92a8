/** The actions that a player means with cards and zones where they are not legal: the rules say why. */

import type { Action, Target, Value } from "../../selection";
import type { Context } from "./context";
import { designOf, operationOf } from "./context";
import { handOf } from "./targets";

/** What the player has selected and selects now, by field. */
type Picked = Record<string, string | number | boolean>;

/** Return data whose selectable elements carry the actions that they mean. */
export const withMeanings = (ctx: Context): Context => ({
  ...ctx,
  selectable: (drawn, target, label, children) =>
    ctx.selectable({ ...drawn, meant: meantBy(ctx, target) }, target, label, children),
});

/** Return the action of the current step that a target means together with the selection. */
function meantBy(ctx: Context, target: Target): Action | undefined {
  const { view, seat, game, chosen } = ctx;
  if (seat === null || !view.to_act.includes(seat)) return undefined;
  const picked: Picked = Object.assign({}, ...chosen, target);
  if (game.decision_kind === "play") return meantPlay(ctx, target, picked);
  if (game.decision_kind === "free_key") return target.symbol ? { type: "take_free_key", ...target } : undefined;
  return "card" in target && game.decision_kind?.endsWith("_actions") ? meantUse(ctx, picked) : undefined;
}

/** Return the play of a card into a zone; a card alone means a zone of its deck, and a zone alone a card of its deck. */
function meantPlay(ctx: Context, target: Target, picked: Picked): Action | undefined {
  if (!("card" in target || target.type === "play_card")) return undefined;
  const zones = ctx.constants.zones.filter(({ zone }) => ctx.mode.zones.includes(zone));
  const deck = zones.find(({ zone }) => zone === Number(picked.zone))?.deck;
  const card = String(picked.card ?? handOf(ctx).find((each) => isOf(ctx, each, deck)) ?? handOf(ctx)[0]);
  const zone = picked.zone ?? zones.find((each) => isOf(ctx, card, each.deck))?.zone ?? zones[0].zone;
  return { type: "play_card", card, zone: Number(zone) };
}

/** Whether a card has symbols and belongs to a deck, if one is given. */
const isOf = (ctx: Context, card: string, deck: string | undefined) =>
  !operationOf(ctx, card) && (deck === undefined || designOf(ctx, card)?.deck === deck);

/** Return the use of an action card, with a value for each field that it needs. */
function meantUse(ctx: Context, picked: Picked): Action {
  const card = String(picked.card);
  const operation = operationOf(ctx, card);
  const fields = ctx.constants.operations.find((each) => each.operation === operation)?.parameters ?? [];
  const own = fields.map((field): [string, Value] => [field, neededValue(ctx, field, card)]);
  const given = own.filter(([, value]) => value !== undefined);
  return { type: "use_action", card, ...Object.fromEntries(given) };
}

function neededValue(ctx: Context, field: string, card: string): Value {
  const others = handOf(ctx).filter((each) => each !== card);
  const [first, second] = ctx.mode.zones;
  if (field === "target_seat") return ctx.others[0].seat;
  if (field === "zone") return first;
  if (field === "zones") return [first, second];
  if (field === "take") return ctx.game.main_discard.at(-1);
  return field === "cards" ? others.slice(0, 1) : others[0];
}
