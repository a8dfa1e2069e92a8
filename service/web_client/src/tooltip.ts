/** Tooltips: the names of things on a board, on pointer, focus and long press. Screen readers have the names already. */

const HOVER_MS = 350;
const PRESS_MS = 500;
const GAP = 8;
/** Things with a name. Regions and fields are left out: their names are visible, or would cover their content. */
const NAMED =
  "[data-tip], button[aria-label], a[aria-label], [role=button][aria-label], [role=img][aria-label], abbr[title]";

let bubble: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let shownAt: Element | undefined;
let isPressed = false;

/** Return the named thing at an element; a picture is named by the focus target beside it. */
function thingAt(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined;
  const selectable = target.closest(".selectable")?.querySelector(":scope > .focus-target");
  return selectable ?? target.closest(NAMED) ?? undefined;
}

/** Return the name of a thing; empty if it is visible anyway. */
function nameOf(thing: Element) {
  const name = thing.getAttribute("data-tip") ?? thing.getAttribute("aria-label") ?? thing.getAttribute("title") ?? "";
  return name.trim() === thing.textContent?.trim() ? "" : name;
}

function hide() {
  clearTimeout(timer);
  shownAt = undefined;
  if (bubble) bubble.hidden = true;
}

function show(thing: Element) {
  const name = nameOf(thing);
  if (!name) return hide();
  const parent = thing.closest("dialog") ?? document.body; // a modal dialog covers everything else
  if (!bubble) {
    bubble = document.createElement("p");
    bubble.className = "tooltip";
    bubble.setAttribute("aria-hidden", "true");
  }
  if (bubble.parentElement !== parent) parent.append(bubble);
  shownAt = thing;
  bubble.textContent = name;
  bubble.hidden = false;
  place(bubble, (thing.closest(".selectable") ?? thing).getBoundingClientRect());
}

/** Place the tooltip above a thing, or below it at the upper edge and where a preview is above. */
function place(element: HTMLElement, { left, top, bottom, width }: DOMRect) {
  const { offsetWidth, offsetHeight } = element;
  const x = Math.min(Math.max(GAP, left + width / 2 - offsetWidth / 2), Math.max(GAP, innerWidth - offsetWidth - GAP));
  const above = top - offsetHeight - GAP;
  const y =
    above > GAP && !document.querySelector(".preview:not(:empty)")
      ? above
      : Math.min(bottom + GAP, innerHeight - offsetHeight - GAP);
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
}

function showAfter(thing: Element | undefined, delay: number) {
  if (thing === shownAt) return;
  hide();
  if (thing) timer = setTimeout(() => thing.isConnected && show(thing), delay);
}

function pressed({ pointerType, target }: PointerEvent) {
  isPressed = false;
  if (pointerType === "mouse") return hide();
  const thing = thingAt(target);
  hide();
  if (thing) timer = setTimeout(() => showPressed(thing), PRESS_MS);
}

function showPressed(thing: Element) {
  isPressed = true;
  show(thing);
}

/** A long press shows the name and does nothing else. */
function clicked(event: Event) {
  if (!isPressed) return;
  isPressed = false;
  event.preventDefault();
  event.stopPropagation();
}

/** Show tooltips from now on. */
export function showTooltips() {
  const options = { passive: true };
  const hasMouse = matchMedia("(any-hover: hover)");
  addEventListener(
    "pointerover",
    // after a tap, browsers of phones send events of a mouse that is not there
    (event) => event.pointerType === "mouse" && hasMouse.matches && showAfter(thingAt(event.target), HOVER_MS),
    options,
  );
  addEventListener("pointerdown", pressed, options);
  addEventListener("pointerup", () => isPressed || clearTimeout(timer), options);
  addEventListener("pointercancel", hide, options);
  addEventListener("click", clicked, true);
  addEventListener("contextmenu", (event) => isPressed && event.preventDefault());
  addEventListener(
    "focusin",
    ({ target }) => target instanceof Element && target.matches(":focus-visible") && showAfter(thingAt(target), 0),
  );
  addEventListener("focusout", hide);
  addEventListener("scroll", hide, { passive: true, capture: true });
  addEventListener("keydown", ({ key }) => key === "Escape" && hide());
}
