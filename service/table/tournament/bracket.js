/** The bracket of a knock-out, rounds from left to right. Each match is level with its source matches. */

import { html } from "../html.js";
import { request } from "../api.js";
import { isolateRtl } from "../bidi.js";
import { useFetch } from "../components.js";
import { currentLanguage, t } from "../i18n.js";
import { BOX, layOut, SLOT } from "./layout.js";
import { formatNumber } from "./model.js";

/** @typedef {import("./layout.js").PlacedMatch} PlacedMatch */

const LONGEST_NAME = 14;
const HEAD = 34;

/** Number of matches of the first round on a page of a large screen, and of columns. */
export const PAGE_OF_MATCHES = 4;
const PAGE_OF_COLUMNS = 3;
const MATCH_HEIGHT = 2 * SLOT + 14;

/** @param {import("./page.js").PageProps} props */
export function Bracket({ data: { tournament }, account }) {
  const { tournament: id, version } = tournament;
  const { value } = useFetch(() => request(`/tournaments/${id}/bracket`, { token: account.key }), [id, version, account.key]);
  if (!value?.rounds.length) return null;
  return html`<section class="card cup-bracket" aria-labelledby="bracket-title"><h2 id="bracket-title">${t("bracket")}</h2>
    <div class="scroll-frame" tabindex="0" role="group" aria-labelledby="bracket-title"><${BracketDrawing} rounds=${value.rounds} stage=${tournament.stages[value.stage]} /></div></section>`;
}

/** The drawing of a bracket, or a page of it that is large enough for a distant screen. @param {{rounds: any[], stage: any, page?: number}} props */
export function BracketDrawing({ rounds, stage, page }) {
  const isFixed = stage.format === "knockout" && stage.table_size === 2;
  const { columns, matches, upcoming, connections, width, bottom, lower } = layOut(rounds, isFixed);
  const size = page === undefined ? { viewBox: `0 0 ${width} ${bottom + HEAD}`, width, height: bottom + HEAD } : { class: "bracket-page", viewBox: pageBox(page, width, bottom) };
  return html`<svg ...${size} role="img" aria-label=${problemOf(matches)}>
      ${columns.map(({ x, count, round }, index) => html`<text key=${`head-${index}`} class="bracket-head" x=${x} y=${16 + (page ?? 0) * PAGE_OF_MATCHES * MATCH_HEIGHT}>${roundTitle(isFixed, count, round)}</text>`)}
      <g transform=${`translate(0 ${HEAD})`}>
        ${lower === undefined ? null : html`<text class="bracket-head" x="1" y=${lower - 10}>${t("bracket_part", { part: "losers" })}</text>`}
        ${connections.map((connection, index) => html`<path key=${`way-${index}`} class=${`bracket-connection ${connection.style}`} d=${`M${connection.x} ${connection.y}C${(connection.x + connection.toX) / 2} ${connection.y} ${(connection.x + connection.toX) / 2} ${connection.toY} ${connection.toX} ${connection.toY}`} />`)}
        ${matches.map((placed) => html`<${Match} key=${placed.key} ...${placed} />`)}
        ${upcoming.map(({ x, y }, index) => html`<rect key=${`open-${index}`} class="bracket-open" x=${x} y=${y} width=${BOX} height=${2 * SLOT} rx="8" />`)}</g></svg>`;
}

/** Return the part of the drawing that a page shows. @param {number} page @param {number} width @param {number} bottom */
function pageBox(page, width, bottom) {
  const height = Math.min(PAGE_OF_MATCHES * MATCH_HEIGHT, bottom);
  const columns = PAGE_OF_COLUMNS * (BOX + 44);
  return `0 ${page * PAGE_OF_MATCHES * MATCH_HEIGHT} ${Math.min(width, columns)} ${height + HEAD}`;
}

/** Return the title of a round. @param {boolean} isFixed @param {number} count number of matches @param {number} round */
const roundTitle = (isFixed, count, round) => (isFixed && count <= 4 && [1, 2, 4].includes(count) ? t("bracket_round", { count }) : t("round_number", { round }));

/** @param {PlacedMatch} props */
function Match({ x, y, match }) {
  return html`<g transform=${`translate(${x} ${y})`}><rect class="bracket-box" width=${BOX} height=${match.slots.length * SLOT} rx="8" />
    ${match.slots.map((/** @type {any} */ slot, /** @type {number} */ at) => html`${at ? html`<path class="bracket-line" d=${`M0 ${at * SLOT}H${BOX}`} />` : null}
      ${slot.advances ? html`<rect class="bracket-mark" x="0" y=${at * SLOT + 4} width="4" height=${SLOT - 8} rx="2" />` : null}
      <text class=${`bracket-name ${slot.advances ? "on" : slot.place ? "out" : ""}`} x="12" y=${at * SLOT + SLOT / 2 + 5}>${isolateRtl(shorten(slot.name))}</text>
      <text class=${`bracket-name ${slot.advances ? "on" : "out"}`} x=${BOX - 10} y=${at * SLOT + SLOT / 2 + 5} text-anchor="end">${match.table ? (slot.place || slot.points ? formatNumber(slot.points, currentLanguage()) : "") : t("bye")}</text>`)}</g>`;
}

/** @param {string} name */
const shorten = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

/** Describe the bracket in words. @param {PlacedMatch[]} matches */
function problemOf(matches) {
  const lines = matches.map(({ match }) => `${t("round_number", { round: match.round })}: ${match.slots.map((/** @type {any} */ slot) => (slot.advances ? `${isolateRtl(slot.name)} (${t("won")})` : isolateRtl(slot.name))).join(" – ")}`);
  return [t("bracket"), ...lines].join(". ");
}
