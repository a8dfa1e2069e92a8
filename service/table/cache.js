/** Cache of finished games, from which records are drawn offline. */

import { request } from "./api.js";
import { applyPatch } from "./client/patch.js";
import { canonical } from "./verify.js";

/** @typedef {import("./types").GameView} GameView */
/** @typedef {{view: GameView, events: import("./types").LogEvent[]}} History the view before the first action, and all events with their patches */

const CACHE = "bottega-games-1";
const MOST_GAMES = 30;
/** Prefix of the action types that replace a secret action for spectators. */
const CONCEALED = "concealed_";

/** Return the view after each action of a record, starting with the initial view. Undefined if neither cache nor service has the game. @param {any} record @returns {Promise<GameView[] | undefined>} */
export async function viewsOf(record) {
  const cached = await readHistory(record.game_id).catch(() => undefined);
  if (cached && belongsTo(cached, record)) return replay(cached);
  const fetched = await fetchHistory(record.game_id).catch(() => undefined);
  if (!fetched || !belongsTo(fetched, record)) return undefined;
  const views = replay(fetched);
  if (views) writeHistory(record.game_id, record.ruleset, fetched);
  return views;
}

/** Cache a finished game, so that its record can be drawn offline. @param {GameView} view */
export async function cacheFinished({ game_id: game, ruleset }) {
  if (await readHistory(game).catch(() => undefined)) return;
  const fetched = await fetchHistory(game).catch(() => undefined);
  if (fetched) await writeHistory(game, ruleset, fetched);
}

/** Fetch the initial view of a spectator and all events, page by page. @param {string} game @returns {Promise<History>} */
async function fetchHistory(game) {
  const view = await request(`/games/${game}/view?at=0`, { attempts: 1 });
  /** @type {import("./types").LogEvent[]} */
  const events = [];
  for (;;) {
    const page = await request(`/games/${game}/events?patches=true&after=${events.at(-1)?.version ?? 0}`, { attempts: 2 });
    if (!page.events.length) return { view, events };
    events.push(...page.events);
  }
}

/** Whether a history belongs to a record, under the same rules. @param {History} fetched @param {any} record */
function belongsTo({ view, events }, record) {
  const fields = ["game_id", "ruleset", "rules_version", "commitment"];
  return fields.every((name) => view[name] === record[name]) && events.length === record.events.length
    && events.every((event, index) => matchesEntry(event, record.events[index]));
}

/** Whether an event is that of a record, as far as spectators can see it. @param {any} event @param {any} entry */
function matchesEntry(event, entry) {
  if (entry.change) return ["version", "seat", "at"].every((name) => event[name] === entry[name]) && canonical(event.change ?? null) === canonical(entry.change);
  const open = entry.facts.filter((/** @type {any} */ each) => !each.audience).map((/** @type {any} */ each) => each.fact);
  const isAlike = ["version", "seat", "decision", "at"].every((name) => event[name] === entry[name]);
  const isHidden = event.action?.type.startsWith(CONCEALED);
  return isAlike && (isHidden || canonical(event.action) === canonical(entry.action)) && canonical(event.facts) === canonical(open);
}

/** Compute each view from the one before it; undefined if a patch does not fit. @param {History} fetched @returns {GameView[] | undefined} */
function replay({ view, events }) {
  try {
    return events.reduce((views, { patch }) => [...views, applyPatch(/** @type {GameView} */ (views.at(-1)), patch ?? [])], [view]);
  } catch {
    return undefined;
  }
}

/** Cache key of a game. No resource has this path. @param {string} game */
const cacheKey = (game) => `/cached/${encodeURIComponent(game)}`;

/** @param {string} game @returns {Promise<History | undefined>} */
async function readHistory(game) {
  if (!("caches" in self)) return undefined; // missing on pages without TLS, which cannot be opened offline either
  const response = await (await caches.open(CACHE)).match(cacheKey(game));
  return response?.json();
}

/** Cache a history and all that its drawing needs, and delete the oldest games. @param {string} game @param {string} ruleset @param {History} fetched */
async function writeHistory(game, ruleset, fetched) {
  if (!("caches" in self)) return;
  try {
    const cache = await caches.open(CACHE);
    await cache.put(cacheKey(game), Response.json(fetched));
    const old = (await cache.keys()).slice(0, -MOST_GAMES);
    await Promise.all(old.map((each) => cache.delete(each)));
    await cacheDrawing(ruleset);
  } catch {
    // A browser without storage still draws the loaded views.
  }
}

/** Fetch all files of a drawing through the service worker, which caches them. @param {string} ruleset */
async function cacheDrawing(ruleset) {
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  const { appearances = [] } = await request(`/rulesets/${ruleset}`);
  await cacheModule(new URL(`boards/${ruleset}.js`, import.meta.url).href);
  for (const { icon } of appearances) if (!(await caches.match(icon, { ignoreVary: true }))) await fetch(icon); // one by one, since visible images go first
}

/** Fetch a module of a drawing and its imports from the same folder. @param {string} url @param {Set<string>} [known] @returns {Promise<void>} */
async function cacheModule(url, known = new Set()) {
  if (known.has(url) || !url.includes("/boards/")) return;
  known.add(url);
  const text = await (await fetch(url)).text();
  const imported = [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, path]) => new URL(path, url).href);
  for (const each of imported) await cacheModule(each, known);
}
