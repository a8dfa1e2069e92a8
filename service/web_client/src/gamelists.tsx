/** The games of the user in the lobby: those of the account, and those stored in this browser. */

import { useState } from "preact/hooks";
import { useAccount } from "./account";
import { call } from "./api";
import { useFetch } from "./components";
import { GameLine, type TitlesProps } from "./gameline";
import { screenText as t } from "./i18n";
import type { StoredGame } from "./storage";
import { isKey, removeGame, storedGames, storeGame } from "./storage";
import type { GameSummary } from "./types";

/** The running games of the signed-in player, on every device. Those that wait for the player come first. */
export function AccountGames({ titles }: TitlesProps) {
  const { key, me } = useAccount();
  const { value } = useFetch(
    async () => (key ? call("GET /me/games", { limit: 50 }, { token: key }) : undefined),
    [key],
  );
  const games = (value?.games ?? []).filter(({ status }) => status === "running" || status === "open");
  if (!me || !key || !games.length) return null;
  const seatIn = (game: GameSummary) => game.seats.find((each) => each.player === me.player)?.seat ?? 0;
  const isWaiting = (game: GameSummary) => game.to_act.includes(seatIn(game));
  const sorted = [...games].sort((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)));
  const open = (game: GameSummary) =>
    storeGame({ game: game.game_id, ruleset: game.ruleset, seats: [{ seat: seatIn(game), token: key }] });
  return (
    <section aria-labelledby="account-title">
      <h2 id="account-title">{t("account_games")}</h2>
      <ul class="games">
        {sorted.map((game) => (
          <li key={game.game_id} class={`game-line ${isWaiting(game) ? "waiting" : ""}`}>
            <GameLine
              game={game}
              titles={titles}
              href={`#/game/${game.game_id}`}
              label={isWaiting(game) ? t("your_turn") : t("go_on")}
              onOpen={() => open(game)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The games whose seat tokens are stored in this browser. */
export function StoredGames({ titles }: TitlesProps) {
  const [, redraw] = useState(0);
  const { me } = useAccount();
  const stored = storedGames()
    .filter(({ seats, over }) => seats.length && (over || !me || !isKey(seats[0].token)))
    .slice(0, 12);
  const summary = ({ game, seats }: StoredGame) =>
    call("GET /games/{game_id}", { game_id: game }, { token: seats[0].token, attempts: 1 }).catch(() => undefined);
  const { value } = useFetch(() => Promise.all(stored.filter(({ over }) => !over).map(summary)), []);
  const isWaiting = (id: string) =>
    value?.some(
      (each) =>
        each?.game_id === id &&
        each.to_act.some((seat) =>
          stored.some(({ game, seats }) => game === id && seats.some((own) => own.seat === seat)),
        ),
    );
  const games = [...stored].sort((one, other) => Number(isWaiting(other.game) ?? 0) - Number(isWaiting(one.game) ?? 0));
  if (!games.length) return null;
  const remove = (game: string) => {
    removeGame(game);
    redraw((before) => before + 1);
  };
  return (
    <section aria-labelledby="mine-title">
      <h2 id="mine-title">{t("my_games")}</h2>
      <ul class="games">
        {games.map(({ game, ruleset, names, at, over }) => (
          <li key={game} class={`game-line ${isWaiting(game) ? "waiting" : ""}`}>
            <a class="game-link" href={`#/game/${game}`}>
              <strong>{titles.get(ruleset) ?? ruleset}</strong>
              <span class="game-names">{names.filter(Boolean).join(", ")}</span>
              <span class="game-state">
                {over ? t("over") : t(isWaiting(game) ? "your_turn" : "go_on")}
                {" · "}
                {formatDate(at)}
              </span>
            </a>
            <button
              type="button"
              class="quiet small"
              aria-label={`${t("forget")}: ${titles.get(ruleset) ?? ruleset}, ${formatDate(at)}`}
              onClick={() => remove(game)}
            >
              {t("forget")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const formatDate = (at: string) =>
  new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
