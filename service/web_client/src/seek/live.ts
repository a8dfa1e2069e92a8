/** The list of seeks, up to date while it is shown: the service responds as soon as it changes. */

import { bodyOf, retry } from "@bottega/client/http";
import { useEffect, useState } from "preact/hooks";
import { pause, send } from "../api";
import type { Answer } from "../routes";

export type SeekList = Answer<"GET /seeks">;

const WAIT_SECONDS = 20;
/** Smallest time between two lists: many players may come and go at once. */
const SETTLE_SECONDS = 1;

/** Follow the list of seeks, once the account is known. */
export function useSeeks(token: string | undefined, isReady: boolean): SeekList | undefined {
  const [listed, setListed] = useState<SeekList>();
  useEffect(() => {
    if (!isReady) return;
    const controller = new AbortController();
    followSeeks(token, controller.signal, setListed).catch(() => undefined);
    return () => controller.abort();
  }, [token, isReady]);
  return listed;
}

/** Report the list now and after each change, while the page is visible. Throws a `Problem`. */
async function followSeeks(token: string | undefined, signal: AbortSignal, report: (listed: SeekList) => void) {
  for (let etag: string | undefined; ; ) {
    await visible(signal);
    const found = await retry({ signal }, () => listUnless(etag, token, signal));
    if (signal.aborted) return;
    if (!found) continue;
    etag = found.etag;
    report(found.listed);
    await pause(SETTLE_SECONDS, signal);
  }
}

/** Return the list with its entity tag; undefined if it has the known one until the end of the wait. */
async function listUnless(etag: string | undefined, token: string | undefined, signal: AbortSignal) {
  const headers = etag ? { "If-None-Match": etag } : undefined;
  const response = await send(`/seeks?wait=${WAIT_SECONDS}`, { token, signal, headers, attempts: 1 }, true);
  if (response.status === 304) return undefined;
  const listed: SeekList = await bodyOf(response);
  return { listed, etag: response.headers.get("ETag") ?? undefined };
}

/** Wait until the page is visible, or the signal aborts. */
function visible(signal: AbortSignal) {
  if (!document.hidden || signal.aborted) return undefined;
  return new Promise<void>((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
