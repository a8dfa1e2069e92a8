/** Invention cards: requested, owned, hidden under a lab, in the deck, and all 25 in one grid. */

import { coin, frame, icon, iconOnDisc, inset, person, seatAppearance, selectableBox, text } from "./drawing.js";
import { INK, patternOf, TONE } from "./palette.js";
import { inventionTarget } from "./targets.js";

/** @typedef {import("./drawing.js").Context} Context @typedef {import("./drawing.js").Box} Box @typedef {import("./drawing.js").Target} Target */

/** Return the printed data of an invention. @param {Context} ctx @param {number} number */
export const inventionOf = ({ constants }, number) => constants.inventions.find((/** @type {any} */ each) => each.number === number);

/** List the components that an invention needs, one entry for each card. @param {any} card @returns {string[]} */
const componentsOf = (card) => Object.entries(card.components).flatMap(([kind, count]) => Array(Number(count)).fill(kind));

/** Describe an invention in words: name, components, weeks and prizes. @param {Context} ctx @param {any} card */
export function describeInvention({ name }, card) {
  const takes = Object.entries(card.components).map(([kind, count]) => `${count} × ${name("component", kind)}`);
  return [
    name("invention", card.number), name("invention_type", card.type), name("tier", card.tier), takes.join(", "),
    `${name("equipment", "work_track")} ${card.weeks}`, `${name("equipment", "florin")} ${card.first}/${card.later}`,
  ].join(" · ");
}

/** Draw the band at the top of a card: tier colour, number and type. @param {Context} ctx @param {any} card @param {Box} box @param {number} high */
function head(ctx, card, box, high) {
  const { colour, pattern } = ctx.appearanceOf("tier", card.tier) ?? {};
  const band = { x: box.x + 2, y: box.y + 2, width: box.width - 4, height: high, rx: 4 };
  return ctx.html`<rect ...${band} fill=${colour} /><rect ...${band} fill=${patternOf(pattern)} opacity=".6" />
    <circle cx=${box.x + 2 + high * 0.62} cy=${box.y + 2 + high / 2} r=${high * 0.5} fill=${TONE.card} stroke=${INK} stroke-width="1" />
    ${text(ctx, box.x + 2 + high * 0.62, box.y + 2 + high * 0.74, card.number, { size: high * 0.68, anchor: "middle", weight: 700, fill: INK })}
    <circle cx=${box.x + box.width - 3 - high * 0.62} cy=${box.y + 2 + high / 2} r=${high * 0.58} fill=${TONE.card} stroke=${INK} stroke-width="1" />
    ${icon(ctx, "invention_type", card.type, box.x + box.width - 3 - high * 1.05, box.y + 2 + high * 0.07, high * 0.86)}`;
}

const NARROW = 80;
const LEAST_CARD = 55;

/** Draw the bottom of a card that is too narrow for weeks and prizes side by side. @param {Context} ctx @param {any} card @param {Box} box @param {string[]} kinds */
function narrowFoot(ctx, card, { x, y, width, height }, kinds) {
  const step = Math.min(14, (width - 4) / kinds.length);
  const left = x + width / 2 - (step * kinds.length) / 2;
  return ctx.html`${kinds.map((kind, index) => icon(ctx, "component", kind, left + index * step, y + height - 33, step))}
    ${icon(ctx, "equipment", "week", x + 2.5, y + height - 17.5, 11)}${text(ctx, x + 14, y + height - 7.5, card.weeks, { size: 12, weight: 700, fill: INK })}
    ${coin(ctx, x + width - 10.5, y + height - 11.5, 8.5, card.first)}`;
}

/** Draw the bottom of a card: components, weeks and prizes. @param {Context} ctx @param {any} card @param {Box} box @param {number} size of a component */
function foot(ctx, card, { x, y, width, height }, size) {
  const kinds = componentsOf(card);
  const step = Math.min(size + 1, (width - 6) / kinds.length);
  const left = x + width / 2 - (step * kinds.length) / 2;
  if (width < NARROW) return narrowFoot(ctx, card, { x, y, width, height }, kinds);
  const low = y + height - size * 0.95;
  const radius = size * 0.52;
  return ctx.html`${kinds.map((kind, index) => icon(ctx, "component", kind, left + index * step, low - size * 1.1, Math.min(size, step)))}
    ${icon(ctx, "equipment", "week", x + 3, low - size * 0.06, size * 0.86)}
    ${text(ctx, x + 4 + size * 0.9, low + size * 0.66, card.weeks, { size: size * 0.78, weight: 700, fill: INK })}
    ${coin(ctx, x + width - 4 - radius * 2.7, low + radius * 0.68, radius, card.first)}
    ${coin(ctx, x + width - 3 - radius, low + radius * 0.95, radius * 0.9, card.later, { silver: true })}`;
}

/** Whether the tray offers an invention: there the keyboard selects it. @param {Context} ctx @param {number} number */
export function isInTray(ctx, number) {
  const target = inventionTarget(ctx, number);
  return ctx.decision === "declare_work" && target !== null && Boolean(ctx.stateOf(target));
}

/**
 * Draw a whole card.
 * @param {Context} ctx @param {number} number @param {Box} box
 * @param {{key?: string, target?: Target | null, order?: number | null, isRepeated?: boolean}} [how] `order` is a number to write on the card
 */
export function inventionCard(ctx, number, box, { key, target = inventionTarget(ctx, number), order = null, isRepeated = false } = {}) {
  if (box.width < LEAST_CARD) return smallCard(ctx, number, box, target, isRepeated);
  const card = inventionOf(ctx, number);
  const high = Math.max(13, box.height * 0.155);
  const size = Math.min(19, Math.max(12, box.width * 0.19));
  const room = box.height - high - (box.width < NARROW ? 34 : size * 2.15) - 6;
  const picture = Math.min(box.width - 8, room);
  return selectableBox(ctx, { ...(key ? { key } : {}), isRepeated }, target, describeInvention(ctx, card), box, ctx.html`
    ${frame(ctx, box, { fill: TONE.card, line: INK, thick: 1.6, round: 6 })}${head(ctx, card, box, high)}
    ${icon(ctx, "invention", number, box.x + (box.width - picture) / 2, box.y + high + 3 + (room - picture) / 2, picture)}
    ${foot(ctx, card, box, size)}
    ${order === null ? null : coin(ctx, box.x + box.width / 2, box.y + 4, 12, order)}`, 6);
}

/** Draw a card too small for its bottom part: picture, number and components. @param {Context} ctx @param {number} number @param {Box} box @param {Target | null} target @param {boolean} isRepeated */
function smallCard(ctx, number, box, target, isRepeated) {
  const card = inventionOf(ctx, number);
  const kinds = componentsOf(card);
  const step = Math.min(14, (box.width - 4) / kinds.length);
  const left = box.x + box.width / 2 - (step * kinds.length) / 2;
  const low = { ...box, height: box.height - step - 3 };
  return selectableBox(ctx, { isRepeated }, target, describeInvention(ctx, card), box, ctx.html`${frame(ctx, box, { fill: TONE.card, line: INK, thick: 1.2, round: 5 })}
    ${tile(ctx, number, low, { line: "none", thick: 0 })}${text(ctx, box.x + 4, box.y + 13, number, { size: 12, weight: 700, fill: INK, outlineColour: TONE.card })}
    ${kinds.map((kind, index) => icon(ctx, "component", kind, left + index * step, box.y + box.height - step - 2, step))}`, 5);
}

/** Draw the back of a card, with a seal if it hides a secret. @param {Context} ctx @param {Box} box @param {{key?: string, sealed?: boolean}} [how] */
export function cardBack(ctx, box, { key, sealed = false } = {}) {
  const inner = inset(box, Math.min(box.width, box.height) * 0.1);
  const { x, y, width, height } = inner;
  const lozenge = `M${x + width / 2} ${y + 2}L${x + width - 2} ${y + height / 2}L${x + width / 2} ${y + height - 2}L${x + 2} ${y + height / 2}z`;
  const radius = Math.min(width, height) * 0.26;
  return ctx.html`<g key=${key}>${frame(ctx, box, { fill: TONE.back, line: INK, thick: 1.4, round: 5 })}
    ${frame(ctx, inner, { fill: "none", line: TONE.gold, thick: 1, round: 3 })}<path d=${lozenge} fill="none" stroke=${TONE.gold} stroke-width="1" />
    ${sealed ? ctx.html`<circle cx=${x + width / 2} cy=${y + height / 2} r=${radius} fill="#b23a2e" stroke=${INK} stroke-width="1.2" /><circle cx=${x + width / 2} cy=${y + height / 2} r=${radius * 0.55} fill="none" stroke="#f0c0a8" stroke-width="1.1" />` : null}</g>`;
}

/** Draw a small tile of an invention. @param {Context} ctx @param {number} number @param {Box} box @param {{key?: string, line?: string, thick?: number, faded?: boolean}} [how] */
export function tile(ctx, number, box, { key, line = INK, thick = 1.2, faded = false } = {}) {
  const { colour } = ctx.appearanceOf("tier", inventionOf(ctx, number).tier) ?? {};
  const size = Math.min(box.width, box.height) - 4;
  return ctx.html`<g key=${key}><title>${describeInvention(ctx, inventionOf(ctx, number))}</title>${frame(ctx, box, { fill: TONE.card, line, thick, round: 4 })}
    <rect x=${box.x + 2} y=${box.y + box.height - 5} width=${box.width - 4} height="3" rx="1" fill=${colour} />
    ${icon(ctx, "invention", number, box.x + (box.width - size) / 2, box.y + (box.height - size) / 2 - 1, size, faded ? 0.3 : 1)}</g>`;
}

/** Draw the deck with its number of cards, and the number of cards that have left the game. @param {Context} ctx @param {Box} box */
export function deck(ctx, box) {
  const { html, name, view } = ctx;
  const { x, y, width, height } = box;
  const cards = Math.min(3, view.deck.length);
  const pile = Array.from({ length: cards }, (_, index) => cardBack(ctx, { x: x + index * 3, y: y + (2 - index) * 3, width: width - 8, height: height - 8 }));
  const gone = [["card_boxed", view.boxed], ["invention_removed", view.removed]].filter(([, numbers]) => numbers.length);
  return html`<g><title>${name("equipment", "deck")}: ${view.deck.length}</title>${cards ? pile : frame(ctx, inset(box, 4), { fill: "none", dash: "5 4" })}
    ${text(ctx, x + width / 2, y + height / 2 + 8, view.deck.length, { size: 25, anchor: "middle", weight: 700, fill: "#fff", outlineColour: INK })}
    ${gone.map(([fact, numbers], index) => html`<g><title>${name("fact", fact)}: ${numbers.map((/** @type {number} */ each) => name("invention", each)).join(", ")}</title>
      <g transform=${`translate(${x + 5 + index * (width / 2)} ${y + height - 23})`}><rect width="13" height="17" rx="2" fill=${TONE.card} stroke=${INK} />
      <path d=${index ? "M2 8.5h9" : "M2 3l9 11M11 3l-9 11"} stroke="#b23a2e" stroke-width="2" />${text(ctx, 16, 14, numbers.length, { size: 14, weight: 700, fill: "#fff", outlineColour: INK })}</g></g>`)}</g>`;
}

/** Return the name of an invention's location, and its owner if any. @param {Context} ctx @param {number} number @returns {{kind: string, id: string, seat?: number}} kind and id of its name, and its owner */
function whereabouts({ view }, number) {
  if (view.requested.includes(number)) return { kind: "equipment", id: "requested_inventions" };
  if (view.deck.includes(number)) return { kind: "equipment", id: "deck" };
  const owner = view.seats.find((/** @type {any} */ each) => each.owned.includes(number));
  if (owner) return { kind: "fact", id: "card_won", seat: owner.seat };
  return { kind: "fact", id: view.boxed.includes(number) ? "card_boxed" : "invention_removed" };
}

/** Draw one cell of the grid. @param {Context} ctx @param {number} number @param {Box} box */
function codexCell(ctx, number, box) {
  const { html, name, players } = ctx;
  const { kind, id, seat } = whereabouts(ctx, number);
  const isGone = kind === "fact" && seat === undefined;
  const isRequested = id === "requested_inventions";
  const line = seat !== undefined ? seatAppearance(ctx, seat).colour : isRequested ? TONE.gold : INK;
  const label = `${describeInvention(ctx, inventionOf(ctx, number))} · ${name(kind, id)}${seat === undefined ? "" : `: ${players[seat]}`}`;
  const cross = `M${box.x + 5} ${box.y + 5}l${box.width - 10} ${box.height - 10}m0 ${10 - box.height}l${10 - box.width} ${box.height - 10}`;
  return selectableBox(ctx, { isRepeated: isInTray(ctx, number) }, inventionTarget(ctx, number), label, box, html`
    ${tile(ctx, number, box, { line, thick: seat !== undefined || isRequested ? 3.5 : 1, faded: isGone || seat !== undefined })}
    ${isGone ? html`<path d=${cross} stroke="#b23a2e" stroke-width="2" fill="none" />` : null}
    ${seat === undefined ? null : person(ctx, seat, box.x + box.width / 2 - 9, box.y + box.height / 2 - 13, 0.9)}`, 4);
}

/** Draw all inventions in a grid: a column for each type, tiers from bronze down to gold. @param {Context} ctx @param {Box} box */
export function codex(ctx, box) {
  const { constants, html, name } = ctx;
  const margin = Math.min(24, box.height * 0.13);
  const wide = (box.width - margin) / constants.types.length;
  const high = (box.height - margin) / 5;
  const columns = constants.types.map((/** @type {string} */ type, /** @type {number} */ column) => {
    const cards = constants.inventions.filter((/** @type {any} */ each) => each.type === type);
    const sorted = [...cards].sort((one, other) => one.weeks - other.weeks || one.number - other.number);
    const x = box.x + margin + column * wide;
    return html`<g><title>${name("invention_type", type)}</title>${iconOnDisc(ctx, "invention_type", type, x + wide / 2 - margin * 0.45, box.y - 1, margin * 0.9)}</g>
      ${sorted.map((card, row) => html`${column ? null : icon(ctx, "tier", card.tier, box.x, box.y + margin + (row + 0.5) * high - margin * 0.45, margin * 0.9)}
        ${codexCell(ctx, card.number, { x: x + 1.5, y: box.y + margin + row * high + 1.5, width: wide - 3, height: high - 3 })}`)}`;
  });
  return html`<g>${columns}</g>`;
}
