/** Layout of the board, wide for desktops or narrow for phones. Lengths are units of the drawing. */

/** @typedef {import("./types").View} View @typedef {import("./types").Places} Places @typedef {import("./types").SeatPlace} SeatPlace @typedef {import("./types").Ring} Ring @typedef {import("./types").Panel} Panel */

/** Side of a square board, in units of the distance between star centres. */
export const BOARD = 3.5;
const NARROW = 404;
const OWN_HEADER = 50;
const OWN_HAND = 96;
const BAR = 52;
const HEADER = 32;
const GAP = 16;

/** Return the radius of the ring and of each disc for a number of factories, in a square of 404. @param {number} factories */
function discs(factories) {
  if (factories <= 5) return [138, 60];
  if (factories <= 7) return [146, 54];
  return [152, 49];
}

/** Lay out the ring of factories in a square. @param {View} view @param {number} x @param {number} y @param {number} size @returns {Ring} */
function ringIn(view, x, y, size) {
  const [radius, disc] = discs(view.factories.length).map((length) => (length * size) / NARROW);
  return { x: x + size / 2, y: y + size / 2, radius, disc, middle: radius - disc - 4 };
}

/** Lay out the side of the viewing seat: header, board, hand and a bar of choices. @param {number} seat @param {number} x @param {number} y @param {number} width @returns {SeatPlace} */
function ownPlace(seat, x, y, width) {
  const below = y + OWN_HEADER + width + 8;
  return {
    seat, x, y, width, header: OWN_HEADER, own: true,
    board: boardIn(x, y + OWN_HEADER, width),
    hand: { x, y: below, across: 6, width: width / 6, height: OWN_HAND, size: 27 },
    bar: { x, y: below + OWN_HAND + 4, width },
  };
}

const ownHeight = (/** @type {number} */ width) => OWN_HEADER + width + 8 + OWN_HAND + 4 + BAR;

/** Lay out the side of another seat, with its hand to the right of the board. @param {number} seat @param {number} x @param {number} y @param {number} width @param {number} side @param {number} across places of the hand in a row @returns {SeatPlace} */
function besidePlace(seat, x, y, width, side, across) {
  const room = { width: (width - side - 6) / across, height: (side * across) / 6 };
  const hand = { x: x + side + 6, y: y + HEADER, across, ...room, size: Math.min(24, room.height * 0.3, room.width * 0.46) };
  return { seat, x, y, width, header: HEADER, own: false, bar: null, board: boardIn(x, y + HEADER, side), hand };
}

/** Lay out the side of another seat, with its hand below the board. @param {number} seat @param {number} x @param {number} y @param {number} side @returns {SeatPlace} */
function belowPlace(seat, x, y, side) {
  const hand = { x, y: y + HEADER + side + 2, across: 6, width: side / 6, height: 48, size: Math.min(15, side / 11) };
  return { seat, x, y, width: side, header: HEADER, own: false, bar: null, board: boardIn(x, y + HEADER, side), hand };
}

/** @param {number} x @param {number} y @param {number} side */
const boardIn = (x, y, side) => ({ x: x + side / 2, y: y + side / 2, unit: side / BOARD });

/** List the other seats in turn order. @param {View} view @param {number} own */
const others = ({ seats }, own) => seats.slice(1).map((_, index) => (own + index + 1) % seats.length);

/** Return the positions of all parts. @param {View} view @param {number} own seat with the large board @param {boolean} wide @returns {Places} */
export const layOut = (view, own, wide) => (wide ? layOutWide(view, own) : layOutNarrow(view, own));

const OWN = 484;
const RIGHT = 450;
const RING = 360;
const RAIL = 84;
const HEIGHT = 722;

/** Lay out a wide board. Left: the viewing seat. Right: factories, rounds, supply and the other seats. @param {View} view @param {number} own @returns {Places} */
function layOutWide(view, own) {
  const x = OWN + GAP;
  const rail = x + RIGHT - RAIL;
  const others = RING + 8 + 108 + GAP;
  return {
    width: x + RIGHT, height: HEIGHT, ring: ringIn(view, x - 2, 0, RING),
    panel: {
      boxes: [{ x: rail, y: 0, width: RAIL, height: RING }, { x, y: RING + 8, width: RIGHT, height: 108 }],
      rounds: { x: rail + RAIL / 2, y: 38, across: 0, down: 38 },
      stores: [{ x: rail + 22, y: 280 }, { x: rail + 22, y: 328 }],
      supply: { x: x + 6, y: RING + 8 + 34, width: RIGHT - 12 },
      track: { x: x + 16, y: RING + 8 + 96, width: RIGHT - 32 },
    },
    seats: [ownPlace(own, 0, 0, OWN), ...othersWide(view, own, x, others)],
  };
}

/** @param {View} view @param {number} own @param {number} x @param {number} y */
function othersWide(view, own, x, y) {
  const seats = others(view, own);
  const width = (RIGHT - (seats.length - 1) * 10) / seats.length;
  if (seats.length > 2) return seats.map((seat, index) => belowPlace(seat, x + index * (width + 10), y, width));
  const [side, across] = seats.length === 1 ? [HEIGHT - y - HEADER, 3] : [146, 2];
  return seats.map((seat, index) => besidePlace(seat, x + index * (width + 10), y, width, side, across));
}

/** Lay out all parts in one column. Empty factories take no space; the board of the viewing seat is then first. @param {View} view @param {number} own @returns {Places} */
function layOutNarrow(view, own) {
  const hasTiles = [view.centre, ...view.factories.map(({ tiles }) => tiles)].some((tiles) => Object.keys(tiles).length);
  const board = ownHeight(NARROW) + GAP;
  const top = hasTiles ? NARROW + 4 : board;
  const mine = hasTiles ? top + 196 + GAP : 0;
  const rest = Math.max(mine + board, top + 196 + GAP);
  const seats = othersNarrow(view, own, rest);
  return {
    width: NARROW, height: Math.max(...seats.map(({ board, hand, y }) => Math.max(board.y + (board.unit * BOARD) / 2, hand.y + (6 / hand.across) * hand.height))),
    ring: hasTiles ? ringIn(view, 0, 0, NARROW) : null,
    panel: {
      boxes: [{ x: 1, y: top, width: NARROW - 2, height: 196 }],
      rounds: { x: 36, y: top + 40, across: 37, down: 0 },
      stores: [{ x: NARROW - 134, y: top + 40 }, { x: NARROW - 56, y: top + 40 }],
      supply: { x: 8, y: top + 106, width: NARROW - 16 },
      track: { x: 18, y: top + 182, width: NARROW - 36 },
    },
    seats: [ownPlace(own, 0, mine, NARROW), ...seats],
  };
}

/** @param {View} view @param {number} own @param {number} y */
function othersNarrow(view, own, y) {
  const seats = others(view, own);
  if (seats.length === 1) return [besidePlace(seats[0], 0, y, NARROW, 270, 2)];
  const side = (NARROW - GAP) / 2;
  const row = HEADER + side + 50 + GAP;
  return seats.map((seat, index) => belowPlace(seat, (index % 2) * (side + GAP), y + Math.floor(index / 2) * row, side));
}
