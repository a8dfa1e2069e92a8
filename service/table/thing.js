/** Whatever can be pointed at in a drawing: for the hand the picture itself, for keyboard and voice a handle around it. */

import { html } from "./html.js";
import { same } from "./narrow.js";
import { useLayoutEffect, useRef } from "./vendor/preact.js";

/** @typedef {import("./narrow.js").Points} Points */
/** @typedef {{marks: (points: Points) => string, point: (points: Points) => void, told: (points: Points) => boolean}} Tools */

/** Make the helper that draws things. @param {Tools} tools */
export function thingMaker({ marks, point, told }) {
  return (/** @type {any} */ props, /** @type {Points} */ points, /** @type {string} */ label, /** @type {unknown} */ children) => {
    const state = marks(points);
    const clicked = (/** @type {Event} */ event) => (event.stopPropagation(), point(points));
    const classes = ["thing", state, told(points) ? "told" : "", props?.class ?? ""].filter(Boolean).join(" ");
    return html`<g ...${props} class=${classes} data-points=${same(points)} onClick=${clicked}>
      <g aria-hidden="true">${children}</g>
      ${state ? html`<${Handle} label=${label} isChosen=${state === "chosen"} take=${() => point(points)} />` : html`<g role="img" aria-label=${label}></g>`}</g>`;
  };
}

/** What the focus goes to: as large as the picture, and let through by the hand, which points at the picture. @param {{label: string, isChosen: boolean, take: () => void}} props */
function Handle({ label, isChosen, take }) {
  const frame = useRef(/** @type {SVGRectElement | null} */ (null));
  useLayoutEffect(() => void (frame.current && surround(frame.current)));
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    take();
  };
  return html`<g class="handle" role="button" tabindex="0" aria-label=${label} aria-pressed=${String(isChosen)} onKeyDown=${pressed}>
    <rect ref=${frame} class="handle-frame" /></g>`;
}

/** Lay a frame around the picture beside it. @param {SVGRectElement} frame */
function surround(frame) {
  const picture = frame.parentElement?.previousElementSibling;
  if (!(picture instanceof SVGGraphicsElement)) return;
  const { x, y, width, height } = picture.getBBox();
  for (const [name, value] of Object.entries({ x, y, width, height })) frame.setAttribute(name, value.toFixed(2));
}
