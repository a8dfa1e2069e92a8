/** The screen of a game: board, decision panel, log. */

import { html } from "./html.js";
import { useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { BoardFrame } from "./board.js";
import { seatColours } from "./colours.js";
import { Handover } from "./handover.js";
import { lexicon } from "./lexicon.js";
import { Log } from "./log.js";
import { isSecretChoice, Panel } from "./panel.js";
import { Players } from "./players.js";
import { playerName, Trouble, usePlace, Waiting } from "./parts.js";
import { reader } from "./narrow.js";
import { setSetting, setting } from "./seats.js";
import { begin, end, openSession, takeSeat } from "./session.js";
import { Share } from "./share.js";
import { Results } from "./sheet.js";
import { Slider } from "./slider.js";
import { current, t } from "./words.js";

/** @typedef {import("./session.js").Session} Session */

/** Follow a game while its screen is shown. @param {string} game */
function useSession(game) {
  const session = useMemo(() => openSession(game, current()), [game]);
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = () => redraw((before) => before + 1);
    session.listeners.add(listener);
    begin(session);
    const awake = () => document.visibilityState === "visible" && !session.state.isUp && wake(session);
    document.addEventListener("visibilitychange", awake);
    addEventListener("online", awake);
    return () => {
      document.removeEventListener("visibilitychange", awake);
      removeEventListener("online", awake);
      session.listeners.delete(listener);
      end(session);
    };
  }, [session]);
  return session;
}

/** Reconnect at once when the device wakes up or is online again. @param {Session} session */
function wake(session) {
  end(session);
  begin(session);
}

/** @param {{game: string}} props */
export function GameScreen({ game }) {
  const session = useSession(game);
  const { ruleset, view, failed } = session.state;
  usePlace(ruleset?.title ?? "");
  if (failed && !view) return html`<section class="lost"><${Trouble} problem=${failed} /><p class="row"><button type="button" class="primary" onClick=${() => wake(session)}>${t("try_again")}</button><a class="button quiet" href="#/">${t("to_lobby")}</a></p></section>`;
  if (!ruleset || !view) return html`<${Waiting} label=${t("loading")} />`;
  return html`<${Playing} session=${session} ruleset=${ruleset} view=${view} />`;
}

/** @param {{session: Session, ruleset: import("./lexicon.js").Ruleset, view: import("./session.js").GameView}} props */
function Playing({ session, ruleset, view }) {
  const { state } = session;
  const names = view.seats.map((seat) => playerName(seat, (level) => levelName(ruleset, level)));
  const lex = useMemo(() => lexicon(ruleset, current(), names), [ruleset, names.join("|")]);
  const colours = useMemo(() => seatColours(lex), [lex]);
  const read = useMemo(() => reader((ruleset.references ?? guessedReferences(ruleset, lex))), [ruleset, lex]);
  const list = useMemo(() => (state.actions ?? []).map(read), [state.actions, read]);
  const [sheet, setSheet] = useState("");
  const offered = useRef(new Set());
  if (state.handover !== null) return html`<${Handover} colours=${colours} name=${names[state.handover]} seat=${state.handover} take=${() => takeSeat(session, Number(state.handover))} />`;
  const isPast = state.at !== null;
  const shown = (isPast && state.past) || view;
  const isCovered = view.decision !== undefined && state.lifted !== view.decision && isSecretChoice(lex, list);
  const common = { session, state, ruleset, view, lex, read, list, isCovered, offered: offered.current };
  return html`<div class=${`game ${isPast ? "is-past" : ""}`} style=${colours}><h1 class="hidden">${ruleset.title}</h1>
    <${Players} ...${common} view=${shown} />
    <${BoardFrame} ...${common} shown=${shown} isPast=${isPast} />
    <div class="side">
      ${isPast ? html`<${PastNote} ...${common} />` : view.status === "over" ? html`<${Results} ...${common} />` : html`<${Panel} ...${common} />`}
      <${Slider} ...${common} />
      <${Log} ...${common} />
      <p class="row tools"><button type="button" class="quiet" onClick=${() => setSheet("share")}>${t("share")}</button>
        <a class="button quiet" href="#/">${t("to_lobby")}</a></p>
      ${state.seat === null ? null : html`<label class="switch small"><input type="checkbox" checked=${setting("ask") === "no"} onChange=${(/** @type {any} */ event) => (setSetting("ask", event.target.checked ? "no" : "yes"), session.change({}))} /><span>${t("without_confirmation")}</span></label>`}
    </div>
    ${sheet === "share" ? html`<${Share} ...${common} close=${() => setSheet("")} />` : null}
    ${state.isUp ? null : html`<p class="line-down" role="status">${t("reconnecting")}</p>`}
  </div>`;
}

/** @param {import("./lexicon.js").Ruleset} ruleset @param {string} level */
export const levelName = (ruleset, level) => ruleset.names.find(({ kind, id }) => kind === "level" && id === level)?.name ?? level;

/** Return references guessed from field names, for rulesets without references. @param {import("./lexicon.js").Ruleset} ruleset @param {import("./lexicon.js").Lexicon} lex */
function guessedReferences(ruleset, lex) {
  const members = /** @type {any} */ (ruleset).members ?? [];
  return members.map((/** @type {any} */ each) => ({ part: "action", ...each, kind: lex.kindOf("action", each.type, each.field) }));
}

/** @param {any} props */
function PastNote({ state }) {
  return html`<section class="card panel"><h2>${t("earlier_position")}</h2><p class="faint">${t("earlier_position_note", { version: state.at })}</p></section>`;
}
