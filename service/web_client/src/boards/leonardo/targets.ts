/** Targets on the board for the pending decision: fields of the actions that the seat can submit. No rules are checked here. */

import type { Target } from "../../selection";
import type { AreaName, Context, Kind, Lab, LabName } from "./context";

const PLACE_OF_LAB = { small: "lab:small", large: "lab:large" };

/** Return the target of an area. */
export function areaTarget({ decision, constants, game }: Context, area: AreaName): Target | null {
  if (decision === "place") return { place: area };
  if (decision === "council_move") return { to: area };
  const sells = constants.areas.find((each) => each.area === area)?.sells;
  if (decision === "council_buy" && sells) return { component: sells };
  if (decision === "choose_favour" && sells) return { components: sells };
  if (decision === "area_turn" && game.resolving?.area === area) return { choice: "act" };
  return null;
}

/** Return the target of the people of a seat in an area. */
export const groupTarget = ({ decision }: Context, owner: number, area: AreaName): Target | null =>
  decision === "council_move" ? { owner, from: area } : null;

function workTarget({ work: { pairs, invention }, stateOf }: Context, lab: LabName, working: boolean): Target {
  const started = pairs[lab];
  if (started !== undefined) return { start: lab, invention: started };
  if (working && !(invention && stateOf({ interrupt: lab }) === "chosen")) return { interrupt: lab };
  return invention ? { start: lab, invention } : { start: lab };
}

/** Return the target of a lab. */
export function labTarget(ctx: Context, owner: number, { lab, working }: Lab): Target | null {
  const { decision, seat } = ctx;
  if (decision === "council_move") return { owner, from: PLACE_OF_LAB[lab] };
  if (owner !== seat) return null;
  if (decision === "place") return { place: PLACE_OF_LAB[lab] };
  if (decision === "choose_favour") return { lab };
  if (decision === "declare_work") return workTarget(ctx, lab, working);
  return null;
}

/** Return the target of an invention, wherever it lies. */
export function inventionTarget({ decision, work: { pairs, lab } }: Context, invention: number): Target | null {
  if (decision === "auction_choice") return { invention };
  if (decision !== "declare_work") return null;
  const [started = lab] = Object.entries(pairs).flatMap(([each, number]) => (number === invention ? [each] : []));
  return started ? { start: started, invention } : { invention };
}

/** Return the target of a space of the Council. */
export const spaceTarget = ({ decision }: Context, space: number): Target | null =>
  decision === "council_space" ? { space } : null;

/** Return the target of a seat. */
export const seatTarget = ({ decision }: Context, seat: number): Target | null =>
  decision === "name_leonardo" ? { seat } : null;

/** Return the target of a component in the viewing seat's hand. */
export const handTarget = ({ decision }: Context, kind: Kind): Target | null =>
  decision === "market_swap" ? { give: kind } : null;

/** Return the target of a component on the market. */
export const marketTarget = ({ decision }: Context, kind: Kind): Target | null =>
  decision === "market_swap" ? { take: kind } : null;
