/** Service worker: caches the page and the data of rulesets, so that it opens offline, and shows notifications. */

const CACHE = "bottega-1";
const CACHED = /^\/($|table\/|v1\/rulesets($|\/[^/]+($|\/rules$|\/icons($|\/))))/;
/** Modules of screens that work offline but are loaded on first use. */
const LATER = ["rules", "record", "results", "chart", "cache", "staticboard", "verify", "plans", "generic"].map((name) => `/table/${name}.js`);
/** The joined files of the page; each version has a URL of its own. */
const BUNDLE = /\/table\/bundle\.(js|css)\?v=/;
const ICON = "/table/icons/192.png";
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(cachePage().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url, headers } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || headers.has("Authorization") || !CACHED.test(pathname)) return;
  event.respondWith(respond(event.request));
});

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(notify(event.data.json())));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});

/** Show a message of the service. A newer one with the same tag replaces it. @param {{title: string, body: string, url: string, tag: string}} message */
const notify = ({ title, body, url, tag }) =>
  worker.registration.showNotification(title, { body, tag, renotify: true, icon: ICON, badge: ICON, data: { url } });

/** Show a page of this site in an open window, or in a new one. @param {string} url */
async function openPage(url) {
  const { href, origin } = new URL(url, location.origin);
  if (origin !== location.origin) return worker.clients.openWindow(href); // BOTTEGA_PUBLIC_URL may be another host
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find((/** @type {any} */ each) => each.url === href) ?? windows[0];
  if (!found) return worker.clients.openWindow(href);
  await found.focus().catch(() => undefined); // not every browser allows it
  found.postMessage({ open: href });
}

const LANGUAGES = ["en", "cs", "it", "ru"];

/** Cache the page, the list of games, and everything that replaying a record needs. */
async function cachePage() {
  const cache = await caches.open(CACHE);
  const page = await fetch("/", { headers: { Accept: "text/html" } }); // without this header the service redirects to the contract
  const needed = filesOf(await page.clone().text());
  const old = (await cache.keys()).filter(({ url }) => BUNDLE.test(url) && !needed.some((path) => url.endsWith(path)));
  await Promise.all([...old.map((request) => cache.delete(request)), cache.put("/", page), ...LANGUAGES.map((language) => cacheGames(cache, language).catch(() => undefined)), ...needed.map((path) => cache.add(path).catch(() => undefined))]);
}

/** Cache the list of games as `respond` finds it. @param {Cache} cache @param {string} language */
async function cacheGames(cache, language) {
  await cache.put(`${location.origin}/v1/rulesets?language=${language}`, await fetch("/v1/rulesets", { headers: { "Accept-Language": language } }));
}

/** List the files that the page loads. @param {string} page */
function filesOf(page) {
  const modules = [...page.matchAll(/(?:href|src)="(\/table\/[^"]+)"/g)].map(([, path]) => path);
  const words = LANGUAGES.map((language) => `/table/words/${language}.js`);
  return [...new Set([...modules, ...words, ...LATER])];
}

/** Whether a URL contains the version of its content, which then never changes. @param {URL} url */
const isVersioned = (url) => url.searchParams.has("v");

/** Return the response of the service and cache it. Versioned URLs, and requests that fail, are answered from the cache. @param {Request} request */
async function respond(request) {
  const cache = await caches.open(CACHE);
  const language = request.headers.get("Accept-Language") ?? "";
  const url = new URL(request.url);
  if (url.pathname.startsWith("/v1/")) url.searchParams.set("language", language);
  const versioned = isVersioned(url) && (await cache.match(url.href, { ignoreVary: true }));
  if (versioned) return versioned;
  try {
    const response = await fetch(request);
    if (response.ok) cache.put(url.href, response.clone());
    return response;
  } catch (error) {
    const cached = await cache.match(url.href, { ignoreVary: true });
    if (cached) return cached;
    throw error;
  }
}
