/** Colours of the seats from the ruleset, also as CSS variables with enough contrast for lines. */

import type { GameTexts, Ruleset } from "@bottega/client/texts";

/** The kind of the names whose appearances are the colours of the seats. */
export const PLAYER_COLOUR = "player_colour";
const LIGHT = [255, 250, 240];
const DARK = [38, 31, 26];
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];
/** Smallest contrast of graphics in WCAG. */
const MIN_CONTRAST = 3;
const STEPS = 20;

/** red, green and blue, up to 255 */
type Colour = number[];

/** Return the ids of the colours that players can choose from, in the default order of the seats. */
export const colourIds = ({ names }: Pick<Ruleset, "names">) =>
  names.filter(({ kind }) => kind === PLAYER_COLOUR).map(({ id }) => id);

/** Return the CSS variables of the seat colours; empty if the ruleset names no player colours. */
export function seatColours(texts: GameTexts, seats: { colour?: string }[]): Record<string, string> {
  const ids = colourIds(texts.ruleset).map((id, seat) => seats[seat]?.colour ?? id);
  const appearances = ids.flatMap((id) => texts.appearanceOf(PLAYER_COLOUR, id) ?? []);
  return Object.assign({}, ...appearances.map(({ colour }, seat) => variables(seat, parseHex(colour))));
}

/** Return black or white: the colour of letters on a colour. */
export const inkOn = (colour: Colour) => (contrast(colour, BLACK) > contrast(colour, WHITE) ? "#000" : "#fff");

function variables(seat: number, colour: Colour) {
  const ink = inkOn(colour);
  return {
    [`--disc-${seat}`]: toHex(colour),
    [`--on-disc-${seat}`]: ink,
    [`--seat-${seat}`]: `light-dark(${toHex(withContrast(colour, LIGHT, BLACK))}, ${toHex(withContrast(colour, DARK, WHITE))})`,
  };
}

/** Mix a colour with another one until it has enough contrast with the background. */
function withContrast(colour: Colour, background: Colour, other: Colour) {
  const shades = Array.from({ length: STEPS }, (_, step) => mix(colour, other, step / STEPS));
  return shades.find((shade) => contrast(shade, background) >= MIN_CONTRAST) ?? other;
}

const mix = (one: Colour, other: Colour, share: number) =>
  one.map((value, index) => Math.round(value + (other[index] - value) * share));

function contrast(one: Colour, other: Colour) {
  const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

function luminance(colour: Colour) {
  const [red, green, blue] = colour.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Return red, green and blue, up to 255.  @param text such as `#12ab34` */
export const parseHex = (text: string) => [1, 3, 5].map((place) => parseInt(text.slice(place, place + 2), 16));

const toHex = (colour: Colour) => `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
