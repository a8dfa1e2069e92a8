/** The table itself: the drawing of the ruleset if there is one, else the plain one; and what pointing at it does. */

import { html } from "./html.js";
import { useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { drawingOf } from "./drawings.js";
import { GenericBoard } from "./generic.js";
import { hinting } from "./hint.js";
import { fits, marker, pointed, reader, remaining } from "./narrow.js";
import { glide } from "./motion.js";
import { act, whyNot } from "./session.js";
import { setting } from "./seats.js";
import { meant } from "./narrow.js";
import { thingMaker } from "./thing.js";
import { t } from "./words.js";

/** @typedef {import("./narrow.js").Points} Points */

/** Load the drawing of a ruleset; null once it is clear that there is none. @param {string} ruleset */
export function useDrawing(ruleset) {
  const [drawing, setDrawing] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    drawingOf(ruleset).then(({ Board }) => setDrawing(() => Board), () => setDrawing(null));
  }, [ruleset]);
  return drawing;
}

/** @param {any} props */
export function BoardFrame(props) {
  const { session, state, shown, isPast, lex, ruleset, read } = props;
  const drawing = useDrawing(ruleset.ruleset);
  const wide = useWide();
  useEffect(() => session.change({}), [drawing]); // what to do depends on what can be pointed at
  const [isPlain, setPlain] = useState(false);
  useErrorBoundary((error) => (console.error(error), setPlain(true))); // a drawing that fails leaves the plain table
  const [note, setNote] = useState("");
  const frame = useRef(/** @type {Element | null} */ (null));
  useMotion(frame, shown);
  useBreadth(frame, wide);
  useEscape(session);
  useEffect(() => setNote(""), [state.view?.decision, state.chosen.length]);
  const tools = pointing({ ...props, setNote });
  tools.highlighted = useHighlighted(ruleset, state);
  tools.hinted = isPast ? () => false : hinting(props);
  props.offered.clear();
  const Drawn = isPlain || !drawing ? GenericBoard : drawing;
  const given = {
    html, view: shown, ruleset, seat: state.seat, players: lex.players, isPast, lex, state, wide, covered: props.isCovered,
    name: lex.name, look: (/** @type {string} */ kind, /** @type {any} */ id) => lex.look(kind, id) ?? {},
    marks: tools.marks, point: tools.point, hinted: tools.hinted, thing: thingMaker(tools),
  };
  return html`<section class="table" aria-label=${t("the_table")} ref=${frame}>
    <div class="drawing">${drawing === undefined ? null : html`<${Drawn} ...${given} read=${read} />`}</div>
    <p class="board-note" role="status">${note}</p>
    ${Drawn === GenericBoard ? null : html`<p class="keys"><kbd aria-hidden="true">← ↑ ↓ →</kbd> ${t("arrow_keys")}</p>`}
    ${drawing ? html`<button type="button" class="plain-switch" aria-pressed=${String(isPlain)} onClick=${() => setPlain(!isPlain)}>${t("plain_table")}</button>` : null}
  </section>`;
}

/** Let what has moved glide, after each change of the view. @param {{current: Element | null}} frame @param {any} shown */
export function useMotion(frame, shown) {
  const before = useRef(/** @type {any} */ (new Map()));
  useLayoutEffect(() => {
    if (frame.current) before.current = glide(frame.current, before.current);
  }, [shown]);
}

/** Whether there is room for a drawing that is wider than high; a drawing may lay itself out by that. */
export function useWide() {
  const media = matchMedia("(min-width: 46rem)");
  const [isWide, setWide] = useState(media.matches);
  useEffect(() => {
    const changed = () => setWide(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  return isWide;
}

/** Let a broad drawing be pushed sideways on a narrow screen, where it would be too small to be touched. @param {{current: Element | null}} frame @param {boolean} wide */
export function useBreadth(frame, wide) {
  useLayoutEffect(() => {
    const box = frame.current?.querySelector("svg")?.viewBox.baseVal;
    frame.current?.classList.toggle("broad", !wide && !!box && box.width > box.height * 1.1);
  });
}

/** Take the last choice back with Escape. @param {import("./session.js").Session} session */
function useEscape(session) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]") || !session.state.chosen.length) return;
      session.change({ chosen: session.state.chosen.slice(0, -1), rejection: undefined });
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [session]);
}

/** Make what a drawing points with. @param {any} props */
function pointing({ session, state, list, isPast, isCovered, offered, setNote, ruleset, lex }) {
  const isOpen = !isPast && !isCovered && !state.busy && state.view?.decision !== undefined && list.length > 0;
  const mark = marker(list, state.chosen);
  /** @param {Points} points */
  const marks = (points) => {
    for (const [name, value] of Object.entries(points)) offered.add(`${name}=${value}`);
    return isOpen ? mark(points) : "";
  };
  /** @param {Points} points */
  const point = async (points) => {
    if (!isOpen) return setNote(isPast ? t("return_to_play") : isCovered ? t("lift_cover") : t("not_now"));
    const chosen = pointed(list, state.chosen, points);
    if (!chosen) return setNote(await reason(session, list, state.chosen, points, lex));
    setNote("");
    choose(session, list, chosen);
  };
  return { marks, point, ruleset, highlighted: (/** @type {Points} */ _) => false, hinted: (/** @type {Points} */ _) => false };
}

/** Keep what is chosen; carry it out if one action is left and the player wants no question. @param {import("./session.js").Session} session @param {any[]} list @param {Points[]} chosen */
export function choose(session, list, chosen) {
  session.change({ chosen, rejection: undefined });
  const left = remaining(list, chosen);
  const action = meant(left, chosen);
  if (action && left.length === 1 && setting("ask") === "no") act(session, action);
}

/** Say why something cannot be pointed at: form the action that it would be, and ask. @param {import("./session.js").Session} session @param {any[]} list @param {Points[]} chosen @param {Points} points @param {any} lex */
async function reason(session, list, chosen, points, lex) {
  const action = formed(list, chosen, points);
  const problem = action && (await whyNot(session, action).catch(() => undefined));
  if (!problem) return t("not_now");
  return `${lex.why(problem)} ${problem.rule ?? ""}`;
}

/** Form an illegal action after a legal one: with what was pointed at in the members that can have it. @param {any[]} list @param {Points[]} chosen @param {Points} points */
function formed(list, chosen, points) {
  const near = [...remaining(list, chosen), ...list];
  for (const { action, units } of near) {
    const changed = { ...action };
    const all = Object.entries(points).every(([name, value]) => {
      const unit = units.find((/** @type {any} */ each) => [...each.words].some((word) => word.startsWith(`${name}=`)));
      if (!unit || typeof changed[unit.member] === "object") return false;
      changed[unit.member] = value;
      return true;
    });
    if (all) return changed;
  }
  return undefined;
}

/** Whether the fact that is shown now refers to a thing. @param {any} ruleset @param {any} state */
function useHighlighted(ruleset, state) {
  const { playback } = state;
  const fact = playback?.event.facts[playback.fact];
  if (!fact) return () => false;
  const references = (ruleset.references ?? []).filter((/** @type {any} */ each) => each.part === "fact").map((/** @type {any} */ each) => ({ ...each, part: "action" }));
  const found = reader(references)(fact);
  return (/** @type {Points} */ points) => fits(found, points) > 0;
}
