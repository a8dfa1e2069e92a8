/** The quick way into a game: against an AI level, at once. */

import { createGame } from "./account";
import { preloadDrawing } from "./drawings";
import { t } from "./i18n";
import { type Levels, nearestLevel } from "./levels";
import { setting } from "./storage";
import { termsBody, USUAL } from "./terms";
import type { RulesetSummary, SeatRequest } from "./types";

type StartedAtOnce = Levels & Pick<RulesetSummary, "ruleset" | "min_seats" | "undo_modes">;

/** Start a game against an AI level, with the fewest seats, and open it. */
export async function playAtOnce(listed: StartedAtOnce, level = "normal") {
  const { ruleset, min_seats } = listed;
  preloadDrawing(ruleset); // while the game is created
  const name = setting("name") || t("player", { number: 1 });
  const opponent: SeatRequest = { kind: "ai", level: nearestLevel(listed, [min_seats], level) };
  const seats: SeatRequest[] = [{ kind: "human", name }, ...Array.from({ length: min_seats - 1 }, () => opponent)];
  await createGame({ ruleset, seats, ...termsBody(USUAL, listed) });
}
