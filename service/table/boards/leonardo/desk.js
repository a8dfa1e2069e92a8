/** The hand and florins of the viewing seat, and the header with round and phase. */

import { cardBack } from "./cards.js";
import { coin, componentCard, frame, icon, selectableBox, text } from "./drawing.js";
import { INK, TONE } from "./palette.js";
import { handTarget } from "./targets.js";

/** @typedef {import("./drawing.js").Context} Context @typedef {import("./drawing.js").Box} Box */

/** Draw the component cards and the florins; face down while covered. @param {Context} ctx @param {Box} box */
export function desk(ctx, box) {
  const { html, view, constants, covered, name } = ctx;
  const { hand, florins } = view.own;
  const purse = Math.min(box.height - 12, box.width * 0.2);
  const wide = (box.width - purse - 24) / constants.kinds.length;
  const cards = constants.kinds.map((/** @type {string} */ kind, /** @type {number} */ index) => {
    const high = Math.min(box.height - 18, wide * 1.75);
    const card = { x: box.x + 9 + index * wide, y: box.y + (box.height - high) / 2, width: wide - 7, height: high };
    if (covered) return html`<g key=${`hand-${kind}`}>${cardBack(ctx, card, { sealed: index === 2 })}</g>`;
    const behind = { ...card, x: card.x + 2.5, y: card.y - 3 };
    return html`${hand[kind] > 1 ? frame(ctx, behind, { fill: TONE.card, line: INK, thick: 1, round: 5 }) : null}
      ${selectableBox(ctx, { key: `hand-${kind}` }, handTarget(ctx, kind), `${hand[kind]} × ${name("component", kind)}`, card, componentCard(ctx, kind, card, hand[kind]), 5)}`;
  });
  const [x, y] = [box.x + box.width - purse / 2 - 8, box.y + box.height / 2];
  return html`<g>${frame(ctx, box, { fill: TONE.own, round: 10 })}${cards}
    <g><title>${name("equipment", "florin")}${covered ? "" : `: ${florins}`}</title>
    ${covered ? icon(ctx, "equipment", "florin", x - purse / 2 + 4, y - purse / 2 + 4, purse - 8) : coin(ctx, x, y, purse / 2 - 4, florins)}</g></g>`;
}

/** Draw the phases of a round; the current one is marked. @param {Context} ctx @param {number} x @param {number} y @param {number} size */
function phases(ctx, x, y, size) {
  const { html, name, view } = ctx;
  const shown = ["A", "B", "C", "D"].includes(view.phase) ? ["A", "B", "C", "D"] : [view.phase];
  return shown.map((phase, index) => {
    const box = { x: x + index * (size + 5), y, width: size, height: size };
    const isNow = phase === view.phase;
    return html`<g key=${`phase-${phase}`} opacity=${isNow ? 1 : 0.55}><title>${name("phase", phase)}</title>
      ${frame(ctx, box, { fill: TONE.card, line: isNow ? TONE.gold : TONE.line, thick: isNow ? 3.5 : 1 })}${icon(ctx, "phase", phase, box.x + 4, box.y + 4, size - 8)}</g>`;
  });
}

/** Draw the rounds as a track; in the last ones only labs are played. @param {Context} ctx @param {number} x right end @param {number} y middle @param {number} step */
function rounds(ctx, x, y, step) {
  const { html, constants, view } = ctx;
  const left = x - step * constants.rounds;
  return Array.from({ length: constants.rounds }, (_, index) => index + 1).map((round) => {
    const isNow = round === view.round;
    const at = left + (round - 0.5) * step;
    const fill = isNow ? TONE.gold : round <= constants.city_rounds ? TONE.street : TONE.robotCell;
    return html`<g opacity=${round < view.round ? 0.5 : 1}><circle cx=${at} cy=${y} r=${isNow ? step * 0.52 : step * 0.4} fill=${fill} stroke=${isNow ? INK : TONE.line} stroke-width=${isNow ? 2 : 1.2} />
      ${text(ctx, at, y + step * (isNow ? 0.2 : 0.16), round, { size: step * (isNow ? 0.58 : 0.48), anchor: "middle", weight: 700, fill: isNow ? INK : TONE.text })}</g>`;
  });
}

/** Draw round and phase. @param {Context} ctx @param {Box} box */
export function head(ctx, { x, y, width, height }) {
  const { html, name, view, wide } = ctx;
  const step = wide ? 34 : Math.min(24, width / 16);
  const title = x + (view.phase === "favours" || view.phase === "over" ? 1 : 4) * (height + 5) + 8;
  return html`<g>${phases(ctx, x, y, height)}
    ${wide ? text(ctx, title, y + height / 2 + 7, name("phase", view.phase), { size: 20, weight: 700, width: x + width - step * 9 - 46 - title }) : null}
    <g><title>${name("equipment", "round_marker")}: ${view.round}</title>${icon(ctx, "equipment", "round_marker", x + width - step * 9 - (wide ? 38 : 0), y + (height - 28) / 2, wide ? 28 : 0)}${rounds(ctx, x + width, y + height / 2, step)}</g></g>`;
}
