/** The search of this page for opponents: seeks are renewed while the page is open, until a game is found. */

import { call, follow, Problem } from "../api";
import { signal } from "../signal";
import { storeGame } from "../storage";
import { changeSearches, currentSearches, type Searches } from "./state";
import { type Seek, type SeekRequest, sameBody } from "./terms";

const RENEW_SECONDS = 60;
const MOST_NOTICES = 500;

let listener: { token: string; controller: AbortController } | undefined;

function change(changes: Partial<Searches>) {
  changeSearches(changes);
  if (!currentSearches().waiting.length) stop();
}

/** Create a seek. Its game opens at once, or when opponents are found. */
export async function search(body: SeekRequest, token: string) {
  await listen(token); // before, so that no match is missed
  try {
    note(await call("POST /seeks", { body }, { token }), token);
  } finally {
    if (!currentSearches().waiting.length) stop();
  }
}

/** Continue the seeks that wait, for example after a reload. */
export async function resume(seeks: readonly Seek[], token: string) {
  const waiting = seeks.filter(({ status }) => status === "waiting");
  if (!waiting.length || listener) return;
  await listen(token);
  await renewAll(waiting, token);
}

/** Withdraw a seek. A game that was found in the meantime opens. */
export async function cancel({ seek }: Seek) {
  const token = listener?.token ?? "";
  try {
    await call("DELETE /seeks/{seek}", { seek }, { token });
  } catch (error) {
    if (!(error instanceof Problem)) return; // no connection: the seek waits
    if (error.code === "seek_matched") return note(await call("GET /seeks/{seek}", { seek }, { token }), token);
  }
  change({ waiting: currentSearches().waiting.filter((each) => each.seek !== seek) });
}

/** Forget the game that was found. */
export const dismiss = () => change({ found: undefined });

/** Take a seek as the service shows it. */
function note(seek: Seek, token: string) {
  const { game_id: game, seat, ruleset } = seek;
  if (game !== undefined && seat !== undefined) return open(game, ruleset, seat, token);
  const others = currentSearches().waiting.filter((each) => each.seek !== seek.seek);
  change({ waiting: seek.status === "waiting" ? [...others, seek] : others });
}

/** Open a game that was found, and end all searches. A game that is being played stays open. */
function open(game: string, ruleset: string, seat: number, token: string) {
  if (location.hash === `#/game/${game}`) return;
  storeGame({ game, ruleset, seats: [{ seat, token }] });
  const others = currentSearches().waiting;
  const isPlaying = /^#\/(game|learn)\//.test(location.hash);
  change({ waiting: [], found: isPlaying ? { game, ruleset } : undefined });
  for (const { seek } of others) call("DELETE /seeks/{seek}", { seek }, { token }).catch(() => undefined);
  signal("turn");
  if (!isPlaying) location.hash = `#/game/${game}`;
}

/** Read the notices of the player from now on, and renew the seeks. */
async function listen(token: string) {
  if (listener?.token === token) return;
  stop();
  const controller = new AbortController();
  listener = { token, controller };
  const timer = setInterval(() => renewAll(currentSearches().waiting, token), RENEW_SECONDS * 1000);
  controller.signal.addEventListener("abort", () => clearInterval(timer));
  readNotices(token, await latestNotice(token), controller.signal).catch(() => undefined);
}

function stop() {
  listener?.controller.abort();
  listener = undefined;
}

async function readNotices(token: string, after: string, ended: AbortSignal) {
  for await (const { type, data } of follow({ me: true, token, after, signal: ended })) {
    if (type !== "notice" || data.type !== "seated" || !data.seek) continue;
    const { game_id: game, ruleset, seat } = data;
    change({ waiting: currentSearches().waiting.filter((each) => each.seek !== data.seek) });
    if (game !== undefined && ruleset !== undefined && seat !== undefined) open(game, ruleset, seat, token);
  }
}

/** Return the position after all notices of a player. */
async function latestNotice(token: string) {
  for (let after = "0"; ; ) {
    const page = await call("GET /me/events", { after, limit: MOST_NOTICES }, { token });
    if (page.events.length < MOST_NOTICES) return page.after;
    after = page.after;
  }
}

const renewAll = (seeks: readonly Seek[], token: string) => Promise.all(seeks.map((each) => renew(each, token)));

/** Renew a seek. One that has expired, for example while the device slept, is created again if the page is visible. */
async function renew(old: Seek, token: string) {
  try {
    const seek = await call("POST /seeks/{seek}/renew", { seek: old.seek }, { token });
    const isAgain = seek.status === "expired" && document.visibilityState === "visible";
    note(seek, token);
    if (isAgain) await search(sameBody(old, old.seats), token);
  } catch (error) {
    if (error instanceof Problem)
      change({ waiting: currentSearches().waiting.filter(({ seek }) => seek !== old.seek) });
  }
}
