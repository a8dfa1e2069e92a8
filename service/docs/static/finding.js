/** Finds sections, operations and errors by the words of a reader: other forms, beginnings, typing errors and synonyms. */
import MiniSearch from "./vendor/minisearch.js";
import { stemmer } from "./vendor/stemmer.js";

/** Words that say nothing about a subject. */
const SKIPPED = new Set(
  "a an and api are as at be by can do does for from get have how i if in into is it me my of on or our should that the their there this to use want we what when where which who why will with you your".split(
    " ",
  ),
);
const OPTIONS = {
  fields: ["title", "place", "text"],
  storeFields: ["url", "title", "place", "text"],
  processTerm: forms,
};
/** Guides and operations come before errors. Questions have the words of readers, and the changelog those of all subjects. */
const BOOSTS = { Questions: 1.5, Glossary: 1.3, "Error codes": 0.2, Changelog: 0.2, "What the service promises": 0.3 };
const OF_PAGE = 1.5;
/** Pages of one game, and pages for operators, are for fewer readers. */
const OF_PATHS = { "/docs/rules/": 0.5, "/docs/how-to-play/": 0.5, "/docs/operations/": 0.7 };
const OF_SYNONYM = 0.4;
const RANKED = {
  processTerm: (term) => term, // the words of a query have their forms already
  boost: { title: 6, place: 2 },
  prefix: (term) => term.length > 2,
  weights: { prefix: 0.5, fuzzy: 0.2 },
  boostDocument: (_id, _term, entry) => boostOf(entry),
};
/** How many letters of a word may differ: more if nothing else says what is meant. */
const FUZZY = { alone: 0.25, among: 0.15 };
/** The name of an operation or the code of an error, at the end of a title. */
const NAME = /\((\w+)\)$/;
const CAMEL = /(?<=[a-z])(?=[A-Z])/;

/** Whether a URL leads to a part of a text: below a heading, or to an operation among many. */
const isSection = (url) => url.includes("#") || url.startsWith("/docs/reference/");

function boostOf({ place, url }) {
  const [, ofPath = 1] = Object.entries(OF_PATHS).find(([path]) => url.startsWith(path)) ?? [];
  return (BOOSTS[place] ?? 1) * ofPath * (isSection(url) ? 1 : OF_PAGE);
}

const known = new Map();

/** Return a word and its stem; the name of an operation also has those of its parts. Most words come many times. */
function forms(term) {
  if (!known.has(term)) {
    const words = [term, ...term.split(CAMEL)].map((each) => each.toLowerCase());
    known.set(term, [...new Set([...words, ...words.map(stemmer)])]);
  }
  return known.get(term);
}

const basic = (word) => stemmer(word.toLowerCase());
const wordsOf = (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Return a function that finds entries for a query, best first. Synonyms lead from words of readers to those of the texts. */
export function finder({ entries, synonyms }) {
  const index = new MiniSearch(OPTIONS);
  index.addAll(entries.map((each, id) => ({ id, ...each })));
  const meant = Object.fromEntries(Object.entries(synonyms).map(([word, others]) => [basic(word), others]));
  const isFound = (query) => index.search(query, RANKED).length > 0;
  return (query) => {
    const queries = important(wordsOf(query)).flatMap((word, _, { length }) => {
      const spelled = alternatives(word, meant);
      if (isFound(spelled)) return [spelled];
      const similar = { queries: [word.toLowerCase()], fuzzy: length > 1 ? FUZZY.among : FUZZY.alone };
      return isFound(similar) ? [similar] : [];
    });
    const all = index.search({ combineWith: "AND", queries }, RANKED);
    const found = all.length > 0 ? all : index.search({ combineWith: "OR", queries }, RANKED);
    return [...found.filter(({ title }) => isNamed(title, query)), ...found.filter(({ title }) => !isNamed(title, query))];
  };
}

/** Return the words that say something, or all of them. */
function important(words) {
  const some = words.filter((each) => !SKIPPED.has(each.toLowerCase()));
  return some.length > 0 ? some : words;
}

/** Return the query for a word or one of its synonyms. */
function alternatives(word, meant) {
  const others = (meant[basic(word)] ?? []).map((text) => ({
    combineWith: "AND",
    boostTerm: () => OF_SYNONYM,
    queries: wordsOf(text).map(basic),
  }));
  return { combineWith: "OR", queries: [...forms(word), ...others] };
}

function isNamed(title, query) {
  return NAME.exec(title)?.[1].toLowerCase() === query.trim().toLowerCase();
}
