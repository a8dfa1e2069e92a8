/** The sides of the players: people, labs with their known work, and inventions. */

import { cardBack, inventionOf, tile } from "./cards.js";
import { coin, frame, icon, iconOnDisc, inset, person, scaledTo, seatAppearance, selectableBox, text } from "./drawing.js";
import { INK, patternOf, TONE } from "./palette.js";
import { labTarget, seatTarget } from "./targets.js";

/** @typedef {import("./drawing.js").Context} Context @typedef {import("./drawing.js").Box} Box */

/** Draw the spaces of a lab and the pieces on them: people first, robots on the last spaces. @param {Context} ctx @param {number} seat @param {any} lab @param {Box} box */
function spaces(ctx, seat, lab, box) {
  const { html, constants } = ctx;
  const side = constants.lab_sides.find((/** @type {any} */ each) => each.side === lab.side);
  const people = lab.apprentices + (lab.master ? 1 : 0);
  return side.spaces.map((/** @type {Box} */ space, /** @type {number} */ index) => {
    const cell = scaledTo(space, box);
    const isForRobots = index >= lab.side - side.robot_spaces;
    const isRobot = index >= lab.side - lab.robots;
    const scale = Math.min(cell.width / 22, cell.height / 31, 1.05);
    const [x, y] = [cell.x + (cell.width - 20 * scale) / 2, cell.y + (cell.height - 28 * scale) / 2 + scale];
    const robot = Math.min(cell.width, cell.height) - 2;
    return html`${frame(ctx, cell, { fill: isForRobots ? TONE.robotCell : TONE.cell, thick: 1, round: 3 })}
      ${isRobot ? html`<g key=${`robot-${seat}-${lab.lab}-${lab.side - index}`}>${icon(ctx, "equipment", "robot", cell.x + (cell.width - robot) / 2, cell.y + (cell.height - robot) / 2, robot)}</g>` : null}
      ${!isRobot && index < people ? person(ctx, seat, x, y, scale, index === 0 && lab.master ? { master: true, key: `master-${seat}` } : {}) : null}`;
  });
}

/** Return the invention in a lab; undefined if the viewing seat does not know it. @param {Context} ctx @param {number} seat @param {any} lab */
function known({ view, seat: own }, seat, lab) {
  if (lab.invention !== undefined) return lab.invention;
  if (seat !== own) return undefined;
  return view.own?.work.find((/** @type {any} */ each) => each.lab === lab.lab)?.invention;
}

/** Draw the card of a lab: face up if late, otherwise its back. Only its owner sees a small picture on the back. @param {Context} ctx @param {number} seat @param {any} lab @param {Box} box */
function work(ctx, seat, lab, box) {
  const { html, covered } = ctx;
  const key = `work-${seat}-${lab.lab}`;
  if (!lab.working) return frame(ctx, box, { fill: "none", thick: 1, round: 4, dash: "4 3" });
  const invention = known(ctx, seat, lab);
  if (lab.late) return html`<g>${tile(ctx, invention, box, { key, line: "#b23a2e", thick: 2.5 })}</g>`;
  if (invention === undefined || covered) return cardBack(ctx, box, { key, sealed: true });
  const size = Math.min(box.width - 6, box.height - 18);
  return html`<g key=${key}>${cardBack(ctx, box)}<rect x=${box.x + (box.width - size) / 2 - 1} y=${box.y + 4} width=${size + 2} height=${size + 2} rx="4" fill=${TONE.card} stroke=${INK} stroke-width="1" />
    ${icon(ctx, "invention", invention, box.x + (box.width - size) / 2, box.y + 5, size)}
    ${text(ctx, box.x + box.width / 2, box.y + box.height - 3.5, invention, { size: 12, anchor: "middle", weight: 700, fill: "#fff", outlineColour: INK })}</g>`;
}

/** Draw the work track with its marker, and the end of the known invention. @param {Context} ctx @param {number} seat @param {any} lab @param {Box} box */
function track(ctx, seat, lab, { x, y, width, height }) {
  const { html, constants, covered } = ctx;
  const invention = known(ctx, seat, lab);
  const isShown = lab.working && invention !== undefined && (lab.late || !covered);
  const step = (width - 22) / constants.work_track;
  const ticks = Array.from({ length: constants.work_track + 1 }, (_, week) => `M${x + week * step} ${y + height - (week % 5 ? 4 : 8)}V${y + height}`).join("");
  const goal = isShown ? x + inventionOf(ctx, invention).weeks * step : 0;
  return html`<path d=${`M${x} ${y + height}h${width - 22}${ticks}`} stroke=${TONE.muted} stroke-width="1" fill="none" />
    ${lab.working ? html`<rect x=${x} y=${y + height - 5} width=${Math.max(0, lab.weeks * step)} height="4" fill=${seatAppearance(ctx, seat).colour} stroke=${INK} stroke-width=".6" />` : null}
    ${isShown ? html`<path d=${`M${goal} ${y + height}v-12l7 3l-7 3`} fill=${TONE.gold} stroke=${INK} stroke-width="1" />` : null}
    ${lab.working ? html`<g key=${`week-${seat}-${lab.lab}`} transform=${`translate(${x + lab.weeks * step} ${y + height - 3})`}><circle r="4.6" fill=${seatAppearance(ctx, seat).colour} stroke=${INK} stroke-width="1.2" /></g>
      ${text(ctx, x + width, y + height, lab.weeks, { size: 14, anchor: "end", weight: 700 })}` : null}`;
}

/** Draw a lab. @param {Context} ctx @param {number} seat @param {any} lab @param {Box} box */
function labRoom(ctx, seat, lab, box) {
  const { html, name, players, covered } = ctx;
  const inner = inset(box, 5);
  const card = Math.min(inner.width * 0.3, 46);
  const low = 14;
  const room = { x: inner.x, y: inner.y, width: inner.width - card - 5, height: inner.height - low - 2 };
  const invention = lab.late || !covered ? known(ctx, seat, lab) : undefined;
  const label = [players[seat], name("lab", lab.lab), name("lab_side", lab.side), ...(lab.working ? [`${name("equipment", "week")} ${lab.weeks}`] : []), ...(invention ? [name("invention", invention)] : [])].join(" · ");
  return selectableBox(ctx, { key: `lab-${seat}-${lab.lab}` }, labTarget(ctx, seat, lab), label, box, html`
    ${frame(ctx, box, { fill: TONE.room, round: 7 })}${spaces(ctx, seat, lab, room)}
    ${work(ctx, seat, lab, { x: inner.x + inner.width - card, y: inner.y, width: card, height: room.height })}
    ${track(ctx, seat, lab, { x: inner.x + 5, y: inner.y + room.height, width: inner.width - 6, height: low })}`, 7);
}

/** Draw the available master and apprentices, a pass marker, and the final florins. @param {Context} ctx @param {any} side @param {Box} box */
function supply(ctx, side, box) {
  const { html, name, view } = ctx;
  const { seat, supply: count, master_in_supply: master, florins } = side;
  const size = Math.min(box.height, 28);
  const isPassed = side.passed && view.phase === "B";
  const scale = Math.min(box.height / 29, 0.95);
  const room = box.width - 42 * scale - (isPassed || florins !== undefined ? size + 2 : 0);
  const step = Math.min(17 * scale, room / Math.max(1, count - 1));
  const end = box.x + box.width - size;
  const pieces = Array.from({ length: count }, (_, index) => person(ctx, seat, box.x + 22 * scale + index * step, box.y, scale, { key: `supply-${seat}-${index}` }));
  return html`<g><title>${name("equipment", "supply")}: ${count}</title>${master ? person(ctx, seat, box.x, box.y - 1, scale, { master: true, key: `master-${seat}` }) : null}${pieces}</g>
    ${isPassed ? html`<g><title>${name("fact", "passed")}</title>${icon(ctx, "piece", "pass", end, box.y, size)}</g>` : null}
    ${florins === undefined ? null : html`<g><title>${name("equipment", "florin")}: ${florins}</title>${coin(ctx, end + size / 2, box.y + size / 2, size / 2, florins)}</g>`}`;
}

/** Draw the owned types of inventions and the bonus for their number. @param {Context} ctx @param {number[]} owned @param {Box} box */
function variety(ctx, owned, { x, y, width, height }) {
  const { html, constants, name } = ctx;
  const types = new Set(owned.map((number) => inventionOf(ctx, number).type));
  const size = Math.min(height, (width - 26) / constants.types.length);
  return html`<g><title>${name("score_item", "variety bonus")}: ${constants.variety_bonus[types.size]}</title>
    ${constants.types.map((/** @type {string} */ type, /** @type {number} */ index) => iconOnDisc(ctx, "invention_type", type, x + index * size + 1, y + (height - size) / 2 + 1, size - 3, types.has(type) ? 1 : 0.4))}
    ${coin(ctx, x + width - 12, y + height / 2, 10, constants.variety_bonus[types.size], { faded: !constants.variety_bonus[types.size] })}</g>`;
}

/** Draw the owned inventions in the order won. @param {Context} ctx @param {number[]} owned @param {Box} box */
function ownedCards(ctx, owned, box) {
  const columns = Math.max(3, Math.ceil(owned.length / 2));
  const size = Math.min(box.width / columns, box.height / 2);
  return owned.map((number, index) => {
    const cell = { x: box.x + (index % columns) * size + 1, y: box.y + Math.floor(index / columns) * size + 1, width: size - 2, height: size - 2 };
    return selectableBox(ctx, { key: `invention-${number}` }, null, ctx.name("invention", number), cell, tile(ctx, number, cell), 4);
  });
}

/** Draw the name of a player, Leonardo if present, and the favours taken. @param {Context} ctx @param {any} side @param {Box} box */
function header(ctx, side, box) {
  const { html, name, players, view } = ctx;
  const { letter, colour, pattern } = seatAppearance(ctx, side.seat);
  const middle = box.y + box.height / 2;
  const isHolder = view.holder === side.seat;
  const [figure, small, step] = [isHolder ? 27 : 0, 19, 14];
  const favours = side.favours.length ? small + step * (side.favours.length - 1) : 0;
  const left = box.x + box.width - favours;
  return html`<circle cx=${box.x + 12} cy=${middle} r="11" fill=${colour} stroke=${INK} stroke-width="1.4" /><circle cx=${box.x + 12} cy=${middle} r="11" fill=${patternOf(pattern)} />
    ${text(ctx, box.x + 12, middle + 5, letter, { size: 14, anchor: "middle", weight: 700, fill: "#fff", outlineColour: INK })}
    ${isHolder ? html`<g key="leonardo"><title>${name("equipment", "leonardo")}</title>${icon(ctx, "equipment", "leonardo", box.x + 26, middle - 14, 27)}</g>` : null}
    ${text(ctx, box.x + 29 + figure, middle + 5.5, players[side.seat], { size: 16, weight: 700, width: Math.max(30, left - box.x - 33 - figure) })}
    ${side.favours.map((/** @type {string} */ favour, /** @type {number} */ index) => html`<g key=${`favour-${side.seat}-${index}`}><title>${name("favour", favour)}</title>${icon(ctx, "favour", favour, left + index * step, middle - small / 2, small)}</g>`)}`;
}

/** Draw the side of a player. @param {Context} ctx @param {any} side of the view @param {Box} box */
export function seatPanel(ctx, side, box) {
  const { html, constants, name, seat: own, toAct, players } = ctx;
  const plan = constants.player_side;
  const isActing = toAct.includes(side.seat);
  const top = scaledTo(plan.academy, box);
  const owned = scaledTo(plan.owned, box);
  const school = Math.min(24, top.height);
  const lone = side.labs.length < constants.player_side.labs.length;
  const waiting = lone ? scaledTo(plan.labs[1].box, box) : null;
  const head = { ...scaledTo({ x: 0.015, y: 0.03, width: 0.36, height: 0.25 }, box) };
  return html`<g key=${`seat-${side.seat}`}>${selectableBox(ctx, { isRepeated: true }, seatTarget(ctx, side.seat), players[side.seat], box, html`
    ${frame(ctx, box, { fill: side.seat === own ? TONE.own : TONE.panel, line: isActing ? seatAppearance(ctx, side.seat).colour : TONE.line, thick: isActing ? 4 : 1.5, round: 10 })}
    ${header(ctx, side, head)}`, 10)}
    ${supply(ctx, side, scaledTo(plan.supply, box))}
    <g><title>${name("place", "academy")}: ${side.academy}</title>${icon(ctx, "place", "academy", top.x, top.y, school, 0.8)}
    ${side.academy ? person(ctx, side.seat, top.x + school + 3, top.y, school / 29, { faded: true }) : null}${text(ctx, top.x + school * 1.75 + 8, top.y + school * 0.75, side.academy, { size: 15, weight: 700, fill: TONE.muted })}</g>
    ${waiting ? html`${frame(ctx, waiting, { fill: "none", thick: 1, dash: "5 5", opacity: 0.7 })}${icon(ctx, "lab", plan.labs[1].lab, waiting.x + waiting.width / 2 - 22, waiting.y + waiting.height / 2 - 22, 44, 0.25)}` : null}
    ${side.labs.map((/** @type {any} */ lab) => labRoom(ctx, side.seat, lab, scaledTo(plan.labs.find((/** @type {any} */ each) => each.lab === lab.lab).box, box)))}
    ${ownedCards(ctx, side.owned, { ...owned, height: owned.height - 24 })}${variety(ctx, side.owned, { ...owned, y: owned.y + owned.height - 22, height: 22 })}</g>`;
}
