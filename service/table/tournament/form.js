/** The form that creates a tournament. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { ErrorMessage, Loading, problemOf, useFetch } from "../components.js";
import { Option } from "../create.js";
import { currentLanguage, t } from "../i18n.js";
import { gameTexts } from "../client/texts.js";
import { changeTieBreak, tournamentBody, WITH_GROUPS, WITH_LATE_ENTRIES } from "./model.js";

/** @typedef {import("./model.js").FormValues} FormValues */
/** @typedef {{values: FormValues, set: (changes: Partial<FormValues>) => void}} PartProps */

/** @type {FormValues} */
const DEFAULTS = {
  name: "", ruleset: "", options: {}, format: "swiss", table_size: 2, rounds: 5, groups: 1, then: false, qualify: 2, advance: 1, matches: 10,
  games: 1, deal: "game", clock: "per_decision", seconds: 120, days: 1, registration: "open", check_in: false, late_entries: false, next_round: "automatic", off: false, levels: {},
  tie_breaks: ["opponents", "head_to_head", "difference", "wins"], begins: "",
};
const FORMATS = ["swiss", "round_robin", "knockout", "double_knockout", "arena"];
const MOST_PER_LEVEL = 64;
const MINUTES = "YYYY-MM-DDTHH:MM".length;

/** @param {{token?: string, rulesets: {ruleset: string, title: string}[]}} props */
export function Form({ token, rulesets }) {
  const [values, setValues] = useState(() => ({ ...DEFAULTS, ruleset: rulesets[0].ruleset }));
  const [state, setState] = useState(/** @type {{busy?: boolean, problem?: any}} */ ({}));
  const { value } = useFetch(() => request(`/rulesets/${values.ruleset}`), [values.ruleset]);
  const set = (/** @type {Partial<FormValues>} */ changes) => setValues((before) => ({ ...before, ...changes }));
  const ruleset = value?.ruleset === values.ruleset ? value : undefined;
  const texts = ruleset && gameTexts(ruleset, currentLanguage(), []);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setState({ busy: true });
    const body = tournamentBody(values, (level, number) => `${texts?.name("level", level)} ${number}`);
    await createTournament(body, token).catch((error) => setState({ problem: problemOf(error) }));
  };
  return html`<form class="stack wide-gap" onSubmit=${submit}>
    <fieldset class="card"><legend>${t("the_tournament")}</legend><div class="fields">
      <label class="field"><span>${t("name")}</span><input required value=${values.name} maxlength="64" autocomplete="off" onInput=${(/** @type {any} */ event) => set({ name: event.target.value })} /></label>
      <label class="field"><span>${t("game_played")}</span><select value=${values.ruleset} onChange=${(/** @type {any} */ event) => set({ ruleset: event.target.value, options: {}, levels: {}, table_size: 2, deal: "game" })}>${rulesets.map((each) => html`<option key=${each.ruleset} value=${each.ruleset}>${each.title}</option>`)}</select></label></div></fieldset>
    ${ruleset && texts ? html`<${Format} values=${values} set=${set} ruleset=${ruleset} /><${Games} values=${values} set=${set} ruleset=${ruleset} texts=${texts} /><${Registration} values=${values} set=${set} />
      <fieldset class="card"><legend>${t("computers")}</legend><p class="faint">${t("computers_note")}</p><div class="fields narrow">${ruleset.levels.map((/** @type {string} */ level) => html`<${Count} key=${level} label=${texts.name("level", level)} value=${values.levels[level] ?? 0} least=${0} most=${MOST_PER_LEVEL} change=${(/** @type {number} */ count) => set({ levels: { ...values.levels, [level]: count } })} />`)}</div></fieldset>` : html`<${Loading} label=${t("loading")} />`}
    <${ErrorMessage} problem=${state.problem} />
    <p class="row end"><a class="button quiet" href="#/tournaments">${t("back")}</a><button class="primary big" disabled=${state.busy || !texts}>${t("create")}</button></p></form>`;
}

/** Create the tournament and open it. @param {ReturnType<typeof tournamentBody>} body @param {string | undefined} token */
async function createTournament(body, token) {
  const { tournament } = await request("/tournaments", { token, body });
  location.hash = `#/tournament/${tournament}`;
}

/** @param {{label: string, value: number, least: number, most: number, change: (value: number) => void}} props */
const Count = ({ label, value, least, most, change }) => html`<label class="field"><span>${label}</span><input type="number" inputmode="numeric" required min=${least} max=${most} value=${value} onInput=${(/** @type {any} */ event) => change(Number(event.target.value))} /></label>`;

/** @param {{label: string, value: string | number, choices: [string | number, string][], change: (value: string) => void, note?: string}} props */
const Choice = ({ label, value, choices, change, note }) => html`<label class="field"><span>${label}</span><select value=${value} onChange=${(/** @type {any} */ event) => change(event.target.value)}>${choices.map(([id, words]) => html`<option key=${id} value=${id}>${words}</option>`)}</select>${note ? html`<small class="faint">${note}</small>` : null}</label>`;

/** @param {{label: string, note?: string, value: boolean, change: (value: boolean) => void}} props */
const Switch = ({ label, note, value, change }) => html`<label class="switch"><input type="checkbox" checked=${value} onChange=${(/** @type {any} */ event) => change(event.target.checked)} /><span>${label}${note ? html`<small class="faint">${note}</small>` : null}</span></label>`;

/** @param {PartProps & {ruleset: any}} props */
function Format({ values, set, ruleset }) {
  const { format } = values;
  const sizes = Array.from({ length: Math.min(7, ruleset.max_seats) - 1 }, (_, index) => index + 2);
  const hasGroups = WITH_GROUPS.includes(format);
  return html`<fieldset class="card"><legend>${t("format")}</legend><div class="fields">
    <${Choice} label=${t("format")} value=${format} choices=${FORMATS.map((each) => [each, t("format_named", { format: each })])} change=${(/** @type {string} */ next) => set({ format: next })} note=${t("format_note", { format })} />
    ${format === "double_knockout" ? null : html`<${Choice} label=${t("table_size")} value=${values.table_size} choices=${sizes.map((size) => [size, t("players_count", { count: size })])} change=${(/** @type {string} */ size) => set({ table_size: Number(size), advance: 1 })} note=${values.table_size > 2 ? t("smaller_tables") : ""} />`}
    ${format === "swiss" ? html`<${Count} label=${t("rounds")} value=${values.rounds} least=${1} most=${100} change=${(/** @type {number} */ rounds) => set({ rounds })} />` : null}
    ${format === "arena" ? html`<${Count} label=${t("matches_each")} value=${values.matches} least=${1} most=${100} change=${(/** @type {number} */ matches) => set({ matches })} />` : null}
    ${format === "knockout" && values.table_size > 3 ? html`<${Count} label=${t("advance")} value=${values.advance} least=${1} most=${values.table_size - 2} change=${(/** @type {number} */ advance) => set({ advance })} />` : null}
    ${hasGroups ? html`<${Count} label=${t("groups")} value=${values.groups} least=${1} most=${64} change=${(/** @type {number} */ groups) => set({ groups })} />` : null}</div>
    ${hasGroups ? html`<${Switch} label=${t("then_knockout")} value=${values.then} change=${(/** @type {boolean} */ then) => set({ then })} />` : null}
    ${hasGroups && values.then ? html`<div class="fields"><${Count} label=${t("qualify")} value=${values.qualify} least=${1} most=${64} change=${(/** @type {number} */ qualify) => set({ qualify })} /></div>` : null}
    <${TieBreaks} values=${values} set=${set} /></fieldset>`;
}

/** Tie-breaks in order; each choice offers only those that no earlier choice has. @param {PartProps} props */
function TieBreaks({ values: { tie_breaks: order }, set }) {
  const nameOf = (/** @type {string} */ name) => t("tie_break", { name });
  const last = order.length < DEFAULTS.tie_breaks.length ? ["random"] : [];
  const offered = (/** @type {number} */ at) => [...DEFAULTS.tie_breaks.filter((name) => !order.slice(0, at).includes(name)), "random"];
  return html`<details class="cup-options"><summary>${t("tie_breaks_in_order")}: ${[...order, "random"].map(nameOf).join(", ")}</summary><div class="fields">
    ${[...order, ...last].map((name, at) => html`<${Choice} key=${at} label=${t("comparison", { number: at + 1 })} value=${name} choices=${offered(at).map((each) => [each, nameOf(each)])} change=${(/** @type {string} */ next) => set({ tie_breaks: changeTieBreak(order, at, next) })} />`)}</div></details>`;
}

/** @param {PartProps & {ruleset: any, texts: import("../client/texts.js").GameTexts}} props */
function Games({ values, set, ruleset, texts }) {
  const options = ruleset.options.filter((/** @type {any} */ option) => texts.kindOf("options", "", option.name) !== "seat");
  return html`<fieldset class="card"><legend>${t("the_games")}</legend><div class="fields">
    <${Count} label=${t("games_per_match")} value=${values.games} least=${1} most=${24} change=${(/** @type {number} */ games) => set({ games })} />
    <${Choice} label=${t("deal")} value=${values.deal} choices=${ruleset.deals.map((/** @type {string} */ each) => [each, t("deal_named", { deal: each })])} change=${(/** @type {string} */ deal) => set({ deal })} note=${values.deal === "game" ? "" : t("deal_note")} />
    <${Choice} label=${t("clock")} value=${values.clock} choices=${["none", "per_decision", "budget", "days"].map((each) => [each, t("clock_named", { kind: each })])} change=${(/** @type {string} */ clock) => set({ clock, seconds: clock === "budget" ? 1800 : 120 })} note=${values.clock === "none" ? t("clock_none_note") : ""} />
    ${values.clock === "per_decision" ? html`<${Count} label=${t("seconds")} value=${values.seconds} least=${1} most=${86_400} change=${(/** @type {number} */ seconds) => set({ seconds })} />` : null}
    ${values.clock === "budget" ? html`<${Count} label=${t("minutes")} value=${Math.round(values.seconds / 60)} least=${1} most=${1440} change=${(/** @type {number} */ minutes) => set({ seconds: minutes * 60 })} />` : null}
    ${values.clock === "days" ? html`<${Count} label=${t("days")} value=${values.days} least=${1} most=${60} change=${(/** @type {number} */ days) => set({ days })} />` : null}</div>
    <${Switch} label=${t("watch_after")} value=${values.off} change=${(/** @type {boolean} */ off) => set({ off })} />
    ${options.length ? html`<details class="cup-options"><summary>${t("options")}</summary><div class="stack">${options.map((/** @type {any} */ option) => html`<${Option} key=${`${ruleset.ruleset}-${option.name}`} option=${option} texts=${texts} value=${values.options[option.name]} seats=${values.table_size} change=${(/** @type {any} */ value) => set({ options: { ...values.options, [option.name]: value } })} />`)}</div></details>` : null}</fieldset>`;
}

/** Return the local time in the format of a `datetime-local` input. */
function localNow() {
  const now = new Date();
  now.setMinutes(now.getMinutes() - now.getTimezoneOffset());
  return now.toISOString().slice(0, MINUTES);
}

/** @param {PartProps} props */
function Registration({ values, set }) {
  const { registration, format } = values;
  return html`<fieldset class="card"><legend>${t("registration")}</legend><div class="fields">
    <${Choice} label=${t("who_enters")} value=${registration} choices=${["open", "code", "organiser"].map((each) => [each, t("registration_named", { registration: each })])} change=${(/** @type {string} */ next) => set({ registration: next })} />
    <${Choice} label=${t("next_round")} value=${values.next_round} choices=${["automatic", "organiser"].map((each) => [each, t("next_named", { next: each })])} change=${(/** @type {string} */ next) => set({ next_round: next })} />
    <label class="field"><span>${t("start_time")}</span><input type="datetime-local" min=${localNow()} value=${values.begins} onInput=${(/** @type {any} */ event) => set({ begins: event.target.value })} /><small class="faint">${t("start_time_note")}</small></label></div>
    ${registration === "organiser" ? null : html`<${Switch} label=${t("check_in_wanted")} note=${t("check_in_note")} value=${values.check_in} change=${(/** @type {boolean} */ next) => set({ check_in: next })} />`}
    ${WITH_LATE_ENTRIES.includes(format) && (values.groups === 1 || format === "arena") ? html`<${Switch} label=${t("late_wanted")} value=${values.late_entries} change=${(/** @type {boolean} */ next) => set({ late_entries: next })} />` : null}</fieldset>`;
}
