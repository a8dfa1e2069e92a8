/**
 * Selection among the legal actions: which actions remain, what can be selected next, and when an action is complete.
 *
 * This module knows no rules. It splits an action into units, which are sets of `field=value` pairs. Each scalar field
 * and each entry of a list or mapping is a unit; `{keep: {purple: 2}}` has two equal ones. A target is a set of pairs as
 * well. It matches an action with a unit that has all its pairs. A target that is selected twice needs two such units.
 */

/**
 * @typedef {Record<string, any>} Points a target: values by field name or by kind of name
 * @typedef {{type: string, [member: string]: any}} Action
 * @typedef {{part: string, type: string, field: string, kind: string, keys?: boolean}} Reference
 * @typedef {{words: Set<string>, member: string, count: number}} Unit
 * @typedef {{action: Action, whole: Set<string>, units: Unit[]}} Read
 */

/** @param {string} name @param {any} value */
const word = (name, value) => `${name}=${value}`;

/** @param {any} value */
const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Return a function that parses actions and knows the kind of each field.
 * @param {Reference[]} references those of the ruleset; without them the kind of a field is its name
 */
export function reader(references) {
  const kinds = new Map();
  for (const { part, type, field, kind, keys } of references) {
    if (part === "action") kinds.set(`${type}/${field}${keys ? "/keys" : ""}`, kind);
  }
  /** @param {string} type @param {string} path @param {any} value @param {boolean} [keys] */
  const named = (type, path, value, keys = false) => {
    const kind = kinds.get(`${type}/${path}${keys ? "/keys" : ""}`);
    const member = path.split("/").at(-1) ?? path;
    return [...new Set([path, ...(keys ? [] : [member]), ...(kind ? [kind] : [])])].map((name) => word(name, value));
  };
  return (/** @type {Action} */ action) => readAction(action, named);
}

/** @param {Action} action @param {(type: string, path: string, value: any, keys?: boolean) => string[]} named @returns {Read} */
function readAction(action, named) {
  const whole = new Set([word("type", action.type)]);
  /** @type {Unit[]} */
  const units = [];
  for (const [member, value] of Object.entries(action)) {
    if (member === "type") continue;
    if (Array.isArray(value)) value.forEach((item, place) => units.push(itemUnit(action.type, member, item, named, place)));
    else if (isMapping(value)) {
      for (const [key, held] of Object.entries(value)) units.push(entryUnit(action.type, member, key, held, named));
    } else {
      named(action.type, member, value).forEach((each) => whole.add(each));
      units.push({ member, words: new Set(named(action.type, member, value)), count: 1 });
    }
  }
  return { action, whole, units };
}

/** Parse an entry of a list. Its index is a pair too, for lists in which the order matters. @param {string} type @param {string} member @param {any} item @param {any} named @param {number} place @returns {Unit} */
function itemUnit(type, member, item, named, place) {
  const words = isMapping(item)
    ? Object.entries(item).flatMap(([name, value]) => named(type, `${member}/${name}`, value))
    : [...named(type, member, item), word(`${member}/${place}`, item)];
  return { member, words: new Set(words), count: 1 };
}

/** Parse an entry of a mapping. Its number is a count, unless a reference shows that it is an id. @param {string} type @param {string} member @param {string} key @param {any} held @param {any} named @returns {Unit} */
function entryUnit(type, member, key, held, named) {
  const values = named(type, member, held);
  const isJoined = values.length > 1;
  const words = [...named(type, member, key, true), ...(isJoined ? values : []), word("key", key)];
  return { member, words: new Set(words), count: !isJoined && typeof held === "number" ? held : 1 };
}

/** Return how often a target can be selected in an action. @param {Read} read @param {Points} points */
export function fits({ whole, units }, points) {
  const words = Object.entries(points).map(([name, value]) => word(name, value));
  if (words.every((each) => whole.has(each))) return 1;
  let count = 0;
  for (const unit of units) {
    const own = words.filter((each) => unit.words.has(each));
    if (own.length && words.every((each) => unit.words.has(each) || whole.has(each))) count += unit.count;
  }
  return count;
}

/** @param {Points} points */
export const same = (points) => JSON.stringify(Object.entries(points).sort().map(([name, value]) => [name, String(value)]));

/** Count equal targets. @param {Points[]} chosen @returns {[Points, number][]} */
function tally(chosen) {
  const counts = new Map();
  for (const points of chosen) {
    const [, count] = counts.get(same(points)) ?? [points, 0];
    counts.set(same(points), [points, count + 1]);
  }
  return [...counts.values()];
}

/** List the actions that match all selected targets. @param {Read[]} list @param {Points[]} chosen */
export function remaining(list, chosen) {
  const wanted = tally(chosen);
  return list.filter((read) => wanted.every(([points, count]) => fits(read, points) >= count));
}

/** Return how often a target is selected. @param {Points[]} chosen @param {Points} points */
export function timesChosen(chosen, points) {
  const key = same(points);
  return chosen.filter((each) => same(each) === key).length;
}

/** Return a function for the state of a target: selected, legal to select, or neither. @param {Read[]} list @param {Points[]} chosen @returns {(points: Points) => "" | "legal" | "chosen"} */
export function marker(list, chosen) {
  const left = remaining(list, chosen);
  return (points) => {
    if (timesChosen(chosen, points)) return "chosen";
    return left.some((read) => fits(read, points)) ? "legal" : "";
  };
}

/**
 * Return the selection after a click on a target. The target is added if an action matches, removed if it was selected,
 * and otherwise replaces the targets that exclude it. Undefined if no legal action has it.
 * @param {Read[]} list @param {Points[]} chosen @param {Points} points @returns {Points[] | undefined}
 */
export function pointed(list, chosen, points) {
  if (remaining(list, [...chosen, points]).length) return [...chosen, points];
  if (timesChosen(chosen, points)) return without(chosen, points);
  return restarted(list, chosen, points);
}

/** Remove a target from the selection. @param {Points[]} chosen @param {Points} points */
export function without(chosen, points) {
  const key = same(points);
  return chosen.filter((each) => same(each) !== key);
}

/** Select a target instead of those that exclude it. @param {Read[]} list @param {Points[]} chosen @param {Points} points */
function restarted(list, chosen, points) {
  if (!remaining(list, [points]).length) return undefined;
  let kept = [points];
  for (const each of chosen) {
    if (remaining(list, [...kept, each]).length) kept = [...kept, each];
  }
  return [...kept.slice(1), points];
}

/** Whether every unit of an action is selected. @param {Read} read @param {Points[]} chosen */
function isCovered({ units, whole }, chosen) {
  const words = new Set(chosen.flatMap((points) => Object.entries(points).map(([name, value]) => word(name, value))));
  if (!units.length) return words.has([...whole][0]);
  return units.every((unit) => {
    const touching = tally(chosen).filter(([points]) => Object.entries(points).some(([name, value]) => unit.words.has(word(name, value))));
    return touching.reduce((sum, [, count]) => sum + count, 0) >= unit.count && [...unit.words].some((each) => words.has(each));
  });
}

/**
 * Return the selected action: the only remaining one, or the only one without further units.
 * @param {Read[]} left @param {Points[]} chosen @returns {Action | undefined}
 */
export function meant(left, chosen) {
  if (!chosen.length) return undefined;
  if (left.length === 1) return left[0].action;
  const exact = left.filter((read) => isCovered(read, chosen));
  return exact.length === 1 ? exact[0].action : undefined;
}

/**
 * List the fields in which the remaining actions differ, each with its possible values. Lists and mappings offer each
 * entry. Values that all remaining actions share are left out.
 * @param {Read[]} left @param {Points[]} chosen
 * @returns {{member: string, choices: {points: Points, member: string, value: any, key?: string}[]}[]}
 */
export function differences(left, chosen) {
  const types = [...new Set(left.map(({ action }) => action.type))];
  if (types.length > 1) {
    return [{ member: "type", choices: types.map((type) => ({ points: { type }, member: "type", value: type })) }];
  }
  const members = [...new Set(left.flatMap(({ action }) => Object.keys(action)))].filter((name) => name !== "type");
  return members.flatMap((member) => {
    const all = new Map();
    for (const { action } of left) for (const each of offered(member, action[member])) all.set(same(each.points), each);
    const choices = [...all.values()].filter(({ points }) => narrows(left, chosen, points));
    return choices.length ? [{ member, choices }] : [];
  });
}

/** @param {string} member @param {any} value @returns {{points: Points, member: string, value: any, key?: string}[]} */
function offered(member, value) {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.filter((item) => !isMapping(item)).map((item) => ({ points: { [member]: item }, member, value: item }));
  if (!isMapping(value)) return [{ points: { [member]: value }, member, value }];
  return Object.entries(value).map(([key, held]) => ({ points: { [member]: key }, member, value: held, key }));
}

/** Whether selecting a target leaves some, but fewer actions. @param {Read[]} left @param {Points[]} chosen @param {Points} points */
function narrows(left, chosen, points) {
  const then = remaining(left, [...chosen, points]).length;
  return then > 0 && (then < left.length || !timesChosen(chosen, points));
}
