/** Storage of this browser: games with their seat tokens, and settings. Tokens are sent in request headers only. */

const KEY = "bottega.games";
const MOST_GAMES = 60;

/**
 * A game that was played or watched in this browser.
 * @typedef {{game: string, ruleset: string, at: string, seats: {seat: number, token: string}[], names: string[],
 *   creator?: string, over?: boolean, isLesson?: boolean}} StoredGame
 */

/** List the stored games, latest first. @returns {StoredGame[]} */
export function storedGames() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} game @returns {StoredGame | undefined} */
export function storedGame(game) {
  return storedGames().find((each) => each.game === game);
}

/** Store a game, or update what has changed. @param {Partial<StoredGame> & {game: string}} changes */
export function storeGame(changes) {
  const old = storedGame(changes.game);
  const seats = [...(old?.seats ?? []), ...(changes.seats ?? [])];
  const merged = {
    ruleset: "", names: [], at: new Date().toISOString(), ...old, ...changes,
    seats: [...new Map(seats.map((each) => [each.seat, each])).values()].sort((one, other) => one.seat - other.seat),
  };
  write([merged, ...storedGames().filter((each) => each.game !== changes.game)].slice(0, MOST_GAMES));
}

/** @param {string} game */
export function removeGame(game) {
  write(storedGames().filter((each) => each.game !== game));
}

/** @param {StoredGame[]} games */
function write(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // Playing works without storage; only the link of the seat leads back to the game.
  }
}

/** Remove the seats that a player key has opened. @param {string} token */
export function dropToken(token) {
  write(storedGames().map((each) => ({ ...each, seats: each.seats.filter((seat) => seat.token !== token) })));
}

/** Whether a token is a player key, which is valid for several seats. @param {string} token */
export const isKey = (token) => token.startsWith("bk_");

/** Return the seat number in a token. @param {string} token */
export function seatOf(token) {
  return Number(token.split(".")[1]);
}

/** Return a link to a game, or to a seat if there is a token. The fragment after `#` is never sent to the server. @param {string} game @param {string} [token] */
export function linkTo(game, token) {
  const { origin, pathname } = location;
  return `${origin}${pathname}#/game/${game}${token ? `/token/${token}` : ""}`;
}

/** @param {string} name @returns {string | null} */
export function setting(name) {
  try {
    return localStorage.getItem(`bottega.${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function setSetting(name, value) {
  try {
    localStorage.setItem(`bottega.${name}`, value);
  } catch {
    // The setting is lost without storage.
  }
}
