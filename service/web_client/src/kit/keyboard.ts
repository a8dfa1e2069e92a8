/** Arrow keys on a drawing: they move the focus to the nearest element in their direction. */

import type { TargetedKeyboardEvent } from "preact";

type Direction = { right: number; down: number };

const DIRECTIONS = new Map<string, Direction>([
  ["ArrowLeft", { right: -1, down: 0 }],
  ["ArrowRight", { right: 1, down: 0 }],
  ["ArrowUp", { right: 0, down: -1 }],
  ["ArrowDown", { right: 0, down: 1 }],
]);
/** Weight of the distance sideways when the arrow keys look for the nearest element. */
const SIDEWAYS_WEIGHT = 2;

/** Return the listener of a focus target: arrow keys move the focus, Enter and Space call `onSelect`. */
export function keyListener(onSelect: (target: Element) => void) {
  return (event: TargetedKeyboardEvent<SVGGElement>) => {
    const direction = DIRECTIONS.get(event.key);
    if (!direction && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (direction) moveFocus(event.currentTarget, direction);
    else onSelect(event.currentTarget);
  };
}

/** Move the focus to the nearest element in a direction. */
function moveFocus(element: Element, { right, down }: Direction) {
  const here = middle(element);
  const others = [...(element.closest("svg")?.querySelectorAll(".focus-target") ?? [])].flatMap((other) => {
    const there = middle(other);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const forward = dx * right + dy * down;
    return forward > 1 ? [{ other, distance: forward + SIDEWAYS_WEIGHT * Math.abs(dx * down + dy * right) }] : [];
  });
  const nearest = others.sort((one, another) => one.distance - another.distance)[0]?.other;
  if (nearest instanceof SVGElement) nearest.focus();
}

/** Return the middle of the picture that a focus target belongs to. */
function middle(element: Element) {
  const { x, y, width, height } = (element.previousElementSibling ?? element).getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
