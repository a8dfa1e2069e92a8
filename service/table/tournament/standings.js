/** The standings, by group if there are groups, and the crosstable. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { ErrorMessage, useFetch } from "../components.js";
import { currentLanguage, t } from "../i18n.js";
import { formatNumber, groupLetter } from "./model.js";

/** @typedef {import("./page.js").PageProps} PageProps */
/** @typedef {{path: string, query: string, version: number, token?: string, me?: string}} Asked */

/** List the groups of the latest stage; empty if there is only one. @param {import("../types").Tournament} tournament */
function groupsOf({ stages, stage = 0 }) {
  const count = stages[stage]?.groups ?? 1;
  return count > 1 ? Array.from({ length: count }, (_, group) => group) : [];
}

/** Buttons to choose a group. @param {{groups: number[], chosen: number | undefined, choose: (group: number | undefined) => void, withAll: boolean}} props */
function Groups({ groups, chosen, choose, withAll }) {
  if (!groups.length) return null;
  const all = withAll ? [undefined, ...groups] : groups;
  return html`<div class="cup-pager" role="group" aria-label=${t("groups")}>${all.map((each) => html`<button type="button" key=${each ?? "all"} class="quiet small choosable" aria-label=${each === undefined ? t("all") : t("group_named", { group: groupLetter(each) })} aria-pressed=${String(each === chosen)} onClick=${() => choose(each)}>${each === undefined ? t("all") : groupLetter(each)}</button>`)}</div>`;
}

/** @param {PageProps} props */
export function Standings({ data: { tournament }, account, nameOf, data }) {
  const [group, choose] = useState(/** @type {number | undefined} */ (undefined));
  const { tournament: id, version, stage = 0 } = tournament;
  const query = group === undefined ? "" : `?stage=${stage}&group=${group}`;
  const { value, problem } = useFetch(() => request(`/tournaments/${id}/standings${query}`, { token: account.key }), [id, query, version, account.key]);
  const own = account.me && data.entrants.find(({ player }) => player === account.me?.player)?.entrant;
  const rows = value?.standings ?? [];
  const breaks = (rows[0]?.tie_breaks ?? []).map((/** @type {any} */ each) => each.tie_break).filter((/** @type {string} */ each) => each !== "random");
  return html`<section class="card cup-standings" aria-labelledby="standings-title">
    <div class="head-line wrap"><h2 id="standings-title">${t("standings")}</h2><${Groups} groups=${groupsOf(tournament)} chosen=${group} choose=${choose} withAll=${true} /></div>
    <${ErrorMessage} problem=${problem} />
    <div class="scroll-frame" tabindex="0" role="group" aria-labelledby="standings-title"><table class="cup-data"><caption class="hidden">${t("standings")}</caption><thead><tr><th scope="col"><abbr title=${t("place")}>#</abbr></th><th scope="col">${t("name")}</th><th scope="col">${t("points")}</th><th scope="col" class="cup-games">${t("games_short")}</th><th scope="col" class="cup-games">${t("wins")}</th>
      ${breaks.filter((/** @type {string} */ each) => each !== "wins").map((/** @type {string} */ each) => html`<th scope="col" key=${each} class="cup-break"><abbr title=${t("tie_break", { name: each })}>${t("tie_break_short", { name: each })}</abbr></th>`)}</tr></thead>
      <tbody>${rows.map((/** @type {any} */ row) => html`<tr key=${`stands-${row.entrant}`} class=${`${row.place <= 3 && tournament.status === "over" ? `podium place-${row.place}` : ""} ${row.entrant === own ? "own" : ""} ${row.withdrawn ? "withdrawn" : ""}`}>
        <td><span class="cup-place">${row.place}</span></td><th scope="row"><bdi>${nameOf(row.entrant)}</bdi>${row.withdrawn ? html`<span class="hidden"> (${t("withdrawn")})</span>` : null}${row.disqualified ? html` <small>${t("disqualified")}</small>` : null}${row.penalty ? html` <small class="faint">${t("penalty_of", { points: row.penalty })}</small>` : null}</th><td><strong>${formatNumber(row.points, currentLanguage())}</strong></td><td class="cup-games">${row.played}</td><td class="cup-games">${row.wins}</td>
        ${row.tie_breaks.filter((/** @type {any} */ each) => breaks.includes(each.tie_break) && each.tie_break !== "wins").map((/** @type {any} */ each) => html`<td key=${each.tie_break} class="cup-break">${formatNumber(each.value, currentLanguage(), 1)}</td>`)}</tr>`)}</tbody></table></div>
    ${value && !rows.length ? html`<p class="faint">${t("nothing_yet")}</p>` : null}</section>`;
}

/** @param {PageProps} props */
export function Crosstable({ data: { tournament }, account }) {
  const groups = groupsOf(tournament);
  const [chosen, choose] = useState(0);
  const { tournament: id, version, stage = 0 } = tournament;
  const query = groups.length ? `?stage=${stage}&group=${Math.min(chosen, groups.length - 1)}` : "";
  const { value } = useFetch(() => request(`/tournaments/${id}/crosstable${query}`, { token: account.key }), [id, query, version, account.key]);
  if (!value?.rows.some(hasWon)) return null;
  const isArena = tournament.stages[stage]?.format === "arena";
  const grid = isMatrix(value.rows) ? matrix(value.rows) : byRound(value, isArena);
  return html`<section class="card cup-cross" aria-labelledby="cross-title">
    <div class="head-line wrap"><h2 id="cross-title">${t("crosstable")}</h2><${Groups} groups=${groups} chosen=${chosen} choose=${(/** @type {number} */ group) => choose(group)} withAll=${false} /></div>
    <p class="faint">${t(isMatrix(value.rows) ? "matrix_note" : "rounds_note")}</p>
    <div class="scroll-frame" tabindex="0" role="group" aria-labelledby="cross-title"><table class="cup-data cup-grid"><caption class="hidden">${t("crosstable")}</caption>
      <thead><tr><th scope="col"><abbr title=${t("place")}>#</abbr></th><th scope="col">${t("name")}</th>${grid.heads.map((head) => html`<th scope="col" key=${head}>${head}</th>`)}<th scope="col">${t("points")}</th></tr></thead>
      <tbody>${value.rows.map((/** @type {any} */ row, /** @type {number} */ at) => html`<tr key=${`cross-${row.entrant}`}><td><span class="cup-place">${row.place}</span></td><th scope="row"><bdi>${row.name}</bdi></th>
        ${grid.cells[at].map((cell, column) => html`<td key=${column} class=${cell.style}>${cell.points === undefined ? "" : formatNumber(cell.points, currentLanguage())}${cell.below ? html`<small>${cell.below}</small>` : null}</td>`)}<td><strong>${formatNumber(row.points, currentLanguage())}</strong></td></tr>`)}</tbody></table></div></section>`;
}

/** Whether a row has points. @param {any} row */
const hasWon = ({ cells }) => cells.some((/** @type {any} */ { points }) => points !== undefined);

const LARGEST_MATRIX = 24;

/** @param {any[]} rows */
const isMatrix = (rows) => rows.length <= LARGEST_MATRIX && rows.some(({ met }) => met.length);

/** @typedef {{points?: number, below?: string, style: string}} Cell */

/** Return a grid of all entrants against each other. @param {any[]} rows @returns {{heads: (string | number)[], cells: Cell[][]}} */
function matrix(rows) {
  const best = Math.max(1, ...rows.flatMap(({ met }) => met.map((/** @type {any} */ each) => each.points)));
  const cells = rows.map((row) => rows.map(({ entrant }) => {
    if (entrant === row.entrant) return { style: "cup-self" };
    const points = row.met.find((/** @type {any} */ each) => each.entrant === entrant)?.points;
    return { points, style: shade(points, best) };
  }));
  return { heads: rows.map(({ place }) => place), cells };
}

/** Return a column for each round, or for each match of an arena, with the ranks of the opponents. @param {any} value @param {boolean} isArena @returns {{heads: (string | number)[], cells: Cell[][]}} */
function byRound({ rounds, rows }, isArena) {
  const places = new Map(rows.map((/** @type {any} */ row) => [row.entrant, row.place]));
  const all = rows.flatMap((/** @type {any} */ row) => row.cells);
  const best = Math.max(1, ...all.map((/** @type {any} */ cell) => cell.points ?? 0));
  const most = Math.max(0, ...rows.map((/** @type {any} */ row) => row.cells.length));
  const heads = isArena ? Array.from({ length: most }, (_, index) => index + 1) : rounds;
  const cells = rows.map((/** @type {any} */ row) => heads.map((/** @type {number} */ head) => {
    const cell = isArena ? row.cells[head - 1] : row.cells.find((/** @type {any} */ each) => each.round === head);
    if (!cell) return { style: "" };
    const below = cell.table ? cell.opponents.map((/** @type {number} */ each) => places.get(each) ?? "–").join(" ") : t("bye");
    return { points: cell.points, below, style: shade(cell.points, best) };
  }));
  return { heads, cells };
}

/** Return the class of a background that is stronger with more points. @param {number | undefined} points @param {number} best */
const shade = (points, best) => `shade-${Math.round((4 * (points ?? 0)) / best)}`;
