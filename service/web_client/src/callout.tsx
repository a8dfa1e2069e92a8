/** Callouts beside a target on the board: what a move would bring, and why a target cannot be selected. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "./i18n";
import { freePlace } from "./kit/places";
import type { Action, ParsedAction, Target } from "./selection";
import { matchingActions, selectedAction, timesChosen } from "./selection";
import { targetOf } from "./targets";

/** What the text of a preview depends on. */
type Choice = {
  actions: ParsedAction[];
  chosen: Target[];
  sentence: (action: Action) => string;
  previewOf: (action: Action) => { points?: number } | undefined;
};
type PreviewProps = Choice & {
  frame: { current: Element | null };
  pointer: { current: (element: Element | undefined) => void };
};

/**
 * The preview beside the element under the pointer, the focus or a dragged thing. It keeps its own state, so that the board
 * is not drawn again. `pointer` gets the function that sets the element.
 */
export function Preview({ frame, pointer, ...choice }: PreviewProps) {
  const [pointed, point] = usePointed(frame);
  pointer.current = point;
  if (!pointed?.isConnected || !pointed.matches(".legal, .chosen")) return null;
  return <Callout text={previewText(choice, targetOf(pointed))} element={pointed} kind="preview" />;
}

/** Return the selectable element under the pointer or the focus, and a function that sets it. */
function usePointed(frame: { current: Element | null }): [Element | undefined, (element: Element | undefined) => void] {
  const [pointed, setPointed] = useState<Element>();
  useEffect(() => {
    const root = frame.current;
    const selectableOf = ({ target }: Event) =>
      (target instanceof Element && target.closest(".selectable")) || undefined;
    const enter = (event: Event) => setPointed(selectableOf(event));
    const focus = (event: Event) => setPointed((before) => selectableOf(event) ?? before); // a click focuses the board
    const leave = () => setPointed(undefined);
    const events = [
      ["pointerover", enter],
      ["focusin", focus],
      ["pointerleave", leave],
      ["focusout", leave],
    ] as const;
    for (const [name, listener] of events) root?.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of events) root?.removeEventListener(name, listener);
    };
  }, [frame]);
  return [pointed, setPointed];
}

/**
 * Say what the selection of a target would bring: the sentence of the action if only one is left, else the points if all
 * actions score some.
 */
function previewText({ actions, chosen, sentence, previewOf }: Choice, target: Target) {
  const all = timesChosen(chosen, target) ? chosen : [...chosen, target];
  const left = matchingActions(actions, all);
  const action = left.length === 1 ? left[0].action : selectedAction(left, all);
  if (action) return sentence(action);
  const points = left.flatMap((each) => previewOf(each.action)?.points ?? []);
  if (!left.length || points.length < left.length) return "";
  const [least, most] = [Math.min(...points), Math.max(...points)];
  return t("points_preview", { points: least === most ? least : `${least}–${most}`, count: most });
}

type CalloutProps = { text: string; element?: Element; kind: string; role?: "status" };

/** A text beside an element of the board: above it, or below it if there is no room. */
export function Callout({ text, element, kind, role }: CalloutProps) {
  const note = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (note.current && text && element?.isConnected) placeBeside(note.current, element);
  });
  const place = element?.isConnected ? "callout" : "";
  return (
    <p ref={note} class={`${place} ${kind}`} role={role} aria-hidden={role ? undefined : "true"}>
      {text}
    </p>
  );
}

const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;

/** Place a text beside an element, where it covers as little as possible of what can be selected. */
function placeBeside(note: HTMLElement, element: Element) {
  const frame = (note.parentElement ?? note).getBoundingClientRect();
  const size = { width: note.offsetWidth, height: note.offsetHeight };
  const header = Math.max(...[...document.querySelectorAll(".top, .players")].map(bottomOf));
  const room = { x: frame.left, y: header, width: frame.width, height: innerHeight - header };
  const others = [...(note.parentElement?.querySelectorAll(".selectable") ?? [])].map(pictureBox);
  const { x, y } = freePlace(pictureBox(element), size, room, others);
  note.style.left = `${x - frame.left}px`;
  note.style.top = `${y - frame.top}px`;
}

/** Return the box of the picture of a selectable element. */
const pictureBox = (element: Element): DOMRect =>
  (element.firstElementChild instanceof SVGElement ? element.firstElementChild : element).getBoundingClientRect();
