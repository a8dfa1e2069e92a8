/** Texts of the web client in the user's language. The texts of a game come from the service. */

import { formatMessage } from "./client/messages.js";
import { setSetting, setting } from "./storage.js";

export const LANGUAGES = /** @type {const} */ (["en", "cs", "it", "ru"]);
/** @typedef {typeof LANGUAGES[number]} Language */

/** Name of each language in itself. */
export const LANGUAGE_NAMES = { en: "English", cs: "Čeština", it: "Italiano", ru: "Русский" };

/** @type {Record<string, string>} */
let words = {};
let language = /** @type {Language} */ ("en");

/** Return the language that the user chose, or the first supported language of the browser. @returns {Language} */
export function preferredLanguage() {
  const wishes = [setting("language"), ...navigator.languages.map((each) => each.slice(0, 2))];
  return LANGUAGES.find((each) => each === wishes.find((wish) => LANGUAGES.includes(/** @type {Language} */ (wish)))) ?? "en";
}

/** @returns {Language} */
export const currentLanguage = () => language;

/** Load a language and use it from now on. @param {Language} chosen */
export async function setLanguage(chosen) {
  words = (await import(`./words/${chosen}.js`)).default;
  language = chosen;
  document.documentElement.lang = chosen;
  setSetting("language", chosen);
}

/** Return the text of a key with its values filled in. @param {string} key @param {Record<string, any>} [values] */
export function t(key, values) {
  const text = words[key];
  if (text === undefined) return key;
  return text.includes("{") ? formatMessage(text, values ?? {}, language) : text;
}
