/** The way from a game back to its tournament. */

import { t } from "./i18n";
import type { GameView } from "./types";

type TournamentLinkProps = { view: Pick<GameView, "tournament"> };

/** A link to the tournament of a game; nothing in other games. */
export const TournamentLink = ({ view: { tournament } }: TournamentLinkProps) =>
  tournament ? (
    <a class="button" href={`#/tournament/${tournament.tournament}`}>
      {t("tournament_place", { round: tournament.round })}
    </a>
  ) : null;
