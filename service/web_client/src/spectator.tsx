/** What a spectator of a game is shown beside the board: the delay, and the way to all seats side by side. */

import { call } from "./api";
import { useFetch } from "./components";
import { screenText as t } from "./i18n";
import type { GameSummary } from "./types";

/** What spectators see later or not at all. */
export function Delay({ spectators }: Pick<GameSummary, "spectators">) {
  if (!spectators || spectators.kind === "open") return null;
  return (
    <p class="delay" role="note">
      {spectators.kind === "off"
        ? t("delay_off")
        : t("delay", { events: spectators.events ?? 0, seconds: spectators.seconds ?? 0 })}
    </p>
  );
}

export function SpectatorNote({ game }: { game: string }) {
  const { value } = useFetch(() => call("GET /games/{game_id}", { game_id: game }), [game]);
  return (
    <div class="row">
      <Delay spectators={value?.status === "running" ? value.spectators : undefined} />
      <a class="button quiet small" href={`#/watch/${game}`}>
        {t("side_by_side")}
      </a>
    </div>
  );
}
