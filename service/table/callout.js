/** Callouts beside a target on the board: what a move would bring, and why a target cannot be selected. */

import { html } from "./html.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { t } from "./i18n.js";
import { matchingActions, selectedAction, timesChosen } from "./selection.js";

const GAP_PIXELS = 6;

/** Return the target of an element. @param {Element} element @returns {import("./selection.js").Target} */
export const targetOf = (element) => Object.fromEntries(JSON.parse(element.getAttribute("data-target") ?? "[]"));

/**
 * The preview beside the element under the pointer, the focus or a dragged thing. It keeps its own state, so that the board
 * is not drawn again. `pointer` gets the function that sets the element.
 * @param {any} props
 */
export function Preview({ frame, pointer, actions, chosen, sentence, previewOf }) {
  const [pointed, point] = usePointed(frame);
  pointer.current = point;
  if (!pointed?.isConnected || !pointed.matches(".legal, .chosen")) return null;
  return html`<${Callout} text=${previewText(actions, chosen, targetOf(pointed), sentence, previewOf)} element=${pointed} kind="preview" />`;
}

/** Return the selectable element under the pointer or the focus, and a function that sets it. @param {{current: Element | null}} frame @returns {[Element | undefined, (element: Element | undefined) => void]} */
function usePointed(frame) {
  const [pointed, setPointed] = useState(/** @type {Element | undefined} */ (undefined));
  useEffect(() => {
    const root = frame.current;
    const enter = (/** @type {Event} */ event) => setPointed(/** @type {Element} */ (event.target).closest(".selectable") ?? undefined);
    const leave = () => setPointed(undefined);
    const events = /** @type {const} */ ([["pointerover", enter], ["focusin", enter], ["pointerleave", leave], ["focusout", leave]]);
    for (const [name, listener] of events) root?.addEventListener(name, listener);
    return () => events.forEach(([name, listener]) => root?.removeEventListener(name, listener));
  }, []);
  return [pointed, setPointed];
}

/**
 * Say what the selection of a target would bring: the sentence of the action if only one is left, else the points if all
 * actions score some.
 * @param {any[]} actions @param {import("./selection.js").Target[]} chosen @param {import("./selection.js").Target} target
 * @param {(action: any) => string} sentence @param {(action: any) => any} previewOf
 */
function previewText(actions, chosen, target, sentence, previewOf) {
  const all = timesChosen(chosen, target) ? chosen : [...chosen, target];
  const left = matchingActions(actions, all);
  const action = left.length === 1 ? left[0].action : selectedAction(left, all);
  if (action) return sentence(action);
  const points = left.map((each) => previewOf(each.action)?.points);
  if (!left.length || !points.every((each) => typeof each === "number")) return "";
  const [least, most] = [Math.min(...points), Math.max(...points)];
  return t("points_preview", { points: least === most ? least : `${least}–${most}`, count: most });
}

/** A text beside an element of the board: above it, or below it if there is no room. @param {{text: string, element?: Element, kind: string, role?: string}} props */
export function Callout({ text, element, kind, role }) {
  const note = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => void (note.current && text && element?.isConnected && placeBeside(note.current, element)));
  const place = element?.isConnected ? "callout" : "";
  return html`<p ref=${note} class=${`${place} ${kind}`} role=${role} aria-hidden=${role ? undefined : "true"}>${text}</p>`;
}

/** @param {HTMLElement} note @param {Element} element */
function placeBeside(note, element) {
  const frame = /** @type {Element} */ (note.parentElement).getBoundingClientRect();
  const box = (element.firstElementChild instanceof SVGElement ? element.firstElementChild : element).getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = note;
  const left = box.left + box.width / 2 - frame.left - width / 2;
  const above = box.top - frame.top - height - GAP_PIXELS;
  const header = document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0;
  note.style.left = `${Math.max(0, Math.min(left, frame.width - width))}px`;
  note.style.top = `${above + frame.top > header ? above : box.bottom - frame.top + GAP_PIXELS}px`;
}
