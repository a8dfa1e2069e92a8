/** The boards of the rulesets: imported on demand, with their icons, and the size of screen that they are drawn for. */

import type { Ruleset } from "@bottega/client/texts";
import { withIcons } from "@bottega/client/texts";
import type { ComponentType } from "preact";
import { useEffect, useErrorBoundary, useState } from "preact/hooks";
import type { CallOptions } from "./api";
import { call } from "./api";
import { loadStyle } from "./components";
// what all boards share is loaded with the page: otherwise it would be two more files before the first board
import "./kit/drawing";
import "./kit/outline";
import "./kit/palette";
import type { Board, Moments } from "./kit/board";
import type { RulesetSummary, Schemas } from "./types";
import { loaded } from "./version";

const LANDSCAPE = "(min-width: 46rem), (min-width: 30rem) and (orientation: landscape)";

/** The module that draws the board of a ruleset. */
export type DrawingModule = { Board: Board; moments?: Moments };
/** What the page must know of a ruleset to load its board: its name, and the board that its package brings. */
export type Drawn = { ruleset: string; board?: Schemas["PackagedBoard"] };

/** Import the board of a built-in game. Rejects if there is none; without `async` the built function would throw. */
const importBuiltIn = async (ruleset: string): Promise<DrawingModule> => import(`./boards/${ruleset}/board.tsx`);

/** Load the board of a built-in game early: it is needed next. */
export const preloadDrawing = (ruleset: string) => importBuiltIn(ruleset).catch(() => undefined);

/** Import the board of a ruleset. Rejects if there is none. */
export const loadDrawing = ({ ruleset, board }: Drawn): Promise<DrawingModule> =>
  loaded(() => (board ? importPackaged(board.url) : importBuiltIn(ruleset)));

/** Import the board of a package. It imports the kit by the import map of the page. */
async function importPackaged(url: string): Promise<DrawingModule> {
  const module = await import(url);
  if (typeof module.Board !== "function") throw new TypeError(`${url} exports no function Board`);
  return module;
}

/** Load a ruleset with all its icons. Without the icons, each image loads its own. */
export async function loadRuleset(name: string, options?: CallOptions): Promise<Ruleset & RulesetSummary> {
  const [ruleset, list] = await Promise.all([
    call("GET /rulesets/{ruleset}", { ruleset: name }, options),
    call("GET /rulesets/{ruleset}/icons", { ruleset: name }, options).catch(() => undefined),
  ]);
  return list ? withIcons(ruleset, list) : ruleset;
}

/** The board of a ruleset: undefined while it loads, null if the ruleset has none or its board fails. */
type Drawing = Board | null | undefined;

/** What draws a position. `Board` is undefined while it loads. */
export type DrawnBoard = {
  Board: Board | undefined;
  hasDrawing: boolean;
  /** Whether the board of a package has failed: the generic board replaces it. */
  hasFailed: boolean;
  isPlain: boolean;
  setPlain: (isPlain: boolean) => void;
};

/** Return what draws the positions of a ruleset: its board, or the generic board if there is none or it fails. */
export function useDrawnBoard(ruleset: Drawn): DrawnBoard {
  const [drawing, setDrawing] = useState<Drawing>(undefined);
  const [isPlain, setPlain] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const fail = (error: unknown) => {
    console.error(error);
    setPlain(true);
    setFailed(true);
  };
  useErrorBoundary(fail);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fail` only sets states
  useEffect(() => {
    loadDrawing(ruleset).then(
      ({ Board }) => setDrawing(() => Board),
      (error) => {
        setDrawing(null);
        if (ruleset.board) fail(error);
      },
    );
    return ruleset.board && followErrors(ruleset.board.url, fail);
  }, [ruleset.ruleset, ruleset.board?.url]);
  return { Board: useBoard(drawing, isPlain), hasDrawing: Boolean(drawing), hasFailed, isPlain, setPlain };
}

/** Report the errors that handlers and timers of a script throw: no error boundary sees them. Returns how to end it. */
function followErrors(url: string, report: (error: unknown) => void) {
  const check = (error: unknown) => error instanceof Error && error.stack?.includes(url) && report(error);
  const thrown = (event: ErrorEvent) => check(event.error);
  const rejected = (event: PromiseRejectionEvent) => check(event.reason);
  addEventListener("error", thrown);
  addEventListener("unhandledrejection", rejected);
  return () => {
    removeEventListener("error", thrown);
    removeEventListener("unhandledrejection", rejected);
  };
}

/** Return the board component: the drawing, or the generic board, which is loaded on first use; undefined while it loads. */
function useBoard(drawing: Drawing, isPlain: boolean): Board | undefined {
  const [generic, setGeneric] = useState<Board>();
  const isGeneric = isPlain || drawing === null;
  useEffect(() => {
    if (!isGeneric) return;
    Promise.all([loaded(() => import("./generic")), loadStyle("plain")]).then(
      ([{ GenericBoard }]) => setGeneric(() => GenericBoard),
      () => undefined,
    );
  }, [isGeneric]);
  return isGeneric ? generic : (drawing ?? undefined);
}

/** Return a component of a drawn board; undefined until it is loaded after the board. */
export function useAfterwards<Props>(
  board: Board | undefined,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<ComponentType<Props>>();
  const isDrawn = Boolean(board);
  useEffect(() => {
    if (!isDrawn) return;
    load().then(
      (component) => setLoaded(() => component),
      () => undefined,
    );
  }, [isDrawn, load]);
  return loaded;
}

/** Whether the screen is wide enough for a drawing in landscape format. */
export function useWide() {
  const [isWide, setWide] = useState(() => matchMedia(LANDSCAPE).matches);
  useEffect(() => {
    const media = matchMedia(LANDSCAPE);
    const changed = () => setWide(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  return isWide;
}

/** Return what a seat has in public: its score, and the number of things in its hand. Unknown ones are undefined. */
export function tallyOf({ view }: { view: { seats?: unknown } }, seat: number): { score?: number; hand?: number } {
  const sides: unknown[] = Array.isArray(view.seats) ? view.seats : [];
  const side = sides.filter(isObject).find((each) => each.seat === seat);
  if (!side) return {};
  const held = Object.entries(side)
    .filter(([field]) => field === "hand" || field.endsWith("_in_hand"))
    .map(([, value]) => count(value));
  return {
    ...(typeof side.score === "number" ? { score: side.score } : {}),
    ...(held.length ? { hand: held.reduce((sum, each) => sum + each, 0) } : {}),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Count the entries of a list, or sum the numbers of a mapping. */
function count(value: unknown): number {
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return value.length;
  const numbers = Object.values(value ?? {}).map((each) => (typeof each === "number" ? each : 1));
  return numbers.reduce((sum, each) => sum + each, 0);
}
