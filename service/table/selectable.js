/** Selectable elements of a drawing. Pointers select the picture itself; keyboards and screen readers use a focus target around it. */

import { html } from "./html.js";
import { useLayoutEffect, useRef } from "./vendor/preact.js";
import { targetOf } from "./callout.js";
import { t } from "./i18n.js";
import { targetKey } from "./selection.js";

/** @typedef {import("./selection.js").Target} Target */
/** @typedef {{stateOf: (target: Target) => string, select: (target: Target, element: Element) => void, highlighted: (target: Target) => boolean, touched: (target: Target) => boolean,
 *   hinted: (target: Target) => boolean}} Tools */

const DIRECTIONS = new Map(Object.entries({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }));
/** Weight of the distance sideways when the arrow keys look for the nearest element. */
const SIDEWAYS_WEIGHT = 2;
/** Distance of the hint corners from the picture, in screen pixels. */
const CORNER_PIXELS = 2;

/**
 * Return the function that draws a selectable element. Several pictures of one target are elements of their own, all but
 * the first `isRepeated`: the pointer selects each, keyboards and screen readers meet the target once.
 * @param {Tools} tools
 */
export function selectableMaker({ stateOf, select, highlighted, touched, hinted }) {
  return (/** @type {any} */ given, /** @type {Target} */ target, /** @type {string} */ label, /** @type {unknown} */ children) => {
    const { isRepeated = false, ...props } = given ?? {};
    const state = stateOf(target);
    const clicked = (/** @type {MouseEvent} */ event) => {
      event.stopPropagation();
      const element = (!state && selectableBelow(event)) || /** @type {Element} */ (event.currentTarget);
      select(targetOf(element), element);
    };
    const isHinted = state === "legal" && hinted(target);
    const classes = ["selectable", state, isHinted ? "hinted" : "", highlighted(target) ? "highlighted" : "", touched(target) ? "touched" : "", props.class ?? ""].filter(Boolean).join(" ");
    return html`<g ...${props} class=${classes} data-target=${targetKey(target)} onClick=${clicked}>
      <g aria-hidden="true">${children}</g>
      ${isRepeated ? null : html`<${FocusTarget} label=${isHinted ? `${label}. ${t("hint_title")}` : label} state=${state} onSelect=${(/** @type {Element} */ element) => select(target, element)} />`}
      ${isHinted ? html`<${HintCorners} />` : null}</g>`;
  };
}

/** Return the legal or selected element under the pointer, below one that is neither. @param {MouseEvent} event */
const selectableBelow = ({ clientX, clientY }) =>
  document.elementsFromPoint(clientX, clientY).map((each) => each.closest(".selectable.legal, .selectable.chosen")).find(Boolean);

/**
 * A focusable frame as large as the picture; pointer events pass through it. Tab reaches the elements that can be
 * selected, arrow keys reach all, so that keyboard users can also ask why an element cannot be selected.
 * @param {{label: string, state: string, onSelect: (element: Element) => void}} props
 */
function FocusTarget({ label, state, onSelect }) {
  const frame = useRef(/** @type {SVGRectElement | null} */ (null));
  const show = () => frame.current && fitFrame(frame.current);
  useLayoutEffect(() => void (state && show()));
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const direction = DIRECTIONS.get(event.key);
    if (!direction && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    const own = /** @type {Element} */ (event.currentTarget);
    if (direction) moveFocus(own, direction);
    else onSelect(/** @type {Element} */ (own.parentElement));
  };
  const choice = state ? { tabindex: 0, "aria-pressed": String(state === "chosen") } : { tabindex: -1, "aria-disabled": "true" };
  return html`<g class="focus-target" role="button" aria-label=${label} ...${choice} onFocus=${show} onKeyDown=${pressed}>
    <rect ref=${frame} class="focus-frame" /></g>`;
}

/** Move the focus to the nearest element in a direction. @param {Element} element @param {number[]} direction */
function moveFocus(element, [right, down]) {
  const [x, y] = middle(element);
  const others = [...(element.closest("svg")?.querySelectorAll(".focus-target") ?? [])].flatMap((other) => {
    const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
    const forward = dx * right + dy * down;
    return forward > 1 ? [{ other, distance: forward + SIDEWAYS_WEIGHT * Math.abs(dx * down + dy * right) }] : [];
  });
  const nearest = others.sort((one, another) => one.distance - another.distance)[0]?.other;
  if (nearest instanceof SVGElement) nearest.focus();
}

/** @param {Element} element */
function middle(element) {
  const { x, y, width, height } = /** @type {Element} */ (element.previousElementSibling).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** Return the path of the four corners of a box, which mark hints only. @param {{x: number, y: number, width: number, height: number}} box @param {number} arm length of the sides of a corner */
export function corners({ x, y, width, height }, arm) {
  const [right, bottom] = [x + width, y + height];
  return `M${x} ${y + arm}V${y}h${arm}M${right - arm} ${y}H${right}v${arm}M${right} ${bottom - arm}V${bottom}h${-arm}M${x + arm} ${bottom}H${x}v${-arm}`;
}

/** Hint corners around a picture, in two colours for contrast. */
function HintCorners() {
  const group = useRef(/** @type {SVGGElement | null} */ (null));
  useLayoutEffect(() => void (group.current && drawCorners(group.current)));
  return html`<g ref=${group} class="hint-corners" aria-hidden="true"><path class="hint-background" /><path class="hint-line" /></g>`;
}

/** Draw the corners around the picture. @param {SVGGElement} group */
function drawCorners(group) {
  const picture = group.parentElement?.firstElementChild;
  if (!(picture instanceof SVGGraphicsElement)) return;
  const { x, y, width, height } = picture.getBBox();
  const matrix = group.getScreenCTM();
  const margin = CORNER_PIXELS / (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
  const box = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
  for (const path of group.children) path.setAttribute("d", corners(box, Math.min(box.width, box.height) * 0.3));
}

/** Fit a frame around the picture. @param {SVGRectElement} frame */
function fitFrame(frame) {
  const picture = frame.parentElement?.previousElementSibling;
  if (!(picture instanceof SVGGraphicsElement)) return;
  const { x, y, width, height } = picture.getBBox();
  for (const [name, value] of Object.entries({ x, y, width, height })) frame.setAttribute(name, value.toFixed(2));
}
