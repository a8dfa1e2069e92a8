/** Keeps the keyboard focus where the player works, although the focused control disappears with its choice. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

const BOARD = ".table";
const PANEL = ".panel";
const CHOICES = ".focus-target[tabindex='0'], .chip.selectable";

/** the element that had the focus, and its centre */
type Last = { element: Element; x: number; y: number; region: string };

/** Whether a key press belongs to no control. */
export const isFree = ({ target }: Event) =>
  target instanceof Element &&
  !target.closest("a, button, input, select, textarea, summary, dialog, [role='button'], .log-list");

/** Move the focus to the nearest choice or to the panel when its control has disappeared. Call it in a component that every change draws again. */
export function useKeptFocus() {
  const last = useRef<Last | undefined>(undefined);
  useEffect(() => {
    const focused = ({ target }: Event) => {
      last.current = target instanceof Element ? describe(target) : undefined;
    };
    const pointed = () => {
      last.current = undefined; // a click on a control gives it the focus next
    };
    addEventListener("pointerdown", pointed, true);
    addEventListener("focusin", focused);
    return () => {
      removeEventListener("pointerdown", pointed, true);
      removeEventListener("focusin", focused);
    };
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement === document.body && last.current && !last.current.element.isConnected)
      refocus(last.current);
  });
}

function describe(element: Element): Last | undefined {
  const region = [BOARD, `${PANEL}, .controls`].find((each) => element.closest(each));
  const box = (
    element.previousElementSibling instanceof SVGElement ? element.previousElementSibling : element
  ).getBoundingClientRect();
  return region ? { element, x: box.x + box.width / 2, y: box.y + box.height / 2, region } : undefined;
}

function refocus({ x, y, region }: Last) {
  const choices = region === BOARD ? [...document.querySelectorAll(`${BOARD} :is(${CHOICES})`)] : [];
  const distance = (element: Element) => {
    const box = (
      element.parentElement?.closest("svg") ? (element.previousElementSibling ?? element) : element
    ).getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
  };
  const [nearest] = choices.sort((one, other) => distance(one) - distance(other));
  const next = nearest ?? document.querySelector(region === BOARD ? BOARD : PANEL);
  if (next instanceof HTMLElement || next instanceof SVGElement) next.focus({ preventScroll: region !== BOARD });
}
