/**
 * From the list of legal actions and what was pointed at: what is left, what may be pointed at next, what is complete.
 *
 * Nothing here knows a rule. An action is read as units, each a set of words. `place_tile` with star, slot and colour is
 * one unit; `{keep: {purple: 2}}` is two equal ones. Two equal entries of a list are two equal units. What is pointed at is a set
 * of words too. It fits an action that has a unit with all of them; pointed at twice, it needs two such units.
 */

/**
 * @typedef {Record<string, any>} Points what is pointed at: from a member or a kind of name to a value
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
 * Make a reader of actions that knows of which kind each member is.
 * @param {Reference[]} references those of the ruleset; without any a member is taken for the kind of its name
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

/** An entry of a list goes by its place too, where order means something. @param {string} type @param {string} member @param {any} item @param {any} named @param {number} place @returns {Unit} */
function itemUnit(type, member, item, named, place) {
  const words = isMapping(item)
    ? Object.entries(item).flatMap(([name, value]) => named(type, `${member}/${name}`, value))
    : [...named(type, member, item), word(`${member}/${place}`, item)];
  return { member, words: new Set(words), count: 1 };
}

/** A mapping either counts its keys or gives each a value; only the references know which, so a number is read as both. @param {string} type @param {string} member @param {string} key @param {any} held @param {any} named @returns {Unit} */
function entryUnit(type, member, key, held, named) {
  const values = named(type, member, held);
  const isJoined = values.length > 1;
  const words = [...named(type, member, key, true), ...(isJoined ? values : []), word("key", key)];
  return { member, words: new Set(words), count: !isJoined && typeof held === "number" ? held : 1 };
}

/** How often something can be pointed at in an action. @param {Read} read @param {Points} points */
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

/** Count what was chosen, equal points together. @param {Points[]} chosen @returns {[Points, number][]} */
function tally(chosen) {
  const counts = new Map();
  for (const points of chosen) {
    const [, count] = counts.get(same(points)) ?? [points, 0];
    counts.set(same(points), [points, count + 1]);
  }
  return [...counts.values()];
}

/** List the actions that everything chosen fits. @param {Read[]} list @param {Points[]} chosen */
export function remaining(list, chosen) {
  const wanted = tally(chosen);
  return list.filter((read) => wanted.every(([points, count]) => fits(read, points) >= count));
}

/** How often something was chosen. @param {Points[]} chosen @param {Points} points */
export function timesChosen(chosen, points) {
  const key = same(points);
  return chosen.filter((each) => same(each) === key).length;
}

/** Make what says of points what they would do: nothing, narrow the list, or they are chosen already. @param {Read[]} list @param {Points[]} chosen @returns {(points: Points) => "" | "legal" | "chosen"} */
export function marker(list, chosen) {
  const left = remaining(list, chosen);
  return (points) => {
    if (timesChosen(chosen, points)) return "chosen";
    return left.some((read) => fits(read, points)) ? "legal" : "";
  };
}

/**
 * Point at something: it is added where it fits once more, taken back where it was chosen, and starts a new choice where
 * nothing else fits. Undefined if no legal action has it.
 * @param {Read[]} list @param {Points[]} chosen @param {Points} points @returns {Points[] | undefined}
 */
export function pointed(list, chosen, points) {
  if (remaining(list, [...chosen, points]).length) return [...chosen, points];
  if (timesChosen(chosen, points)) return without(chosen, points);
  return restarted(list, chosen, points);
}

/** Take back every time that something was chosen. @param {Points[]} chosen @param {Points} points */
export function without(chosen, points) {
  const key = same(points);
  return chosen.filter((each) => same(each) !== key);
}

/** Choose something instead of what stands in its way, keeping as much of the rest as fits. @param {Read[]} list @param {Points[]} chosen @param {Points} points */
function restarted(list, chosen, points) {
  if (!remaining(list, [points]).length) return undefined;
  let kept = [points];
  for (const each of chosen) {
    if (remaining(list, [...kept, each]).length) kept = [...kept, each];
  }
  return [...kept.slice(1), points];
}

/** Whether every part of an action was pointed at. @param {Read} read @param {Points[]} chosen */
function isCovered({ units, whole }, chosen) {
  const words = new Set(chosen.flatMap((points) => Object.entries(points).map(([name, value]) => word(name, value))));
  if (!units.length) return words.has([...whole][0]);
  return units.every((unit) => {
    const touching = tally(chosen).filter(([points]) => Object.entries(points).some(([name, value]) => unit.words.has(word(name, value))));
    return touching.reduce((sum, [, count]) => sum + count, 0) >= unit.count && [...unit.words].some((each) => words.has(each));
  });
}

/**
 * Say which action is meant: the one that is left, or the one that has nothing beyond what was pointed at.
 * @param {Read[]} left @param {Points[]} chosen @returns {Action | undefined}
 */
export function meant(left, chosen) {
  if (!chosen.length) return undefined;
  if (left.length === 1) return left[0].action;
  const exact = left.filter((read) => isCovered(read, chosen));
  return exact.length === 1 ? exact[0].action : undefined;
}

/**
 * List the members in which the actions that are left still differ, each with what it may be. A member of a list or
 * mapping offers each entry; what has been chosen in full is not offered again.
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

/** Whether choosing something leaves less than there is, and something. @param {Read[]} left @param {Points[]} chosen @param {Points} points */
function narrows(left, chosen, points) {
  const then = remaining(left, [...chosen, points]).length;
  return then > 0 && (then < left.length || !timesChosen(chosen, points));
}
