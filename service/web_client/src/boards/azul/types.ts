/** Types of the ruleset that the board uses, and of its layout. */

import type { BoardProps, Schemas } from "../../kit/board";
import type { Box, Point } from "../../kit/geometry";

export type View = Schemas["AzulView"];
export type Constants = Schemas["AzulConstants"];
export type Tiles = Schemas["AzulTiles"];
export type Colour = keyof Tiles;
export type Place = Schemas["AzulSpaceName"];
export type Payment = Schemas["AzulPayment"];
export type Space = Schemas["AzulSpace"];
export type Decoration = Schemas["AzulBoardDecoration"];
export type Star = Schemas["AzulCosts"];
export type Source = Schemas["AzulSource"]["source"];
export type AzulProps = BoardProps<Schemas["AzulGameView"], Schemas["AzulRuleset"]>;

/** Data that all parts of the drawing share. */
export type Context = AzulProps & {
  game: View;
  constants: Constants;
  colours: Colour[];
  places: Places;
  /** The pending decision of the viewing seat; undefined while others decide. */
  decision: View["decision_kind"];
};

export type Ring = Point & { radius: number; disc: number; middle: number };
export type Line = Point & { width: number };
export type Panel = {
  boxes: Box[];
  rounds: Point & { across: number; down: number };
  stores: Point[];
  supply: Line;
  track: Line;
};
/** The square board of a seat: its centre, and the distance between star centres. */
export type BoardPlace = Point & { unit: number };
export type HandPlace = Point & { across: number; width: number; height: number; size: number };
export type SeatPlace = Point & {
  seat: number;
  width: number;
  header: number;
  own: boolean;
  board: BoardPlace;
  bar: Line | null;
  hand: HandPlace;
};
export type Places = {
  width: number;
  height: number;
  ring: Ring | null;
  panel: Panel;
  seats: SeatPlace[];
};
/** The place of a piece; `turn` is in degrees. */
export type PiecePlace = Point & { turn: number; size: number };
/** A visible tile. */
export type Spot = PiecePlace & { where: string; colour: Colour };
