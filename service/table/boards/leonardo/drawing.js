/** Basic drawings used on the whole board: text, icons, frames, people, coins and component cards. */

import { FONT, INK, patternOf, PLAYER_COLOURS, TONE } from "./palette.js";

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {Record<string, any>} Target
 * @typedef {{
 *   html: any, selectable: any, stateOf: (target: Target) => string, name: (kind: string, id: any) => string,
 *   appearanceOf: (kind: string, id: any) => any, view: any, constants: any, players: string[], seat: number | null,
 *   toAct: number[], decision: string | undefined, covered: boolean, wide: boolean, seats?: any[], work: import("./targets.js").Declared,
 * }} Context data that all drawings share, computed from the props of the board
 */

const WIDTH_OF_LETTER = { plain: 0.6, bold: 0.7 }; // of the widest fallback font, relative to the font size
const LEAST_SIZE = { wide: 12, narrow: 10.5 };

/** Scale a box in units of a frame to coordinates of the board. @param {Box} box @param {Box} frame @returns {Box} */
export const scaledTo = (box, frame) => ({
  x: frame.x + box.x * frame.width,
  y: frame.y + box.y * frame.height,
  width: box.width * frame.width,
  height: box.height * frame.height,
});

/** Shrink a box by a margin. @param {Box} box @param {number} margin @returns {Box} */
export const inset = ({ x, y, width, height }, margin) => ({ x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin });

/** Estimate the length of a text in average letters: Cyrillic and broad letters count more. @param {string} words */
const lengthOf = (words) => words.length + 0.1 * (words.match(/\p{Script=Cyrillic}/gu)?.length ?? 0) + 0.6 * (words.match(/[MWmwЖМФШЩЫЮжмфшщыю]/g)?.length ?? 0);

/**
 * Write a text. If it is too wide, use smaller letters, and compress the text below the smallest legible size.
 * @param {Context} ctx @param {number} x @param {number} y baseline @param {any} words
 * @param {{size?: number, anchor?: string, fill?: string, weight?: number, width?: number, outlineColour?: string}} [how]
 */
export function text({ html, wide }, x, y, words, { size = 14, anchor = "start", fill = TONE.text, weight = 400, width = 0, outlineColour } = {}) {
  const letters = lengthOf(String(words)) * (weight > 500 ? WIDTH_OF_LETTER.bold : WIDTH_OF_LETTER.plain);
  const fitting = width && letters * size > width ? Math.max(width / letters, Math.min(size, wide ? LEAST_SIZE.wide : LEAST_SIZE.narrow)) : size;
  const isTight = width && letters * fitting > width;
  const squeezed = isTight ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {};
  const strokeProps = outlineColour ? { stroke: outlineColour, "stroke-width": size / 4.5, "paint-order": "stroke", "stroke-linejoin": "round" } : {};
  return html`<text x=${x} y=${y} font-family=${FONT} font-size=${fitting} font-weight=${weight} text-anchor=${anchor} fill=${fill} aria-hidden="true" ...${strokeProps} ...${squeezed}>${words}</text>`;
}

/** Draw the icon of a component, card or other named thing. @param {Context} ctx @param {string} kind @param {any} id @param {number} x @param {number} y @param {number} size @param {number} [opacity] */
export const icon = ({ html, appearanceOf }, kind, id, x, y, size, opacity = 1) =>
  html`<image href=${appearanceOf(kind, String(id))?.icon} x=${x} y=${y} width=${size} height=${size} opacity=${opacity} />`;

/** Draw an icon on a light disc, which keeps its lines visible in dark mode. @param {Context} ctx @param {string} kind @param {any} id @param {number} x @param {number} y @param {number} size @param {number} [opacity] */
export const iconOnDisc = (ctx, kind, id, x, y, size, opacity = 1) => ctx.html`<g opacity=${opacity}>
    <circle cx=${x + size / 2} cy=${y + size / 2} r=${size * 0.56} fill=${TONE.card} stroke=${TONE.line} stroke-width="1" />${icon(ctx, kind, id, x + size * 0.06, y + size * 0.06, size * 0.88)}</g>`;

/** Draw a rounded rectangle. @param {Context} ctx @param {Box} box @param {{fill?: string, line?: string, thick?: number, round?: number, dash?: string, opacity?: number}} [how] */
export const frame = ({ html }, { x, y, width, height }, { fill = TONE.panel, line = TONE.line, thick = 1.5, round = 8, dash = "none", opacity = 1 } = {}) =>
  html`<rect x=${x} y=${y} width=${width} height=${height} rx=${round} fill=${fill} stroke=${line} stroke-width=${thick} stroke-dasharray=${dash} opacity=${opacity} />`;

/** Draw an outline around a target that is legal or selected. @param {Context} ctx @param {Target | null} target @param {Box} box @param {number} [round] */
export function outline(ctx, target, box, round = 9) {
  const mark = target ? ctx.stateOf(target) : "";
  if (!mark) return null;
  const isChosen = mark === "chosen";
  const ringed = frame(ctx, inset(box, -2), { fill: "none", line: isChosen ? TONE.chosen : TONE.legal, thick: isChosen ? 4.5 : 2.2, round: round + 2, dash: isChosen ? "none" : "5 3" });
  const [x, y] = [box.x + box.width - 5, box.y + 5];
  return isChosen ? ctx.html`${ringed}<circle cx=${x} cy=${y} r="9" fill=${TONE.chosen} stroke=${TONE.panel} stroke-width="1.5" /><path d=${`M${x - 4} ${y}l3 3.5l5 -7`} fill="none" stroke=${TONE.panel} stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" />` : ringed;
}

/**
 * Draw an element that is selectable if it has a target.
 * @param {Context} ctx @param {{key?: string, opacity?: number, isRepeated?: boolean}} props @param {Target | null} target null if it cannot be selected now
 * @param {string} label @param {Box} box of the outline @param {any} children @param {number} [round]
 */
export function selectableBox(ctx, { isRepeated = false, ...props }, target, label, box, children, round = 9) {
  const { html, selectable } = ctx;
  const name = label || "";
  if (!target) return html`<g ...${props}><title>${name}</title>${children}</g>`;
  const field = html`<rect x=${box.x} y=${box.y} width=${box.width} height=${box.height} fill="transparent" />`;
  return selectable({ ...props, isRepeated }, target, name, html`<title>${name}</title>${field}${children}${outline(ctx, target, box, round)}`);
}

/** Return the colour, letter and pattern of a seat. @param {Context} ctx @param {number} seat */
export const seatAppearance = ({ appearanceOf, seats }, seat) => appearanceOf("player_colour", seats?.[seat]?.colour ?? PLAYER_COLOURS[seat % PLAYER_COLOURS.length]) ?? {};

const BODY = "M2 26c0-10 2.5-14 8-14s8 4 8 14z";
const BERET = "M2.5 6.5c0-5.5 15-6.5 15.5-1c-4 2.5-11 2.5-15.5 1z";

/**
 * Draw a piece of a seat, 20 wide and 28 high at scale 1: an apprentice, or the master with a beret and a gold chain.
 * @param {Context} ctx @param {number} seat @param {number} x @param {number} y @param {number} scale
 * @param {{master?: boolean, count?: number | null, key?: string, faded?: boolean}} [how] `count` is written on the body
 */
export function person(ctx, seat, x, y, scale, { master = false, count = null, key, faded = false } = {}) {
  const { html } = ctx;
  const { colour = "#999", pattern } = seatAppearance(ctx, seat);
  const paint = { stroke: INK, "stroke-width": 1.4, "stroke-linejoin": "round" };
  return html`<g key=${key} transform=${`translate(${x} ${y}) scale(${scale})`} opacity=${faded ? 0.5 : 1}>
    <path d=${BODY} fill=${colour} ...${paint} /><path d=${BODY} fill=${patternOf(pattern)} />
    <circle cx="10" cy="7.5" r="5" fill=${colour} ...${paint} />
    ${master ? html`<path d=${BERET} fill=${INK} /><path d="M5.5 15.5c2 5 7 5 9 0" fill="none" stroke=${TONE.gold} stroke-width="2" />` : null}
    ${count === null ? null : text(ctx, 10, 24.5, count, { size: 13.5, anchor: "middle", weight: 700, fill: "#fff", outlineColour: INK })}
  </g>`;
}

/** Draw a coin with a number. @param {Context} ctx @param {number} x centre @param {number} y centre @param {number} radius @param {any} amount @param {{faded?: boolean, silver?: boolean, key?: string}} [how] */
export const coin = (ctx, x, y, radius, amount, { faded = false, silver = false, key } = {}) => ctx.html`<g key=${key} transform=${`translate(${x} ${y})`} opacity=${faded ? 0.6 : 1}>
    <circle r=${radius} fill=${silver ? TONE.silver : TONE.gold} stroke=${INK} stroke-width="1.3" /><circle r=${radius * 0.78} fill="none" stroke=${INK} stroke-width=".6" />
    ${text(ctx, 0, radius * 0.38, amount, { size: radius * 1.1, anchor: "middle", weight: 700, fill: INK })}</g>`;

/**
 * Draw a component card: its colour and pattern as a band, its icon and its number.
 * @param {Context} ctx @param {string} kind @param {Box} box @param {any} count
 */
export function componentCard(ctx, kind, box, count) {
  const { html } = ctx;
  const { colour, pattern } = ctx.appearanceOf("component", kind) ?? {};
  const band = Math.max(4, box.height * 0.09);
  const size = Math.min(box.width * 0.82, box.height * 0.56);
  const paint = { x: box.x + 3, y: box.y + 3, width: box.width - 6, height: band, rx: 2 };
  const isNone = count === 0;
  return html`<g opacity=${isNone ? 0.5 : 1}>${frame(ctx, box, { fill: TONE.card, line: INK, thick: 1.2, round: 5 })}
    <rect ...${paint} fill=${colour} /><rect ...${paint} fill=${patternOf(pattern)} />
    ${icon(ctx, "component", kind, box.x + (box.width - size) / 2, box.y + band + 4, size)}
    ${count === null ? null : text(ctx, box.x + box.width / 2, box.y + box.height - Math.max(4, box.height * 0.07), count, { size: Math.max(12, box.height * 0.22), anchor: "middle", weight: 700, fill: INK })}</g>`;
}

/** Draw an icon with a number beside it. @param {Context} ctx @param {string} kind @param {string} id @param {number} x @param {number} y @param {number} size @param {any} count */
export const iconWithCount = (ctx, kind, id, x, y, size, count) => ctx.html`<g><title>${ctx.name(kind, id)}: ${count}</title>
    ${icon(ctx, kind, id, x, y, size)}${text(ctx, x + size + 3, y + size * 0.72, count, { size: Math.max(12, size * 0.62), weight: 700 })}</g>`;
