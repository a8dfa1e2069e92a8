/** Types of the ruleset that the board uses, and the props of a board. */

export type Tiles = Record<string, number>;
export type Point = { x: number; y: number };
export type Target = Record<string, unknown>;
export type Appearance = { colour: string; letter: string; pattern: string; icon: string };
export type Node = unknown;
export type Html = (strings: TemplateStringsArray, ...values: any[]) => Node;

export type Place = { star: string; slot: number };
export type Seat = {
  seat: number; score: number; laps: number; track_space: number; hand: Tiles; corners: Tiles; passed: boolean;
  board: (Place & { colour: string })[];
};
export type Payment = Place & { colour: string; cost: number; min_wilds: number; max_wilds: number };
export type View = {
  side: string; round: number; wild: string; starter: number; centre: Tiles;
  factories: { source: string; tiles: Tiles }[];
  supply: Tiles; bag: Tiles; bag_total: number; tower: Tiles; tower_total: number; seats: Seat[];
  token?: number; payment?: Payment; bonus?: number; max_kept?: number;
};
export type GameView = { game_id: string; view: View; to_act: number[]; version: number; seats?: { colour?: string }[] };

export type Space = Place & { polygon: Point[]; label: Point };
export type Decoration = { decoration: string; kind: string; tiles: number; spaces: Place[]; polygon: Point[] };
export type Constants = {
  colours: { colour: string }[];
  sides: { side: string; stars: { star: string; costs: number[]; colour?: string }[] }[];
  spaces: Space[]; decorations: Decoration[]; supply_spaces: number; score_track: number;
};
export type Ruleset = { title: string; constants: Constants; names: { kind: string; id: string }[] };

export type BoardProps = {
  html: Html; view: GameView; ruleset: Ruleset; seat: number | null; players: string[]; wide?: boolean;
  name: (kind: string, id: unknown) => string;
  appearanceOf: (kind: string, id: string) => Appearance | undefined;
  stateOf: (target: Target) => "" | "legal" | "chosen";
  select: (target: Target) => void;
  state?: { chosen?: Target[] };
  selectable: (props: Record<string, unknown>, target: Target, label: string, children: Node) => Node;
};
/** Data that all parts of the drawing share. */
export type Context = BoardProps & { game: View; constants: Constants; colours: string[]; places: Places; chosen: Target[] };

export type Ring = { x: number; y: number; radius: number; disc: number; middle: number };
export type Box = { x: number; y: number; width: number; height: number };
export type Line = { x: number; y: number; width: number };
export type Panel = { boxes: Box[]; rounds: Point & { across: number; down: number }; stores: Point[]; supply: Line; track: Line };
export type SeatPlace = {
  seat: number; x: number; y: number; width: number; header: number; own: boolean;
  board: { x: number; y: number; unit: number };
  bar: Line | null;
  hand: { x: number; y: number; across: number; width: number; height: number; size: number };
};
export type Places = {
  width: number; height: number; ring: Ring | null; panel: Panel;
  seats: SeatPlace[];
};
export type Spot = { where: string; colour: string; x: number; y: number; turn: number; size: number };
