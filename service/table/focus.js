/** Keeps the keyboard focus where the player works, although the focused control disappears with its choice. */

import { useEffect, useLayoutEffect, useRef } from "./vendor/preact.js";

const BOARD = ".table";
const PANEL = ".panel";
const CHOICES = ".focus-target[tabindex='0'], .chip.selectable";

/** @typedef {{element: Element, x: number, y: number, region: string}} Last the element that had the focus, and its centre */

/** Whether a key press belongs to no control. @param {Event} event */
export const isFree = ({ target }) => target instanceof Element && !target.closest("a, button, input, select, textarea, summary, dialog, [role='button'], .log-list");

/** Move the focus to the nearest choice or to the panel when its control has disappeared. Call it in a component that every change draws again. */
export function useKeptFocus() {
  const last = useRef(/** @type {Last | undefined} */ (undefined));
  useEffect(() => {
    const focused = (/** @type {Event} */ { target }) => void (last.current = describe(target));
    const pointed = () => void (last.current = undefined); // a click on a control gives it the focus next
    addEventListener("pointerdown", pointed, true);
    addEventListener("focusin", focused);
    return () => (removeEventListener("pointerdown", pointed, true), removeEventListener("focusin", focused));
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement === document.body && last.current && !last.current.element.isConnected) refocus(last.current);
  });
}

/** @param {any} element @returns {Last | undefined} */
function describe(element) {
  const region = [BOARD, `${PANEL}, .controls`].find((each) => element.closest(each));
  const box = (element.previousElementSibling instanceof SVGElement ? element.previousElementSibling : element).getBoundingClientRect();
  return region ? { element, x: box.x + box.width / 2, y: box.y + box.height / 2, region } : undefined;
}

/** @param {Last} last */
function refocus({ x, y, region }) {
  const choices = region === BOARD ? [...document.querySelectorAll(`${BOARD} :is(${CHOICES})`)] : [];
  const distance = (/** @type {Element} */ element) => {
    const box = (element.parentElement?.closest("svg") ? element.previousElementSibling ?? element : element).getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
  };
  const [nearest] = choices.sort((one, other) => distance(one) - distance(other));
  const next = nearest ?? document.querySelector(region === BOARD ? BOARD : PANEL);
  if (next instanceof HTMLElement || next instanceof SVGElement) next.focus({ preventScroll: region !== BOARD });
}
