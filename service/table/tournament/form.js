/** The form that founds a tournament: a format, the games, and the computers that take part. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { Option } from "../create.js";
import { lexicon } from "../lexicon.js";
import { described, Trouble, useAnswer, Waiting } from "../parts.js";
import { current, t } from "../words.js";
import { IN_GROUPS, planOf, TAKES_LATE, tiesWith } from "./reading.js";

/** @typedef {import("./reading.js").Wanted} Wanted */
/** @typedef {{wanted: Wanted, set: (news: Partial<Wanted>) => void}} Part */

/** @type {Wanted} */
const USUAL = {
  name: "", ruleset: "", options: {}, format: "swiss", table_size: 2, rounds: 5, groups: 1, then: false, qualify: 2, advance: 1, matches: 10,
  games: 1, deal: "game", clock: "per_decision", seconds: 120, days: 1, registration: "open", check_in: false, late_entries: false, next_round: "automatic", off: false, levels: {},
  tie_breaks: ["opponents", "head_to_head", "difference", "wins"], begins: "",
};
const FORMATS = ["swiss", "round_robin", "knockout", "double_knockout", "arena"];
const MOST_ALIKE = 64;
const MINUTES = "YYYY-MM-DDTHH:MM".length;

/** @param {{token?: string, rulesets: {ruleset: string, title: string}[]}} props */
export function Form({ token, rulesets }) {
  const [wanted, setWanted] = useState(() => ({ ...USUAL, ruleset: rulesets[0].ruleset }));
  const [state, setState] = useState(/** @type {{busy?: boolean, problem?: any}} */ ({}));
  const { value } = useAnswer(() => request(`/rulesets/${wanted.ruleset}`), [wanted.ruleset]);
  const set = (/** @type {Partial<Wanted>} */ news) => setWanted((before) => ({ ...before, ...news }));
  const ruleset = value?.ruleset === wanted.ruleset ? value : undefined;
  const lex = ruleset && lexicon(ruleset, current(), []);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setState({ busy: true });
    const body = planOf(wanted, (level, number) => `${lex?.name("level", level)} ${number}`);
    await founded(body, token).catch((error) => setState({ problem: described(error) }));
  };
  return html`<form class="stack wide-gap" onSubmit=${submit}>
    <fieldset class="card"><legend>${t("the_tournament")}</legend><div class="fields">
      <label class="field"><span>${t("name")}</span><input required value=${wanted.name} maxlength="64" autocomplete="off" onInput=${(/** @type {any} */ event) => set({ name: event.target.value })} /></label>
      <label class="field"><span>${t("game_played")}</span><select value=${wanted.ruleset} onChange=${(/** @type {any} */ event) => set({ ruleset: event.target.value, options: {}, levels: {}, table_size: 2, deal: "game" })}>${rulesets.map((each) => html`<option key=${each.ruleset} value=${each.ruleset}>${each.title}</option>`)}</select></label></div></fieldset>
    ${ruleset && lex ? html`<${Format} wanted=${wanted} set=${set} ruleset=${ruleset} /><${Games} wanted=${wanted} set=${set} ruleset=${ruleset} lex=${lex} /><${Registration} wanted=${wanted} set=${set} />
      <fieldset class="card"><legend>${t("computers")}</legend><p class="faint">${t("computers_note")}</p><div class="fields narrow">${ruleset.levels.map((/** @type {string} */ level) => html`<${Count} key=${level} label=${lex.name("level", level)} value=${wanted.levels[level] ?? 0} least=${0} most=${MOST_ALIKE} change=${(/** @type {number} */ count) => set({ levels: { ...wanted.levels, [level]: count } })} />`)}</div></fieldset>` : html`<${Waiting} label=${t("loading")} />`}
    <${Trouble} problem=${state.problem} />
    <p class="row end"><a class="button quiet" href="#/tournaments">${t("back")}</a><button class="primary big" disabled=${state.busy || !lex}>${t("create")}</button></p></form>`;
}

/** Found it and go there. @param {ReturnType<typeof planOf>} body @param {string | undefined} token */
async function founded(body, token) {
  const { tournament } = await request("/tournaments", { token, body });
  location.hash = `#/tournament/${tournament}`;
}

/** @param {{label: string, value: number, least: number, most: number, change: (value: number) => void}} props */
const Count = ({ label, value, least, most, change }) => html`<label class="field"><span>${label}</span><input type="number" inputmode="numeric" required min=${least} max=${most} value=${value} onInput=${(/** @type {any} */ event) => change(Number(event.target.value))} /></label>`;

/** @param {{label: string, value: string | number, choices: [string | number, string][], change: (value: string) => void, note?: string}} props */
const Choice = ({ label, value, choices, change, note }) => html`<label class="field"><span>${label}</span><select value=${value} onChange=${(/** @type {any} */ event) => change(event.target.value)}>${choices.map(([id, words]) => html`<option key=${id} value=${id}>${words}</option>`)}</select>${note ? html`<small class="faint">${note}</small>` : null}</label>`;

/** @param {{label: string, note?: string, value: boolean, change: (value: boolean) => void}} props */
const Switch = ({ label, note, value, change }) => html`<label class="switch"><input type="checkbox" checked=${value} onChange=${(/** @type {any} */ event) => change(event.target.checked)} /><span>${label}${note ? html`<small class="faint">${note}</small>` : null}</span></label>`;

/** @param {Part & {ruleset: any}} props */
function Format({ wanted, set, ruleset }) {
  const { format } = wanted;
  const sizes = Array.from({ length: Math.min(5, ruleset.max_seats) - 1 }, (_, index) => index + 2);
  const hasGroups = IN_GROUPS.includes(format);
  return html`<fieldset class="card"><legend>${t("format")}</legend><div class="fields">
    <${Choice} label=${t("format")} value=${format} choices=${FORMATS.map((each) => [each, t("format_named", { format: each })])} change=${(/** @type {string} */ next) => set({ format: next })} note=${t("format_note", { format })} />
    ${format === "double_knockout" ? null : html`<${Choice} label=${t("table_size")} value=${wanted.table_size} choices=${sizes.map((size) => [size, t("players_count", { count: size })])} change=${(/** @type {string} */ size) => set({ table_size: Number(size), advance: 1 })} note=${wanted.table_size > 2 ? t("smaller_tables") : ""} />`}
    ${format === "swiss" ? html`<${Count} label=${t("rounds")} value=${wanted.rounds} least=${1} most=${100} change=${(/** @type {number} */ rounds) => set({ rounds })} />` : null}
    ${format === "arena" ? html`<${Count} label=${t("matches_each")} value=${wanted.matches} least=${1} most=${100} change=${(/** @type {number} */ matches) => set({ matches })} />` : null}
    ${format === "knockout" && wanted.table_size > 3 ? html`<${Count} label=${t("advance")} value=${wanted.advance} least=${1} most=${wanted.table_size - 2} change=${(/** @type {number} */ advance) => set({ advance })} />` : null}
    ${hasGroups ? html`<${Count} label=${t("groups")} value=${wanted.groups} least=${1} most=${64} change=${(/** @type {number} */ groups) => set({ groups })} />` : null}</div>
    ${hasGroups ? html`<${Switch} label=${t("then_knockout")} value=${wanted.then} change=${(/** @type {boolean} */ then) => set({ then })} />` : null}
    ${hasGroups && wanted.then ? html`<div class="fields"><${Count} label=${t("qualify")} value=${wanted.qualify} least=${1} most=${64} change=${(/** @type {number} */ qualify) => set({ qualify })} /></div>` : null}
    <${Ties} wanted=${wanted} set=${set} /></fieldset>`;
}

/** What is compared where points are equal, in order; an earlier choice is not offered again. @param {Part} props */
function Ties({ wanted: { tie_breaks: order }, set }) {
  const called = (/** @type {string} */ name) => t("tie_break", { name });
  const last = order.length < USUAL.tie_breaks.length ? ["random"] : [];
  const offered = (/** @type {number} */ at) => [...USUAL.tie_breaks.filter((name) => !order.slice(0, at).includes(name)), "random"];
  return html`<details class="cup-options"><summary>${t("tie_breaks_in_order")}: ${[...order, "random"].map(called).join(", ")}</summary><div class="fields">
    ${[...order, ...last].map((name, at) => html`<${Choice} key=${at} label=${t("comparison", { number: at + 1 })} value=${name} choices=${offered(at).map((each) => [each, called(each)])} change=${(/** @type {string} */ next) => set({ tie_breaks: tiesWith(order, at, next) })} />`)}</div></details>`;
}

/** @param {Part & {ruleset: any, lex: import("../lexicon.js").Lexicon}} props */
function Games({ wanted, set, ruleset, lex }) {
  const options = ruleset.options.filter((/** @type {any} */ option) => lex.kindOf("options", "", option.name) !== "seat");
  return html`<fieldset class="card"><legend>${t("the_games")}</legend><div class="fields">
    <${Count} label=${t("games_per_match")} value=${wanted.games} least=${1} most=${24} change=${(/** @type {number} */ games) => set({ games })} />
    <${Choice} label=${t("deal")} value=${wanted.deal} choices=${ruleset.deals.map((/** @type {string} */ each) => [each, t("deal_named", { deal: each })])} change=${(/** @type {string} */ deal) => set({ deal })} note=${wanted.deal === "game" ? "" : t("deal_note")} />
    <${Choice} label=${t("clock")} value=${wanted.clock} choices=${["none", "per_decision", "budget", "days"].map((each) => [each, t("clock_named", { kind: each })])} change=${(/** @type {string} */ clock) => set({ clock, seconds: clock === "budget" ? 1800 : 120 })} note=${wanted.clock === "none" ? t("clock_none_note") : ""} />
    ${wanted.clock === "per_decision" ? html`<${Count} label=${t("seconds")} value=${wanted.seconds} least=${1} most=${86_400} change=${(/** @type {number} */ seconds) => set({ seconds })} />` : null}
    ${wanted.clock === "budget" ? html`<${Count} label=${t("minutes")} value=${Math.round(wanted.seconds / 60)} least=${1} most=${1440} change=${(/** @type {number} */ minutes) => set({ seconds: minutes * 60 })} />` : null}
    ${wanted.clock === "days" ? html`<${Count} label=${t("days")} value=${wanted.days} least=${1} most=${60} change=${(/** @type {number} */ days) => set({ days })} />` : null}</div>
    <${Switch} label=${t("watch_after")} value=${wanted.off} change=${(/** @type {boolean} */ off) => set({ off })} />
    ${options.length ? html`<details class="cup-options"><summary>${t("options")}</summary><div class="stack">${options.map((/** @type {any} */ option) => html`<${Option} key=${`${ruleset.ruleset}-${option.name}`} option=${option} lex=${lex} value=${wanted.options[option.name]} seats=${wanted.table_size} change=${(/** @type {any} */ value) => set({ options: { ...wanted.options, [option.name]: value } })} />`)}</div></details>` : null}</fieldset>`;
}

/** Say what time it is here, as the browser's field for times writes it. */
function soonest() {
  const now = new Date();
  now.setMinutes(now.getMinutes() - now.getTimezoneOffset());
  return now.toISOString().slice(0, MINUTES);
}

/** @param {Part} props */
function Registration({ wanted, set }) {
  const { registration, format } = wanted;
  return html`<fieldset class="card"><legend>${t("registration")}</legend><div class="fields">
    <${Choice} label=${t("who_enters")} value=${registration} choices=${["open", "code", "organiser"].map((each) => [each, t("registration_named", { registration: each })])} change=${(/** @type {string} */ next) => set({ registration: next })} />
    <${Choice} label=${t("next_round")} value=${wanted.next_round} choices=${["automatic", "organiser"].map((each) => [each, t("next_named", { next: each })])} change=${(/** @type {string} */ next) => set({ next_round: next })} />
    <label class="field"><span>${t("start_time")}</span><input type="datetime-local" min=${soonest()} value=${wanted.begins} onInput=${(/** @type {any} */ event) => set({ begins: event.target.value })} /><small class="faint">${t("start_time_note")}</small></label></div>
    ${registration === "organiser" ? null : html`<${Switch} label=${t("check_in_wanted")} note=${t("check_in_note")} value=${wanted.check_in} change=${(/** @type {boolean} */ next) => set({ check_in: next })} />`}
    ${TAKES_LATE.includes(format) && (wanted.groups === 1 || format === "arena") ? html`<${Switch} label=${t("late_wanted")} value=${wanted.late_entries} change=${(/** @type {boolean} */ next) => set({ late_entries: next })} />` : null}</fieldset>`;
}
