/** Service worker: caches the page and the data of rulesets, so that records can be replayed offline. */

const CACHE = "bottega-1";
const CACHED = /^\/($|table\/|v1\/rulesets\/[^/]+($|\/rules$|\/icons($|\/)))/;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(cachePage().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url, headers } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || headers.has("Authorization") || !CACHED.test(pathname)) return;
  event.respondWith(respond(event.request));
});

/** Cache the page and everything that replaying a record needs. */
async function cachePage() {
  const cache = await caches.open(CACHE);
  const page = await fetch("/", { headers: { Accept: "text/html" } }); // without this header the service redirects to the contract
  const needed = filesOf(await page.clone().text());
  await Promise.all([cache.put("/", page), ...needed.map((path) => cache.add(path).catch(() => undefined))]);
}

/** List the files that the page loads. @param {string} page */
function filesOf(page) {
  const modules = [...page.matchAll(/(?:href|src)="(\/table\/[^"]+)"/g)].map(([, path]) => path);
  const words = ["en", "cs", "it", "ru"].map((language) => `/table/words/${language}.js`);
  return [...new Set([...modules, ...words])];
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
