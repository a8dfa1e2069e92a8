/** The screens of tournaments: list, form, and one tournament live. */

import { html } from "../html.js";
import { request } from "../api.js";
import { lexicon } from "../lexicon.js";
import { Trouble, useAnswer, usePlace, Waiting } from "../parts.js";
import { current, t } from "../words.js";
import { Details } from "./details.js";
import { Entrants } from "./entrants.js";
import { useTournament } from "./feed.js";
import { Form } from "./form.js";
import { Identity, mayOrganise, NeedsOrganiser, useReader } from "./key.js";
import { List, Status } from "./list.js";
import { Log } from "./log.js";
import { Orders } from "./orders.js";
import { Own } from "./own.js";
import { dated, written } from "./reading.js";
import { Rounds } from "./rounds.js";
import { Crosstable, Standings } from "./standings.js";
import { Bracket } from "./bracket.js";
import { isolated } from "../isolate.js";

/** @typedef {import("./feed.js").Shown} Shown */
/**
 * Props of all parts of the page.
 * @typedef {{shown: Shown, reader: import("./key.js").Reader, lex: import("../lexicon.js").Lexicon, isOrganiser: boolean,
 *   nameOf: (entrant: number) => string}} Given
 */

/** @param {{screen: string, argument: string}} props */
export function TournamentScreens({ screen, argument }) {
  if (screen === "tournament") return html`<${One} id=${argument} />`;
  if (screen === "new-tournament") return html`<${Founding} />`;
  return html`<${All} />`;
}

function All() {
  usePlace(t("tournaments"));
  const { value } = useAnswer(() => request("/rulesets"), []);
  const titles = new Map((value?.rulesets ?? []).map((/** @type {any} */ each) => [each.ruleset, each.title]));
  return html`<${List} titles=${titles} />`;
}

function Founding() {
  usePlace(t("create_tournament"));
  const reader = useReader();
  const { value, problem } = useAnswer(() => request("/rulesets"), []);
  const isHere = value && reader.isKnown;
  return html`<div class="create"><header class="cup-head"><div><h1>${t("create_tournament")}</h1><p class="faint">${t("create_tournament_note")}</p></div><${Identity} reader=${reader} /></header>
    <${Trouble} problem=${problem} />
    ${!isHere && !problem ? html`<${Waiting} label=${t("loading")} />` : null}
    ${isHere && !mayOrganise(reader) ? html`<${NeedsOrganiser} reader=${reader} />` : null}
    ${isHere && mayOrganise(reader) ? html`<${Form} token=${reader.key} rulesets=${value.rulesets} />` : null}</div>`;
}

/** @param {{id: string}} props */
function One({ id }) {
  const reader = useReader();
  const { shown, problem, isUp } = useTournament(id, reader.key, reader.isKnown);
  const { value: ruleset } = useAnswer(async () => shown && request(`/rulesets/${shown.tournament.ruleset}`), [shown?.tournament.ruleset]);
  usePlace(shown ? isolated(shown.tournament.name) : t("tournaments"));
  if (problem) return html`<section class="lost"><${Trouble} problem=${problem} /><p class="row"><${Identity} reader=${reader} /><a class="button quiet" href="#/tournaments">${t("all_tournaments")}</a></p></section>`;
  if (!shown || !ruleset) return html`<${Waiting} label=${t("loading")} />`;
  const given = {
    shown, reader, lex: lexicon(ruleset, current(), []), isOrganiser: mayOrganise(reader) && reader.me?.player === shown.tournament.organiser,
    nameOf: (/** @type {number} */ entrant) => isolated(shown.entrants[entrant]?.name ?? String(entrant + 1)),
  };
  return html`<${Tournament} ...${given} />${isUp ? null : html`<p class="line-down" role="status">${t("reconnecting")}</p>`}`;
}

/** @param {Given} given */
function Tournament(given) {
  const { shown: { tournament }, reader, lex, isOrganiser } = given;
  const isBegun = Boolean(tournament.rounds) || !["registration", "cancelled"].includes(tournament.status);
  const isKnockout = tournament.stages[tournament.stage ?? 0].format.endsWith("knockout");
  return html`<article class="cup">
    <header class="cup-head"><div><p class="eyebrow">${lex.ruleset.title}</p><h1><bdi>${tournament.name}</bdi></h1>
      <p class="cup-facts"><${Status} status=${tournament.status} />${facts(tournament).map((each) => html`<span key=${each}>${each}</span>`)}</p></div><${Identity} reader=${reader} /></header>
    ${tournament.seating ? html`<${Creating} ...${tournament.seating} />` : null}
    ${isOrganiser ? html`<${Orders} ...${given} />` : null}
    <${Own} ...${given} />
    ${isBegun ? html`<div class="cup-body"><div class="cup-column"><${Rounds} ...${given} />${isKnockout ? null : html`<${Crosstable} ...${given} />`}</div>
      <div class="cup-column"><${Standings} ...${given} /></div></div>
      ${isKnockout ? html`<${Bracket} ...${given} />` : null}` : null}
    <${Entrants} ...${given} isOpen=${!isBegun} />
    <${Log} ...${given} /><${Details} ...${given} />
  </article>`;
}

/** The progress of creating a round. @param {{round: number, games_created: number, games: number}} props */
function Creating({ round, games_created: created, games }) {
  const label = t("creating_round", { round, created, games });
  return html`<p class="card cup-creating"><span>${label}</span><progress max=${games} value=${created} aria-label=${label}></progress></p>`;
}

/** Summarise format, games and clock. @param {import("../types").Tournament} tournament */
function facts(tournament) {
  const { status, stages, entrants, games, deal, starts_at: at } = tournament;
  return [
    stages.map((stage) => t("stage_facts", { format: stage.format, size: stage.table_size, rounds: stage.rounds ?? 0, groups: stage.groups ?? 1, matches: stage.matches ?? 0, minutes: stage.minutes ?? 0 })).join(" → "),
    t("entrants_count", { count: entrants }), ...(games > 1 ? [t("games_each", { count: games })] : []),
    ...(deal === "game" ? [] : [t("deal_shared", { deal })]), ...clockFact(tournament.clock),
    ...(status === "registration" && at ? [t("starts_at", { at: dated(at, current(), "medium") })] : []),
  ];
}

/** @param {any} clock */
function clockFact(clock) {
  if (!clock) return [];
  const minutes = written((clock.seconds ?? 0) / 60, current());
  return [t("clock_fact", { kind: clock.kind, minutes, days: clock.days ?? 0 })];
}
