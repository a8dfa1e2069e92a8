/** What an event moves on the board, from the effects of a ruleset, for animations. */

/** @typedef {(string | number)[]} Path the steps from a view to a value */
/**
 * Things of one id that an event moves. Without `from` or `to`, the view does not show the place.
 * @typedef {{kind?: string, id: string, count: number, from?: Path, to?: Path}} Move
 */
/** @typedef {{part: string, type: string, what: string, from?: string[], to?: string[]}} Effect */

const FIELD = /\{(\w+)(?:=(\w+))?\}/g;
const HIDDEN = "?";

/**
 * Return what an event moves on the board, in order.
 * @param {{effects?: Effect[], references?: import("./texts.js").Reference[]}} ruleset
 * @param {{seat?: number, action?: {type: string}, facts?: readonly {type: string}[]}} event with its action, if it has one
 * @param {unknown} before the field `view` of the view before the event
 * @param {unknown} after
 * @returns {Move[]}
 */
export function movesOf(ruleset, event, before, after) {
  /** @type {[string, any][]} */
  const parts = (event.facts ?? []).map((fact) => ["fact", fact]);
  if (event.action) parts.unshift(["action", { seat: event.seat, ...event.action }]);
  return parts.flatMap(([part, fields]) =>
    (ruleset.effects ?? []).filter((effect) => effect.part === part && effect.type === fields.type && isComplete(effect, fields)).flatMap((effect) =>
      things(ruleset, effect, fields).map(({ kind, id, count }) => ({ kind, id, count, from: first(before, effect.from, fields, id), to: first(after, effect.to, fields, id) }))));
}

/** Whether all fields that the paths use are present. @param {Effect} effect @param {any} fields */
const isComplete = ({ from = [], to = [] }, fields) =>
  [...from, ...to].every((path) => [...path.matchAll(FIELD)].every(([, field, name]) => (name ?? field) in fields));

/** @param {{references?: import("./texts.js").Reference[]}} ruleset @param {Effect} effect @param {any} fields @returns {{kind?: string, id: string, count: number}[]} */
function things({ references = [] }, { part, type, what }, fields) {
  const [kind, only] = what.split("/");
  if (only) return [{ kind, id: only, count: 1 }];
  const value = fields[what] ?? [];
  const counts = typeof value === "object" && !Array.isArray(value);
  const found = references.find((each) => each.part === part && each.type === type && each.field === what && Boolean(each.keys) === counts)?.kind;
  if (counts) return Object.entries(value).filter(([, count]) => count).map(([id, count]) => ({ kind: found, id, count }));
  return [value].flat().map((id) => ({ kind: found, id: String(id), count: 1 }));
}

/** Return the first path that contains a thing or, with `?`, hides what it contains. @param {any} view @param {string[] | undefined} paths @param {any} fields @param {string} id */
function first(view, paths = [], fields, id) {
  for (const path of paths) {
    const isHidden = path.endsWith(HIDDEN);
    const found = locate(view, (isHidden ? path.slice(0, -HIDDEN.length) : path).split("/"), fields, id);
    if (found && (isHidden || contains(found.value, id))) return found.path;
  }
  return undefined;
}

/** @param {any} value @param {string[]} names @param {any} fields @param {string} id @returns {{path: Path, value: any} | undefined} */
function locate(value, [name, ...rest], fields, id) {
  if (name === undefined) return { path: [], value };
  const steps = step(value, name, fields, id);
  const inner = steps && locate(steps.length ? value[steps[0]] : value, rest, fields, id);
  return inner && { path: [...steps, ...inner.path], value: inner.value };
}

/** Return the step into a value that a part of a path describes; no step if it only tests the value. @param {any} value @param {string} name @param {any} fields @param {string} id @returns {Path | undefined} */
function step(value, name, fields, id) {
  const tests = name.replace(FIELD, "") ? [] : [...name.matchAll(FIELD)].map(([, field, other]) => [field, fields[other ?? field]]);
  const has = (/** @type {any} */ each) => tests.length > 0 && tests.every(([field, wanted]) => each?.[field] === wanted);
  if (Array.isArray(value)) {
    const index = value.findIndex((each) => (name === "*" ? contains(each, id) : has(each)));
    return index < 0 ? undefined : [index];
  }
  if (typeof value !== "object" || value === null) return undefined;
  const key = name.replace(FIELD, (_, field, other) => fields[other ?? field]);
  if (key in value) return [key];
  return has(value) ? [] : undefined;
}

/** Whether a value is a thing or contains it, in a list or as a key of a mapping. @param {any} value @param {string} id @returns {boolean} */
function contains(value, id) {
  if (Array.isArray(value)) return value.some((each) => contains(each, id));
  if (typeof value === "object" && value !== null) return Object.entries(value).some(([key, each]) => (key === id && each) || contains(each, id));
  return String(value) === id;
}
