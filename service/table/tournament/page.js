/** The screens of tournaments: list, form, and one tournament live. */

import { html } from "../html.js";
import { isLatest, request } from "../api.js";
import { isolateRtl } from "../bidi.js";
import { ErrorMessage, Loading, useFetch, useTitle } from "../components.js";
import { currentLanguage, t } from "../i18n.js";
import { gameTexts } from "../client/texts.js";
import { Identity, mayOrganise, NeedsOrganiser, useAccount } from "../account.js";
import { Bracket } from "./bracket.js";
import { OrganiserControls } from "./controls.js";
import { Details } from "./details.js";
import { Entrants } from "./entrants.js";
import { Form } from "./form.js";
import { List, Status } from "./list.js";
import { useTournament } from "./live.js";
import { Log } from "./log.js";
import { formatDate, formatNumber } from "./model.js";
import { Participation } from "./participation.js";
import { Rounds } from "./rounds.js";
import { Crosstable, Standings } from "./standings.js";

/** @typedef {import("./live.js").TournamentData} TournamentData */
/**
 * Props of all parts of the page.
 * @typedef {{data: TournamentData, account: import("../account.js").Account, texts: import("../client/texts.js").GameTexts, isOrganiser: boolean,
 *   nameOf: (entrant: number) => string}} PageProps
 */

/** @param {{screen: string, argument: string}} props */
export function TournamentScreens({ screen, argument }) {
  if (screen === "tournament") return html`<${LiveTournament} id=${argument} />`;
  if (screen === "new-tournament") return html`<${NewTournament} />`;
  return html`<${TournamentList} />`;
}

function TournamentList() {
  useTitle(t("tournaments"));
  const { value } = useFetch(() => request("/rulesets"), []);
  const titles = new Map((value?.rulesets ?? []).map((/** @type {any} */ each) => [each.ruleset, each.title]));
  return html`<${List} titles=${titles} />`;
}

function NewTournament() {
  useTitle(t("create_tournament"));
  const account = useAccount();
  const { value, problem } = useFetch(() => request("/rulesets"), []);
  const isReady = value && account.isKnown;
  return html`<div class="create"><header class="cup-head"><div><h1>${t("create_tournament")}</h1><p class="faint">${t("create_tournament_note")}</p></div></header>
    <${ErrorMessage} problem=${problem} />
    ${!isReady && !problem ? html`<${Loading} label=${t("loading")} />` : null}
    ${isReady && !mayOrganise(account) ? html`<${NeedsOrganiser} account=${account} />` : null}
    ${isReady && mayOrganise(account) ? html`<${Form} token=${account.key} rulesets=${value.rulesets.filter(isLatest)} />` : null}</div>`;
}

/** @param {{id: string}} props */
function LiveTournament({ id }) {
  const account = useAccount();
  const { data, problem, isConnected } = useTournament(id, account.key, account.isKnown);
  const { value: ruleset } = useFetch(async () => data && request(`/rulesets/${data.tournament.ruleset}`), [data?.tournament.ruleset]);
  useTitle(data ? isolateRtl(data.tournament.name) : t("tournaments"));
  if (problem) return html`<section class="load-error"><${ErrorMessage} problem=${problem} /><p class="row"><${Identity} account=${account} /><a class="button quiet" href="#/tournaments">${t("all_tournaments")}</a></p></section>`;
  if (!data || !ruleset) return html`<${Loading} label=${t("loading")} />`;
  const props = {
    data, account, texts: gameTexts(ruleset, currentLanguage(), []), isOrganiser: mayOrganise(account) && account.me?.player === data.tournament.organiser,
    nameOf: (/** @type {number} */ entrant) => isolateRtl(data.entrants[entrant]?.name ?? String(entrant + 1)),
  };
  return html`<${Tournament} ...${props} />${isConnected ? null : html`<p class="connection-lost" role="status">${t("reconnecting")}</p>`}`;
}

/** @param {PageProps} props */
function Tournament(props) {
  const { data: { tournament }, account, texts, isOrganiser } = props;
  const isBegun = Boolean(tournament.rounds) || !["registration", "cancelled"].includes(tournament.status);
  const isKnockout = tournament.stages[tournament.stage ?? 0].format.endsWith("knockout");
  return html`<article class="cup">
    <header class="cup-head"><div><p class="eyebrow">${texts.ruleset.title}</p><h1><bdi>${tournament.name}</bdi></h1>
      <p class="cup-facts"><${Status} status=${tournament.status} />${facts(tournament).map((each) => html`<span key=${each}>${each}</span>`)}</p></div>
      ${isBegun ? html`<p class="row"><a class="button quiet small" href=${`#/top-table/${tournament.tournament}`}>${t("top_table")}</a><a class="button quiet small" href=${`#/venue/${tournament.tournament}`}>${t("large_screen")}</a></p>` : null}</header>
    ${tournament.seating ? html`<${Creating} ...${tournament.seating} />` : null}
    ${isOrganiser ? html`<${OrganiserControls} ...${props} />` : null}
    <${Participation} ...${props} />
    ${isBegun ? html`<div class="cup-body"><div class="cup-column"><${Rounds} ...${props} />${isKnockout ? null : html`<${Crosstable} ...${props} />`}</div>
      <div class="cup-column"><${Standings} ...${props} /></div></div>
      ${isKnockout ? html`<${Bracket} ...${props} />` : null}` : null}
    <${Entrants} ...${props} isOpen=${!isBegun} />
    <${Log} ...${props} /><${Details} ...${props} />
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
    ...(status === "registration" && at ? [t("starts_at", { at: formatDate(at, currentLanguage(), "medium") })] : []),
  ];
}

/** @param {any} clock */
function clockFact(clock) {
  if (!clock) return [];
  const minutes = formatNumber((clock.seconds ?? 0) / 60, currentLanguage());
  return [t("clock_fact", { kind: clock.kind, minutes, days: clock.days ?? 0 })];
}
