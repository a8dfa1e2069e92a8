/** The page of a game's rules, with a search. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { call } from "./api";
import { ErrorMessage, Loading, useFetch, useTitle } from "./components";
import { Facts, LearnLink, Picture, seatCounts } from "./help";
import { screenText as t } from "./i18n";
import { Help } from "./ruletexts";
import type { RuleList } from "./types";

type Rule = RuleList["paragraphs"][number];
/** `cited`: the paragraph to which the URL leads. */
type RuleSearchProps = { ruleset: string; list: RuleList; cited: string };
type RuleLineProps = { ruleset: string; rule: Rule; wanted: string[]; cited: string };

export function RulesScreen({ ruleset, paragraph }: { ruleset: string; paragraph: string }) {
  const { value, problem } = useFetch(
    () => Promise.all([call("GET /rulesets"), call("GET /rulesets/{ruleset}/rules", { ruleset })]),
    [ruleset],
  );
  const summary = value?.[0].rulesets.find((each) => each.ruleset === ruleset);
  useTitle(summary?.title ?? t("rules"));
  if (problem) return <ErrorMessage problem={problem} isScreen />;
  if (!value || !summary) return <Loading label={t("loading")} />;
  return (
    <article class="rules">
      <header class="create-head">
        <Picture {...summary} />
        <div>
          <h1>{summary.title}</h1>
          <p class="faint">{seatCounts(summary)}</p>
          <Facts {...summary} />
        </div>
      </header>
      <p class="row">
        <a class="button primary" href={`#/how-to-play/${ruleset}`}>
          {t("how_to_play")}
        </a>
        <LearnLink {...summary} />
        <a class="button quiet" href={`#/new/${ruleset}`}>
          {t("new_game")}
        </a>
      </p>
      <RuleSearch ruleset={ruleset} list={value[1]} cited={paragraph} />
    </article>
  );
}

function RuleSearch({ ruleset, list, cited }: RuleSearchProps) {
  const [query, setQuery] = useState("");
  const wanted = useMemo(() => simplified(query).split(/\s+/).filter(Boolean), [query]);
  const fits = ({ paragraph, title = "", text }: Rule & { title?: string }) => {
    const searched = simplified(`${paragraph} ${title} ${text}`);
    return wanted.every((word) => searched.includes(word));
  };
  const paragraphs = list.paragraphs.filter(fits);
  const rejections = list.rejections.filter(fits);
  useEffect(() => {
    if (cited) document.getElementById(`rule-${cited}`)?.scrollIntoView({ block: "center" });
  }, [cited]);
  const parts = [...new Set(paragraphs.map(partOf))];
  return (
    <section class="rules" aria-labelledby="rules-title">
      <h2 id="rules-title">{t("rules")}</h2>
      <form class="card rules-search" role="search" onSubmit={(event: Event) => event.preventDefault()}>
        <label class="field wide">
          <span>{t("search_rules")}</span>
          <input
            type="search"
            value={query}
            autocomplete="off"
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        </label>
        <p class="faint" role="status">
          {t("rules_found", { count: paragraphs.length })}
        </p>
      </form>
      {query ? null : (
        <section class="card" aria-labelledby="brief-title">
          <h2 id="brief-title">{t("in_short")}</h2>
          <Help ruleset={ruleset} />
        </section>
      )}
      {parts.map((part) => (
        <section key={part} aria-label={`§ ${part}`}>
          <ol class="rule-list">
            {paragraphs
              .filter((each) => partOf(each) === part)
              .map((each) => (
                <RuleLine key={each.paragraph} {...{ ruleset, rule: each, wanted, cited }} />
              ))}
          </ol>
        </section>
      ))}
      {rejections.length ? (
        <section class="rules" aria-labelledby="rejections-title">
          <h2 id="rejections-title">{t("rejections")}</h2>
          <ul class="rule-list">
            {rejections.map((each) => (
              <li key={each.code} class="rule">
                <a class="rule-number" href={`#/rules/${ruleset}/${each.paragraph}`}>
                  {"§ "}
                  {each.paragraph}
                </a>
                <span>
                  <strong>
                    <Marked text={each.title} wanted={wanted} />
                  </strong>{" "}
                  <Marked text={each.text} wanted={wanted} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </section>
  );
}

function RuleLine({ ruleset, rule, wanted, cited }: RuleLineProps) {
  const { paragraph, text, ruling } = rule;
  return (
    <li
      id={`rule-${paragraph}`}
      class={`rule ${paragraph === cited ? "cited" : ""}`}
      aria-current={paragraph === cited ? "true" : undefined}
    >
      <a class="rule-number" href={`#/rules/${ruleset}/${paragraph}`}>
        {"§ "}
        {paragraph}
      </a>
      <span>
        <Marked text={text} wanted={wanted} />
        {ruling ? (
          <>
            {" "}
            <span class="ruling" data-tip={t("ruling_note")}>
              {t("ruling")}
            </span>
          </>
        ) : null}
      </span>
    </li>
  );
}

const partOf = ({ paragraph }: Rule) => paragraph.split(".")[0];

/** Return a text without case and accents. A letter stays one letter, so that positions stay the same. */
const simplified = (text: string) =>
  [...text].map((letter) => letter.normalize("NFD")[0].toLowerCase()[0] ?? letter).join("");

/** A text whose searched words are marked. */
function Marked({ text, wanted }: { text: string; wanted: string[] }) {
  const searched = simplified(text);
  if (!wanted.length || searched.length !== text.length) return text;
  const starts = wanted.flatMap((word) => placesOf(searched, word)).sort((one, other) => one[0] - other[0]);
  let end = 0;
  const parts = starts.flatMap(([from, to]) => {
    if (from < end) return [];
    const part = [text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>];
    end = to;
    return part;
  });
  return [...parts, text.slice(end)];
}

/** List the start and end of each place where a word occurs. */
function placesOf(text: string, word: string) {
  const places: [number, number][] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
    places.push([at, at + word.length]);
  return places;
}
