/** The lobby: rulesets, public games, and the games stored in this browser. */

import { html } from "./html.js";
import { useEffect, useState } from "./vendor/preact.js";
import { useAccount } from "./account.js";
import { isLatest, request } from "./api.js";
import { ErrorMessage, isFree, Loading, playerName, problemOf, seatClass, useFetch, useTitle } from "./components.js";
import { FindOpponents, playAtOnce } from "./find.js";
import { Facts, Picture } from "./help.js";
import { t } from "./i18n.js";
import { isKey, removeGame, storedGames, storeGame } from "./storage.js";
import { LobbyTournaments } from "./tournament/list.js";

/** @typedef {import("./types").GameSummary} GameSummary */

export function Lobby() {
  useTitle("");
  const isOnline = useOnline();
  const { value, problem } = useFetch(() => request("/rulesets"), []);
  const titles = new Map((value?.rulesets ?? []).map((/** @type {any} */ each) => [each.ruleset, each.title]));
  const latest = (value?.rulesets ?? []).filter(isLatest);
  return html`<div class="lobby">
    <section class="hero"><h1>${t("welcome")}</h1><p>${t("welcome_more")}</p></section>
    ${isOnline ? null : html`<p class="card offline" role="status">${t("offline")}</p>`}
    <${ErrorMessage} problem=${problem} />
    <section aria-labelledby="play-title"><h2 id="play-title">${t("new_game")}</h2>
      ${!value && !problem && isOnline ? html`<${Loading} label=${t("loading")} />` : null}
      <ul class="game-list">${latest.map((/** @type {any} */ each) => html`<li key=${each.ruleset}><${Box} ruleset=${each} isOnline=${isOnline} /></li>`)}</ul>
    </section>
    <${AccountGames} titles=${titles} />
    <${StoredGames} titles=${titles} />
    ${isOnline ? html`<${PublicGames} titles=${titles} /><${LobbyTournaments} titles=${titles} />` : null}
    <section class="corner"><h2>${t("record_title")}</h2><p>${t("record_invitation")}</p>
      <p class="row"><a class="button quiet" href="#/record">${t("record_open")}</a>
        <a class="button quiet" href="/docs">${t("for_developers")}</a></p></section>
  </div>`;
}

/** Whether the device is online, as far as the browser knows. */
function useOnline() {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const changed = () => setOnline(navigator.onLine);
    addEventListener("online", changed);
    addEventListener("offline", changed);
    return () => (removeEventListener("online", changed), removeEventListener("offline", changed));
  }, []);
  return isOnline;
}

/** A ruleset with the ways to start a game, of which none works offline. @param {{ruleset: import("./find.js").Listed, isOnline: boolean}} props */
function Box({ ruleset, isOnline }) {
  const [isFinding, find] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (undefined));
  const play = () => playAtOnce(ruleset).catch((error) => setProblem(problemOf(error)));
  return html`<div class="box-card"><a class="box" href=${`#/new/${ruleset.ruleset}`}>
    <${Picture} ...${ruleset} />
    <span class="box-title">${ruleset.title}</span>
    <span class="box-note">${t("seats_between", { least: ruleset.min_seats, most: ruleset.max_seats })}</span>
    <${Facts} ...${ruleset} />
  </a>
    <p class="box-ways">${isOnline ? html`<button type="button" class="primary small" onClick=${play}>${t("play_at_once")}</button>
      <button type="button" class="quiet small" onClick=${() => find(true)}>${t("find_opponents")}</button>
      <a class="button quiet small" href=${`#/learn/${ruleset.ruleset}`}>${t("learn")}</a>` : null}
      <a class="button quiet small" href=${`#/rules/${ruleset.ruleset}`}>${t("rules")}</a></p>
    <${ErrorMessage} problem=${problem} />
    ${isFinding ? html`<${FindOpponents} ruleset=${ruleset} close=${() => find(false)} />` : null}</div>`;
}

/** The running games of the signed-in player, on every device. Those that wait for the player come first. @param {{titles: Map<string, string>}} props */
function AccountGames({ titles }) {
  const { key, me } = useAccount();
  const { value } = useFetch(async () => key && request("/me/games?limit=50", { token: key }), [key]);
  const games = /** @type {GameSummary[]} */ (value ? value.games : []).filter(({ status }) => status === "running" || status === "open");
  if (!me || !games.length) return null;
  const seatIn = (/** @type {GameSummary} */ game) => game.seats.find((each) => each.player === me.player)?.seat ?? 0;
  const isWaiting = (/** @type {GameSummary} */ game) => game.to_act.includes(seatIn(game));
  const sorted = [...games].sort((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)));
  const open = (/** @type {GameSummary} */ game) => storeGame({ game: game.game_id, ruleset: game.ruleset, seats: [{ seat: seatIn(game), token: /** @type {string} */ (key) }] });
  return html`<section aria-labelledby="account-title"><h2 id="account-title">${t("account_games")}</h2>
    <ul class="games">${sorted.map((game) => html`<li key=${game.game_id} class=${`game-line ${isWaiting(game) ? "waiting" : ""}`}><${GameLine} game=${game} titles=${titles} href=${`#/game/${game.game_id}`} label=${isWaiting(game) ? t("your_turn") : t("go_on")} onOpen=${() => open(game)} /></li>`)}</ul></section>`;
}

/** The games whose seat tokens are stored in this browser. @param {{titles: Map<string, string>}} props */
function StoredGames({ titles }) {
  const [, redraw] = useState(0);
  const { me } = useAccount();
  const stored = storedGames().filter(({ seats, over, isLesson }) => seats.length && !isLesson && (over || !me || !isKey(seats[0].token))).slice(0, 12);
  const summary = (/** @type {import("./storage.js").StoredGame} */ { game, seats }) => request(`/games/${game}`, { token: seats[0].token, attempts: 1 }).catch(() => undefined);
  const { value } = useFetch(() => Promise.all(stored.filter(({ over }) => !over).map(summary)), []);
  const isWaiting = (/** @type {string} */ id) => value?.some((each) => each?.game_id === id && each.to_act.some((/** @type {number} */ seat) => stored.some(({ game, seats }) => game === id && seats.some((own) => own.seat === seat))));
  const games = [...stored].sort((one, other) => Number(isWaiting(other.game) ?? 0) - Number(isWaiting(one.game) ?? 0));
  if (!games.length) return null;
  const remove = (/** @type {string} */ game) => (removeGame(game), redraw((before) => before + 1));
  return html`<section aria-labelledby="mine-title"><h2 id="mine-title">${t("my_games")}</h2>
    <ul class="games">${games.map(({ game, ruleset, names, at, over }) => html`<li key=${game} class=${`game-line ${isWaiting(game) ? "waiting" : ""}`}>
      <a class="game-link" href=${`#/game/${game}`}>
        <strong>${titles.get(ruleset) ?? ruleset}</strong>
        <span class="game-names">${names.filter(Boolean).join(", ")}</span>
        <span class="game-state">${over ? t("over") : t(isWaiting(game) ? "your_turn" : "go_on")} · ${formatDate(at)}</span>
      </a>
      <button type="button" class="quiet small" aria-label=${`${t("forget")}: ${titles.get(ruleset) ?? ruleset}, ${formatDate(at)}`} onClick=${() => remove(game)}>${t("forget")}</button>
    </li>`)}</ul></section>`;
}

/** @param {string} at */
const formatDate = (at) => new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** The public games that can be watched or have a free seat. @param {{titles: Map<string, string>}} props */
function PublicGames({ titles }) {
  const { value, reload } = useFetch(() => request("/games?status=running&limit=20"), []);
  const stored = new Set(storedGames().filter(({ seats }) => seats.length).map(({ game }) => game));
  const games = /** @type {GameSummary[]} */ (value?.games ?? []).filter(({ game_id }) => !stored.has(game_id));
  const open = games.filter(({ seats }) => seats.some(isFree));
  const running = games.filter(({ seats, version }) => !seats.some(isFree) && version > 0);
  return html`<section aria-labelledby="public-title">
    <div class="head-line"><h2 id="public-title">${t("other_games")}</h2><button type="button" class="quiet small" onClick=${reload}>${t("refresh")}</button></div>
    ${value && !open.length && !running.length ? html`<p class="faint">${t("no_public_games")}</p>` : null}
    <ul class="games">
      ${open.map((game) => html`<li key=${game.game_id} class="game-line"><${GameLine} game=${game} titles=${titles} href=${`#/join/${game.game_id}`} label=${t("join")} /></li>`)}
      ${running.slice(0, 8).map((game) => html`<li key=${game.game_id} class="game-line"><${GameLine} game=${game} titles=${titles} href=${`#/game/${game.game_id}`} label=${t("watch")} /></li>`)}
    </ul></section>`;
}

/** @param {{game: GameSummary, titles: Map<string, string>, href: string, label: string, onOpen?: () => void}} props */
function GameLine({ game, titles, href, label, onOpen }) {
  return html`<a class="game-link" href=${href} onClick=${onOpen}>
    <strong>${titles.get(game.ruleset) ?? game.ruleset}</strong>
    <span class="game-names">${game.seats.map((seat) => html`<span class=${`pip ${seatClass(seat.seat)}`}>${isFree(seat) ? t("free_seat") : playerName(seat)}</span>`)}</span>
    <span class="game-state">${label} · ${t("moves", { count: game.version })}</span></a>`;
}
