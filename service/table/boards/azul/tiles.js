/** Positions of the tiles, and the identity of each tile, so that tiles move instead of appearing again. */

import { BOARD } from "./layout.js";

/** @typedef {import("./types").Spot} Spot @typedef {import("./types").Tiles} Tiles @typedef {import("./types").Context} Context @typedef {import("./types").SeatPlace} SeatPlace @typedef {import("./types").Ring} Ring */

/** Long diagonal of a tile, in units of the distance between star centres. */
const LONG = 1 / Math.sqrt(3);

/** Return the point at a distance and an angle, clockwise from the top. @param {number} radius @param {number} degrees @param {{x: number, y: number}} [origin] */
export function at(radius, degrees, origin = { x: 0, y: 0 }) {
  const angle = (degrees * Math.PI) / 180;
  return { x: origin.x + radius * Math.sin(angle), y: origin.y - radius * Math.cos(angle) };
}

/** List tiles one by one, ordered by colour. @param {Tiles} tiles @param {string[]} colours */
export const tileList = (tiles, colours) => colours.flatMap((colour) => Array(tiles[colour] ?? 0).fill(colour));

/** Return the centre of a factory disc. @param {Ring} ring @param {number} index @param {number} count */
export const discAt = (ring, index, count) => at(ring.radius, (360 * index) / count, ring);

/** Position the tiles of a factory like the petals of a flower. @param {Context} ctx @param {number} index @returns {Spot[]} */
export function factorySpots({ game, colours, places }, index) {
  const ring = places.ring;
  if (!ring) return [];
  const { source, tiles } = game.factories[index];
  const middle = discAt(ring, index, game.factories.length);
  const size = ring.disc * 0.39;
  return tileList(tiles, colours).map((colour, petal) => ({
    where: source, colour, ...at(size + 1, 45 + 90 * petal, middle), turn: 45 + 90 * petal, size,
  }));
}

/** Position the tiles of the centre in rows that fill a circle. The start token comes first while it lies there. @param {Context} ctx @returns {(Spot | {where: string, colour: null, x: number, y: number, turn: number, size: number})[]} */
export function centreSpots({ game, colours, places }) {
  const ring = places.ring;
  if (!ring) return [];
  const token = game.token === undefined ? [null] : [];
  const lying = [...token, ...tileList(game.centre, colours)];
  const size = Math.min(ring.disc * 0.37, (ring.middle * 1.3) / Math.sqrt(lying.length + 1));
  const [across, down] = [size * 1.3, size * 2.1];
  const columns = Math.max(1, Math.min(lying.length, Math.round(Math.sqrt((lying.length * down) / across))));
  const rows = Math.ceil(lying.length / columns);
  return lying.map((colour, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, lying.length - row * columns);
    const x = ring.x + ((index % columns) - (inRow - 1) / 2) * across;
    return { where: "centre", colour, x, y: ring.y + (row - (rows - 1) / 2) * down, turn: 0, size };
  });
}

/** @param {Context} ctx @returns {Spot[]} */
export function supplySpots({ game, colours, places: { panel }, constants }) {
  return tileList(game.supply, colours).map((colour, index) => ({ where: "supply", colour, ...supplyPlace(panel.supply, index, constants.supply_spaces), turn: 0, size: 26 }));
}

/** @param {import("./types").Line} supply @param {number} index @param {number} spaces */
export const supplyPlace = ({ x, y, width }, index, spaces) => ({ x: x + ((index + 0.5) * width) / spaces, y });

/** Return the centre of the place for a colour in a hand. @param {SeatPlace["hand"]} hand @param {number} index */
export const handPlace = (hand, index) => ({
  x: hand.x + ((index % hand.across) + 0.5) * hand.width,
  y: hand.y + (Math.floor(index / hand.across) + 0.5) * hand.height,
});

/** Position the tiles of a hand, with a fan for each colour. @param {Context} ctx @param {SeatPlace} place @returns {Spot[]} */
function handSpots({ game, colours }, { seat, hand }) {
  const held = game.seats[seat].hand;
  return colours.flatMap((colour, index) => {
    const count = held[colour] ?? 0;
    const middle = handPlace(hand, index);
    const step = Math.min(hand.size * 0.6, (hand.width - 10 - hand.size * 1.16) / Math.max(1, count - 1));
    return Array.from({ length: count }, (_, nth) => ({
      where: `hand-${seat}`, colour, x: middle.x + (nth - (count - 1) / 2) * step, y: middle.y - hand.size * 0.3, turn: 0, size: hand.size,
    }));
  });
}

/** Return a corner of a board, clockwise from the top right. @param {SeatPlace["board"]} board @param {number} index */
export function cornerPlace(board, index) {
  const turn = 45 + 90 * index;
  return { ...at((BOARD / 2 - 0.34) * Math.SQRT2 * board.unit, turn, board), turn };
}

/** @param {Context} ctx @param {SeatPlace} place @returns {Spot[]} */
function cornerSpots({ game, colours }, { seat, board }) {
  return tileList(game.seats[seat].corners, colours).map((colour, index) => ({
    where: `corners-${seat}`, colour, ...cornerPlace(board, index), size: board.unit * LONG * 0.5,
  }));
}

/** Return the centre of a space and the direction of its tip. @param {Context} ctx @param {SeatPlace["board"]} board @param {import("./types").Space} space */
export function spacePlace({ constants }, board, { polygon, slot }) {
  const x = board.x + ((polygon[0].x + polygon[2].x) / 2) * board.unit;
  const y = board.y + ((polygon[0].y + polygon[2].y) / 2) * board.unit;
  return { x, y, turn: (360 / 6) * slot, size: (board.unit * LONG) / 2 };
}

/** @param {Context} ctx @param {SeatPlace} place @returns {Spot[]} */
function coveredSpots(ctx, { seat, board }) {
  const spaces = new Map(ctx.constants.spaces.map((space) => [`${space.star}-${space.slot}`, space]));
  return ctx.game.seats[seat].board.map(({ star, slot, colour }) => {
    const space = /** @type {import("./types").Space} */ (spaces.get(`${star}-${slot}`));
    const { size, ...middle } = spacePlace(ctx, board, space);
    return { where: `board-${seat}-${star}-${slot}`, colour, ...middle, size: size * 0.985 };
  });
}

/** List the visible tiles with their positions. @param {Context} ctx @returns {Spot[]} */
export function spotsOf(ctx) {
  const centre = /** @type {Spot[]} */ (centreSpots(ctx).filter(({ colour }) => colour));
  const factories = ctx.game.factories.flatMap((_, index) => factorySpots(ctx, index));
  const sides = ctx.places.seats.flatMap((place) => [...coveredSpots(ctx, place), ...cornerSpots(ctx, place), ...handSpots(ctx, place)]);
  return [...factories, ...centre, ...supplySpots(ctx), ...sides];
}

/** Last position of each tile, by game: a view only counts tiles, so the drawing tracks each one. @type {Map<string, {next: number, held: Map<string, string[]>}>} */
const lastPositions = new Map();

/** Assign each spot the key of its tile: a tile that stayed, moved from another spot, or is new. @param {string} game @param {Spot[]} spots @returns {(Spot & {key: string})[]} */
export function withKeys(game, spots) {
  const before = lastPositions.get(game) ?? { next: 0, held: new Map() };
  const free = new Map([...before.held].map(([place, keys]) => [place, [...keys]]));
  const keys = spots.map((spot) => free.get(placeOf(spot))?.shift());
  const held = new Map();
  let { next } = before;
  const all = spots.map((spot, index) => {
    const key = keys[index] ?? moved(free, spot) ?? `${spot.colour}-${next++}`;
    held.set(placeOf(spot), [...(held.get(placeOf(spot)) ?? []), key]);
    return { ...spot, key };
  });
  lastPositions.set(game, { next, held });
  return all;
}

/** @param {Spot} spot */
const placeOf = ({ where, colour }) => `${where} ${colour}`;

/** Return the key of a tile of this colour that has left its spot, preferably one of the same seat. @param {Map<string, string[]>} free @param {Spot} spot */
function moved(free, { where, colour }) {
  const places = [...free].filter(([place, keys]) => keys.length && place.endsWith(` ${colour}`)).map(([place]) => place);
  const owner = where.split("-")[1];
  const nearest = places.find((place) => owner !== undefined && place.split(" ")[0].split("-")[1] === owner) ?? places[0];
  return nearest === undefined ? undefined : free.get(nearest)?.shift();
}
