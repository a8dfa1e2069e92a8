/** The searches of this page for opponents, as its screens show them. */

import { useEffect, useState } from "preact/hooks";
import type { Seek } from "./terms";

/** `found`: a game that another game of this page keeps from being opened. */
export type Searches = { waiting: Seek[]; found?: { game: string; ruleset: string } };

let searches: Searches = { waiting: [] };
const watchers: Set<(searches: Searches) => void> = new Set();

export const currentSearches = () => searches;

/** Return the seeks that wait, and redraw when they change. */
export function useSearches(): Searches {
  const [state, setState] = useState(searches);
  useEffect(() => {
    watchers.add(setState);
    setState(searches);
    return () => void watchers.delete(setState);
  }, []);
  return state;
}

export function changeSearches(changes: Partial<Searches>) {
  searches = { ...searches, ...changes };
  for (const watcher of watchers) watcher(searches);
}
