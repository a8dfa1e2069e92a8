/** Help for new players: a card per game, and the facts that describe a game in the lobby. */

import { html } from "./html.js";
import { useState } from "./vendor/preact.js";
import { request } from "./api.js";
import { Dialog, Emblem, ErrorMessage, Loading, useFetch } from "./components.js";
import { t } from "./i18n.js";

/** @typedef {import("./types").RulesetSummary} RulesetSummary */

const MOST_COMPLEXITY = 5;

/** Icons that depict a game, or its emblem if it names none. @param {{ruleset: string, picture?: string[]}} props */
export function Picture({ ruleset, picture = [] }) {
  if (!picture.length) return html`<${Emblem} name=${ruleset} />`;
  return html`<span class="picture" aria-hidden="true">${picture.slice(0, 5).map((url) => html`<img key=${url} src=${url} alt="" loading="lazy" width="40" height="40" />`)}</span>`;
}

/** Duration and complexity of a game, if they are known. @param {RulesetSummary} summary */
export function Facts({ duration, complexity }) {
  if (!duration && !complexity) return null;
  const levels = Array.from({ length: MOST_COMPLEXITY }, (_, index) => index < (complexity ?? 0));
  return html`<span class="box-facts">${duration ? html`<span>${t("minutes_between", { least: duration.fewest_minutes, most: duration.most_minutes })}</span>` : null}
    ${complexity ? html`<span><span class="hidden">${t("complexity", { complexity })}</span><span class="complexity" aria-hidden="true" data-tip=${t("complexity", { complexity })}>${levels.map((isOn, index) => html`<i key=${index} class=${isOn ? "on" : ""}>●</i>`)}</span></span>` : null}</span>`;
}

/** A button that opens the help card of a game. @param {{ruleset: string, title: string}} props */
export function HelpButton({ ruleset, title }) {
  const [isOpen, open] = useState(false);
  return html`<button type="button" class="quiet" onClick=${() => open(true)}>${t("how_to_play")}</button>
    ${isOpen ? html`<${Dialog} title=${title} close=${() => open(false)}><${Help} ruleset=${ruleset} />
      <p class="row end"><a class="button quiet" href=${`#/rules/${ruleset}`}>${t("all_rules")}</a><a class="button quiet" href=${`#/learn/${ruleset}`}>${t("learn")}</a></p></${Dialog}>` : null}`;
}

/** What to do on a turn, when the game ends, and what scores. @param {{ruleset: string}} props */
export function Help({ ruleset }) {
  const { value, problem } = useFetch(() => request(`/rulesets/${ruleset}`), [ruleset]);
  if (!value) return problem ? html`<${ErrorMessage} problem=${problem} />` : html`<${Loading} label=${t("loading")} />`;
  const parts = value.help ? partsOf(value.help) : namedParts(value);
  return html`<div class="help">${parts.filter(({ lines }) => lines.length).map(({ title, lines }) => html`<section key=${title}><h3>${title}</h3><ul>
    ${lines.map(({ text, paragraph }) => html`<li key=${paragraph ?? text}>${text}${paragraph ? html` <a class="rule-link" href=${`#/rules/${ruleset}/${paragraph}`}>§ ${paragraph}</a>` : null}</li>`)}</ul></section>`)}</div>`;
}

/** @typedef {{title: string, lines: {text: string, paragraph?: string}[]}} Part */

/** @param {any} help @returns {Part[]} */
const partsOf = ({ turn = [], end = [], scoring = [] }) => [
  { title: t("help_turn"), lines: turn }, { title: t("help_end"), lines: end }, { title: t("help_scoring"), lines: scoring },
];

/** Return the names of actions and score items, for a game without help. @param {any} ruleset @returns {Part[]} */
function namedParts({ names, action_types: types }) {
  const named = (/** @type {string} */ kind) => names.filter((/** @type {any} */ each) => each.kind === kind);
  return [
    { title: t("help_turn"), lines: named("action").filter((/** @type {any} */ each) => types.includes(each.id)).map((/** @type {any} */ each) => ({ text: each.name })) },
    { title: t("help_scoring"), lines: named("score_item").map((/** @type {any} */ each) => ({ text: each.name })) },
  ];
}

/** A dialog with a paragraph of the rules. @param {{ruleset: string, paragraph: string, close: () => void}} props */
export function Paragraph({ ruleset, paragraph, close }) {
  const { value, problem } = useFetch(() => request(`/rulesets/${ruleset}/rules`), [ruleset]);
  const found = value?.paragraphs.find((/** @type {any} */ each) => each.paragraph === paragraph);
  return html`<${Dialog} title=${`§ ${paragraph}`} close=${close} kind="narrow">
    ${value ? html`<p class="rule-text">${found?.text ?? t("no_paragraph")}</p><p class="row end"><a class="button quiet small" href=${`#/rules/${ruleset}/${paragraph}`}>${t("all_rules")}</a></p>` : problem ? html`<${ErrorMessage} problem=${problem} />` : html`<${Loading} label=${t("loading")} />`}</${Dialog}>`;
}
