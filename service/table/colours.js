/** Colours of the seats from the ruleset, also as CSS variables with enough contrast for lines. */

const KIND = "player_colour";
const LIGHT = [255, 250, 240];
const DARK = [38, 31, 26];
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];
/** Smallest contrast of graphics in WCAG. */
const MIN_CONTRAST = 3;
const STEPS = 20;

/** @typedef {number[]} Colour red, green and blue, up to 255 */

/** Return the ids of the colours that players can choose from, in the default order of the seats. @param {import("./client/texts.js").Ruleset} ruleset */
export const colourIds = (ruleset) => ruleset.names.filter(({ kind }) => kind === KIND).map(({ id }) => id);

/** Return the CSS variables of the seat colours; empty if the ruleset names no player colours. @param {import("./client/texts.js").GameTexts} texts @param {{colour?: string}[]} seats @returns {Record<string, string>} */
export function seatColours(texts, seats) {
  const ids = colourIds(texts.ruleset).map((id, seat) => seats[seat]?.colour ?? id);
  const appearances = ids.flatMap((id) => texts.appearanceOf(KIND, id) ?? []);
  return Object.assign({}, ...appearances.map(({ colour }, seat) => variables(seat, parseHex(colour))));
}

/** @param {number} seat @param {Colour} colour */
function variables(seat, colour) {
  const ink = contrast(colour, BLACK) > contrast(colour, WHITE) ? "#000" : "#fff";
  return {
    [`--disc-${seat}`]: toHex(colour), [`--on-disc-${seat}`]: ink,
    [`--seat-${seat}`]: `light-dark(${toHex(withContrast(colour, LIGHT, BLACK))}, ${toHex(withContrast(colour, DARK, WHITE))})`,
  };
}

/** Mix a colour with another one until it has enough contrast with the background. @param {Colour} colour @param {Colour} background @param {Colour} other */
function withContrast(colour, background, other) {
  const shades = Array.from({ length: STEPS }, (_, step) => mix(colour, other, step / STEPS));
  return shades.find((shade) => contrast(shade, background) >= MIN_CONTRAST) ?? other;
}

/** @param {Colour} one @param {Colour} other @param {number} share */
const mix = (one, other, share) => one.map((value, index) => Math.round(value + (other[index] - value) * share));

/** @param {Colour} one @param {Colour} other */
function contrast(one, other) {
  const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

/** @param {Colour} colour */
function luminance(colour) {
  const [red, green, blue] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} text such as `#12ab34` */
const parseHex = (text) => [1, 3, 5].map((place) => parseInt(text.slice(place, place + 2), 16));

/** @param {Colour} colour */
const toHex = (colour) => `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
