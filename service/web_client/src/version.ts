/**
 * Brings a new version of the page into a tab that has an older one: all of it, and only when the user loses nothing.
 *
 * The modules of two versions never meet, since the names of scripts contain a hash of their content. A tab whose next
 * module is gone loads the page again.
 */

import { useEffect, useState } from "preact/hooks";

/** The script that this module is a part of. Its name changes with every script that the page may load. */
const OWN_SCRIPT = new URL(import.meta.url).pathname;
/** Where a tab notes for which version it was loaded again: a second time would not help. */
const NOTE = "bottega.reloaded";
/** How long after its URL a screen has said what it keeps. */
const SCREEN_MILLISECONDS = 200;

let isOutdated = false;
let isTyped = false;
/** What each component keeps that a reload would lose. */
const kept: Set<object> = new Set();
const watchers: Set<(isOutdated: boolean) => void> = new Set();

/** Return whether the service has a newer version of the page, as far as this tab knows. */
export function useOutdated() {
  const [state, setState] = useState(isOutdated);
  useEffect(() => {
    watchers.add(setState);
    return () => void watchers.delete(setState);
  }, []);
  return state;
}

/** Keep the tab from an automatic reload while a component holds what that would lose. */
export function useKept(isKept: boolean) {
  useEffect(() => {
    if (!isKept) return undefined;
    const entry = {};
    kept.add(entry);
    return () => void kept.delete(entry);
  }, [isKept]);
}

const isSafe = () => !isTyped && !kept.size;

/** Compare this page with that of the service. Returns whether that is a newer one. */
export async function checkVersion(): Promise<boolean> {
  if (isOutdated) return true;
  const response = await fetch(location.pathname, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (!response?.ok) return false;
  const page = await response.text();
  isOutdated = page.includes("/table/") && !page.includes(OWN_SCRIPT);
  if (isOutdated) for (const watcher of watchers) watcher(true);
  return isOutdated;
}

/** Load the page again if the service has a newer one and the user loses nothing. */
async function renew() {
  if (!(await checkVersion()) || !isSafe() || sessionStorage.getItem(NOTE) === OWN_SCRIPT) return;
  sessionStorage.setItem(NOTE, OWN_SCRIPT);
  location.reload();
}

/** Load a module. If the service no longer has it, bring the new version of the page. */
export async function loaded<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    await renew();
    throw error;
  }
}

/** Look for a new version whenever the user returns to the tab, and bring a known one with the next screen. */
export function followVersion() {
  addEventListener("input", () => {
    isTyped = true;
  });
  addEventListener("hashchange", () => {
    isTyped = false;
    setTimeout(() => isOutdated && renew(), SCREEN_MILLISECONDS);
  });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && renew());
}
