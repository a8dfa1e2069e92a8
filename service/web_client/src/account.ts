/** The account of the user: a player key stored in this browser, which is sent in request headers only. */

import { useEffect, useState } from "preact/hooks";
import { call } from "./api";
import { useFetch } from "./components";
import { dropToken, setSetting, setting, storeGame } from "./storage";
import type { Failure, GameRequest, Me } from "./types";

export type Account = { key?: string; me?: Me; isKnown: boolean; problem?: Failure; changeKey: (key: string) => void };
export type AccountProps = { account: Account };

/** Redraws all components that show the account. */
const watchers: Set<(key: string) => void> = new Set();

/** Return the account of the stored key. Send no request with the key before `isKnown`. */
export function useAccount(): Account {
  const [key, setKey] = useState(setting("key") ?? "");
  useEffect(() => {
    watchers.add(setKey);
    return () => void watchers.delete(setKey);
  }, []);
  const { value, problem } = useFetch(() => fetchAccount(key), [key]);
  const isAnswered = value?.key === key;
  const changeKey = (next: string) => {
    if (key && key !== next) dropToken(key);
    setSetting("key", next);
    for (const watcher of watchers) watcher(next);
  };
  return {
    key: isAnswered ? key || undefined : undefined,
    me: isAnswered ? value?.me : undefined,
    isKnown: isAnswered || Boolean(problem),
    problem: isAnswered ? undefined : problem,
    changeKey,
  };
}

const fetchAccount = async (key: string): Promise<{ key: string; me?: Me }> => ({
  key,
  me: key ? await known(key) : undefined,
});

/** The latest request for each key: all components share one. */
const requests: Map<string, Promise<Me>> = new Map();

function known(key: string) {
  const found = requests.get(key) ?? call("GET /me", {}, { token: key });
  requests.set(key, found);
  found.catch(() => requests.delete(key));
  return found;
}

/**
 * Create a game, store its seat tokens, and open it. The first person's seat belongs to the signed-in player, who finds
 * the game on every device.
 */
export async function createGame(body: GameRequest) {
  const { key, me } = await fetchAccount(setting("key") ?? "").catch(() => ({ key: "", me: undefined }));
  const own = key && me?.scopes.includes("create") ? body.seats.findIndex(({ kind }) => kind === "human") : -1;
  const isOwn = (index: number) => index === own;
  const seats = body.seats.map((seat, index) => (isOwn(index) ? { ...seat, player: me?.player } : seat));
  const game = await call("POST /games", { body: { ...body, seats } }, own < 0 ? {} : { token: key });
  const names = game.seats.map((seat) => seat.name ?? "");
  const tokens = own < 0 ? game.tokens : [...game.tokens, { seat: own, token: key }];
  storeGame({ game: game.game_id, ruleset: body.ruleset, names, seats: tokens, creator: game.creator_token });
  location.hash = `#/game/${game.game_id}`;
}

export const mayOrganise = ({ me }: Account) => Boolean(me?.organises);
