/** Positions of the tiles, and the identity of each tile, so that tiles move instead of appearing again. */

import type { Point } from "../../kit/geometry";
import { gridPlace, middleOf, polar } from "../../kit/geometry";
import { BOARD } from "./layout";
import type {
  BoardPlace,
  Colour,
  Context,
  HandPlace,
  Line,
  PiecePlace,
  Ring,
  SeatPlace,
  Space,
  Spot,
  Tiles,
} from "./types";

/** Long diagonal of a tile, in units of the distance between star centres. */
const LONG = 1 / Math.sqrt(3);

/** List tiles one by one, ordered by colour. */
export const tileList = (tiles: Tiles, colours: Colour[]) =>
  colours.flatMap((colour) => Array.from({ length: tiles[colour] ?? 0 }, () => colour));

/** Return the centre of a factory disc. */
export const discAt = (ring: Ring, index: number, count: number) => polar(ring.radius, (360 * index) / count, ring);

/** Position the tiles of a factory like the petals of a flower. */
export function factorySpots({ game, colours, places }: Context, index: number): Spot[] {
  const ring = places.ring;
  if (!ring) return [];
  const { source, tiles } = game.factories[index];
  const middle = discAt(ring, index, game.factories.length);
  const size = ring.disc * 0.39;
  return tileList(tiles, colours).map((colour, petal) => ({
    where: source,
    colour,
    ...polar(size + 1, 45 + 90 * petal, middle),
    turn: 45 + 90 * petal,
    size,
  }));
}

/** Return the places of the things in the centre, in rows that fill a circle. The start token comes first while it lies there. */
function centrePlaces({ x, y, disc, middle }: Ring, count: number): PiecePlace[] {
  const size = Math.min(disc * 0.37, (middle * 1.3) / Math.sqrt(count + 1));
  const [across, down] = [size * 1.3, size * 2.1];
  const columns = Math.max(1, Math.min(count, Math.round(Math.sqrt((count * down) / across))));
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => {
    const { column, row } = gridPlace(index, columns);
    const inRow = Math.min(columns, count - row * columns);
    return { x: x + (column - (inRow - 1) / 2) * across, y: y + (row - (rows - 1) / 2) * down, turn: 0, size };
  });
}

/** Position the tiles of the centre, and the start token while it lies there. */
export function centreSpots({ game, colours, places }: Context): { token?: PiecePlace; tiles: Spot[] } {
  if (!places.ring) return { tiles: [] };
  const tiles = tileList(game.centre, colours);
  const hasToken = game.token === undefined;
  const all = centrePlaces(places.ring, tiles.length + (hasToken ? 1 : 0));
  const [token, rest] = hasToken ? [all[0], all.slice(1)] : [undefined, all];
  return { token, tiles: rest.map((place, index) => ({ where: "centre", colour: tiles[index], ...place })) };
}

/** Position the tiles of the supply. */
export function supplySpots({ game, colours, places: { panel }, constants }: Context): Spot[] {
  return tileList(game.supply, colours).map((colour, index) => ({
    where: "supply",
    colour,
    ...supplyPlace(panel.supply, index, constants.supply_spaces),
    turn: 0,
    size: 26,
  }));
}

/** Return the centre of a space of the supply. */
export const supplyPlace = ({ x, y, width }: Line, index: number, spaces: number) => ({
  x: x + ((index + 0.5) * width) / spaces,
  y,
});

/** Return the centre of the place for a colour in a hand. */
export function handPlace(hand: HandPlace, index: number): Point {
  const { column, row } = gridPlace(index, hand.across);
  return { x: hand.x + (column + 0.5) * hand.width, y: hand.y + (row + 0.5) * hand.height };
}

/** Position the tiles of a hand, with a fan for each colour. */
function handSpots({ game, colours }: Context, { seat, hand }: SeatPlace): Spot[] {
  const held = game.seats[seat].hand;
  return colours.flatMap((colour, index) => {
    const count = held[colour] ?? 0;
    const middle = handPlace(hand, index);
    const step = Math.min(hand.size * 0.6, (hand.width - 10 - hand.size * 1.16) / Math.max(1, count - 1));
    return Array.from({ length: count }, (_, nth) => ({
      where: `hand-${seat}`,
      colour,
      x: middle.x + (nth - (count - 1) / 2) * step,
      y: middle.y - hand.size * 0.3,
      turn: 0,
      size: hand.size,
    }));
  });
}

/** Return a corner of a board, clockwise from the top right. */
export function cornerPlace(board: BoardPlace, index: number) {
  const turn = 45 + 90 * index;
  return { ...polar((BOARD / 2 - 0.34) * Math.SQRT2 * board.unit, turn, board), turn };
}

function cornerSpots({ game, colours }: Context, { seat, board }: SeatPlace): Spot[] {
  return tileList(game.seats[seat].corners, colours).map((colour, index) => ({
    where: `corners-${seat}`,
    colour,
    ...cornerPlace(board, index),
    size: board.unit * LONG * 0.5,
  }));
}

/** Return the centre of a space and the direction of its tip. */
export function spacePlace({ x, y, unit }: BoardPlace, { polygon, slot }: Space): PiecePlace {
  const middle = middleOf(polygon);
  return { x: x + middle.x * unit, y: y + middle.y * unit, turn: (360 / 6) * slot, size: (unit * LONG) / 2 };
}

/** Position the tiles on the board of a seat. */
function coveredSpots(ctx: Context, { seat, board }: SeatPlace): Spot[] {
  const spaces = new Map(ctx.constants.spaces.map((space) => [`${space.star}-${space.slot}`, space]));
  return ctx.game.seats[seat].board.flatMap(({ star, slot, colour }) => {
    const space = spaces.get(`${star}-${slot}`);
    if (!space) return [];
    const { size, ...middle } = spacePlace(board, space);
    return [{ where: `board-${seat}-${star}-${slot}`, colour, ...middle, size: size * 0.985 }];
  });
}

/** List the visible tiles with their positions. */
export function spotsOf(ctx: Context): Spot[] {
  const factories = ctx.game.factories.flatMap((_, index) => factorySpots(ctx, index));
  const sides = ctx.places.seats.flatMap((place) => [
    ...coveredSpots(ctx, place),
    ...cornerSpots(ctx, place),
    ...handSpots(ctx, place),
  ]);
  return [...factories, ...centreSpots(ctx).tiles, ...supplySpots(ctx), ...sides];
}

/** Last position of each tile, by game: a view only counts tiles, so the drawing tracks each one. */
const lastPositions = new Map<string, { next: number; held: Map<string, string[]> }>();

/** Assign each spot the key of its tile: a tile that stayed, moved from another spot, or is new. */
export function withKeys(game: string, spots: Spot[]): (Spot & { key: string })[] {
  const before = lastPositions.get(game) ?? { next: 0, held: new Map<string, string[]>() };
  const free = new Map([...before.held].map(([place, keys]) => [place, [...keys]]));
  const keys = spots.map((spot) => free.get(placeOf(spot))?.shift());
  const isNewRound = ![...before.held.keys()].some((place) => isDisplay(place));
  const held = new Map<string, string[]>();
  let { next } = before;
  const all = spots.map((spot, index) => {
    const isDrawn = spot.where === "supply" || (isNewRound && isDisplay(spot.where));
    const key = keys[index] ?? (isDrawn ? undefined : moved(free, spot)) ?? `${spot.colour}-${next++}`;
    held.set(placeOf(spot), [...(held.get(placeOf(spot)) ?? []), key]);
    return { ...spot, key };
  });
  lastPositions.set(game, { next, held });
  return all;
}

/** Whether a place is a factory or the centre, which are filled from the bag when all are empty. */
const isDisplay = (place: string) => /^(f\d+|centre)\b/.test(place);

const placeOf = ({ where, colour }: Spot) => `${where} ${colour}`;

/** Return the key of a tile of this colour that has left its spot, preferably one of the same seat. */
function moved(free: Map<string, string[]>, { where, colour }: Spot) {
  const places = [...free]
    .filter(([place, keys]) => keys.length && place.endsWith(` ${colour}`))
    .map(([place]) => place);
  const owner = where.split("-")[1];
  const nearest =
    places.find((place) => owner !== undefined && place.split(" ")[0].split("-")[1] === owner) ?? places[0];
  return nearest === undefined ? undefined : free.get(nearest)?.shift();
}
