/** Cache of finished games, from which records are drawn offline. */

import { request } from "./api.js";
import { patched } from "./patch.js";
import { canonical } from "./verify.js";

/** @typedef {import("./types").GameView} GameView */
/** @typedef {{view: GameView, events: import("./types").LogEvent[]}} Seen the view before the first action, and all events with their patches */

const SHELF = "bottega-games-1";
const MOST_GAMES = 30;
/** Prefix of the action types that replace a secret action for spectators. */
const STAND_IN = "concealed_";

/** Return the view after each action of a record, starting with the initial view. Undefined if neither cache nor service has the game. @param {any} record @returns {Promise<GameView[] | undefined>} */
export async function viewsOf(record) {
  const kept = await taken(record.game_id).catch(() => undefined);
  if (kept && isOf(kept, record)) return replayed(kept);
  const seen = await asked(record.game_id).catch(() => undefined);
  if (!seen || !isOf(seen, record)) return undefined;
  const views = replayed(seen);
  if (views) put(record.game_id, record.ruleset, seen);
  return views;
}

/** Cache a finished game, so that its record can be drawn offline. @param {GameView} view */
export async function keepFinished({ game_id: game, ruleset }) {
  if (await taken(game).catch(() => undefined)) return;
  const seen = await asked(game).catch(() => undefined);
  if (seen) await put(game, ruleset, seen);
}

/** Fetch the initial view of a spectator and all events, page by page. @param {string} game @returns {Promise<Seen>} */
async function asked(game) {
  const view = await request(`/games/${game}/view?at=0`, { attempts: 1 });
  /** @type {import("./types").LogEvent[]} */
  const events = [];
  for (;;) {
    const page = await request(`/games/${game}/events?patches=true&after=${events.at(-1)?.version ?? 0}`, { attempts: 2 });
    if (!page.events.length) return { view, events };
    events.push(...page.events);
  }
}

/** Whether a history belongs to a record, under the same rules. @param {Seen} seen @param {any} record */
function isOf({ view, events }, record) {
  const members = ["game_id", "ruleset", "rules_version", "commitment"];
  return members.every((name) => view[name] === record[name]) && events.length === record.events.length
    && events.every((event, index) => isSame(event, record.events[index]));
}

/** Whether an event is that of a record, as far as spectators can see it. @param {any} event @param {any} entry */
function isSame(event, entry) {
  if (entry.change) return ["version", "seat", "at"].every((name) => event[name] === entry[name]) && canonical(event.change ?? null) === canonical(entry.change);
  const open = entry.facts.filter((/** @type {any} */ each) => !each.audience).map((/** @type {any} */ each) => each.fact);
  const isAlike = ["version", "seat", "decision", "at"].every((name) => event[name] === entry[name]);
  const isHidden = event.action?.type.startsWith(STAND_IN);
  return isAlike && (isHidden || canonical(event.action) === canonical(entry.action)) && canonical(event.facts) === canonical(open);
}

/** Compute each view from the one before it; undefined if a patch does not fit. @param {Seen} seen @returns {GameView[] | undefined} */
function replayed({ view, events }) {
  try {
    return events.reduce((views, { patch }) => [...views, patched(/** @type {GameView} */ (views.at(-1)), patch ?? [])], [view]);
  } catch {
    return undefined;
  }
}

/** Cache key of a game. No resource has this path. @param {string} game */
const place = (game) => `/kept/${encodeURIComponent(game)}`;

/** @param {string} game @returns {Promise<Seen | undefined>} */
async function taken(game) {
  if (!("caches" in self)) return undefined; // missing on pages without TLS, which cannot be opened offline either
  const answer = await (await caches.open(SHELF)).match(place(game));
  return answer?.json();
}

/** Cache a history and all that its drawing needs, and delete the oldest games. @param {string} game @param {string} ruleset @param {Seen} seen */
async function put(game, ruleset, seen) {
  if (!("caches" in self)) return;
  try {
    const shelf = await caches.open(SHELF);
    await shelf.put(place(game), Response.json(seen));
    const old = (await shelf.keys()).slice(0, -MOST_GAMES);
    await Promise.all(old.map((each) => shelf.delete(each)));
    await passed(ruleset);
  } catch {
    // A browser without storage still draws the loaded views.
  }
}

/** Fetch all files of a drawing through the service worker, which caches them. @param {string} ruleset */
async function passed(ruleset) {
  const { ready, controller } = navigator.serviceWorker;
  await ready;
  if (!controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  const { appearances = [] } = await request(`/rulesets/${ruleset}`);
  await passedModule(new URL(`boards/${ruleset}.js`, import.meta.url).href);
  for (const { icon } of appearances) if (!(await caches.match(icon, { ignoreVary: true }))) await fetch(icon); // one by one, since visible images go first
}

/** Fetch a module of a drawing and its imports from the same folder. @param {string} address @param {Set<string>} [known] @returns {Promise<void>} */
async function passedModule(address, known = new Set()) {
  if (known.has(address) || !address.includes("/boards/")) return;
  known.add(address);
  const text = await (await fetch(address)).text();
  const imported = [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, path]) => new URL(path, address).href);
  for (const each of imported) await passedModule(each, known);
}
