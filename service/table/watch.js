/** Watching without a seat: live boards, a game from every seat side by side, and the top table of a tournament. */

import { html } from "./html.js";
import { useEffect, useMemo, useState } from "./vendor/preact.js";
import { pause, request } from "./api.js";
import { applyPatch } from "./client/patch.js";
import { gameTexts } from "./client/texts.js";
import { seatColours } from "./colours.js";
import { ErrorMessage, Loading, playerName, problemOf, useTitle } from "./components.js";
import { levelName } from "./game.js";
import { currentLanguage, t } from "./i18n.js";
import { sentences } from "./log.js";
import { Players } from "./players.js";
import { Delay } from "./spectator.js";
import { StaticBoard } from "./staticboard.js";

/** @typedef {{view: any, ruleset: any, game: any, event?: any}} Watched */

/** Seconds between requests. Many boards on one page would hold too many streams: browsers open six connections. */
const POLL_SECONDS = 2;
const ENDED = ["over", "aborted"];

/** Follow a game as a spectator, without the tokens of this browser. @param {string} game @returns {{watched?: Watched, problem?: any}} */
export function useWatched(game) {
  const [state, setState] = useState(/** @type {{watched?: Watched, problem?: any}} */ ({}));
  useEffect(() => {
    const controller = new AbortController();
    setState({});
    follow(game, controller.signal, (watched) => setState({ watched })).catch((error) => controller.signal.aborted || setState((before) => ({ ...before, problem: problemOf(error) })));
    return () => controller.abort();
  }, [game]);
  return state;
}

/** Report a game now and after each change, until its end. A start and an abort change the status without an event. @param {string} id @param {AbortSignal} signal @param {(watched: Watched) => void} report */
async function follow(id, signal, report) {
  const path = `/games/${id}`;
  let [game, view, { seats }] = await Promise.all([request(path, { signal }), request(`${path}/view`, { signal }), request(`${path}/seats`, { signal })]);
  const ruleset = await request(`/rulesets/${view.ruleset}`, { signal });
  game = { ...game, seats };
  report({ view, ruleset, game });
  while (!signal.aborted && !ENDED.includes(view.status)) {
    await pause(POLL_SECONDS, signal);
    if (signal.aborted || document.hidden) continue;
    const { events, status } = await request(`${path}/events?patches=true&after=${view.version}`, { signal });
    if (!events.length && status === view.status) continue;
    if (view.status === "open") game = { ...game, seats: (await request(`${path}/seats`, { signal })).seats };
    view = (events.length && patched(view, events)) || (await request(`${path}/view`, { signal }));
    report({ view, ruleset, game, event: events.at(-1) });
  }
}

/** Return the view after some events; undefined if a patch does not fit. @param {any} view @param {any[]} events */
function patched(view, events) {
  try {
    return events.reduce((before, { patch }) => applyPatch(before, patch ?? []), view);
  } catch {
    return undefined;
  }
}

/** Return the texts of a game with the names of its players. @param {Watched} watched */
function textsOf({ view, ruleset, game }) {
  const names = view.seats.map((/** @type {any} */ seat) => playerName({ ...seat, ...game.seats[seat.seat] }, (level) => levelName(ruleset, level)));
  return gameTexts(ruleset, currentLanguage(), names);
}

/** One live board with its players. @param {{game: string, label?: string}} props */
export function LiveBoard({ game, label }) {
  const { watched, problem } = useWatched(game);
  const texts = useMemo(() => watched && textsOf(watched), [watched?.ruleset, watched?.game]);
  if (problem) return html`<${ErrorMessage} problem=${problem} />`;
  if (!watched || !texts) return html`<${Loading} label=${t("loading")} />`;
  const { view, ruleset } = watched;
  return html`<div class="live" style=${seatColours(texts, view.seats)}><${Players} view=${view} state=${{ seat: null }} texts=${texts} />
    <${Delay} spectators=${watched.game.spectators} /><${StaticBoard} ruleset=${ruleset} view=${view} texts=${texts} label=${label} /></div>`;
}

/** The screen that shows a game from every seat. @param {{game: string}} props */
export function WatchScreen({ game }) {
  const { watched, problem } = useWatched(game);
  const texts = useMemo(() => watched && textsOf(watched), [watched?.ruleset, watched?.game]);
  useTitle(watched?.ruleset.title ?? "");
  if (!watched || !texts) return problem ? html`<${ErrorMessage} problem=${problem} /><p class="row"><a class="button quiet" href="#/">${t("to_lobby")}</a></p>` : html`<${Loading} label=${t("loading")} />`;
  const { ruleset, event } = watched;
  const [latest] = event ? sentences(texts, event) : [];
  const isDeleted = problem?.code === "game_not_found";
  const view = isDeleted ? { ...watched.view, to_act: [] } : watched.view;
  const said = isDeleted ? t("deleted") : view.status === "aborted" ? t("aborted") : latest?.text ?? t("moves", { count: view.version });
  return html`<article class="watch" style=${seatColours(texts, view.seats)}><h1 class="hidden">${ruleset.title}</h1>
    <${Players} view=${view} state=${{ seat: null }} texts=${texts} /><${Delay} spectators=${watched.game.spectators} />
    <p class="watch-latest" role="status">${said}</p>${isDeleted ? null : html`<${ErrorMessage} problem=${problem} />`}
    <div class="watch-boards">${view.seats.map((/** @type {any} */ { seat }) => html`<div key=${seat}><h2><bdi>${texts.name("seat", seat)}</bdi></h2>
      <${StaticBoard} ruleset=${ruleset} view=${view} texts=${texts} seat=${seat} label=${texts.name("seat", seat)} /></div>`)}</div>
    <p class="row"><a class="button quiet" href=${`#/game/${game}`}>${t("one_board")}</a><a class="button quiet" href="#/">${t("to_lobby")}</a></p></article>`;
}
