/** The service worker: keeps the page and what rulesets say of themselves, so that a record can be watched offline. */

const SHELF = "bottega-1";
const KEPT = /^\/($|table\/|v1\/rulesets\/[^/]+($|\/rules$|\/icons\/))/;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepPage().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url, headers } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || headers.has("Authorization") || !KEPT.test(pathname)) return;
  event.respondWith(answered(event.request));
});

/** Keep the page and everything that watching a record needs. */
async function keepPage() {
  const shelf = await caches.open(SHELF);
  const page = await fetch("/", { headers: { Accept: "text/html" } }); // a request that accepts no HTML is redirected to the contract
  const needed = listed(await page.clone().text());
  await Promise.all([shelf.put("/", page), ...needed.map((path) => shelf.add(path).catch(() => undefined))]);
}

/** The files of the page, as it lists them itself. @param {string} page */
function listed(page) {
  const modules = [...page.matchAll(/(?:href|src)="(\/table\/[^"]+)"/g)].map(([, path]) => path);
  const words = ["en", "cs", "it", "ru"].map((language) => `/table/words/${language}.js`);
  return [...new Set([...modules, ...words])];
}

/** Whether an address names its bytes, which then never change. @param {URL} address */
const isFixed = (address) => address.searchParams.has("v");

/** Ask the service first unless what was kept cannot be out of date, and keep what it says; without it, what was kept. @param {Request} request */
async function answered(request) {
  const shelf = await caches.open(SHELF);
  const language = request.headers.get("Accept-Language") ?? "";
  const address = new URL(request.url);
  if (address.pathname.startsWith("/v1/")) address.searchParams.set("language", language);
  const fixed = isFixed(address) && (await shelf.match(address.href, { ignoreVary: true }));
  if (fixed) return fixed;
  try {
    const answer = await fetch(request);
    if (answer.ok) shelf.put(address.href, answer.clone());
    return answer;
  } catch (error) {
    const kept = await shelf.match(address.href, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
