/** The lobby: rulesets, public games, and the games stored in this browser. */

import { useEffect, useState } from "preact/hooks";
import { useAccount } from "./account";
import { call, isLatest } from "./api";
import { BASE } from "./base";
import { ErrorMessage, isFree, Loading, later, problemOf, useFetch, useTitle } from "./components";
import { playAtOnce } from "./find";
import { GameLine, type TitlesProps } from "./gameline";
import { Facts, LearnLink, Picture, seatCounts } from "./help";
import { t } from "./i18n";
import { Seeks } from "./seek/lobby";
import { storedGames } from "./storage";
import { LobbyTournaments } from "./tournament/lobby";
import type { Failure, RulesetSummary } from "./types";

const MOST_WATCHED = 8;

const AccountGames = later(async () => (await import("./gamelists")).AccountGames, { isQuiet: true });
const FindOpponents = later(async () => (await import("./seek/dialog")).FindOpponents, { isQuiet: true });
const StoredGames = later(async () => (await import("./gamelists")).StoredGames, { isQuiet: true });

export function Lobby() {
  useTitle("");
  const { key, problem: rejected } = useAccount();
  const banned = rejected?.code === "player_is_banned" ? rejected : undefined;
  const isOnline = useOnline();
  const { value, problem } = useFetch(() => call("GET /rulesets"), []);
  const titles = new Map<string, string>((value?.rulesets ?? []).map((each) => [each.ruleset, each.title]));
  const latest = (value?.rulesets ?? []).filter(isLatest);
  return (
    <div class="lobby">
      <section class="hero">
        <h1>{t("welcome")}</h1>
        <p>{t("welcome_more")}</p>
      </section>
      {isOnline ? null : (
        <p class="card offline" role="status">
          {t("offline")}
        </p>
      )}
      <ErrorMessage problem={banned ?? problem} />
      <section aria-labelledby="play-title">
        <h2 id="play-title">{t("new_game")}</h2>
        {!value && !problem && isOnline ? <Loading label={t("loading")} /> : null}
        <ul class="game-list">
          {latest.map((each) => (
            <li key={each.ruleset}>
              <Box ruleset={each} isOnline={isOnline} />
            </li>
          ))}
        </ul>
      </section>
      {isOnline ? <Seeks titles={titles} /> : null}
      {key ? <AccountGames titles={titles} /> : null}
      {storedGames().some(({ seats }) => seats.length) ? <StoredGames titles={titles} /> : null}
      {isOnline ? (
        <>
          <PublicGames titles={titles} />
          <LobbyTournaments titles={titles} />
        </>
      ) : null}
      <section class="corner">
        <h2>{t("record_title")}</h2>
        <p>{t("record_invitation")}</p>
        <p class="row">
          <a class="button quiet" href="#/record">
            {t("record_open")}
          </a>
          <a class="button quiet" href={`${BASE}/docs`}>
            {t("for_developers")}
          </a>
        </p>
      </section>
    </div>
  );
}

/** Whether the device is online, as far as the browser knows. */
function useOnline() {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const changed = () => setOnline(navigator.onLine);
    addEventListener("online", changed);
    addEventListener("offline", changed);
    return () => {
      removeEventListener("online", changed);
      removeEventListener("offline", changed);
    };
  }, []);
  return isOnline;
}

type BoxProps = { ruleset: RulesetSummary; isOnline: boolean };

/** A ruleset with the ways to start a game, of which none works offline. */
function Box({ ruleset, isOnline }: BoxProps) {
  const [isFinding, find] = useState(false);
  const [problem, setProblem] = useState<Failure>();
  const play = () => playAtOnce(ruleset).catch((error) => setProblem(problemOf(error)));
  return (
    <div class="box-card">
      <a class="box" href={`#/new/${ruleset.ruleset}`}>
        <Picture {...ruleset} />
        <span class="box-title">{ruleset.title}</span>
        <span class="box-note">{seatCounts(ruleset)}</span>
        <Facts {...ruleset} />
      </a>
      <p class="box-ways">
        {isOnline ? (
          <>
            <button type="button" class="primary small" onClick={play}>
              {t("play_at_once")}
            </button>
            <button type="button" class="quiet small" onClick={() => find(true)}>
              {t("find_opponents")}
            </button>
            <LearnLink {...ruleset} kind="quiet small" />
          </>
        ) : null}
        <a class="button quiet small" href={`#/how-to-play/${ruleset.ruleset}`}>
          {t("how_to_play")}
        </a>
      </p>
      <ErrorMessage problem={problem} />
      {isFinding ? <FindOpponents ruleset={ruleset} close={() => find(false)} /> : null}
    </div>
  );
}

/** The public games that can be watched or have a free seat. */
function PublicGames({ titles }: TitlesProps) {
  const { value, reload } = useFetch(() => call("GET /games", { status: "running", limit: 20 }), []);
  const stored = new Set(
    storedGames()
      .filter(({ seats }) => seats.length)
      .map(({ game }) => game),
  );
  const games = (value?.games ?? []).filter(({ game_id }) => !stored.has(game_id));
  const open = games.filter(({ seats }) => seats.some(isFree));
  const running = games.filter(({ seats, version }) => !seats.some(isFree) && version > 0).slice(0, MOST_WATCHED);
  return (
    <section aria-labelledby="public-title">
      <div class="head-line">
        <h2 id="public-title">{t("other_games")}</h2>
        <button type="button" class="quiet small" onClick={reload}>
          {t("refresh")}
        </button>
      </div>
      {value && !open.length && !running.length ? <p class="faint">{t("no_public_games")}</p> : null}
      <ul class="games">
        {open.map((game) => (
          <li key={game.game_id} class="game-line">
            <GameLine game={game} titles={titles} href={`#/join/${game.game_id}`} label={t("join")} />
          </li>
        ))}
        {running.map((game) => (
          <li key={game.game_id} class="game-line">
            <GameLine game={game} titles={titles} href={`#/game/${game.game_id}`} label={t("watch")} />
          </li>
        ))}
      </ul>
    </section>
  );
}
