/** Types of the ruleset that the board uses, and the data that all parts of the drawing share. */

import type { BoardProps, Schemas } from "../../kit/board";
import { cachedStates } from "../../kit/drawing";
import type { Declared } from "./declared";
import { declaredWork } from "./declared";

export type View = Schemas["LeonardoView"];
export type Constants = Schemas["LeonardoConstants"];
export type Side = Schemas["LeonardoSeat"];
export type Lab = Schemas["LeonardoLab"];
export type LabName = Lab["lab"];
export type Area = Schemas["LeonardoArea"];
export type AreaName = Area["area"];
export type Group = Schemas["LeonardoGroup"];
export type Invention = Schemas["LeonardoInvention"];
export type Kind = keyof Schemas["LeonardoComponents"];
export type Decision = NonNullable<View["decision_kind"]>;
export type LeonardoProps = BoardProps<Schemas["LeonardoGameView"], Schemas["LeonardoRuleset"]>;

/** The decisions whose legal actions would reveal the hand. */
const SECRET: Decision[] = ["declare_work", "council_order", "market_swap", "bid"];

export type Context = LeonardoProps & {
  game: View;
  constants: Constants;
  /** The kinds of components. */
  kinds: Kind[];
  toAct: number[];
  /** The pending decision of the viewing seat; undefined if there is none, or if it would reveal the hand. */
  decision: Decision | undefined;
  /** What the selection says about the work that starts. */
  work: Declared;
};

/** Return the data that all parts of the drawing share. */
export function createContext(props: LeonardoProps): Context {
  const { view, seat, covered, ruleset } = props;
  const game = view.view;
  const open = seat !== null && view.to_act.includes(seat) ? game.decision_kind : undefined;
  const ctx = {
    ...props,
    stateOf: cachedStates(props.stateOf),
    game,
    constants: ruleset.constants,
    kinds: ruleset.constants.kinds.filter((kind): kind is Kind => kind in game.stock),
    toAct: view.to_act,
    decision: covered && open && SECRET.includes(open) ? undefined : open,
  };
  return { ...ctx, work: declaredWork(ctx) };
}

/** Return the printed data of an invention. */
export function inventionOf({ constants }: Pick<Context, "constants">, number: number): Invention {
  const found = constants.inventions.find((each) => each.number === number);
  if (!found) throw new RangeError(`The ruleset has no invention ${number}.`);
  return found;
}

/** Return the side of the viewing seat. */
export const ownSide = ({ game, seat }: Context) => game.seats.find((each) => each.seat === seat);
