import { deepEqual, equal } from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { formatMessage } from "@bottega/client/messages";
import { LANGUAGES } from "../src/languages";
import type { Schemas } from "../src/types";
import csPage from "../src/words/page/cs";
import enPage from "../src/words/page/en";
import itPage from "../src/words/page/it";
import ruPage from "../src/words/page/ru";
import csScreens from "../src/words/screens/cs";
import enScreens from "../src/words/screens/en";
import itScreens from "../src/words/screens/it";
import ruScreens from "../src/words/screens/ru";
import csTournament from "../src/words/tournament/cs";
import enTournament from "../src/words/tournament/en";
import itTournament from "../src/words/tournament/it";
import ruTournament from "../src/words/tournament/ru";

/** The texts of each language, by part. */
const PARTS: Record<string, Record<string, Record<string, string>>> = {
  en: { page: enPage, screens: enScreens, tournament: enTournament },
  cs: { page: csPage, screens: csScreens, tournament: csTournament },
  it: { page: itPage, screens: itScreens, tournament: itTournament },
  ru: { page: ruPage, screens: ruScreens, tournament: ruTournament },
};
const WORDS = Object.fromEntries(
  Object.entries(PARTS).map(([language, parts]): [string, Record<string, string>] => [
    language,
    Object.assign({}, ...Object.values(parts)),
  ]),
);
const SOURCES = join(process.cwd(), "src");
/** Functions that return texts which a page does not have at its start. */
const LATER_TEXT = /\b(screenText|tournamentText)\b/;
type Kind = Schemas["SeatChange"]["kind"];
/** Sentences of each kind of change: for good, and for some kinds for one decision only. */
type Changes = Record<`${Kind} no`, Record<string, string>> & Partial<Record<`${Kind} yes`, Record<string, string>>>;
/** How each language says that the seat of a player changed hands. */
const CHANGES: Changes = {
  "resigned no": { en: "Ada resigns", cs: "Ada vzdává hru", it: "Ada abbandona", ru: "Ada сдаётся" },
  "forfeited no": {
    en: "Ada loses on time",
    cs: "Ada prohrává na čas",
    it: "Ada perde per il tempo",
    ru: "Ada проигрывает по времени",
  },
  "taken_over no": {
    en: "The computer (Hard) plays for Ada",
    cs: "Ada: dál hraje počítač (Hard)",
    it: "Il computer (Hard) gioca per Ada",
    ru: "Компьютер (Hard) играет за игрока Ada",
  },
  "taken_over yes": {
    en: "The computer (Hard) makes one move for Ada",
    cs: "Ada: jeden tah hraje počítač (Hard)",
    it: "Il computer (Hard) fa una mossa per Ada",
    ru: "Компьютер (Hard) делает один ход за игрока Ada",
  },
  "returned no": { en: "Ada plays again", cs: "Ada hraje znovu", it: "Ada torna a giocare", ru: "Ada снова в игре" },
  "pause_requested no": {
    en: "Ada requests a pause",
    cs: "Ada žádá o přestávku",
    it: "Ada chiede una pausa",
    ru: "Ada просит о перерыве",
  },
  "pause_declined no": {
    en: "Ada declines the pause",
    cs: "Ada odmítá přestávku",
    it: "Ada rifiuta la pausa",
    ru: "Ada отклоняет перерыв",
  },
  "paused no": {
    en: "The game is paused",
    cs: "Hra má přestávku",
    it: "La partita è in pausa",
    ru: "В партии перерыв",
  },
  "resumed no": {
    en: "Ada ends the pause",
    cs: "Ada ukončuje přestávku",
    it: "Ada termina la pausa",
    ru: "Ada завершает перерыв",
  },
  "time_given no": {
    en: "Ada adds 0 seconds for the others",
    cs: "Ada přidává ostatním 0 sekund",
    it: "Ada dà agli altri 0 secondi",
    ru: "Ada даёт остальным 0 секунд",
  },
  "vacation no": {
    en: "Ada is back from vacation",
    cs: "Ada se vrací z dovolené",
    it: "Ada torna dalle ferie",
    ru: "Ada возвращается из отпуска",
  },
};

/** List the names of the values that a text contains, also in the branches of a plural or select. */
function gaps(text: string) {
  const found = new Set<string>();
  const modes = ["text"];
  for (const [symbol, name] of text.matchAll(/\{(\w+)?|\}/g)) {
    if (symbol === "}") modes.pop();
    else if (modes.at(-1) === "argument") modes.push("text");
    else {
      found.add(name);
      modes.push("argument");
    }
  }
  return [...found].sort();
}

test("each part has a file for every language, and every file is a language", () => {
  deepEqual(readdirSync(join(SOURCES, "words")).sort(), Object.keys(PARTS.en).sort());
  for (const part of Object.keys(PARTS.en)) {
    const files = readdirSync(join(SOURCES, "words", part)).map((name) => name.replace(/\.ts$/, ""));
    deepEqual(files.sort(), [...LANGUAGES].sort());
  }
  deepEqual(Object.keys(WORDS).sort(), [...LANGUAGES].sort());
});

test("no key stands in two parts", () => {
  const keys = Object.values(PARTS.en).flatMap((words) => Object.keys(words));
  deepEqual(keys, [...new Set(keys)]);
});

test("the texts have the same values in every language", () => {
  for (const [language, parts] of Object.entries(PARTS))
    for (const [part, words] of Object.entries(PARTS.en)) {
      deepEqual(Object.keys(parts[part]).sort(), Object.keys(words).sort(), language);
      for (const [key, text] of Object.entries(words)) deepEqual(gaps(parts[part][key]), gaps(text), key);
    }
});

/** List the modules that a module imports at once, directly or through others. */
function imported(path: string, found: Set<string> = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of readFileSync(path, "utf8").matchAll(/^import (?!type )(?:[^"]* from )?"(\.[^"]+)"/gm)) {
    const base = join(dirname(path), name);
    const next = [base, `${base}.ts`, `${base}.tsx`].find((each) => existsSync(each) && statSync(each).isFile());
    if (next) imported(next, found);
  }
  return found;
}

test("what a page loads at once uses only the texts that it loads at once", () => {
  const modules = [...imported(join(SOURCES, "main.tsx"))].filter((path) => !path.endsWith("i18n.ts"));
  equal(modules.length > 50, true);
  deepEqual(
    modules.filter((path) => LATER_TEXT.test(readFileSync(path, "utf8"))),
    [],
  );
});

test("callers fill in the values of a text", () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const code = sources
    .filter((name) => !name.startsWith("words"))
    .map((name) => readFileSync(join(SOURCES, name), "utf8"));
  const bare = code.flatMap((text) => [...text.matchAll(/\bt\("(\w+)"\)/g)].map(([, key]) => key));
  deepEqual(
    bare.filter((key) => gaps(WORDS.en[key]).length),
    [],
  );
});

test("a change of who plays a seat is described in every language", () => {
  for (const [change, sentences] of Object.entries(CHANGES)) {
    const [kind, once] = change.split(" ");
    for (const language of LANGUAGES) {
      const text = WORDS[language].seat_change;
      equal(formatMessage(text, { kind, once, name: "Ada", level: "Hard" }, language), sentences[language]);
    }
  }
});

test("no number sign is left in a text once its numbers are filled in", () => {
  for (const language of LANGUAGES) {
    for (const [name, text] of Object.entries(WORDS[language])) {
      const values = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, each]) => [each, 2]));
      equal(formatMessage(text, values, language).includes("#"), false, `${language} ${name}`);
    }
  }
});
