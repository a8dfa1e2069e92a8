/** The page of a game's rules, with a search. */

import { html } from "./html.js";
import { useEffect, useMemo, useState } from "./vendor/preact.js";
import { request } from "./api.js";
import { ErrorMessage, Loading, useFetch, useTitle } from "./components.js";
import { Facts, Help, Picture } from "./help.js";
import { t } from "./i18n.js";

/** @typedef {{paragraph: string, text: string, title?: string, ruling?: boolean}} Rule */

/** @param {{ruleset: string, paragraph: string}} props */
export function RulesScreen({ ruleset, paragraph }) {
  const { value, problem } = useFetch(() => Promise.all([request("/rulesets"), request(`/rulesets/${ruleset}/rules`)]), [ruleset]);
  const summary = value?.[0].rulesets.find((/** @type {any} */ each) => each.ruleset === ruleset);
  useTitle(summary?.title ?? t("rules"));
  if (problem) return html`<${ErrorMessage} problem=${problem} />`;
  if (!value || !summary) return html`<${Loading} label=${t("loading")} />`;
  return html`<article class="rules"><header class="create-head"><${Picture} ...${summary} /><div><h1>${summary.title}</h1>
      <p class="faint">${t("seats_between", { least: summary.min_seats, most: summary.max_seats })}</p><${Facts} ...${summary} /></div></header>
    <p class="row"><a class="button primary" href=${`#/learn/${ruleset}`}>${t("learn")}</a><a class="button quiet" href=${`#/new/${ruleset}`}>${t("new_game")}</a></p>
    <${RuleSearch} ruleset=${ruleset} list=${value[1]} cited=${paragraph} /></article>`;
}

/** @param {{ruleset: string, list: any, cited: string}} props */
function RuleSearch({ ruleset, list, cited }) {
  const [query, setQuery] = useState("");
  const wanted = useMemo(() => simplified(query).split(/\s+/).filter(Boolean), [query]);
  const fits = (/** @type {Rule} */ { paragraph, title = "", text }) => {
    const searched = simplified(`${paragraph} ${title} ${text}`);
    return wanted.every((word) => searched.includes(word));
  };
  const paragraphs = list.paragraphs.filter(fits);
  const rejections = list.rejections.filter(fits);
  useEffect(() => {
    if (cited) document.getElementById(`rule-${cited}`)?.scrollIntoView({ block: "center" });
  }, [cited]);
  const parts = [...new Set(paragraphs.map(partOf))];
  return html`<section class="rules" aria-labelledby="rules-title"><h2 id="rules-title">${t("rules")}</h2>
    <form class="card rules-search" role="search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}><label class="field wide"><span>${t("search_rules")}</span>
      <input type="search" value=${query} autocomplete="off" onInput=${(/** @type {any} */ event) => setQuery(event.target.value)} /></label>
      <p class="faint" role="status">${t("rules_found", { count: paragraphs.length })}</p></form>
    ${query ? null : html`<section class="card" aria-labelledby="brief-title"><h2 id="brief-title">${t("how_to_play")}</h2><${Help} ruleset=${ruleset} /></section>`}
    ${parts.map((part) => html`<section key=${part} aria-label=${`§ ${part}`}><ol class="rule-list">${paragraphs.filter((/** @type {Rule} */ each) => partOf(each) === part).map((/** @type {Rule} */ each) => html`<${RuleLine} key=${each.paragraph} ...${{ ruleset, rule: each, wanted, cited }} />`)}</ol></section>`)}
    ${rejections.length ? html`<section class="rules" aria-labelledby="rejections-title"><h2 id="rejections-title">${t("rejections")}</h2><ul class="rule-list">
      ${rejections.map((/** @type {any} */ each) => html`<li key=${each.code} class="rule"><a class="rule-number" href=${`#/rules/${ruleset}/${each.paragraph}`}>§ ${each.paragraph}</a><span><strong><${Marked} text=${each.title} wanted=${wanted} /></strong> <${Marked} text=${each.text} wanted=${wanted} /></span></li>`)}</ul></section>` : null}</section>`;
}

/** @param {{ruleset: string, rule: Rule, wanted: string[], cited: string}} props */
function RuleLine({ ruleset, rule, wanted, cited }) {
  const { paragraph, text, ruling } = rule;
  return html`<li id=${`rule-${paragraph}`} class=${`rule ${paragraph === cited ? "cited" : ""}`} aria-current=${paragraph === cited ? "true" : undefined}>
    <a class="rule-number" href=${`#/rules/${ruleset}/${paragraph}`}>§ ${paragraph}</a><span><${Marked} text=${text} wanted=${wanted} />${ruling ? html` <span class="ruling" data-tip=${t("ruling_note")}>${t("ruling")}</span>` : null}</span></li>`;
}

/** @param {Rule} rule */
const partOf = ({ paragraph }) => paragraph.split(".")[0];

/** Return a text without case and accents. A letter stays one letter, so that positions stay the same. @param {string} text */
const simplified = (text) => [...text].map((letter) => letter.normalize("NFD")[0].toLowerCase()[0] ?? letter).join("");

/** A text whose searched words are marked. @param {{text: string, wanted: string[]}} props */
function Marked({ text, wanted }) {
  const searched = simplified(text);
  if (!wanted.length || searched.length !== text.length) return text;
  const starts = wanted.flatMap((word) => placesOf(searched, word)).sort((one, other) => one[0] - other[0]);
  let end = 0;
  const parts = starts.flatMap(([from, to]) => {
    if (from < end) return [];
    const part = [text.slice(end, from), html`<mark>${text.slice(from, to)}</mark>`];
    end = to;
    return part;
  });
  return [...parts, text.slice(end)];
}

/** @param {string} text @param {string} word @returns {[number, number][]} */
function placesOf(text, word) {
  const at = text.indexOf(word);
  return at < 0 ? [] : [[at, at + word.length], ...placesOf(text.slice(at + word.length), word).map(([from, to]) => /** @type {[number, number]} */ ([from + at + word.length, to + at + word.length]))];
}
