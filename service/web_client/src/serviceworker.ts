/** Service worker: caches the page and the data of rulesets, so that it opens offline, and shows notifications. */

import { LANGUAGES } from "./languages";

/** The URLs of all files with a hash in their name, and the version of the whole, from the build. */
declare const FILES: string[];
declare const VERSION: string;

/** The path at which a proxy serves this script and its service, without a slash at the end: `/bottega`, or empty. */
const BASE = new URL("..", location.href).pathname.slice(0, -1);
/** The start of the names of caches with a version. Installations under several paths of a host share the caches. */
const OWN = `bottega${BASE}-`;
const CACHE = OWN + VERSION;
const DATA = "bottega-data";
/** The URL of the page. Offline it comes from the cache of its version, since only that has all its files. */
const PAGE = `${BASE}/`;
/** The paths, below that of the service, whose responses stay in the cache. */
const CACHED =
  /^\/($|widget$|table\/|v1\/rulesets($|\/[^/]+($|\/(rules|how-to-play|lesson|picture|board\.js)$|\/icons($|\/))))/;
const ICON = `${BASE}/table/icons/192.png`;

/** What this script uses of a service worker: the types of the page have none. */
type Lasting = { waitUntil: (done: Promise<unknown>) => void };
type Message = { title: string; body: string; url: string; tag: string };
type Events = {
  install: Lasting;
  activate: Lasting;
  fetch: { request: Request; respondWith: (response: Promise<Response>) => void };
  push: Lasting & { data: { json: () => Message } };
  notificationclick: Lasting & { notification: Notification };
};
type WindowClient = { url: string; focus: () => Promise<unknown>; postMessage: (message: object) => void };
type Worker = {
  addEventListener: <Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void) => void;
  skipWaiting: () => Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: {
    claim: () => Promise<void>;
    openWindow: (url: string) => Promise<unknown>;
    matchAll: (query: { type: "window"; includeUncontrolled: boolean }) => Promise<WindowClient[]>;
  };
};
const worker = self as unknown as Worker;

worker.addEventListener("install", (event) => event.waitUntil(cachePage().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(removeOldFiles().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (event) => {
  const { method, url, headers } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || headers.has("Authorization")) return;
  if (!pathname.startsWith(PAGE) || !CACHED.test(pathname.slice(BASE.length))) return;
  event.respondWith(respond(event.request));
});

worker.addEventListener("push", (event) => event.waitUntil(notify(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});

/** Show a message of the service. A newer one with the same tag replaces it. */
function notify({ title, body, url, tag }: Message) {
  const options = { body, tag, renotify: true, icon: ICON, badge: ICON, data: { url } };
  return worker.registration.showNotification(title, options);
}

/** Show a page of this site in an open window, or in a new one. */
async function openPage(url: string) {
  const { href, origin } = new URL(url, location.origin);
  if (origin !== location.origin) return worker.clients.openWindow(href); // BOTTEGA_PUBLIC_URL may be another host
  const all = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const windows = all.filter((each) => new URL(each.url).pathname.startsWith(PAGE));
  const found = windows.find((each) => each.url === href) ?? windows[0];
  if (!found) return worker.clients.openWindow(href);
  await found.focus().catch(() => undefined); // not every browser allows it
  found.postMessage({ open: href });
}

/**
 * Cache the page, all its files, the list of games, and with them everything that replaying a record needs. Rejects if a
 * file is missing: the browser then keeps the last version, which is whole, and installs this one later.
 */
async function cachePage() {
  const [cache, data] = await Promise.all([caches.open(CACHE), caches.open(DATA)]);
  const page = new Request(PAGE, { headers: { Accept: "text/html" } }); // without this header the service redirects to the contract
  await Promise.all([
    cache.addAll([page, ...FILES.map((file) => BASE + file)]),
    ...LANGUAGES.map((language) => cacheGames(data, language).catch(() => undefined)),
  ]);
}

/** Remove the files of old versions. Those of the last one stay: a tab that was open may still load screens from it. */
async function removeOldFiles() {
  const versions = (await caches.keys()).filter(
    (name) => name.startsWith(OWN) && /^[0-9a-f]{12}$/.test(name.slice(OWN.length)),
  );
  const old = versions.filter((name) => name !== CACHE).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Cache the list of games as `respond` finds it. */
async function cacheGames(cache: Cache, language: string) {
  await cache.put(
    `${location.origin}${BASE}/v1/rulesets?language=${language}`,
    await fetch(`${BASE}/v1/rulesets`, { headers: { "Accept-Language": language } }),
  );
}

/** Whether the content of a URL never changes, since its name contains a hash. */
const isVersioned = ({ pathname }: URL) => /-[0-9A-Z]{8}\.(js|css)$/.test(pathname);

/** Return the response of the service and cache it. Versioned files, and requests that fail, come from the cache. */
async function respond(request: Request) {
  const language = request.headers.get("Accept-Language") ?? "";
  const url = new URL(request.url);
  if (url.pathname.startsWith(`${BASE}/v1/`)) url.searchParams.set("language", language);
  const versioned = isVersioned(url);
  const isPage = url.pathname === PAGE;
  const cached = async () => {
    const cache = isPage ? await caches.open(CACHE) : caches;
    return cache.match(isPage ? PAGE : url.href, { ignoreVary: true });
  };
  const known = versioned && (await cached());
  if (known) return known;
  try {
    const response = await fetch(request);
    const cache = await caches.open(versioned ? CACHE : DATA);
    if (response.ok && !isPage) cache.put(url.href, response.clone());
    return response;
  } catch (error) {
    const earlier = await cached();
    if (earlier) return earlier;
    throw error;
  }
}
