/** Storage of this browser: games with their seat tokens, and settings. Tokens are sent in request headers only. */

import { BASE } from "./base";

/** The start of all keys. Installations under several paths of a host share the storage. */
const OWN = `bottega${BASE}.`;
const KEY = `${OWN}games`;
const MOST_GAMES = 60;

/** A game that was played or watched in this browser. */
export type StoredGame = {
  game: string;
  ruleset: string;
  at: string;
  seats: { seat: number; token: string }[];
  names: string[];
  creator?: string;
  over?: boolean;
};

/** List the stored games, latest first. */
export function storedGames(): StoredGame[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

export function storedGame(game: string): StoredGame | undefined {
  return storedGames().find((each) => each.game === game);
}

/** Store a game, or update what has changed. */
export function storeGame(changes: Partial<StoredGame> & { game: string }) {
  const old = storedGame(changes.game);
  const seats = [...(old?.seats ?? []), ...(changes.seats ?? [])];
  const merged = {
    ruleset: "",
    names: [],
    at: new Date().toISOString(),
    ...old,
    ...changes,
    seats: [...new Map(seats.map((each) => [each.seat, each])).values()].sort((one, other) => one.seat - other.seat),
  };
  write([merged, ...storedGames().filter((each) => each.game !== changes.game)].slice(0, MOST_GAMES));
}

export function removeGame(game: string) {
  write(storedGames().filter((each) => each.game !== game));
}

function write(games: StoredGame[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // Playing works without storage; only the link of the seat leads back to the game.
  }
}

/** Remove the seats that a player key has opened. */
export function dropToken(token: string) {
  write(storedGames().map((each) => ({ ...each, seats: each.seats.filter((seat) => seat.token !== token) })));
}

/** Whether a token is a player key, which is valid for several seats. */
export const isKey = (token: string) => token.startsWith("bk_");

/** Return the seat number in a token. */
export function seatOf(token: string) {
  return Number(token.split(".")[1]);
}

/** Return a link to a game, or to a seat if there is a token. The fragment after `#` is never sent to the server. */
export function linkTo(game: string, token?: string) {
  const { origin, pathname } = location;
  return `${origin}${pathname}#/game/${game}${token ? `/token/${token}` : ""}`;
}

/** Return the link under which a player takes a free seat of a game. */
export const joinLink = (game: string) => `${location.origin}${location.pathname}#/join/${game}`;

export function setting(name: string): string | null {
  try {
    return localStorage.getItem(OWN + name);
  } catch {
    return null;
  }
}

export function setSetting(name: string, value: string) {
  try {
    localStorage.setItem(OWN + name, value);
  } catch {
    // The setting is lost without storage.
  }
}
