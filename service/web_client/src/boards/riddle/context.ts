/** Types of the ruleset that the board uses, and the data that all parts of the drawing share. */

import type { BoardProps, Schemas } from "../../kit/board";
import { cachedStates } from "../../kit/drawing";

export type View = Schemas["RiddleView"];
export type Constants = Schemas["RiddleConstants"];
export type Player = Schemas["RiddleSeat"];
export type Zone = Schemas["RiddleZone"];
export type Line = Schemas["RiddleLine"];
export type Mode = Schemas["RiddleModeTable"];
export type Pile = Schemas["RiddlePile"];
export type Deck = Pile["deck"];
export type RiddleProps = BoardProps<Schemas["RiddleGameView"], Schemas["RiddleRuleset"]>;

/** A design of cards: symbols, or the effect of an action card. */
export type Design = { id: string; deck: Deck; symbols?: string[]; operation?: string; timing?: string };

export type Context = RiddleProps & {
  game: View;
  constants: Constants;
  mode: Mode;
  designs: Map<string, Design>;
  /** The viewing seat, or seat 0 for spectators. */
  player: Player;
  /** The other seats in turn order. */
  others: Player[];
};

/** Return the data that all parts of the drawing share. */
export function createContext(props: RiddleProps): Context {
  const { constants } = props.ruleset;
  const game = props.view.view;
  const first = props.seat ?? 0;
  return {
    ...props,
    stateOf: cachedStates(props.stateOf),
    game,
    constants,
    mode: constants.modes.find(({ mode }) => mode === game.mode) ?? constants.modes[0],
    designs: indexDesigns(constants),
    player: game.seats[first],
    others: [...game.seats.slice(first + 1), ...game.seats.slice(0, first)],
  };
}

/** Return all card designs by id, each with its deck. */
function indexDesigns(constants: Constants): Map<string, Design> {
  const additional = [...constants.corner_designs, ...constants.action_designs];
  const all = [
    ...constants.main_designs.map((design) => ({ ...design, deck: "main" as const })),
    ...additional.map((design) => ({ ...design, deck: "additional" as const })),
  ];
  return new Map(all.map((design) => [design.id, design]));
}

/** Return the design of a card; undefined if the card is unknown. Its id is that of the card without the number of the copy. */
export const designOf = ({ designs }: Context, card: string) => designs.get(card.slice(0, card.lastIndexOf("-")));

export const cardName = (ctx: Context, card: string) => ctx.name("card", card.slice(0, card.lastIndexOf("-")));
export const symbolsOf = (ctx: Context, card: string) => designOf(ctx, card)?.symbols ?? [];
export const operationOf = (ctx: Context, card: string) => designOf(ctx, card)?.operation;
