/** Layout of the board, wide for desktops or narrow for phones. Lengths are units of the drawing. */

import type { BoardPlace, Panel, Places, Ring, SeatPlace, View } from "./types";

/** Side of a square board, in units of the distance between star centres. */
export const BOARD = 3.5;
const NARROW = 404;
const OWN_HEADER = 50;
const OWN_HAND = 96;
const BAR = 52;
const HEADER = 32;
const GAP = 16;

/** Return the radius of the ring and of each disc for a number of factories, in a square of 404. */
function discs(factories: number) {
  if (factories <= 5) return [138, 60];
  if (factories <= 7) return [146, 54];
  return [152, 49];
}

/** Lay out the ring of factories in a square. */
function ringIn(view: View, x: number, y: number, size: number): Ring {
  const [radius, disc] = discs(view.factories.length).map((length) => (length * size) / NARROW);
  return { x: x + size / 2, y: y + size / 2, radius, disc, middle: radius - disc - 4 };
}

/** Lay out the side of the viewing seat: header, board, hand and a bar of choices. */
function ownPlace(seat: number, x: number, y: number, width: number): SeatPlace {
  const below = y + OWN_HEADER + width + 8;
  return {
    seat,
    x,
    y,
    width,
    header: OWN_HEADER,
    own: true,
    board: boardIn(x, y + OWN_HEADER, width),
    hand: { x, y: below, across: 6, width: width / 6, height: OWN_HAND, size: 27 },
    bar: { x, y: below + OWN_HAND + 4, width },
  };
}

const ownHeight = (width: number) => OWN_HEADER + width + 8 + OWN_HAND + 4 + BAR;

/** Lay out the side of another seat, with its hand to the right of the board.      @param across places of the hand in a row */
function besidePlace(seat: number, x: number, y: number, width: number, side: number, across: number): SeatPlace {
  const room = { width: (width - side - 6) / across, height: (side * across) / 6 };
  const hand = {
    x: x + side + 6,
    y: y + HEADER,
    across,
    ...room,
    size: Math.min(24, room.height * 0.3, room.width * 0.46),
  };
  return { seat, x, y, width, header: HEADER, own: false, bar: null, board: boardIn(x, y + HEADER, side), hand };
}

/** Lay out the side of another seat, with its hand below the board. */
function belowPlace(seat: number, x: number, y: number, side: number): SeatPlace {
  const hand = { x, y: y + HEADER + side + 2, across: 6, width: side / 6, height: 48, size: Math.min(15, side / 11) };
  return { seat, x, y, width: side, header: HEADER, own: false, bar: null, board: boardIn(x, y + HEADER, side), hand };
}

const boardIn = (x: number, y: number, side: number): BoardPlace => ({
  x: x + side / 2,
  y: y + side / 2,
  unit: side / BOARD,
});

/** List the other seats in turn order. */
const others = ({ seats }: View, own: number) => seats.slice(1).map((_, index) => (own + index + 1) % seats.length);

/** Whether tiles are left in the factories or in the centre. */
const hasTiles = ({ centre, factories }: View) =>
  [centre, ...factories.map(({ tiles }) => tiles)].some((tiles) => Object.keys(tiles).length);

/** Return the positions of all parts.  @param own seat with the large board */
export function layOut(view: View, own: number, wide: boolean): Places {
  if (!wide) return layOutNarrow(view, own);
  return hasTiles(view) ? layOutDrafting(view, own) : layOutPlacing(view, own);
}

const OWN = 484;
const RIGHT = 450;
const RING = 360;
const RAIL = 84;
const HEIGHT = 722;
const START = OWN + GAP;

/** Lay out a wide board while tiles are taken. Left: the viewing seat. Right: factories, rounds, supply and the other seats. */
function layOutDrafting(view: View, own: number): Places {
  const x = START;
  const rail = x + RIGHT - RAIL;
  return {
    width: x + RIGHT,
    height: HEIGHT,
    ring: ringIn(view, x - 2, 0, RING),
    panel: {
      boxes: [
        { x: rail, y: 0, width: RAIL, height: RING },
        { x, y: RING + 8, width: RIGHT, height: 108 },
      ],
      rounds: { x: rail + RAIL / 2, y: 38, across: 0, down: 38 },
      stores: [
        { x: rail + 22, y: 280 },
        { x: rail + 22, y: 328 },
      ],
      supply: { x: x + 6, y: RING + 8 + 34, width: RIGHT - 12 },
      track: { x: x + 16, y: RING + 8 + 96, width: RIGHT - 32 },
    },
    seats: [ownPlace(own, 0, 0, OWN), ...othersDrafting(view, own, RING + 8 + 108 + GAP)],
  };
}

function othersDrafting(view: View, own: number, y: number) {
  const seats = others(view, own);
  const width = (RIGHT - (seats.length - 1) * 10) / seats.length;
  if (seats.length > 2) return seats.map((seat, index) => belowPlace(seat, START + index * (width + 10), y, width));
  const [side, across] = seats.length === 1 ? [HEIGHT - y - HEADER, 3] : [146, 2];
  return seats.map((seat, index) => besidePlace(seat, START + index * (width + 10), y, width, side, across));
}

/** Height of the panel with its parts one below the other. */
const PANEL = 172;

/** Lay out a wide board while tiles are placed: the other seats take the room of the empty factories. */
function layOutPlacing(view: View, own: number): Places {
  return {
    width: START + RIGHT,
    height: HEIGHT,
    ring: null,
    panel: panelIn(START, 0, RIGHT),
    seats: [ownPlace(own, 0, 0, OWN), ...othersPlacing(view, own, PANEL + GAP)],
  };
}

function othersPlacing(view: View, own: number, y: number) {
  const seats = others(view, own);
  if (seats.length === 1) return [belowPlace(seats[0], START, y, RIGHT)];
  const row = (HEIGHT - y + GAP) / 2;
  if (seats.length === 2)
    return seats.map((seat, index) => besidePlace(seat, START, y + index * row, RIGHT, row - GAP - HEADER, 3));
  const column = RIGHT / 2;
  const side = row - GAP - HEADER - 50;
  return seats.map((seat, index) =>
    belowPlace(seat, START + (index % 2) * column + (column - side) / 2, y + Math.floor(index / 2) * row, side),
  );
}

/** Lay out the supply, the rounds and the score track one below the other. */
const panelIn = (x: number, y: number, width: number): Panel => ({
  boxes: [{ x: x + 1, y, width: width - 2, height: PANEL }],
  supply: { x: x + 8, y: y + 36, width: width - 16 },
  rounds: { x: x + 36, y: y + 98, across: 37, down: 0 },
  stores: [
    { x: x + width - 134, y: y + 98 },
    { x: x + width - 56, y: y + 98 },
  ],
  track: { x: x + 18, y: y + 158, width: width - 36 },
});

/** Lay out all parts in one column. Empty factories take no space; the board of the viewing seat is then first. */
function layOutNarrow(view: View, own: number): Places {
  const isDrafting = hasTiles(view);
  const board = ownHeight(NARROW) + GAP;
  const top = isDrafting ? NARROW + 4 : board;
  const mine = isDrafting ? top + PANEL + GAP : 0;
  const seats = othersNarrow(view, own, Math.max(mine + board, top + PANEL + GAP));
  return {
    width: NARROW,
    height: Math.max(
      ...seats.map(({ board, hand }) =>
        Math.max(board.y + (board.unit * BOARD) / 2, hand.y + (6 / hand.across) * hand.height),
      ),
    ),
    ring: isDrafting ? ringIn(view, 0, 0, NARROW) : null,
    panel: panelIn(0, top, NARROW),
    seats: [ownPlace(own, 0, mine, NARROW), ...seats],
  };
}

function othersNarrow(view: View, own: number, y: number) {
  const seats = others(view, own);
  if (seats.length === 1) return [besidePlace(seats[0], 0, y, NARROW, 270, 2)];
  const side = (NARROW - GAP) / 2;
  const row = HEADER + side + 50 + GAP;
  return seats.map((seat, index) =>
    belowPlace(seat, (index % 2) * (side + GAP), y + Math.floor(index / 2) * row, side),
  );
}
