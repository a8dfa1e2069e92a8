/** Colours of the seats from the ruleset, also as CSS variables with enough contrast for lines. */

const KIND = "player_colour";
const LIGHT = [255, 250, 240];
const DARK = [38, 31, 26];
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];
/** Smallest contrast of graphics in WCAG. */
const VISIBLE = 3;
const SHADES = 20;

/** @typedef {number[]} Colour red, green and blue, up to 255 */

/** Return the CSS variables of the seat colours; empty if the ruleset names no player colours. @param {import("./lexicon.js").Lexicon} lex @returns {Record<string, string>} */
export function seatColours(lex) {
  const ids = lex.ruleset.names.filter(({ kind }) => kind === KIND).map(({ id }) => id);
  const looks = ids.flatMap((id) => lex.look(KIND, id) ?? []);
  return Object.assign({}, ...looks.map(({ colour }, seat) => variables(seat, parsed(colour))));
}

/** @param {number} seat @param {Colour} colour */
function variables(seat, colour) {
  const ink = contrast(colour, BLACK) > contrast(colour, WHITE) ? "#000" : "#fff";
  return {
    [`--disc-${seat}`]: written(colour), [`--on-disc-${seat}`]: ink,
    [`--seat-${seat}`]: `light-dark(${written(visible(colour, LIGHT, BLACK))}, ${written(visible(colour, DARK, WHITE))})`,
  };
}

/** Mix a colour with another one until it has enough contrast with the background. @param {Colour} colour @param {Colour} ground @param {Colour} other */
function visible(colour, ground, other) {
  const shades = Array.from({ length: SHADES }, (_, step) => mixed(colour, other, step / SHADES));
  return shades.find((shade) => contrast(shade, ground) >= VISIBLE) ?? other;
}

/** @param {Colour} one @param {Colour} other @param {number} part */
const mixed = (one, other, part) => one.map((value, index) => Math.round(value + (other[index] - value) * part));

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
const parsed = (text) => [1, 3, 5].map((place) => parseInt(text.slice(place, place + 2), 16));

/** @param {Colour} colour */
const written = (colour) => `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
