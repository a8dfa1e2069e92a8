/** The enlarged picture of a part of the board: under the mouse, after a tap, and with the Enter key. */

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Box } from "./kit/geometry";

const REST_MILLISECONDS = 400;
const LEAST_GAIN = 1.25;
const MARGIN_PIXELS = 8;
/** The most that a picture takes of a wide board, so that the part itself stays visible. */
const MOST_WIDTH = 0.58;
const NARROW_PIXELS = 640;
/** What no picture has: definitions, since references find those of the board, and what gets the focus. */
const LEFT_OUT = "defs, .focus-target, .enlargeable";

type Frame = RefObject<HTMLElement | null>;
/** What is enlarged, and whether it stays when the pointer leaves. */
type Enlarged = { part: Element; isPinned: boolean };
type Props = { frame: Frame; shown?: Enlarged; setShown: (shown?: Enlarged) => void };

export function Enlarged({ frame }: { frame: Frame }) {
  const [shown, setShown] = useState<Enlarged>();
  const props = { frame, shown, setShown };
  useHover(props);
  useTap(props);
  useKeys(props);
  useEnd(props);
  const picture = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (shown?.part.isConnected && picture.current) draw(picture.current, shown.part, frame);
  });
  if (!shown?.part.isConnected) return null;
  return <div ref={picture} class={`enlarged ${shown.isPinned ? "pinned" : ""}`} aria-hidden="true"></div>;
}

/** Return what is shown of a part: nothing if it is large already. */
const enlarged = (part: Element, isPinned: boolean, frame: Frame): Enlarged | undefined =>
  scaleOf(part, roomOf(frame)) < LEAST_GAIN ? undefined : { part, isPinned };

/** Return the part at the position of an event; none if something there can be selected. */
function partAt({ clientX, clientY }: MouseEvent): Element | undefined {
  const found = document.elementsFromPoint(clientX, clientY);
  if (found.some((each) => each.closest(".selectable.legal, .selectable.chosen"))) return undefined;
  return found.find((each) => each.parentElement?.matches(".enlargeable"))?.parentElement ?? undefined;
}

/** Show the part on which the mouse rests. */
function useHover({ frame, shown, setShown }: Props) {
  useEffect(() => {
    if (shown?.isPinned) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = (event: PointerEvent) => {
      clearTimeout(timer);
      const part = event.type === "pointerover" && event.pointerType === "mouse" ? partAt(event) : undefined;
      if (!part) setShown(undefined);
      else if (part !== shown?.part)
        timer = setTimeout(() => setShown(enlarged(part, false, frame)), REST_MILLISECONDS);
    };
    const root = frame.current;
    root?.addEventListener("pointerover", moved);
    root?.addEventListener("pointerleave", moved);
    return () => {
      clearTimeout(timer);
      root?.removeEventListener("pointerover", moved);
      root?.removeEventListener("pointerleave", moved);
    };
  }, [frame, shown, setShown]);
}

/** Show the part that a finger taps. */
function useTap({ frame, shown, setShown }: Props) {
  useEffect(() => {
    const tapped = (event: MouseEvent) => {
      const part = event instanceof PointerEvent && event.pointerType === "touch" ? partAt(event) : undefined;
      if (!part) return;
      event.stopPropagation();
      setShown(part === shown?.part ? undefined : enlarged(part, true, frame));
    };
    const root = frame.current;
    root?.addEventListener("click", tapped, true);
    return () => root?.removeEventListener("click", tapped, true);
  }, [frame, shown, setShown]);
}

/** Show or hide the part that has the focus when Enter or the space bar is pressed. */
function useKeys({ frame, shown, setShown }: Props) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { target: part } = event;
      if (!(part instanceof Element && part.matches(".enlargeable") && ["Enter", " "].includes(event.key))) return;
      event.preventDefault();
      setShown(part === shown?.part ? undefined : enlarged(part, true, frame));
    };
    const root = frame.current;
    root?.addEventListener("keydown", pressed);
    return () => root?.removeEventListener("keydown", pressed);
  }, [frame, shown, setShown]);
}

/** Hide a part that stays when another place is pressed, the page scrolls or gets another size, or Escape is pressed. */
function useEnd({ frame, shown, setShown }: Props) {
  useEffect(() => {
    if (!shown) return undefined;
    const ended = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      if (event instanceof PointerEvent && event.target instanceof Node && frame.current?.contains(event.target))
        return;
      if (event instanceof KeyboardEvent) event.stopPropagation();
      setShown(undefined);
    };
    const events = ["pointerdown", "scroll", "keydown"];
    for (const name of events) document.addEventListener(name, ended, true);
    addEventListener("resize", ended);
    return () => {
      removeEventListener("resize", ended);
      for (const name of events) document.removeEventListener(name, ended, true);
    };
  }, [frame, shown, setShown]);
}

/** Return the part of the window that pictures may cover. */
function roomOf(frame: Frame): Box {
  const board = (frame.current ?? document.body).getBoundingClientRect();
  const header = [...document.querySelectorAll(".top, .players")].map((each) => each.getBoundingClientRect().bottom);
  const top = Math.max(board.top, ...header) + MARGIN_PIXELS;
  return { x: board.x, y: top, width: board.width, height: Math.min(board.bottom, innerHeight) - MARGIN_PIXELS - top };
}

const boxOf = (part: Element) => (part.firstElementChild ?? part).getBoundingClientRect();

/** Return how much larger a part is in its picture. */
function scaleOf(part: Element, room: Box) {
  const { width, height } = boxOf(part);
  const most = room.width < NARROW_PIXELS ? room.width : room.width * MOST_WIDTH;
  return Math.min(most / width, room.height / height);
}

/** Draw a part as a copy of the board that shows only this part. */
function draw(picture: HTMLElement, part: Element, frame: Frame) {
  const board = part.closest("svg");
  const matrix = board?.getScreenCTM();
  const copy = board?.cloneNode(true);
  if (!matrix || !(copy instanceof SVGSVGElement)) return;
  copy.setAttribute("viewBox", viewBoxOf(boxOf(part), matrix));
  for (const each of copy.querySelectorAll(LEFT_OUT)) each.remove();
  picture.replaceChildren(copy);
  for (const [name, length] of Object.entries(placeOf(part, roomOf(frame))))
    picture.style.setProperty(name, `${length}px`);
}

/** Return the place of a picture: on the other side of the board, as high as the part. */
function placeOf(part: Element, room: Box) {
  const [box, scale] = [boxOf(part), scaleOf(part, room)];
  const [width, height] = [box.width * scale, box.height * scale];
  const isRight = box.left + box.width / 2 > room.x + room.width / 2;
  const top = Math.min(box.top + (box.height - height) / 2, room.y + room.height - height);
  return { width, height, left: isRight ? room.x : room.x + room.width - width, top: Math.max(room.y, top) };
}

/** Return the box of a part in units of the board. */
const viewBoxOf = ({ x, y, width, height }: DOMRect, { a, d, e, f }: DOMMatrix) =>
  [(x - e) / a, (y - f) / d, width / a, height / d].join(" ");
