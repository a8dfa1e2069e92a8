/** Places for a text beside an element: near it, and over as little as possible of other elements. */

import type { Box, Point } from "./geometry";

type Size = { width: number; height: number };

const GAP_PIXELS = 6;
/** How far a text may stand from its element, in steps. */
const STEPS = Array.from({ length: 11 }, (_, step) => step * 14);
/** Covered pixels that weigh as much as one pixel of distance. */
const PIXELS_OF_DISTANCE = 3;

/**
 * Return the place of a text: above, below or beside an element.
 * @param room box in which the text must lie
 * @param others boxes that it should not cover
 */
export function freePlace(element: Box, size: Size, room: Box, others: Box[]): Point {
  const places = STEPS.flatMap((distance) =>
    aroundBox(element, size, distance + GAP_PIXELS).map((place) => {
      const box = { ...pushedInto(room, place, size), ...size };
      const covered = [...others, element].reduce((sum, other) => sum + overlap(box, other), 0);
      return { x: box.x, y: box.y, cost: covered + distance * PIXELS_OF_DISTANCE };
    }),
  );
  const { x, y } = places.reduce((best, place) => (place.cost < best.cost ? place : best));
  return { x, y };
}

/** List the places at a distance from a box: above, below, right and left of it, in the middle and at both ends. */
function aroundBox({ x, y, width, height }: Box, size: Size, distance: number): Point[] {
  const [over, under] = [y - size.height - distance, y + height + distance];
  const [before, behind] = [x - size.width - distance, x + width + distance];
  const across = [x + (width - size.width) / 2, x, x + width - size.width];
  const along = [y + (height - size.height) / 2, y, y + height - size.height];
  return [
    ...across.flatMap((place) => [over, under].map((level) => ({ x: place, y: level }))),
    ...along.flatMap((level) => [behind, before].map((place) => ({ x: place, y: level }))),
  ];
}

/** Push a place into a box. */
const pushedInto = (room: Box, { x, y }: Point, { width, height }: Size): Point => ({
  x: Math.max(room.x, Math.min(x, room.x + room.width - width)),
  y: Math.max(room.y, Math.min(y, room.y + room.height - height)),
});

/** Return the area that two boxes share. */
export const overlap = (one: Box, other: Box) =>
  sharedLength(one.x, one.width, other.x, other.width) * sharedLength(one.y, one.height, other.y, other.height);

const sharedLength = (start: number, length: number, otherStart: number, otherLength: number) =>
  Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart));
