/** The rounds, table by table, with scores and links to watch. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { seatClass } from "../components.js";
import { currentLanguage, t } from "../i18n.js";
import { closedUntil, formatNumber, groupLetter, scoreOf, winnersOf } from "./model.js";
import { ResultDialog } from "./result.js";

/** @typedef {import("./page.js").PageProps} PageProps */
/** @typedef {import("../types").Round} Round */
/** @typedef {import("../types").MatchTable} MatchTable */

/** Number of arena tables per page. */
const PAGE_SIZE = 24;

/** @param {PageProps} props */
export function Rounds(props) {
  const { tournament, rounds } = props.data;
  if (tournament.stages[tournament.stage ?? 0]?.format === "arena") return html`<${Arena} ...${props} />`;
  return html`<${RoundByRound} ...${props} rounds=${rounds} />`;
}

/** @param {PageProps & {rounds: Round[]}} props */
function RoundByRound({ rounds, ...props }) {
  const [chosen, choose] = useState(/** @type {number | undefined} */ (undefined));
  const { tournament } = props.data;
  const round = rounds.find((each) => each.round === chosen) ?? rounds.at(-1);
  if (!round) return html`<section class="cup-rounds" aria-labelledby="rounds-title"><h2 id="rounds-title">${t("rounds")}</h2><p class="faint">${t("first_round", { next: tournament.next_round })}</p></section>`;
  const isLast = round === rounds.at(-1);
  return html`<section class="cup-rounds" aria-labelledby="rounds-title">
    <div class="head-line wrap"><h2 id="rounds-title">${t("round_number", { round: round.round })} <span class="cup-note">${stageName(tournament, round)}</span></h2>
      ${rounds.length > 1 ? html`<div class="cup-pager" role="group" aria-label=${t("rounds")}>${rounds.map((each) => html`<button type="button" key=${each.round} class="quiet small choosable" aria-label=${t("round_number", { round: each.round })} aria-pressed=${String(each === round)} onClick=${() => choose(each === rounds.at(-1) ? undefined : each.round)}>${each.round}</button>`)}</div>` : null}</div>
    <p class="hidden" role="status">${isLast ? `${t("round_number", { round: round.round })}: ${progress(round)}` : ""}</p>
    <div class="cup-progress"><span class="faint">${progress(round)}${round.manual ? ` · ${t("seated_by_hand")}` : ""}</span><progress aria-label=${t("tables_closed_of")} max=${round.tables.length} value=${closedTables(round)}></progress></div>
    ${splitTables(tournament, round).map(({ title, tables }) => html`<div key=${title} class="cup-part">${title ? html`<h3>${title}</h3>` : null}
      <ul class="cup-tables">${tables.map((table) => html`<${TableCard} key=${`${round.round}-${table.table}`} ...${props} round=${round} table=${table} />`)}</ul></div>`)}
    ${round.byes.length ? html`<p class="cup-byes"><strong>${t("byes")}</strong> ${round.byes.map(({ entrant }) => props.nameOf(entrant)).join(", ")}</p>` : null}
    ${round.sitting_out.length ? html`<p class="cup-byes"><strong>${t("sitting_out")}</strong> ${round.sitting_out.map((entrant) => props.nameOf(entrant)).join(", ")}</p>` : null}
  </section>`;
}

/** The tables of an arena, which has no common rounds: running ones first, then the latest. @param {PageProps} props */
function Arena(props) {
  const [most, setMost] = useState(PAGE_SIZE);
  const all = props.data.rounds.flatMap((round) => round.tables.map((table) => ({ round, table }))).reverse();
  const sorted = [...all.filter(({ table }) => table.status === "running"), ...all.filter(({ table }) => table.status === "closed")];
  return html`<section class="cup-rounds" aria-labelledby="rounds-title"><h2 id="rounds-title">${t("tables")}</h2>
    <p class="faint" role="status">${t("tables_played", { running: all.filter(({ table }) => table.status === "running").length, all: all.length })}</p>
    <ul class="cup-tables">${sorted.slice(0, most).map(({ round, table }) => html`<${TableCard} key=${`${round.round}-${table.table}`} ...${props} round=${round} table=${table} isArena=${true} />`)}</ul>
    ${sorted.length > most ? html`<p class="row"><button type="button" class="quiet" onClick=${() => setMost(most + PAGE_SIZE)}>${t("more")}</button></p>` : null}</section>`;
}

/** @param {Round} round */
const closedTables = ({ tables }) => tables.filter(({ status }) => status === "closed").length;

/** @param {Round} round */
const progress = (round) => t("tables_closed", { closed: closedTables(round), all: round.tables.length });

/** @param {import("../types").Tournament} tournament @param {Round} round */
const stageName = ({ stages }, { stage }) => (stages.length > 1 ? t("stage_named", { format: stages[stage].format }) : "");

/** Split the tables of a round by group, or by bracket. @param {import("../types").Tournament} tournament @param {Round} round @returns {{title: string, tables: MatchTable[]}[]} */
function splitTables(tournament, { stage, tables }) {
  const hasGroups = (tournament.stages[stage].groups ?? 1) > 1;
  const titles = tables.map(({ group, bracket }) => (hasGroups ? t("group_named", { group: groupLetter(group) }) : bracket ? t("bracket_part", { part: bracket }) : ""));
  return [...new Set(titles)].map((title) => ({ title, tables: tables.filter((_, index) => titles[index] === title) }));
}

/** @param {PageProps & {round: Round, table: MatchTable, isArena?: boolean}} props */
function TableCard({ round, table, isArena, ...props }) {
  const [isEditing, setEditing] = useState(false);
  const { isOrganiser, nameOf, data } = props;
  const winners = winnersOf(table);
  const own = data.entrants.find(({ player }) => player !== undefined && player === props.account.me?.player)?.entrant;
  const title = t("table_number", { table: isArena ? `${round.round}.${table.table}` : table.table });
  return html`<li class=${`cup-table ${table.status}`}><div class="cup-table-head"><h3>${title}</h3>
      <span class="cup-note">${table.ruled ? t("result_set") : t("match_status", { status: table.status })}${table.status === "running" ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : null}</span></div>
    <ol class="cup-seats">${table.entrants.map(({ entrant, points }, seat) => html`<li key=${entrant} class=${`cup-seat ${seatClass(seat)} ${winners.includes(entrant) ? "won" : ""} ${entrant === own ? "own" : ""}`}><span class="cup-seat-name"><bdi>${nameOf(entrant)}</bdi>${winners.includes(entrant) ? html`<span class="hidden"> (${t("won")})</span>` : null}</span>
      <${Score} score=${scoreOf(table, entrant)} /><strong class="cup-points">${table.status === "closed" || points ? formatNumber(points, currentLanguage()) : "–"}</strong></li>`)}</ol>
    ${table.ruled?.reason ? html`<p class="cup-reason">“${table.ruled.reason}”</p>` : null}
    <div class="cup-table-foot">${table.games.map((game) => html`<${Watch} key=${game.game_id} tournament=${data.tournament} round=${round} table=${table} game=${game} title=${title} />`)}
      ${isOrganiser && data.tournament.status !== "cancelled" ? html`<button type="button" class="quiet small" aria-label=${`${t("set_result")}: ${title}`} onClick=${() => setEditing(true)}>${t("set_result")}</button>` : null}</div>
    ${isEditing ? html`<${ResultDialog} ...${props} round=${round} table=${table} close=${() => setEditing(false)} />` : null}</li>`;
}

/** @param {{score?: number}} props */
const Score = ({ score }) => (score === undefined ? html`<span></span>` : html`<span class="cup-score"><span class="hidden">${t("score")} </span>${score}</span>`);

/** A link to a game, or the reason why spectators cannot see it. @param {{tournament: import("../types").Tournament, round: Round, table: MatchTable, game: import("../types").MatchGame, title: string}} props */
function Watch({ tournament, round, table, game, title }) {
  const closed = closedUntil(tournament, round, table, game);
  const number = table.games.length > 1 ? game.game + 1 : 0;
  if (closed !== "open") return html`<span class="cup-closed">${t("closed_to_spectators", { why: closed, game: number })}</span>`;
  const word = t("watch_game", { status: game.status, game: number });
  return html`<a class=${`button small ${game.status === "running" ? "" : "quiet"}`} aria-label=${`${word}: ${title}`} href=${`#/game/${game.game_id}`}>${word}</a>`;
}
