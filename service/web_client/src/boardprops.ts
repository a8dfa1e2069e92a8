/** The properties that the board of a running game and a board without interaction get. */

import type { BoardProps } from "./kit/board";
import type { TargetTools } from "./kit/selectable";
import { selectableMaker } from "./kit/selectable";

/** What the page knows of a position; the texts of the game have the names. */
type Shown = Pick<BoardProps, "view" | "ruleset" | "seat" | "wide" | "covered" | "chosen" | "texts">;

/** Return the properties of the board that shows a position. */
export const boardProps = (shown: Shown, tools: TargetTools): BoardProps => ({
  ...shown,
  players: shown.texts.players,
  name: shown.texts.name,
  appearanceOf: (kind, id) => shown.texts.appearanceOf(kind, id) ?? {},
  stateOf: tools.stateOf,
  hasReason: tools.hasReason,
  select: tools.select,
  hinted: tools.hinted,
  selectable: selectableMaker(tools),
});
