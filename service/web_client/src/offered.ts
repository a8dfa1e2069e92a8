/** What a board offers for selection: gathered while it is drawn, and noted in the store after that. */

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { ParsedAction, Target } from "./selection";
import type { GameStore, Offered } from "./store";
import { offer } from "./store";
import { targetOf } from "./targets";

/** Return the function that notes each target a board asks about. The panel leaves out what the board offers. */
export function useOffered(store: GameStore, frame: RefObject<HTMLElement | null>): (target: Target) => void {
  const pairs = new Set<string>();
  useLayoutEffect(() => {
    const drawn = frame.current?.querySelectorAll("[data-target]") ?? [];
    offer(store, { pairs, targets: [...drawn].map(targetOf) });
  });
  return (target) => {
    for (const [name, value] of Object.entries(target)) pairs.add(`${name}=${value}`);
  };
}

/** Whether the board offers all units of an action, or the type of an action without units. */
export const isOnBoard = ({ action, units }: ParsedAction, offered: Offered["pairs"]) =>
  units.length
    ? units.every(({ pairs }) => [...pairs].some((pair) => offered.has(pair)))
    : offered.has(`type=${action.type}`);
