/** The seats whose tokens this browser keeps; a token leaves it in the header of a request, and nowhere else. */

const KEY = "bottega.games";
const MOST_GAMES = 60;

/**
 * A game that this browser has a part in, or has watched.
 * @typedef {{game: string, ruleset: string, at: string, seats: {seat: number, token: string}[], names: string[],
 *   creator?: string, over?: boolean}} Kept
 */

/** List the games kept, the latest first. @returns {Kept[]} */
export function keptGames() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} game @returns {Kept | undefined} */
export function keptGame(game) {
  return keptGames().find((each) => each.game === game);
}

/** Keep a game, or what is new about it. @param {Partial<Kept> & {game: string}} news */
export function keep(news) {
  const old = keptGame(news.game);
  const seats = [...(old?.seats ?? []), ...(news.seats ?? [])];
  const merged = {
    ruleset: "", names: [], at: new Date().toISOString(), ...old, ...news,
    seats: [...new Map(seats.map((each) => [each.seat, each])).values()].sort((one, other) => one.seat - other.seat),
  };
  write([merged, ...keptGames().filter((each) => each.game !== news.game)].slice(0, MOST_GAMES));
}

/** @param {string} game */
export function forget(game) {
  write(keptGames().filter((each) => each.game !== game));
}

/** @param {Kept[]} games */
function write(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // A browser that keeps nothing still plays; the link of the seat is the way back.
  }
}

/** Let go of the seats that a player's key has opened. @param {string} token */
export function dropToken(token) {
  write(keptGames().map((each) => ({ ...each, seats: each.seats.filter((seat) => seat.token !== token) })));
}

/** Whether a token is a player's key, which opens more than one seat. @param {string} token */
export const isKey = (token) => token.startsWith("bk_");

/** Read the seat that a token opens; its second part says it. @param {string} token */
export function seatOf(token) {
  return Number(token.split(".")[1]);
}

/** Make the link that hands a seat to somebody: what follows `#` stays in the browser. @param {string} game @param {string} [token] */
export function linkTo(game, token) {
  const { origin, pathname } = location;
  return `${origin}${pathname}#/game/${game}${token ? `/token/${token}` : ""}`;
}

/** Read a setting of this browser. @param {string} name @returns {string | null} */
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
    // As above.
  }
}
