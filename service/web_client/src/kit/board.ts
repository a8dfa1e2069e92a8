/**
 * The public type of a board: the properties that the board of any game gets.
 *
 * The board of a game is the component `Board` in `boards/<ruleset>/board.tsx`. It draws one view as SVG, and knows no
 * rules. The page decides what is legal: `stateOf` returns the state of a target, and `selectable` draws an element that
 * the pointer, the keyboard and a screen reader select. The other modules of `kit` help to draw.
 *
 * An element with a `key` glides to its new place when the view changes. The key must be unique on the board. The
 * attribute `data-path` names the part of the view that an element shows, as in `seats/0/hand`: lessons light it up.
 *
 *     export function Board({ view, selectable, stateOf, name }: BoardProps<MyGameView, MyRuleset>) {
 *       const cell = (column: number) => <circle cx={column} r=".4" class={stateOf({ column })} />;
 *       const drawn = view.view.columns.map((column) => selectable({}, { column }, name("column", column), cell(column)));
 *       return <svg viewBox="-1 -1 8 2">{drawn}</svg>;
 *     }
 */

import type { GameTexts } from "@bottega/client/texts";
import type { components } from "@bottega/contract";
import type { ComponentChildren, ComponentType, VNode } from "preact";
import type { Action, Target } from "../selection";
import type { Sound } from "../sounds";

/** The types of the contract; a board takes those of its view and ruleset from here. */
export type Schemas = components["schemas"];
/** State of a target: legal to select, selected, or neither. */
export type Mark = "" | "legal" | "chosen";
/** Colour, letter, pattern and icon of a named thing; empty if the ruleset has none. */
export type Appearance = Partial<Schemas["Appearance"]>;
/** A thing that the ruleset names: its id, or a number such as that of a card. */
export type Id = string | number;

/** The fields of a view that all games have. */
export type BoardView = Pick<Schemas["GameView"], "game_id" | "version" | "to_act" | "seats"> & { view: object };
/** The fields of a ruleset that all games have. */
export type BoardRuleset = Pick<Schemas["Ruleset"], "title" | "names" | "grids"> & { constants: object };

/**
 * Properties of a selectable element. The pointer selects a repeated one, keyboards and screen readers skip it.
 * `data-path` names the part of the view that it shows: a lesson lights it up.
 * `meant` is the action that a player means with the element where it is not legal: the rules explain why.
 */
export type SelectableProps = {
  key?: string;
  transform?: string;
  opacity?: number;
  isRepeated?: boolean;
  "data-path"?: string;
  meant?: Action;
};
/** Return a selectable element of the drawing around `children`; `label` is its accessible name. */
export type Selectable = (props: SelectableProps, target: Target, label: string, children: ComponentChildren) => VNode;

export type BoardProps<View extends BoardView = BoardView, Ruleset extends BoardRuleset = BoardRuleset> = {
  /** The view to draw: the present one, or an earlier one. */
  view: View;
  ruleset: Ruleset;
  /** The seat whose view it is; null for a spectator. */
  seat: number | null;
  /** The names of the players, by seat. */
  players: string[];
  /** True for a landscape drawing, false for a narrow screen. */
  wide: boolean;
  /** Whether private data is hidden from other people at the same device. */
  covered: boolean;
  /** The selected targets, in the order of their selection. */
  chosen: Target[];
  /** All texts of the game in the user's language. */
  texts: GameTexts;
  /** Return the name of a thing in the user's language. */
  name: (kind: string, id: Id) => string;
  appearanceOf: (kind: string, id: Id) => Appearance;
  stateOf: (target: Target) => Mark;
  /** Whether actions have the fields of a target: `select` can say why the target is not legal. */
  hasReason: (target: Target) => boolean;
  /** Select a target, or explain beside `element` why it cannot be selected. */
  select: (target: Target, element: Element) => void;
  /** Whether the hint that the player sees contains a target. */
  hinted: (target: Target) => boolean;
  selectable: Selectable;
};

/**
 * A small scene on the board: a burst of light at the element whose `data-scene` or `data-key` is `at`, around the icon of
 * a thing or a short text. The side of a player is `seat-0`, `seat-1` and so on.
 */
export type Scene = { at: string; icon?: [kind: string, id: Id]; text?: string };
/** What a fact sounds like, and its scenes. */
export type Moment = { sound?: Sound; scenes?: Scene[] };
/**
 * The moments of a game, by the type of the fact. A module `boards/<ruleset>/board.tsx` may export them as `moments`. An
 * action whose facts have none sounds like a tile.
 */
export type Moments<Fact extends { type: string } = never, View = never> = {
  [Type in Fact["type"]]?: (fact: Extract<Fact, { type: Type }>, view: View) => Moment | undefined;
};

/** A board of any game. The page loads the board of the ruleset whose view it has. */
export type Board = ComponentType<BoardProps>;
