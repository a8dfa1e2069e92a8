/** Where everything lies on the drawing: wide as a desktop, or narrow as a phone. Lengths are units of the drawing. */

/** @typedef {import("./types").View} View @typedef {import("./types").Places} Places @typedef {import("./types").SeatPlace} SeatPlace @typedef {import("./types").Ring} Ring */

export const BOARD = 3.5;
/** The side of a square board, in distances of star centres. */
const OWN_HEADER = 50;
const BAR = 54;
const OWN_HAND = 96;
const PANEL = 216;
const GAP = 16;
const RING = 404;

/** The discs of the factories by their number: how far from the middle, and how large. @param {number} factories @returns {{radius: number, disc: number}} */
function discs(factories) {
  if (factories <= 5) return { radius: 138, disc: 60 };
  if (factories <= 7) return { radius: 146, disc: 54 };
  return { radius: 152, disc: 49 };
}

/** @param {View} view @param {number} x @param {number} y @returns {Ring} */
function ring(view, x, y) {
  const { radius, disc } = discs(view.factories.length);
  return { x: x + RING / 2, y: y + RING / 2, radius, disc, middle: radius - disc - 4, isSmall: false };
}

/** The own side of the table: a header, the board, a bar of choices, the hand. @param {number} seat @param {number} x @param {number} y @param {number} width @returns {SeatPlace} */
function ownPlace(seat, x, y, width) {
  const top = y + OWN_HEADER;
  const below = top + width + 8;
  return {
    seat, x, y, width, header: OWN_HEADER, own: true,
    board: { x: x + width / 2, y: top + width / 2, unit: width / BOARD },
    hand: { x, y: below, across: 6, width: width / 6, height: OWN_HAND, size: 27 },
    bar: { x, y: below + OWN_HAND + 4, width },
  };
}

/** Another side, its hand to the right of the board. @param {number} seat @param {number} x @param {number} y @param {number} side @returns {SeatPlace} */
function besidePlace(seat, x, y, side) {
  const header = 34;
  return {
    seat, x, y, width: side + 92, header, own: false, bar: null,
    board: { x: x + side / 2, y: y + header + side / 2, unit: side / BOARD },
    hand: { x: x + side + 6, y: y + header, across: 2, width: 43, height: side / 3, size: Math.min(19, side / 10) },
  };
}

/** Another side, its hand below the board. @param {number} seat @param {number} x @param {number} y @param {number} side @returns {SeatPlace} */
function belowPlace(seat, x, y, side) {
  const header = 34;
  return {
    seat, x, y, width: side, header, own: false, bar: null,
    board: { x: x + side / 2, y: y + header + side / 2, unit: side / BOARD },
    hand: { x, y: y + header + side + 2, across: 6, width: side / 6, height: 50, size: 15 },
  };
}

/** The seats after one's own, in turn order. @param {View} view @param {number} own */
function others(view, own) {
  const count = view.seats.length;
  return Array.from({ length: count - 1 }, (_, index) => (own + index + 1) % count);
}

/** Lay the table out. @param {View} view @param {number} own the seat whose board is large @param {boolean} wide @returns {Places} */
export function lay(view, own, wide) {
  return wide ? layWide(view, own) : layNarrow(view, own);
}

/** @param {View} view @param {number} own @returns {Places} */
function layWide(view, own) {
  const height = OWN_HEADER + 466 + 8 + OWN_HAND + 4 + BAR;
  const seats = others(view, own);
  const x = 466 + GAP + RING + GAP;
  const row = height / Math.max(seats.length, 2);
  const side = Math.min(row - 34 - GAP, seats.length === 1 ? 280 : 250);
  return {
    width: x + side + 92, height, ring: ring(view, 466 + GAP, 10),
    panel: { x: 466 + GAP, y: RING + 40, width: RING },
    seats: [ownPlace(own, 0, 0, 466), ...seats.map((seat, index) => besidePlace(seat, x, index * row, side))],
  };
}

/** Factories without tiles take no room on a phone. @param {View} view @param {number} own @returns {Places} */
function layNarrow(view, own) {
  const hasTiles = [view.centre, ...view.factories.map(({ tiles }) => tiles)].some((tiles) => Object.keys(tiles).length);
  const panel = hasTiles ? RING + 4 : 4;
  const mine = panel + PANEL + GAP;
  const rest = mine + OWN_HEADER + RING + 8 + OWN_HAND + 4 + BAR + GAP;
  const seats = others(view, own);
  const side = (RING - GAP) / 2;
  const row = 34 + side + 52 + GAP;
  const placed = seats.length === 1
    ? [besidePlace(seats[0], (RING - 330) / 2, rest, 238)]
    : seats.map((seat, index) => belowPlace(seat, (index % 2) * (side + GAP), rest + Math.floor(index / 2) * row, side));
  return {
    width: RING, height: rest + (seats.length === 1 ? 280 : row * Math.ceil(seats.length / 2)),
    ring: hasTiles ? ring(view, 0, 0) : null, panel: { x: 0, y: panel, width: RING },
    seats: [ownPlace(own, 0, mine, RING), ...placed],
  };
}
