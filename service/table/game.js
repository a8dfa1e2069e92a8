/** The screen of a game: board, decision panel, log. */

import { html } from "./html.js";
import { useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { BoardFrame } from "./board.js";
import { seatColours } from "./colours.js";
import { Controls } from "./controls.js";
import { ErrorMessage, Later, Loading, playerName, Preference, useTitle } from "./components.js";
import { useKeptFocus } from "./focus.js";
import { FreeSeats, useFreeSeats } from "./freeseats.js";
import { HelpButton } from "./help.js";
import { Hotseat } from "./hotseat.js";
import { currentLanguage, t } from "./i18n.js";
import { Log } from "./log.js";
import { isSecretChoice, Panel } from "./panel.js";
import { Players } from "./players.js";
import { usePresence } from "./presence.js";
import { actionParser } from "./selection.js";
import { openSession, start, stop, switchSeat, tokenOf } from "./session.js";
import { useTurnSignal } from "./signal.js";
import { Slider } from "./slider.js";
import { SpectatorNote } from "./spectator.js";
import { gameTexts } from "./client/texts.js";

/** @typedef {import("./session.js").Session} Session */

/** Follow a game while its screen is shown. @param {string} game */
function useSession(game) {
  const session = useMemo(() => openSession(game, currentLanguage()), [game]);
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = () => redraw((before) => before + 1);
    session.listeners.add(listener);
    start(session);
    const wakeUp = () => document.visibilityState === "visible" && !session.state.isConnected && reconnect(session);
    document.addEventListener("visibilitychange", wakeUp);
    addEventListener("online", wakeUp);
    return () => {
      document.removeEventListener("visibilitychange", wakeUp);
      removeEventListener("online", wakeUp);
      session.listeners.delete(listener);
      stop(session);
    };
  }, [session]);
  return session;
}

/** Reconnect at once when the device wakes up or is online again. @param {Session} session */
function reconnect(session) {
  stop(session);
  start(session);
}

/** @param {{game: string, onShown?: (shown: any) => void}} props */
export function GameScreen({ game, onShown }) {
  const session = useSession(game);
  const hasFreeSeats = useFreeSeats(session);
  const { ruleset, view, loadError } = session.state;
  const isTurn = view?.decision !== undefined && session.state.seat !== null;
  useTitle(ruleset?.title ?? "", isTurn ? `● ${t("your_turn")}` : "");
  useTurnSignal(view && isTurn && !session.state.planned?.actions.length);
  if (loadError && !view) return html`<section class="load-error"><${ErrorMessage} problem=${loadError} /><p class="row"><button type="button" class="primary" onClick=${() => reconnect(session)}>${t("try_again")}</button><a class="button quiet" href="#/">${t("to_lobby")}</a></p></section>`;
  if (!ruleset || !view) return html`<${Loading} label=${t("loading")} />`;
  return html`<${RunningGame} session=${session} ruleset=${ruleset} view=${view} hasFreeSeats=${hasFreeSeats} onShown=${onShown} />`;
}

/** @param {{session: Session, ruleset: import("./client/texts.js").Ruleset, view: import("./session.js").GameView, hasFreeSeats: boolean, onShown?: (shown: any) => void}} props */
function RunningGame({ session, ruleset, view, hasFreeSeats, onShown }) {
  const { state } = session;
  const names = view.seats.map((seat) => playerName({ ...seat, ...state.seats[seat.seat] }, (level) => levelName(ruleset, level)));
  const texts = useMemo(() => gameTexts(ruleset, currentLanguage(), names), [ruleset, names.join("|")]);
  const chosen = view.seats.map((seat) => seat.colour).join();
  const colours = useMemo(() => seatColours(texts, view.seats), [texts, chosen]);
  const parse = useMemo(() => actionParser(ruleset.references ?? []), [ruleset]);
  const actions = useMemo(() => (state.plan?.actions ?? state.actions ?? []).map(parse), [state.plan, state.actions, parse]);
  const [dialog, setDialog] = useState("");
  const offered = useRef(new Set());
  useKeptFocus();
  const present = usePresence(view, state.seat, tokenOf(session));
  useEffect(() => onShown?.({ session, state, view, texts }), [state.log, state.actions, texts, view]);
  if (state.nextSeat !== null) return html`<${Hotseat} colours=${colours} name=${names[state.nextSeat]} seat=${state.nextSeat} onReady=${() => switchSeat(session, Number(state.nextSeat))} />`;
  const isPast = state.at !== null;
  const isDeleted = state.loadError?.code === "game_not_found";
  const shown = (isPast && state.past) || state.before || view;
  const isCovered = state.tokens.size > 1 && view.decision !== undefined && state.revealed !== view.decision && isSecretChoice(texts, actions);
  const previews = useMemo(() => new Map((state.actions ?? []).map((action, index) => [action, state.previews?.[index]])), [state.actions, state.previews]);
  const previewOf = (/** @type {any} */ action) => previews.get(action);
  const sentence = (/** @type {any} */ action) => texts.sentence("action", { ...action, ...previewOf(action) });
  const common = { session, state, ruleset, view, texts, parse, actions, isCovered, offered: offered.current, previewOf, sentence };
  return html`<div class=${`game ${isPast ? "is-past" : ""} ${view.decision === undefined ? "" : "is-turn"}`} style=${colours}><h1 class="hidden">${ruleset.title}</h1>
    <${Players} ...${common} view=${shown} present=${present} />
    <${BoardFrame} ...${common} shown=${shown} isPast=${isPast} />
    <div class="side">
      ${isDeleted ? html`<${Ended} text="deleted" />` : isPast ? html`<${PastNote} ...${common} />` : view.status === "over" ? html`<${Later} load=${() => import("./results.js")} name="Results" ...${common} />` : view.status === "aborted" ? html`<${Ended} text="aborted" />` : html`<${Panel} ...${common} />`}
      ${hasFreeSeats && state.seat !== null && !isDeleted ? html`<${FreeSeats} share=${() => setDialog("share")} />` : null}
      ${isPast || isDeleted ? null : html`<${Controls} ...${common} />`}
      <${Slider} ...${common} />
      <${Log} ...${common} />
      ${state.seat === null ? html`<${SpectatorNote} game=${state.game} />` : null}
      <p class="row tools"><button type="button" class="quiet" onClick=${() => setDialog("share")}>${t("share")}</button>
        <${HelpButton} ruleset=${ruleset.ruleset} title=${ruleset.title} />
        <a class="button quiet" href="#/">${t("to_lobby")}</a></p>
      ${state.seat === null ? null : html`<details class="settings"><summary>${t("options")}</summary><${Preference} name="ask" label=${t("without_confirmation")} on="no" off="yes" change=${() => session.change({})} />
        <${Preference} name="signal" label=${t("signal")} on="yes" off="no" isOn=${true} /></details>`}
    </div>
    ${dialog === "share" ? html`<${Later} load=${() => import("./share.js")} name="Share" ...${common} close=${() => setDialog("")} />` : null}
    ${state.isConnected || isDeleted ? null : html`<p class="connection-lost" role="status">${t("reconnecting")}</p>`}
  </div>`;
}

/** @param {import("./client/texts.js").Ruleset} ruleset @param {string} level */
export const levelName = (ruleset, level) => ruleset.names.find(({ kind, id }) => kind === "level" && id === level)?.name ?? level;

/** The game was stopped before its end, or no longer exists. @param {{text: string}} props */
const Ended = ({ text }) => html`<section class="card panel waiting-panel" role="status"><p class="eyebrow">${t("over")}</p><h2>${t(text)}</h2><p class="faint">${t(`${text}_note`)}</p></section>`;

/** @param {any} props */
function PastNote({ state }) {
  return html`<section class="card panel"><h2>${t("earlier_position")}</h2><p class="faint">${t("earlier_position_note", { version: state.at })}</p></section>`;
}
