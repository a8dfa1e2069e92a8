/** Which of the other players are connected, in games that show it. */

import { useEffect, useState } from "./vendor/preact.js";
import { request } from "./api.js";

const POLL_SECONDS = 15;

/** @param {Map<number, boolean>} before @param {Map<number, boolean>} now */
const isEqual = (before, now) => before.size === now.size && [...now].every(([seat, connected]) => before.get(seat) === connected);

/**
 * Return whether each seat is connected, by seat number; empty without other human players, and in games without presence.
 * @param {any} view @param {number | null} seat @param {string | undefined} token @returns {Map<number, boolean>}
 */
export function usePresence(view, seat, token) {
  const [present, setPresent] = useState(/** @type {Map<number, boolean>} */ (new Map()));
  const isAsked = view.status === "running" && view.seats.some((/** @type {any} */ each) => each.kind !== "ai" && each.seat !== seat);
  useEffect(() => {
    if (!isAsked) return setPresent(new Map());
    const read = async () => {
      if (document.visibilityState !== "visible") return;
      const game = await request(`/games/${view.game_id}`, { token, attempts: 1 }).catch(() => undefined);
      if (game && !game.presence) clearInterval(timer);
      const now = new Map((game?.presence ?? []).map((/** @type {any} */ each) => [each.seat, each.connected]));
      setPresent((before) => (isEqual(before, now) ? before : now));
    };
    const timer = setInterval(read, POLL_SECONDS * 1000);
    read();
    return () => clearInterval(timer);
  }, [view.game_id, isAsked, token]);
  return present;
}
