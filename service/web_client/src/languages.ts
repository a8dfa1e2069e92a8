/** The languages of the web client. The texts of each are in `words`. */

/** Name of each language in itself. */
export const LANGUAGE_NAMES = { en: "English", cs: "Čeština", it: "Italiano", ru: "Русский" };
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];
