/** The free seats of a game: the way to invite a player, and who has taken one. */

import { isFree } from "./components";
import { t } from "./i18n";
import type { GameState } from "./store";
import { hasEnded } from "./store";

/** Whether a player can still take a seat of the game. */
export const hasFreeSeat = ({ seats, view }: Pick<GameState, "seats" | "view">) =>
  view !== undefined && !hasEnded(view) && seats.some(isFree);

/** A message that a seat is free, with the button that shows its link. */
export const FreeSeats = ({ share }: { share: () => void }) => (
  <p class="row free-seats" role="status">
    <span class="grow">{t("seat_is_free")}</span>
    <button type="button" class="primary small" onClick={share}>
      {t("share")}
    </button>
  </p>
);
