/** A game in a list of the lobby: its players, and what the user can do with it. */

import { isFree, seatClass } from "./components";
import { SmallFace } from "./faces";
import { t } from "./i18n";
import { levelName, playerName } from "./names";
import type { GameSummary } from "./types";

/** `titles`: of rulesets, by name. */
export type TitlesProps = { titles: Map<string, string> };
type GameLineProps = TitlesProps & { game: GameSummary; href: string; label: string; onOpen?: () => void };

export function GameLine({ game, titles, href, label, onOpen }: GameLineProps) {
  return (
    <a class="game-link" href={href} onClick={onOpen}>
      <strong>{titles.get(game.ruleset) ?? game.ruleset}</strong>
      <span class="game-names">
        {game.seats.map((seat) => (
          <span key={seat.seat} class={`pip ${seatClass(seat.seat)}`}>
            <SmallFace id={seat.ai_player} />
            {isFree(seat) ? t("free_seat") : playerName(seat)}
            {seat.level ? <small> {levelName(seat.level)}</small> : null}
          </span>
        ))}
      </span>
      <span class="game-state">
        {label}
        {" · "}
        {t("moves", { count: game.version })}
      </span>
    </a>
  );
}
