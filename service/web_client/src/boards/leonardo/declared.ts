/** The work that a player declares: which labs start which inventions, as far as it is selected. */

import type { Context, LabName } from "./context";

/**
 * The selected parts of a work declaration: complete pairs of a lab and its invention, and a lab or an invention whose
 * counterpart is not selected yet. Players select the two one after the other, in any order.
 */
export type Declared = {
  pairs: Partial<Record<LabName, number>>;
  lab: LabName | undefined;
  invention: number | undefined;
};

/** Return the selected parts of a work declaration. */
export function declaredWork(ctx: Omit<Context, "work">): Declared {
  const { decision, stateOf, game, seat } = ctx;
  if (decision !== "declare_work") return { pairs: {}, lab: undefined, invention: undefined };
  const labs = (game.seats.find((each) => each.seat === seat)?.labs ?? []).map(({ lab }) => lab);
  const inventions = startable(ctx);
  const pairs: Declared["pairs"] = {};
  for (const lab of labs)
    for (const invention of inventions) if (stateOf({ start: lab, invention }) === "chosen") pairs[lab] = invention;
  const started = Object.values(pairs);
  return {
    pairs,
    lab: labs.find((lab) => !(lab in pairs) && stateOf({ start: lab }) === "chosen"),
    invention: inventions.find((invention) => !started.includes(invention) && stateOf({ invention }) === "chosen"),
  };
}

/** List the inventions that the seat can start or has selected. */
export const startable = ({ constants, stateOf }: Pick<Context, "constants" | "stateOf">) =>
  constants.inventions.map(({ number }) => number).filter((invention) => stateOf({ invention }));
