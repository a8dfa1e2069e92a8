/** The free seats of a game: the way to invite a player, and who has taken one. */

import { html } from "./html.js";
import { useEffect } from "./vendor/preact.js";
import { isFree } from "./components.js";
import { t } from "./i18n.js";
import { fetchSeats, hasEnded } from "./session.js";

const POLL_SECONDS = 4;

/** Fetch the seats again while one is free: a player takes a seat without an event. @param {import("./session.js").Session} session @returns {boolean} whether a seat is free */
export function useFreeSeats(session) {
  const { seats, view } = session.state;
  const hasFree = view !== undefined && !hasEnded(view) && seats.some(isFree);
  useEffect(() => {
    if (!hasFree) return undefined;
    const read = () => document.visibilityState === "visible" && fetchSeats(session).catch(() => undefined);
    const timer = setInterval(read, POLL_SECONDS * 1000);
    return () => clearInterval(timer);
  }, [hasFree, session]);
  return hasFree;
}

/** A message that a seat is free, with the button that shows its link. @param {{share: () => void}} props */
export const FreeSeats = ({ share }) => html`<p class="row free-seats" role="status"><span class="grow">${t("seat_is_free")}</span><button type="button" class="primary small" onClick=${share}>${t("share")}</button></p>`;
