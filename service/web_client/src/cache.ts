/** Cache of finished games, from which records are drawn offline. */

import { viewAfter } from "@bottega/client/patch";
import { call } from "./api";
import { loadRuleset } from "./drawings";
import type { GameRecord, GameView, LogEvent, RecordedEvent } from "./types";
import { canonical } from "./verify";

/** the view before the first action, and all events with their patches */
type History = { view: GameView; events: LogEvent[] };

const CACHE = "bottega-games-1";
const MOST_GAMES = 30;
/** Prefix of the action types that replace a secret action for spectators. */
const CONCEALED = "concealed_";

/** Return the view after each action of a record, starting with the initial view. Undefined if neither cache nor service has the game. */
export async function viewsOf(record: GameRecord): Promise<GameView[] | undefined> {
  const cached = await readHistory(record.game_id).catch(() => undefined);
  if (cached && belongsTo(cached, record)) return replay(cached);
  const fetched = await fetchHistory(record.game_id).catch(() => undefined);
  if (!fetched || !belongsTo(fetched, record)) return undefined;
  const views = replay(fetched);
  if (views) writeHistory(record.game_id, record.ruleset, fetched);
  return views;
}

/** Cache a finished game, so that its record can be drawn offline. */
export async function cacheFinished({ game_id: game, ruleset }: GameView) {
  if (await readHistory(game).catch(() => undefined)) return;
  const fetched = await fetchHistory(game).catch(() => undefined);
  if (fetched) await writeHistory(game, ruleset, fetched);
}

/** Fetch the initial view of a spectator and all events, page by page. */
async function fetchHistory(game: string): Promise<History> {
  const view = await call("GET /games/{game_id}/view", { game_id: game, at: 0 }, { attempts: 1 });
  const events: LogEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.version ?? 0;
    const given = { game_id: game, include: ["patches" as const], after };
    const page = await call("GET /games/{game_id}/events", given, { attempts: 2 });
    if (!page.events.length) return { view, events };
    events.push(...page.events);
  }
}

/** Whether a history belongs to a record, under the same rules. */
function belongsTo({ view, events }: History, record: GameRecord) {
  const fields = ["game_id", "ruleset", "rules_version", "commitment"] as const;
  return (
    fields.every((name) => view[name] === record[name]) &&
    events.length === record.events.length &&
    events.every((event, index) => matchesEntry(event, record.events[index]))
  );
}

/** Whether an event is that of a record, as far as spectators can see it. */
function matchesEntry(event: LogEvent, entry: RecordedEvent) {
  const isAlike = (["version", "seat", "at"] as const).every((name) => event[name] === entry[name]);
  if (entry.change) return isAlike && canonical(event.change ?? null) === canonical(entry.change);
  const open = (entry.facts ?? []).filter(({ audience }) => !audience).map(({ fact }) => fact);
  const isHidden = event.action?.type.startsWith(CONCEALED);
  return (
    isAlike &&
    event.decision === entry.decision &&
    (isHidden || canonical(event.action) === canonical(entry.action)) &&
    canonical(event.facts) === canonical(open)
  );
}

/** Compute each view from the one before it; undefined if a patch does not fit. */
function replay({ view, events }: History): GameView[] | undefined {
  const views = [view];
  for (const event of events) {
    const next = viewAfter(views[views.length - 1], event);
    if (!next) return undefined;
    views.push(next);
  }
  return views;
}

/** Cache key of a game. No resource has this path. */
const cacheKey = (game: string) => `/cached/${encodeURIComponent(game)}`;

async function readHistory(game: string): Promise<History | undefined> {
  if (!("caches" in self)) return undefined; // missing on pages without TLS, which cannot be opened offline either
  const response = await (await caches.open(CACHE)).match(cacheKey(game));
  return response?.json();
}

/** Cache a history and the names of its game, and delete the oldest games. */
async function writeHistory(game: string, ruleset: string, fetched: History) {
  if (!("caches" in self)) return;
  try {
    const cache = await caches.open(CACHE);
    await cache.put(cacheKey(game), Response.json(fetched));
    const old = (await cache.keys()).slice(0, -MOST_GAMES);
    await Promise.all(old.map((each) => cache.delete(each)));
    await cacheNames(ruleset);
  } catch {
    // A browser without storage still draws the loaded views.
  }
}

/** Fetch the names of a game through the service worker, which caches them; it has all files of the drawing already. */
async function cacheNames(ruleset: string) {
  const { serviceWorker } = navigator;
  await serviceWorker.ready;
  if (!serviceWorker.controller)
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  await loadRuleset(ruleset);
}
