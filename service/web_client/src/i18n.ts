/** Texts of the web client in the user's language. The texts of a game come from the service. */

import { formatMessage } from "@bottega/client/messages";
import { LANGUAGES, type Language } from "./languages";
import { setSetting, setting } from "./storage";
import { loaded } from "./version";
import type page from "./words/page/en";
import type screens from "./words/screens/en";
import type tournament from "./words/tournament/en";

/** The parts of the texts, in which no key stands twice. A page starts with its own, and loads others with their first screen. */
export type Part = keyof Keys;
type Keys = { page: keyof typeof page; screens: keyof typeof screens; tournament: keyof typeof tournament };
/** The texts of each part. Every language has the keys of the English file. */
export type Words = { [Name in Part]: Record<Keys[Name], string> };

/** Return the text of a key with its values filled in. */
type Text<Key extends string> = (key: Key, values?: Record<string, unknown>) => string;

const partsHere: Set<Part> = new Set();
let words: Record<string, string> = {};
let language: Language = "en";

/** Return the language that the user chose, or the first supported language of the browser. */
export function preferredLanguage(): Language {
  const wishes = [setting("language"), ...navigator.languages.map((each) => each.slice(0, 2))];
  return LANGUAGES.find((each) => each === wishes.find((wish) => LANGUAGES.includes(wish as Language))) ?? "en";
}

export const currentLanguage = (): Language => language;

/** Keep Czech prepositions and conjunctions of one letter on the line of the next word, as printers do. */
export const bound = (text: string, inLanguage = language) =>
  inLanguage === "cs"
    ? text.split(" ").reduce((line, word) => `${line}${/(^|[\s({„])[kosuvzai]$/i.test(line) ? "\u00a0" : " "}${word}`)
    : text;

/** Load the texts of some parts in a language, with those that the page has already, and use the language from now on. */
export async function setLanguage(chosen: Language, ...parts: Part[]) {
  words = await load(chosen, [...new Set<Part>(["page", ...partsHere, ...parts])]);
  language = chosen;
  document.documentElement.lang = chosen;
  setSetting("language", chosen);
}

/** Load the texts of a part, unless the page has them already. */
export async function loadWords(part: Part) {
  if (partsHere.has(part)) return;
  const chosen = language;
  const more = await load(chosen, [part]);
  if (chosen === language) words = { ...words, ...more };
  else await setLanguage(language); // the user has chosen another one in the meantime
}

async function load(chosen: Language, parts: Part[]): Promise<Record<string, string>> {
  const found = await Promise.all(parts.map((part) => loaded(() => import(`./words/${part}/${chosen}.ts`))));
  for (const part of parts) partsHere.add(part);
  const texts = found.flatMap((each) => Object.entries<string>(each.default));
  return Object.fromEntries(texts.map(([key, each]) => [key, bound(each, chosen)]));
}

const text: Text<string> = (key, values) => {
  const found = words[key];
  if (found === undefined) return key;
  return found.includes("{") ? formatMessage(found, values ?? {}, language) : found;
};

/** For modules that a page loads at once. */
export const t: Text<Keys["page"]> = text;
/** For modules of screens that `later` loads. */
export const screenText: Text<Keys["page" | "screens"]> = text;
/** For modules of screens that `later` loads with the part `tournament`. */
export const tournamentText: Text<Keys[Part]> = text;
