/** The names of seats: those of players, and of the characters as which the computer plays. */

import type { Ruleset } from "@bottega/client/texts";
import { isolateRtl } from "./bidi";
import { t } from "./i18n";

type NamedSeat = { seat: number; kind: string; name?: string; level?: string; ai_player?: string };

/** Return the display name of a seat: that of its player or of the computer's character, its AI level, or its number. */
export function playerName({ seat, kind, name, level, ai_player }: NamedSeat) {
  if (name) return isolateRtl(name);
  if (ai_player) return t("ai_player_named", { name: ai_player[0].toUpperCase() + ai_player.slice(1) });
  if (kind === "ai" && level) return `${levelName(level)} ${seat + 1}`;
  return t("player", { number: seat + 1 });
}

/** Return the display names of all seats. A character with the name of a player has its level after the name. */
export function playerNames(seats: NamedSeat[]) {
  const names = seats.map(playerName);
  return names.map((name, index) => {
    const { kind, level = "" } = seats[index];
    const isTaken = names.some((other, at) => at !== index && other.toLowerCase() === name.toLowerCase());
    return kind === "ai" && isTaken ? `${name} (${levelName(level)})` : name;
  });
}

/** Return the seats of a record with the computer's characters, which it does not name: see `domain/ai_players.py`. */
export function withCharacters<Each extends NamedSeat>(seats: readonly Each[], { names }: Pick<Ruleset, "names">) {
  const taken = new Set(seats.map(({ name }) => name?.toLowerCase()));
  const characters = names.filter(
    ({ kind, id, name }) => kind === "ai_player" && !taken.has(id) && !taken.has(name.toLowerCase()),
  );
  return seats.map((each) =>
    each.kind === "ai" && !each.name ? { ...each, ai_player: characters[each.seat]?.id } : each,
  );
}

/** Return the name of an AI level. */
export const levelName = (level: string) => t("level_named", { level });
