/** The actions that a player means with parts of the board where they are not legal: the rules say why. */

import type { Action, Target } from "../../selection";
import type { Context, Decision } from "./context";
import { ownSide } from "./context";

/** What the player has selected and selects now, by field. */
type Picked = Record<string, string | number | boolean>;
type Meaning = (ctx: Context, picked: Picked, target: Target) => Omit<Action, "type"> | undefined;

/** Return the action of the pending decision that a target means together with the selection. */
export function meantBy(ctx: Context, target: Target): Action | undefined {
  const { decision, chosen } = ctx;
  const picked: Picked = Object.assign({}, ...chosen, target);
  const fields = decision && MEANINGS[decision]?.(ctx, picked, target);
  return decision && fields && { type: decision, ...fields };
}

/** Place the master, or apprentices: one, and in the first area, unless the player has selected otherwise. */
const place: Meaning = ({ game }, { piece = "apprentices", place: where, count = 1 }) => {
  const to = where ?? game.areas[0].area;
  if (piece === "pass") return undefined;
  return piece === "master" ? { piece, place: to } : { piece, place: to, count: Number(count) };
};

const councilSpace: Meaning = (_, { space, withdraw }) => (withdraw ? { withdraw: true } : { space: Number(space) });

const councilBuy: Meaning = (_, { component }) => (component ? { component } : undefined);

/** Return the favour that is meant: the selected one, unless the target belongs to others only. */
function favourOf(chosen: string | undefined, target: Target) {
  if ("lab" in target) return "d4";
  if ("components" in target) return chosen && ["b", "d1", "d2", "d3"].includes(chosen) ? chosen : "b";
  return chosen ?? "b";
}

/** Take a favour with what belongs to it; a component or a laboratory means the favour that gives it. */
const favour: Meaning = ({ kinds }, { favour: chosen, components = kinds[0], lab = "small" }, target) => {
  const id = favourOf(chosen === undefined ? undefined : String(chosen), target);
  const others = kinds.filter((kind) => kind !== components);
  if (id === "b") return { favour: id, components: [components, ...others].slice(0, 4) };
  if (id === "d4") return { favour: id, lab };
  return id.startsWith("d") ? { favour: id, components: [components] } : { favour: id };
};

/** Start an invention in an idle laboratory, else abandon the work of one for it. */
const work: Meaning = (ctx, picked) => {
  const labs = ownSide(ctx)?.labs ?? [];
  const lab = labs.find((each) => each.lab === picked.start) ?? labs.find(({ working }) => !working) ?? labs[0];
  const invention = picked.invention ?? ctx.game.requested[0];
  if (!lab || picked.interrupt || invention === undefined) return undefined;
  return { interrupt: lab.working ? [lab.lab] : [], start: { [lab.lab]: Number(invention) } };
};

/** Swap a card of the hand for one of the market. */
const swap: Meaning = ({ game, kinds }, { give, take }) => {
  const [hand, market] = [game.own?.hand, game.market];
  const laid = give ?? kinds.find((kind) => hand?.[kind] && kind !== take);
  const taken = take ?? kinds.find((kind) => market?.[kind] && kind !== give);
  return laid && taken ? { give: [laid], take: [taken] } : undefined;
};

const MEANINGS: Partial<Record<Decision, Meaning>> = {
  place,
  council_space: councilSpace,
  council_buy: councilBuy,
  choose_favour: favour,
  declare_work: work,
  market_swap: swap,
};
