/** Colours of drawings: light and dark mode, contrast, and the colours of the players' pieces. */

import { colourIds, inkOn, PLAYER_COLOUR, parseHex } from "../colours";
import type { BoardProps } from "./board";

/** The luma above which dark lines have more contrast, of at most 255. */
const LIGHT_LUMA = 190;

/** Return a CSS colour that follows the light or dark mode of the page. */
export const lightDark = (light: string, dark: string) => `light-dark(${light}, ${dark})`;

/** Whether dark lines have more contrast on a colour than light lines. */
export function isLight(colour: string) {
  const [red, green, blue] = parseHex(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue > LIGHT_LUMA;
}

/** Return the colour of letters on a colour, black or white. It has a contrast of at least 4.5. */
export const letterOn = (colour: string) => inkOn(parseHex(colour));

/** Return colour, letter and pattern of the pieces of a seat. */
export function seatAppearance({ view, ruleset, appearanceOf }: BoardProps, seat: number) {
  const ids = colourIds(ruleset);
  return appearanceOf(PLAYER_COLOUR, view.seats[seat]?.colour ?? ids[seat % ids.length]);
}
