/** The bracket of a knock-out, rounds from left to right. Each match is level with its source matches. */

import { html } from "../html.js";
import { request } from "../api.js";
import { useAnswer } from "../parts.js";
import { current, t } from "../words.js";
import { laidOut, BOX, SLOT } from "./layout.js";
import { written } from "./reading.js";
import { isolated } from "../isolate.js";

/** @typedef {import("./layout.js").Placed} Placed */

const LONGEST_NAME = 16;
const HEAD = 34;

/** @param {import("./page.js").Given} given */
export function Bracket({ shown: { tournament }, reader }) {
  const { tournament: id, version } = tournament;
  const { value } = useAnswer(() => request(`/tournaments/${id}/bracket`, { token: reader.key }), [id, version, reader.key]);
  if (!value?.rounds.length) return null;
  const stage = tournament.stages[value.stage];
  const isFixed = stage.format === "knockout" && stage.table_size === 2;
  const { columns, matches, toCome, ways, width, bottom, lower } = laidOut(value.rounds, isFixed);
  return html`<section class="card cup-bracket" aria-labelledby="bracket-title"><h2 id="bracket-title">${t("bracket")}</h2>
    <div class="sheet-frame" tabindex="0" role="group" aria-labelledby="bracket-title"><svg viewBox=${`0 0 ${width} ${bottom + HEAD}`} width=${width} height=${bottom + HEAD} role="img" aria-label=${described(matches)}>
      ${columns.map(({ x, count, round }, index) => html`<text key=${`head-${index}`} class="bracket-head" x=${x} y="16">${headOf(isFixed, count, round)}</text>`)}
      <g transform=${`translate(0 ${HEAD})`}>
        ${lower === undefined ? null : html`<text class="bracket-head" x="1" y=${lower - 10}>${t("bracket_part", { part: "losers" })}</text>`}
        ${ways.map((way, index) => html`<path key=${`way-${index}`} class=${`bracket-way ${way.look}`} d=${`M${way.x} ${way.y}C${(way.x + way.toX) / 2} ${way.y} ${(way.x + way.toX) / 2} ${way.toY} ${way.toX} ${way.toY}`} />`)}
        ${matches.map((placed) => html`<${Match} key=${placed.key} ...${placed} />`)}
        ${toCome.map(({ x, y }, index) => html`<rect key=${`open-${index}`} class="bracket-open" x=${x} y=${y} width=${BOX} height=${2 * SLOT} rx="8" />`)}</g></svg></div></section>`;
}

/** Return the title of a round. @param {boolean} isFixed @param {number} count number of matches @param {number} round */
const headOf = (isFixed, count, round) => (isFixed && count <= 4 && [1, 2, 4].includes(count) ? t("bracket_round", { count }) : t("round_number", { round }));

/** @param {Placed} props */
function Match({ x, y, match }) {
  return html`<g transform=${`translate(${x} ${y})`}><rect class="bracket-box" width=${BOX} height=${match.slots.length * SLOT} rx="8" />
    ${match.slots.map((/** @type {any} */ slot, /** @type {number} */ at) => html`${at ? html`<path class="bracket-line" d=${`M0 ${at * SLOT}H${BOX}`} />` : null}
      ${slot.advances ? html`<rect class="bracket-mark" x="0" y=${at * SLOT + 4} width="4" height=${SLOT - 8} rx="2" />` : null}
      <text class=${`bracket-name ${slot.advances ? "on" : slot.place ? "out" : ""}`} x="12" y=${at * SLOT + SLOT / 2 + 5}>${isolated(shortened(slot.name))}</text>
      <text class=${`bracket-name ${slot.advances ? "on" : "out"}`} x=${BOX - 10} y=${at * SLOT + SLOT / 2 + 5} text-anchor="end">${match.table ? (slot.place || slot.points ? written(slot.points, current()) : "") : t("bye")}</text>`)}</g>`;
}

/** @param {string} name */
const shortened = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

/** Describe the bracket in words. @param {Placed[]} matches */
function described(matches) {
  const lines = matches.map(({ match }) => `${t("round_number", { round: match.round })}: ${match.slots.map((/** @type {any} */ slot) => (slot.advances ? `${isolated(slot.name)} (${t("won")})` : isolated(slot.name))).join(" – ")}`);
  return [t("bracket"), ...lines].join(". ");
}
