/** Notice dead connections and sleeping devices. A device that sleeps stops its timers, and its connections die unnoticed. */

/** The service sends data at least every 15 seconds, and responds to a poll after 30: a longer silence means a dead connection. */
const SILENT_SECONDS = 40;
/** The clock is read at this interval, since a timer that was set before a sleep fires too late. */
const LOOK_SECONDS = 5;

/**
 * Call a function once data has not arrived for too long, at once after a device has woken. Returns the function that ends it.
 * @param {() => void} onSilence
 */
export function listen(onSilence) {
  const since = Date.now();
  const look = () => {
    if (Math.abs(Date.now() - since) < SILENT_SECONDS * 1000) return;
    stop();
    onSilence();
  };
  const timer = setInterval(look, LOOK_SECONDS * 1000);
  const forget = onWaking(look);
  const stop = () => (clearInterval(timer), forget());
  return stop;
}

/** Wait for some seconds, until the signal aborts, or until the device has woken or is online again. @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export function rest(seconds, signal) {
  return new Promise((resolve) => {
    const done = () => (clearTimeout(timer), forget(), signal?.removeEventListener("abort", done), resolve());
    const timer = setTimeout(done, seconds * 1000);
    const forget = onWaking(done);
    if (signal?.aborted) done();
    else signal?.addEventListener("abort", done);
  });
}

/** Call a function when a page is shown or online again; nothing happens outside a page. Returns the function that ends it. @param {() => void} act */
function onWaking(act) {
  if (typeof document !== "object" || typeof addEventListener !== "function") return () => undefined;
  const shown = () => document.visibilityState === "visible" && act();
  document.addEventListener("visibilitychange", shown);
  addEventListener("online", act);
  return () => (document.removeEventListener("visibilitychange", shown), removeEventListener("online", act));
}
