/** The city: wall and river, the areas with their people, the Council, and the inventions at the gate. */

import { deck, inventionCard, isInTray } from "./cards.js";
import { coin, componentCard, frame, icon, iconWithCount, person, scaledTo, selectableBox, text } from "./drawing.js";
import { INK, patternOf, TONE } from "./palette.js";
import { areaTarget, groupTarget, marketTarget, spaceTarget } from "./targets.js";

/** @typedef {import("./drawing.js").Context} Context @typedef {import("./drawing.js").Box} Box */

const LEAST_CARD = 18;
const WALLED = 0.788; // part of the plan inside the wall; the area before the gate is below

/** Return the path of a wall with battlements. @param {number} x @param {number} y @param {number} long */
function battlements(x, y, long) {
  const step = 12;
  const count = Math.floor(long / (2 * step));
  return `M${x} ${y}${`v-5h${step}v5h${step}`.repeat(count)}h${long - count * 2 * step}v6h${-long}z`;
}

/** @param {number} x @param {number} y @param {number} width @param {number} length of a wave */
const wave = (x, y, width, length) => `M${x} ${y}${`q${length / 4} -3 ${length / 2} 0t${length / 2} 0`.repeat(Math.ceil(width / length))}`;

/** Draw the ground, the river and the wall. @param {Context} ctx @param {Box} box */
function ground({ html }, { x, y, width, height }) {
  const walled = height * WALLED;
  const bank = y + height * 0.545;
  const bridges = [0.14, 0.5, 0.86].map((share) => x + width * share);
  const towers = [[x + 4, y + 4], [x + width - 4, y + 4], [x + 4, y + walled], [x + width - 4, y + walled]];
  return html`<g aria-hidden="true">
    <rect x=${x} y=${y} width=${width} height=${walled} rx="10" fill=${TONE.ground} />
    <path d=${`M${x + 8} ${bank - 9}h${width - 16}v18h${16 - width}z`} fill=${TONE.river} />
    <path d=${wave(x + 12, bank - 2, width - 44, 28)} fill="none" stroke=${TONE.ripple} stroke-width="1.6" />
    <path d=${wave(x + 26, bank + 5, width - 60, 34)} fill="none" stroke=${TONE.ripple} stroke-width="1.2" />
    ${bridges.map((at) => html`<g><rect x=${at - 17} y=${bank - 12} width="34" height="24" fill=${TONE.street} stroke=${TONE.wall} stroke-width="2" /><path d=${`M${at - 9} ${bank - 12}v24M${at} ${bank - 12}v24M${at + 9} ${bank - 12}v24`} stroke=${TONE.wall} stroke-width="1" /></g>`)}
    <rect x=${x + 3} y=${y + 3} width=${width - 6} height=${walled - 3} rx="8" fill="none" stroke=${TONE.wall} stroke-width="6" />
    <path d=${battlements(x + 12, y + 3, width - 24)} fill=${TONE.wall} />
    ${towers.map(([left, top]) => html`<g><circle cx=${left} cy=${top} r="9" fill=${TONE.wall} stroke=${INK} stroke-opacity=".5" /><circle cx=${left} cy=${top} r="4" fill="none" stroke=${INK} stroke-opacity=".5" /></g>`)}
  </g>`;
}

/** Return the groups of an area; while it is resolved, in turn order. @param {Context} ctx @param {any} area */
function ordered({ view }, { area, groups }) {
  if (view.resolving?.area !== area) return groups;
  const rank = (/** @type {any} */ group) => (view.resolving.order.indexOf(group.seat) + 100) % 100;
  return [...groups].sort((one, other) => rank(one) - rank(other));
}

/** Draw the people of one seat in an area: apprentices as one piece with their number, and the master. @param {Context} ctx @param {any} group @param {string} area @param {number} x @param {number} y @param {number} scale */
function group(ctx, { seat, apprentices, master }, area, x, y, scale) {
  const { html, name, players } = ctx;
  const wide = (apprentices && master ? 37 : 21) * scale;
  const people = [apprentices ? `${apprentices} × ${name("equipment", "apprentice")}` : "", master ? name("piece", "master") : ""].filter(Boolean).join(", ");
  const label = `${players[seat]}: ${people} · ${name("place", area)}`;
  const box = { x, y, width: wide, height: 28 * scale };
  return selectableBox(ctx, { key: `group-${seat}-${area}` }, groupTarget(ctx, seat, area), label, box, html`
    ${master ? person(ctx, seat, x + (apprentices ? 16 * scale : 0), y - 2 * scale, scale, { master: true, key: `master-${seat}` }) : null}
    ${apprentices ? person(ctx, seat, x, y, scale, { count: apprentices, key: `apprentices-${seat}-${area}` }) : null}`, 5);
}

/** Draw all groups of an area in a row, scaled to fit. The arrow shows who is first. @param {Context} ctx @param {any} area @param {Box} box */
function groups(ctx, area, box) {
  const list = ordered(ctx, area);
  if (!list.length) return null;
  const natural = list.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + (each.apprentices && each.master ? 40 : 24), 10);
  const scale = Math.min(box.height / 31, 1.45, (box.width - 4) / natural);
  const top = box.y + (box.height - 28 * scale) / 2;
  let x = box.x + 4 + 10 * scale;
  const row = list.map((/** @type {any} */ each) => {
    const drawn = group(ctx, each, area.area, x, top, scale);
    x += (each.apprentices && each.master ? 40 : 24) * scale;
    return drawn;
  });
  return ctx.html`<path d=${`M${box.x + 4} ${top + 10 * scale}l${7 * scale} ${5 * scale}l${-7 * scale} ${5 * scale}z`} fill=${TONE.gold} stroke=${INK} stroke-width="1" />${row}`;
}

/** Draw the prices of an area's actions; the next price is larger. @param {Context} ctx @param {Box} box */
function costTrack(ctx, { x, y, width }) {
  const { price } = ctx.view.resolving;
  if (price === undefined) return null;
  const { prices } = ctx.constants;
  return prices.map((/** @type {number} */ each, /** @type {number} */ index) => {
    const isNext = each === price;
    return coin(ctx, x + width - 13 - (prices.length - 1 - index) * 21, y + 13, isNext ? 11.5 : 8, each, { faded: !isNext });
  });
}

/** Draw what an area offers, with its number. @param {Context} ctx @param {any} about @param {number} x @param {number} y @param {number} size */
function offer(ctx, about, x, y, size) {
  const { view } = ctx;
  if (about.sells) return iconWithCount(ctx, "component", about.sells, x, y, size, view.stock[about.sells]);
  if (about.area === "workshop") return iconWithCount(ctx, "equipment", "robot", x, y, size, view.robots_left);
  if (about.area === "council") return iconWithCount(ctx, "equipment", "florin", x, y, size, view.council_florins);
  return null;
}

/** Draw an area with its building, name and people. @param {Context} ctx @param {any} area @param {Box} box */
function plot(ctx, area, box) {
  const { html, name, view, constants } = ctx;
  const about = constants.areas.find((/** @type {any} */ each) => each.area === area.area);
  const isOpen = view.resolving?.area === area.area;
  const isCouncil = area.area === "council";
  const house = Math.min(box.width * 0.36, box.height * (isCouncil ? 0.36 : 0.44), 66);
  const head = isCouncil ? box.height * 0.56 : box.height;
  const target = areaTarget(ctx, area.area);
  const low = { x: box.x + 6, y: box.y + house + 14, width: box.width - 12, height: box.height - house - 20 };
  const beside = isCouncil ? { x: box.x + house + 62, y: box.y + 34, width: box.width - house - 70, height: head - 37 } : low;
  const titleWidth = box.width - house - 15;
  const content = html`${frame(ctx, box, { fill: TONE.plot, line: "none", round: 10 })}${banner(ctx, area.area, box)}
    ${frame(ctx, box, { fill: "none", line: isOpen ? TONE.gold : TONE.line, thick: isOpen ? 4.5 : 1.5, round: 10 })}
    ${pavement(ctx, isCouncil ? beside : low)}${icon(ctx, "place", area.area, box.x + 5, box.y + 8, house)}
    <path d=${`M${box.x + box.width - 25} ${box.y}v8a9 9 0 0 0 18 0v-8z`} fill=${TONE.street} stroke=${TONE.line} />
    ${text(ctx, box.x + box.width - 16, box.y + 12, about.letter, { size: 12.5, anchor: "middle", weight: 700 })}
    ${text(ctx, box.x + house + 9, box.y + 29, name("place", area.area), { size: 15, weight: 700, width: titleWidth })}
    ${offer(ctx, about, box.x + house + 9, box.y + 34, Math.min(26, house * 0.5))}`;
  return html`<g key=${`area-${area.area}`}>${selectableBox(ctx, {}, target, name("place", area.area), box, content, 10)}
    ${isOpen && !isCouncil ? html`<g transform=${`translate(0 ${house + 7})`}>${costTrack(ctx, box)}</g>` : null}
    ${isOpen ? icon(ctx, "equipment", "mayor", box.x - 8, box.y - 8, 30) : null}
    ${area.area === "market" ? stalls(ctx, box, house) : null}
    ${groups(ctx, area, beside)}</g>`;
}

/** Draw a band in the colour of an area along its upper edge. @param {Context} ctx @param {string} area @param {Box} box */
function banner({ html, appearanceOf }, area, { x, y, width }) {
  const { colour, pattern } = appearanceOf("place", area) ?? {};
  const band = `M${x} ${y + 9}q0 -9 10 -9h${width - 20}q10 0 10 9v-1h${-width}z`;
  return html`<path d=${band} fill=${colour} /><path d=${band} fill=${patternOf(pattern)} />`;
}

/** Draw the ground under the people of an area. @param {Context} ctx @param {Box} box */
const pavement = ({ html }, { x, y, width, height }) => html`<rect x=${x} y=${y} width=${width} height=${height} rx="6" fill=${TONE.street} />
  <path d=${`M${x + 4} ${y + height * 0.36}h${width - 8}M${x + 4} ${y + height * 0.68}h${width - 8}${[0.2, 0.45, 0.7].map((part) => `M${x + width * part} ${y + 3}V${y + height * 0.36}M${x + width * (part + 0.12)} ${y + height * 0.36}V${y + height * 0.68}M${x + width * part} ${y + height * 0.68}V${y + height - 3}`).join("")}`} stroke=${TONE.ground} stroke-width="1.2" fill="none" />`;

/** Draw the components on the market. @param {Context} ctx @param {Box} box @param {number} house */
function stalls(ctx, box, house) {
  const { view, constants, name } = ctx;
  const kinds = constants.kinds.filter((/** @type {string} */ kind) => view.market[kind]);
  const wide = Math.min(22, (box.width - house - 14) / 3 - 2);
  return kinds.map((/** @type {string} */ kind, /** @type {number} */ index) => {
    const stall = { x: box.x + house + 8 + (index % 3) * (wide + 2), y: box.y + 33 + Math.floor(index / 3) * (wide * 1.25 + 2), width: wide, height: wide * 1.25 };
    return selectableBox(ctx, { key: `market-${kind}` }, marketTarget(ctx, kind), `${view.market[kind]} × ${name("component", kind)}`, stall,
      wide < LEAST_CARD ? icon(ctx, "component", kind, stall.x, stall.y, wide) : componentCard(ctx, kind, stall, view.market[kind] > 1 ? view.market[kind] : null), 4);
  });
}

/** Draw a park in place of the market, which only games with Codex II have. @param {Context} ctx @param {Box} box */
function green(ctx, box) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return ctx.html`<g aria-hidden="true">${frame(ctx, box, { fill: TONE.idle, round: 10 })}
    ${[[-34, -22], [-24, 24], [30, -26], [34, 18]].map(([left, top]) => ctx.html`<circle cx=${x + left} cy=${y + top} r="9" fill=${TONE.tree} stroke=${INK} stroke-opacity=".4" />`)}
    <ellipse cx=${x} cy=${y + 8} rx="20" ry="10" fill=${TONE.river} stroke=${TONE.wall} stroke-width="4" />
    <path d=${`M${x} ${y + 6}v-16M${x} ${y - 8}q-10 0 -12 13M${x} ${y - 8}q10 0 12 13`} fill="none" stroke=${TONE.ripple} stroke-width="2.5" stroke-linecap="round" /></g>`;
}

/** Draw a space of the Council and the piece on it. @param {Context} ctx @param {number} space @param {Box} box */
function councilSpace(ctx, space, box) {
  const { html, name, view, players } = ctx;
  const taken = view.resolving?.spaces?.find((/** @type {any} */ each) => each.space === space);
  const label = name("council_space", space) + (taken ? `: ${players[taken.seat]}` : "");
  const size = Math.min(box.height - 8, box.width - 12);
  return selectableBox(ctx, {}, taken ? null : spaceTarget(ctx, space), label, box, html`
    ${frame(ctx, box, { fill: TONE.street, round: 7 })}
    ${icon(ctx, "council_space", space, box.x + (box.width - size) / 2 + 3, box.y + (box.height - size) / 2, size, taken ? 0.35 : 1)}
    ${text(ctx, box.x + 5, box.y + 14, space, { size: 13, weight: 700 })}
    ${taken ? person(ctx, taken.seat, box.x + box.width / 2 - 13, box.y + box.height / 2 - 18, 1.3, { key: `council-${taken.seat}` }) : null}`, 7);
}

/** Draw the whole city and the area before its gate. @param {Context} ctx @param {Box} box */
export function city(ctx, box) {
  const { html, view, constants, name } = ctx;
  const boxOf = (/** @type {string} */ area) => scaledTo(constants.city.areas.find((/** @type {any} */ each) => each.area === area).box, box);
  const isClosed = !view.areas.some((/** @type {any} */ each) => each.area === "market");
  const gate = scaledTo({ x: 0.43, y: WALLED - 0.012, width: 0.14, height: 0.022 }, box);
  return html`<g>${ground(ctx, box)}
    <rect x=${gate.x} y=${gate.y} width=${gate.width} height=${gate.height} fill=${TONE.street} stroke=${TONE.wall} stroke-width="2" />
    ${isClosed ? green(ctx, boxOf("market")) : null}
    ${view.areas.map((/** @type {any} */ area) => plot(ctx, area, boxOf(area.area)))}
    ${constants.city.council_spaces.map((/** @type {any} */ each) => councilSpace(ctx, each.space, scaledTo(each.box, box)))}
    <g><title>${name("equipment", "requested_inventions")}</title>
    ${view.requested.map((/** @type {number} */ number, /** @type {number} */ index) => inventionCard(ctx, number, scaledTo(constants.city.requested[index], box), { key: `invention-${number}`, isRepeated: isInTray(ctx, number) }))}</g>
    ${deck(ctx, scaledTo(constants.city.deck, box))}</g>`;
}
