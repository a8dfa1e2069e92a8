/** Texts of a game in the user's language: names, sentences, players and appearances. */

import { formatMessage } from "./messages.js";

/** @type {Record<string, [string, string]>} */
const YES_AND_NO = { en: ["Yes", "No"], cs: ["Ano", "Ne"], it: ["Sì", "No"], ru: ["Да", "Нет"] };

/** @typedef {{part: string, type: string, field: string, kind: string, keys?: boolean}} Reference */
/**
 * @typedef {{ruleset: string, names: {kind: string, id: string, name: string, forms?: Record<string, string>}[],
 *   references?: Reference[], sentences?: {part: string, id: string, text: string}[], appearances?: Appearance[]}} Named
 *   A ruleset that names its parts: the response of `getRuleset`, also of a ruleset that this package does not know.
 * @typedef {Named & {effects?: import("./moves.js").Effect[], constants: object} & Pick<import("./types.js").Returned<"getRuleset">, "title" | "levels" |
 *   "undo_modes" | "options" | "min_seats" | "max_seats" | "rules_version" | "deals"> & Partial<Pick<import("./types.js").Returned<"getRuleset">, "ratings" | "levels_by_seats">>} Ruleset
 * @typedef {{kind: string, id: string, colour: string, letter: string, pattern: string, icon: string}} Appearance
 * @typedef {{code?: string, title: string, parameters?: object}} Rejection the body of a problem
 * @typedef {ReturnType<typeof gameTexts<Ruleset>>} GameTexts
 */

/**
 * Return a ruleset whose appearances contain their icons as data URLs, so that no icon needs a request of its own.
 * @template {{appearances?: {kind: string, id: string, icon: string}[]}} Drawn
 * @param {Drawn} ruleset
 * @param {{icons: {kind: string, id: string, svg: string}[]}} list the response of `listIcons`
 * @returns {Drawn}
 */
export function withIcons(ruleset, list) {
  const drawn = new Map(list.icons.map(({ kind, id, svg }) => [`${kind}/${id}`, `data:image/svg+xml,${encodeURIComponent(svg)}`]));
  return { ...ruleset, appearances: (ruleset.appearances ?? []).map((each) => ({ ...each, icon: drawn.get(`${each.kind}/${each.id}`) ?? each.icon })) };
}

/** Guess the kind of a field without a reference from its name. @param {string} field */
const guessKinds = (field) => {
  const last = field.split("/").at(-1) ?? field;
  const singular = last.replace(/ies$/, "y").replace(/s$/, "");
  return [last, singular, { owner: "seat", order: "seat", bidders: "seat", first: "seat" }[last] ?? last.replace(/^.*_/, "")];
};

/**
 * Return functions that name and describe the parts of a game.
 * @template {Named} [Rules=Ruleset]
 * @param {Rules} ruleset
 * @param {string} language
 * @param {string[]} players by seat
 * @param {{names?: Record<string, string>, sentences?: Record<string, string>}} [overrides] other translations, by `<kind>/<id>` and `<part>/<id>`
 */
export function gameTexts(ruleset, language, players, overrides = {}) {
  const names = new Map(ruleset.names.map((each) => [`${each.kind}/${each.id}`, each]));
  const kinds = new Set(ruleset.names.map(({ kind }) => kind));
  const references = new Map((ruleset.references ?? []).map((each) => [referenceKey(each.part, each.type, each.field, each.keys), each.kind]));
  const sentences = new Map([...(ruleset.sentences ?? []).map(({ part, id, text }) => /** @type {[string, string]} */ ([`${part}/${id}`, text])), ...Object.entries(overrides.sentences ?? {})]);
  const appearances = new Map((ruleset.appearances ?? []).map((each) => [`${each.kind}/${each.id}`, each]));

  /** @param {string} kind @param {unknown} id @param {string} [form] @returns {string} */
  function name(kind, id, form) {
    if (kind === "seat") return players[Number(id)] ?? String(id);
    const found = names.get(`${kind}/${id}`);
    const other = overrides.names?.[`${kind}/${id}`];
    if (other !== undefined) return other;
    return (form && found?.forms?.[form]) ?? found?.name ?? toWords(id);
  }

  /** Return the kind of a field's values, or of its keys. @param {string} part @param {string} type @param {string} field @param {boolean} [keys] @returns {string | undefined} */
  function kindOf(part, type, field, keys = false) {
    const referenced = references.get(referenceKey(part, type, field, keys)) ?? references.get(referenceKey(part === "action" ? "preview" : part, "", field, keys));
    if (referenced || ruleset.references?.length) return referenced;
    return guessKinds(field).find((kind) => kind === "seat" || kinds.has(kind));
  }

  /** @param {string} kind @param {unknown} id */
  const has = (kind, id) => kind === "seat" || names.has(`${kind}/${id}`);
  const forms = [...new Set(ruleset.names.flatMap((each) => Object.keys(each.forms ?? {})))];
  const context = { ruleset, language, players, name, kindOf, has, sentences, forms };
  return {
    ...context,
    /** @param {string} kind @param {unknown} id @returns {Appearance | undefined} */
    appearanceOf: (kind, id) => appearances.get(`${kind}/${id}`),
    /** @param {string} part @param {{type: string, [field: string]: unknown}} object a tagged object, such as an action or a fact @param {number} [actor] */
    sentence: (part, object, actor) => sentence(context, part, object, actor),
    /** Explain why an action was rejected, in a whole sentence with the values of the case. @param {Rejection} problem @returns {string} */
    rejectionText: (problem) => (sentences.has(`rejection/${problem.code}`) ? sentence(context, "rejection", { ...problem.parameters, type: problem.code }) : problem.title && `${problem.title}.`),
    /** @param {string} part @param {string} type @param {string} field @param {unknown} value */
    valueText: (part, type, field, value) => formatValue(context, part, type, field, value),
  };
}

/** @param {string} part @param {string} type @param {string} field @param {boolean} [keys] */
const referenceKey = (part, type, field, keys) => `${part}|${type}|${field}|${keys ? "keys" : ""}`;

/** Turn an id without a name into words. @param {unknown} id */
export function toWords(id) {
  const words = String(id).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @typedef {{ruleset: Named, language: string, players: string[], name: (kind: string, id: unknown, form?: string) => string,
 *   kindOf: (part: string, type: string, field: string, keys?: boolean) => string | undefined,
 *   has: (kind: string, id: unknown) => boolean, sentences: Map<string, string>, forms: string[]}} Context
 */

/** Return the sentence of an action, fact, decision or rejection. @param {Context} context @param {string} part @param {any} object @param {number} [actor] */
function sentence(context, part, object, actor) {
  const text = context.sentences.get(`${part}/${object.type}`);
  if (text === undefined) return plainSentence(context, part, object, actor);
  return formatMessage(text, sentenceArguments(context, part, object, actor), context.language);
}

/** Return a sentence built from names, for rulesets without sentences. A log adds the `facts` of an action. @param {Context} context @param {string} part @param {any} object @param {number} [actor] */
function plainSentence(context, part, object, actor) {
  const { type, facts: _types, ...fields } = object;
  const title = context.has(part, type) ? context.name(part, type) : toWords(type);
  const values = Object.entries(fields)
    .filter(([field, value]) => value !== false && !(Array.isArray(value) && !value.length) && !isEmpty(value) && !(field === "seat" && part === "fact"))
    .map(([field, value]) => (value === true ? fieldName(context, field) : formatValue(context, part, type, field, value)));
  const who = actor ?? (part === "fact" ? object.seat : undefined);
  const rest = values.length ? `: ${values.join(", ")}` : "";
  return `${who === undefined ? "" : `${context.name("seat", who)} – `}${title}${rest}`;
}

/** @param {any} value */
const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {any} value */
const isEmpty = (value) => isMapping(value) && !Object.keys(value).length;

/** @param {Context} context @param {string} field */
export function fieldName(context, field) {
  return context.has("field", field) ? context.name("field", field) : toWords(field);
}

/** Format the value of a field. @param {Context} context @param {string} part @param {string} type @param {string} field @param {any} value @param {string} [form] @returns {string} */
function formatValue(context, part, type, field, value, form) {
  if (Array.isArray(value)) return formatList(context, part, type, field, value, form);
  if (isMapping(value)) return formatMapping(context, part, type, field, value, form);
  if (typeof value === "boolean") return (YES_AND_NO[context.language] ?? YES_AND_NO.en)[value ? 0 : 1];
  const kind = part === "action" && (field === "actor" || field === "seat") ? "seat" : context.kindOf(part, type, field);
  if (kind && context.has(kind, value)) return context.name(kind, value, form);
  return context.sentences.size ? String(value) : toWords(value);
}

/** Format a list. Equal names are counted: `2 × Wood, Rope`. @param {Context} context @param {string} part @param {string} type @param {string} field @param {any[]} values @param {string} [form] */
function formatList(context, part, type, field, values, form) {
  const shown = values.map((item) => formatValue(context, part, type, field, item, form));
  if ((context.kindOf(part, type, field) ?? "seat") === "seat") return shown.join(", ");
  return [...new Set(shown)].map((each) => {
    const count = shown.filter((other) => other === each).length;
    return count === 1 ? each : `${count} × ${formatValue(context, part, type, field, values[shown.indexOf(each)])}`;
  }).join(", ");
}

/** Format an entry of a list, or a mapping of counts or values. @param {Context} context @param {string} part @param {string} type @param {string} field @param {any} value @param {string} [form] */
function formatMapping(context, part, type, field, value, form) {
  const text = context.sentences.get(`part/${type}.${field}`);
  const keys = context.kindOf(part, type, field, true) ?? guessKeyKind(context, part, type, field, value);
  const kind = context.kindOf(part, type, field);
  if (!keys && text !== undefined) return formatMessage(text, sentenceArguments(context, part, value, undefined, type, `${field}/`), context.language);
  return Object.entries(value).map(([key, held]) => {
    const name = keys ? context.name(keys, key, form) : toWords(key);
    const shown = kind && kind !== keys ? context.name(kind, held, form) : held;
    if (!keys) return `${name} ${formatValue(context, part, type, `${field}/${key}`, held)}`;
    if (text !== undefined) return formatMessage(text, { key: name, value: shown }, context.language);
    if (kind && kind !== keys) return `${name}: ${shown}`;
    return held === 0 ? "" : held === 1 ? name : `${held} × ${name}`;
  }).filter(Boolean).join(", ");
}

/** Guess the kind of a mapping's keys for rulesets without references; an object with a seat has none. @param {Context} context @param {string} part @param {string} type @param {string} field @param {any} value */
const guessKeyKind = (context, part, type, field, value) =>
  context.ruleset.references?.length || value.seat !== undefined ? undefined : context.kindOf(part, type, field);

/** Return the arguments of a sentence: for each field its text, id, count and grammatical forms. @param {Context} context @param {string} part @param {any} object @param {number} [actor] @param {string} [type] @param {string} [prefix] */
function sentenceArguments(context, part, object, actor, type = object.type, prefix = "") {
  /** @type {Record<string, any>} */
  const known = {};
  if (actor !== undefined) known.actor = known.seat = context.name("seat", actor);
  if (actor !== undefined) known.actor_id = known.seat_id = String(actor);
  for (const [field, value] of Object.entries(object)) {
    if (field === "type") continue;
    const path = prefix + field;
    known[field] = formatValue(context, part, type, path, value);
    known[`${field}_id`] = idOf(value);
    known[`${field}_count`] = isMapping(value) && context.kindOf(part, type, path) ? Object.keys(value).length : countOf(value);
    if (typeof value === "number") known[`${field}_abs`] = Math.abs(value);
    for (const form of context.forms) {
      known[`${field}_${form}`] = formatValue(context, part, type, path, value, form);
    }
  }
  return withDefaults(known);
}

/** @param {any} value */
const idOf = (value) => (typeof value === "object" ? undefined : String(value));

/** @param {any} value */
function countOf(value) {
  if (Array.isArray(value)) return value.length;
  if (isMapping(value)) return Object.values(value).reduce((sum, each) => sum + (typeof each === "number" ? each : 1), 0);
  return typeof value === "number" ? value : 1;
}

/** Add defaults for missing arguments: `none` for an id, 0 for a count, and the plain text for a grammatical form. @param {Record<string, any>} known */
function withDefaults(known) {
  return new Proxy(known, {
    get: (values, name) => values[/** @type {string} */ (name)] ?? defaultFor(values, String(name)),
  });
}

/** @param {Record<string, any>} values @param {string} name */
function defaultFor(values, name) {
  if (name.endsWith("_id")) return "none";
  return name.endsWith("_count") ? 0 : values[name.replace(/_[^_]+$/, "")];
}
