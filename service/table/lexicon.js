/** What things are called, in the reader's language: names, sentences, players, appearances. */

import { t } from "./words.js";
import { say } from "./sentences.js";

/** @typedef {import("./narrow.js").Reference} Reference */
/**
 * @typedef {{ruleset: string, title: string, names: {kind: string, id: string, name: string, forms?: Record<string, string>}[],
 *   references?: Reference[], sentences?: {part: string, id: string, text: string}[], appearances?: Appearance[], levels: string[],
 *   options: any[], constants: any, min_seats: number, max_seats: number, rules_version: number, deals: string[], ratings?: any[]}} Ruleset
 * @typedef {{kind: string, id: string, colour: string, letter: string, pattern: string, icon: string}} Appearance
 * @typedef {ReturnType<typeof lexicon>} Lexicon
 */

/** The default kinds of a field without a reference: its name, or the singular of its name. @param {string} member */
const guesses = (member) => {
  const last = member.split("/").at(-1) ?? member;
  const singular = last.replace(/ies$/, "y").replace(/s$/, "");
  return [last, singular, { owner: "seat", order: "seat", bidders: "seat", first: "seat" }[last] ?? last.replace(/^.*_/, "")];
};

/**
 * Make the dictionary of a game.
 * @param {Ruleset} ruleset
 * @param {string} language
 * @param {string[]} players by seat
 */
export function lexicon(ruleset, language, players) {
  const names = new Map(ruleset.names.map((each) => [`${each.kind}/${each.id}`, each]));
  const kinds = new Set(ruleset.names.map(({ kind }) => kind));
  const references = new Map((ruleset.references ?? []).map((each) => [referenceKey(each.part, each.type, each.field, each.keys), each.kind]));
  const sentences = new Map((ruleset.sentences ?? []).map(({ part, id, text }) => [`${part}/${id}`, text]));
  const appearances = new Map((ruleset.appearances ?? []).map((each) => [`${each.kind}/${each.id}`, each]));

  /** @param {string} kind @param {any} id @param {string} [form] @returns {string} */
  function name(kind, id, form) {
    if (kind === "seat") return players[Number(id)] ?? String(id);
    const found = names.get(`${kind}/${id}`);
    return (form && found?.forms?.[form]) ?? found?.name ?? humanised(id);
  }

  /** Return the kind of a field's values, or of its keys. @param {string} part @param {string} type @param {string} member @param {boolean} [keys] @returns {string | undefined} */
  function kindOf(part, type, member, keys = false) {
    const joined = references.get(referenceKey(part, type, member, keys)) ?? references.get(referenceKey(part, "", member, keys));
    if (joined || ruleset.references?.length) return joined;
    return guesses(member).find((kind) => kind === "seat" || kinds.has(kind));
  }

  /** @param {string} kind @param {any} id */
  const has = (kind, id) => kind === "seat" || names.has(`${kind}/${id}`);
  const forms = [...new Set(ruleset.names.flatMap((each) => Object.keys(each.forms ?? {})))];
  const reading = { ruleset, language, players, name, kindOf, has, sentences, forms };
  return {
    ...reading,
    /** @param {string} kind @param {any} id @returns {Appearance | undefined} */
    look: (kind, id) => appearances.get(`${kind}/${id}`),
    /** @param {string} part @param {any} thing a tagged thing, such as an action or a fact @param {number} [actor] */
    sentence: (part, thing, actor) => sentenceOf(reading, part, thing, actor),
    /** Return a whole sentence that says why an action was rejected, with the facts of the case if there is one. @param {any} problem */
    why: (problem) => (sentences.has(`rejection/${problem.code}`) ? sentenceOf(reading, "rejection", { ...problem.parameters, type: problem.code }) : problem.title && `${problem.title}.`),
    /** @param {string} part @param {string} type @param {string} member @param {any} value */
    shown: (part, type, member, value) => display(reading, part, type, member, value),
  };
}

/** @param {string} part @param {string} type @param {string} member @param {boolean} [keys] */
const referenceKey = (part, type, member, keys) => `${part}|${type}|${member}|${keys ? "keys" : ""}`;

/** Make words of an id that has no name. @param {any} id */
export function humanised(id) {
  const words = String(id).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @typedef {{ruleset: Ruleset, language: string, players: string[], name: (kind: string, id: any, form?: string) => string,
 *   kindOf: (part: string, type: string, member: string, keys?: boolean) => string | undefined,
 *   has: (kind: string, id: any) => boolean, sentences: Map<string, string>, forms: string[]}} Reading
 */

/** Return the sentence of an action, fact, decision or rejection. @param {Reading} reading @param {string} part @param {any} thing @param {number} [actor] */
function sentenceOf(reading, part, thing, actor) {
  const text = reading.sentences.get(`${part}/${thing.type}`);
  if (text === undefined) return plainly(reading, part, thing, actor);
  return say(text, argumentsOf(reading, part, thing, actor), reading.language);
}

/** Say it with names alone: what it is, and its members one by one. @param {Reading} reading @param {string} part @param {any} thing @param {number} [actor] */
function plainly(reading, part, thing, actor) {
  const { type, ...members } = thing;
  const title = reading.has(part, type) ? reading.name(part, type) : humanised(type);
  const fields = Object.entries(members)
    .filter(([member, value]) => value !== false && !(Array.isArray(value) && !value.length) && !isEmpty(value) && !(member === "seat" && part === "fact"))
    .map(([member, value]) => (value === true ? memberName(reading, member) : display(reading, part, type, member, value)));
  const who = actor ?? (part === "fact" ? thing.seat : undefined);
  const rest = fields.length ? `: ${fields.join(", ")}` : "";
  return `${who === undefined ? "" : `${reading.name("seat", who)} – `}${title}${rest}`;
}

/** @param {any} value */
const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {any} value */
const isEmpty = (value) => isMapping(value) && !Object.keys(value).length;

/** @param {Reading} reading @param {string} member */
export function memberName(reading, member) {
  return reading.has("member", member) ? reading.name("member", member) : humanised(member);
}

/** Show a value of a member. @param {Reading} reading @param {string} part @param {string} type @param {string} member @param {any} value @param {string} [form] @returns {string} */
function display(reading, part, type, member, value, form) {
  if (Array.isArray(value)) return value.map((item) => display(reading, part, type, member, item, form)).join(", ");
  if (isMapping(value)) return mapping(reading, part, type, member, value, form);
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  const kind = part === "action" && (member === "actor" || member === "seat") ? "seat" : reading.kindOf(part, type, member);
  if (kind && reading.has(kind, value)) return reading.name(kind, value, form);
  return reading.sentences.size ? String(value) : humanised(value);
}

/** Show an entry of a list, or a mapping of counts or values. @param {Reading} reading @param {string} part @param {string} type @param {string} member @param {any} value @param {string} [form] */
function mapping(reading, part, type, member, value, form) {
  const text = reading.sentences.get(`part/${type}.${member}`);
  const keys = reading.kindOf(part, type, member, true) ?? guessedKeys(reading, part, type, member, value);
  const kind = reading.kindOf(part, type, member);
  if (!keys && text !== undefined) return say(text, argumentsOf(reading, part, value, undefined, type, `${member}/`), reading.language);
  return Object.entries(value).map(([key, held]) => {
    const name = keys ? reading.name(keys, key, form) : humanised(key);
    const shown = kind && kind !== keys ? reading.name(kind, held, form) : held;
    if (!keys) return `${name} ${display(reading, part, type, `${member}/${key}`, held)}`;
    if (text !== undefined) return say(text, { key: name, value: shown }, reading.language);
    if (kind && kind !== keys) return `${name}: ${shown}`;
    return held === 0 ? "" : held === 1 ? name : `${held} × ${name}`;
  }).filter(Boolean).join(", ");
}

/** Without references: the kind of a member's name, unless it is a thing with a seat. @param {Reading} reading @param {string} part @param {string} type @param {string} member @param {any} value */
const guessedKeys = (reading, part, type, member, value) =>
  reading.ruleset.references?.length || value.seat !== undefined ? undefined : reading.kindOf(part, type, member);

/** Return the arguments of a sentence: for each field its text, id, count and grammatical forms. @param {Reading} reading @param {string} part @param {any} thing @param {number} [actor] @param {string} [type] @param {string} [under] */
function argumentsOf(reading, part, thing, actor, type = thing.type, under = "") {
  /** @type {Record<string, any>} */
  const known = {};
  if (actor !== undefined) known.actor = known.seat = reading.name("seat", actor);
  if (actor !== undefined) known.actor_id = known.seat_id = String(actor);
  for (const [member, value] of Object.entries(thing)) {
    if (member === "type") continue;
    const path = under + member;
    known[member] = display(reading, part, type, path, value);
    known[`${member}_id`] = idOf(value);
    known[`${member}_count`] = isMapping(value) && reading.kindOf(part, type, path) ? Object.keys(value).length : countOf(value);
    if (typeof value === "number") known[`${member}_abs`] = Math.abs(value);
    for (const form of reading.forms) {
      known[`${member}_${form}`] = display(reading, part, type, path, value, form);
    }
  }
  return fallbackIds(known);
}

/** @param {any} value */
const idOf = (value) => (typeof value === "object" ? undefined : String(value));

/** @param {any} value */
function countOf(value) {
  if (Array.isArray(value)) return value.length;
  if (isMapping(value)) return Object.values(value).reduce((sum, each) => sum + (typeof each === "number" ? each : 1), 0);
  return typeof value === "number" ? value : 1;
}

/** Return the default of a missing argument: `none` for the id of one that is absent, and the plain words for a form that is not known. @param {Record<string, any>} known */
function fallbackIds(known) {
  return new Proxy(known, {
    get: (values, name) => values[/** @type {string} */ (name)] ?? fallen(values, String(name)),
  });
}

/** @param {Record<string, any>} values @param {string} name */
function fallen(values, name) {
  if (name.endsWith("_id")) return "none";
  return name.endsWith("_count") ? 0 : values[name.replace(/_[^_]+$/, "")];
}
