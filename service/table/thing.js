/** Whatever can be pointed at in a drawing: for the hand the picture itself, for keyboard and voice a handle around it. */

import { html } from "./html.js";
import { same } from "./narrow.js";
import { useLayoutEffect, useRef } from "./vendor/preact.js";
import { t } from "./words.js";

/** @typedef {import("./narrow.js").Points} Points */
/** @typedef {{marks: (points: Points) => string, point: (points: Points) => void, highlighted: (points: Points) => boolean,
 *   hinted: (points: Points) => boolean}} Tools */

const DIRECTIONS = new Map(Object.entries({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }));
const ASIDE = 2;
/** What lies ahead is nearer than what lies so many times less far aside. */
const RING_PIXELS = 2;
/** So far from its picture a ring lies on the screen. */

/** Make the helper that draws things. @param {Tools} tools */
export function thingMaker({ marks, point, highlighted, hinted }) {
  return (/** @type {any} */ props, /** @type {Points} */ points, /** @type {string} */ label, /** @type {unknown} */ children) => {
    const state = marks(points);
    const clicked = (/** @type {MouseEvent} */ event) => (event.stopPropagation(), point((!state && legalBelow(event)) || points));
    const isHinted = state === "legal" && hinted(points);
    const classes = ["thing", state, isHinted ? "hinted" : "", highlighted(points) ? "highlighted" : "", props?.class ?? ""].filter(Boolean).join(" ");
    return html`<g ...${props} class=${classes} data-points=${same(points)} onClick=${clicked}>
      <g aria-hidden="true">${children}</g>
      <${Handle} label=${isHinted ? `${label}. ${t("hint_title")}` : label} state=${state} take=${() => point(points)} />
      ${isHinted ? html`<${Ring} />` : null}</g>`;
  };
}

/** What lies below the pointer and can be chosen, where what lies on top of it cannot. @param {MouseEvent} event @returns {Points | undefined} */
function legalBelow({ clientX, clientY }) {
  const found = document.elementsFromPoint(clientX, clientY).map((each) => each.closest(".thing.legal, .thing.chosen")).find(Boolean);
  const points = found?.getAttribute("data-points");
  return points ? Object.fromEntries(JSON.parse(points)) : undefined;
}

/**
 * What the focus goes to: as large as the picture, and let through by the hand, which points at the picture. Tab stops at
 * what can be chosen, arrow keys reach everything; so a keyboard, too, can ask why something cannot be chosen.
 * @param {{label: string, state: string, take: () => void}} props
 */
function Handle({ label, state, take }) {
  const frame = useRef(/** @type {SVGRectElement | null} */ (null));
  const show = () => frame.current && surround(frame.current);
  useLayoutEffect(() => void (state && show()));
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const direction = DIRECTIONS.get(event.key);
    if (!direction && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (direction) wander(/** @type {Element} */ (event.currentTarget), direction);
    else take();
  };
  const choice = state ? { tabindex: 0, "aria-pressed": String(state === "chosen") } : { tabindex: -1, "aria-disabled": "true" };
  return html`<g class="handle" role="button" aria-label=${label} ...${choice} onFocus=${show} onKeyDown=${pressed}>
    <rect ref=${frame} class="handle-frame" /></g>`;
}

/** Move the focus to the nearest thing in a direction. @param {Element} handle @param {number[]} direction */
function wander(handle, [right, down]) {
  const [x, y] = middle(handle);
  const others = [...(handle.closest("svg")?.querySelectorAll(".handle") ?? [])].flatMap((other) => {
    const [across, along] = [middle(other)[0] - x, middle(other)[1] - y];
    const ahead = across * right + along * down;
    return ahead > 1 ? [{ other, distance: ahead + ASIDE * Math.abs(across * down + along * right) }] : [];
  });
  const nearest = others.sort((one, another) => one.distance - another.distance)[0]?.other;
  if (nearest instanceof SVGElement) nearest.focus();
}

/** @param {Element} handle */
function middle(handle) {
  const { x, y, width, height } = /** @type {Element} */ (handle.previousElementSibling).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** The four corners of a box, which nothing else on a table is marked with. @param {{x: number, y: number, width: number, height: number}} box @param {number} arm how long each side of a corner is */
export function corners({ x, y, width, height }, arm) {
  const [right, bottom] = [x + width, y + height];
  return `M${x} ${y + arm}V${y}h${arm}M${right - arm} ${y}H${right}v${arm}M${right} ${bottom - arm}V${bottom}h${-arm}M${x + arm} ${bottom}H${x}v${-arm}`;
}

/** What a hint marks its things with: corners around the picture, on a lighter or darker line of their own. */
function Ring() {
  const ring = useRef(/** @type {SVGGElement | null} */ (null));
  useLayoutEffect(() => void (ring.current && cornered(ring.current)));
  return html`<g ref=${ring} class="hint-ring" aria-hidden="true"><path class="hint-ground" /><path class="hint-line" /></g>`;
}

/** Draw the corners around the picture that a ring belongs to. @param {SVGGElement} ring */
function cornered(ring) {
  const picture = ring.parentElement?.firstElementChild;
  if (!(picture instanceof SVGGraphicsElement)) return;
  const { x, y, width, height } = picture.getBBox();
  const matrix = ring.getScreenCTM();
  const aside = RING_PIXELS / (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
  const box = { x: x - aside, y: y - aside, width: width + 2 * aside, height: height + 2 * aside };
  for (const path of ring.children) path.setAttribute("d", corners(box, Math.min(box.width, box.height) * 0.3));
}

/** Lay a frame around the picture beside it. @param {SVGRectElement} frame */
function surround(frame) {
  const picture = frame.parentElement?.previousElementSibling;
  if (!(picture instanceof SVGGraphicsElement)) return;
  const { x, y, width, height } = picture.getBBox();
  for (const [name, value] of Object.entries({ x, y, width, height })) frame.setAttribute(name, value.toFixed(2));
}
