/** Who has won a game: players, a team, all together, or no player. */

import type { GameTexts } from "@bottega/client/texts";
import { screenText as t } from "./i18n";
import type { Result } from "./types";

type Ended = Pick<Result["seats"][number], "seat" | "team">;

/** Return who has won, in words.  @param winners the seats that have won, or that share the first place */
export function verdict(texts: GameTexts, seats: Ended[], winners: number[]) {
  const first = seats.filter(({ seat }) => winners.includes(seat));
  const sides = new Set(first.map(sideOf));
  const isOneTeam = new Set(seats.map(sideOf)).size === 1 && seats.length > 1;
  if (!first.length) return t(isOneTeam ? "lost_together" : "no_winner");
  const [{ team }] = first;
  if (team && sides.size > 1) return t("drawn_game");
  if (team) return isOneTeam ? t("won_together") : t("winning_team", { team: texts.name("team", team) });
  const names = winners.map((seat) => texts.name("seat", seat)).join(", ");
  return t(winners.length === 1 ? "winner" : "winners", { names });
}

/** A seat without a team plays for itself. */
const sideOf = ({ seat, team }: Ended) => team ?? seat;

/** Whether all players of a seat's side have won: a player alone, or a team. */
export const isVictory = (seats: Ended[], winners: number[], own: number | null) =>
  own !== null &&
  winners.includes(own) &&
  new Set(seats.filter(({ seat }) => winners.includes(seat)).map(sideOf)).size === 1;
