/**
 * Selection among the legal actions: which actions remain, what can be selected next, and when an action is complete.
 *
 * This module knows no rules. It splits an action into units, which are sets of `field=value` pairs. Each scalar field
 * and each entry of a list or mapping is a unit; `{keep: {purple: 2}}` has two equal ones. A target is a set of pairs as
 * well. It matches an action with a unit that has all its pairs. A target that is selected twice needs two such units.
 */

/**
 * @typedef {Record<string, any>} Target a target: values by field name or by kind of name
 * @typedef {{type: string, [field: string]: any}} Action
 * @typedef {{part: string, type: string, field: string, kind: string, keys?: boolean}} Reference
 * @typedef {{pairs: Set<string>, field: string, count: number}} Unit
 * @typedef {{action: Action, common: Set<string>, units: Unit[]}} ParsedAction
 */

/** @param {string} name @param {any} value */
const pair = (name, value) => `${name}=${value}`;

/** @param {any} value */
const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Return a function that parses actions and knows the kind of each field.
 * @param {Reference[]} references those of the ruleset; without them the kind of a field is its name
 */
export function actionParser(references) {
  const kinds = new Map();
  for (const { part, type, field, kind, keys } of references) {
    if (part === "action") kinds.set(`${type}/${field}${keys ? "/keys" : ""}`, kind);
  }
  /** @param {string} type @param {string} path @param {any} value @param {boolean} [keys] */
  const pairsOf = (type, path, value, keys = false) => {
    const kind = kinds.get(`${type}/${path}${keys ? "/keys" : ""}`);
    const field = path.split("/").at(-1) ?? path;
    return [...new Set([path, ...(keys ? [] : [field]), ...(kind ? [kind] : [])])].map((name) => pair(name, value));
  };
  return (/** @type {Action} */ action) => parseAction(action, pairsOf);
}

/** @param {Action} action @param {(type: string, path: string, value: any, keys?: boolean) => string[]} pairsOf @returns {ParsedAction} */
function parseAction(action, pairsOf) {
  const common = new Set([pair("type", action.type)]);
  /** @type {Unit[]} */
  const units = [];
  for (const [field, value] of Object.entries(action)) {
    if (field === "type") continue;
    if (Array.isArray(value)) value.forEach((item, index) => units.push(itemUnit(action.type, field, item, pairsOf, index)));
    else if (isMapping(value)) {
      for (const [key, held] of Object.entries(value)) units.push(entryUnit(action.type, field, key, held, pairsOf));
    } else {
      pairsOf(action.type, field, value).forEach((each) => common.add(each));
      units.push({ field, pairs: new Set(pairsOf(action.type, field, value)), count: 1 });
    }
  }
  return { action, common, units };
}

/** Parse an entry of a list. Its index is a pair too, for lists in which the order matters. @param {string} type @param {string} field @param {any} item @param {any} pairsOf @param {number} index @returns {Unit} */
function itemUnit(type, field, item, pairsOf, index) {
  const pairs = isMapping(item)
    ? Object.entries(item).flatMap(([name, value]) => pairsOf(type, `${field}/${name}`, value))
    : [...pairsOf(type, field, item), pair(`${field}/${index}`, item)];
  return { field, pairs: new Set(pairs), count: 1 };
}

/** Parse an entry of a mapping. Its number is a count, unless a reference shows that it is an id. @param {string} type @param {string} field @param {string} key @param {any} held @param {any} pairsOf @returns {Unit} */
function entryUnit(type, field, key, held, pairsOf) {
  const values = pairsOf(type, field, held);
  const isReference = values.length > 1;
  const pairs = [...pairsOf(type, field, key, true), ...(isReference ? values : []), pair("key", key)];
  return { field, pairs: new Set(pairs), count: !isReference && typeof held === "number" ? held : 1 };
}

/** Return how often a target can be selected in an action. @param {ParsedAction} parsed @param {Target} target */
export function matchCount({ common, units }, target) {
  const pairs = Object.entries(target).map(([name, value]) => pair(name, value));
  if (pairs.every((each) => common.has(each))) return 1;
  let count = 0;
  for (const unit of units) {
    const own = pairs.filter((each) => unit.pairs.has(each));
    if (own.length && pairs.every((each) => unit.pairs.has(each) || common.has(each))) count += unit.count;
  }
  return count;
}

/** @param {Target} target */
export const targetKey = (target) => JSON.stringify(Object.entries(target).sort().map(([name, value]) => [name, String(value)]));

/** Count equal targets. @param {Target[]} chosen @returns {[Target, number][]} */
function countTargets(chosen) {
  const counts = new Map();
  for (const target of chosen) {
    const [, count] = counts.get(targetKey(target)) ?? [target, 0];
    counts.set(targetKey(target), [target, count + 1]);
  }
  return [...counts.values()];
}

/** List the actions that match all selected targets. @param {ParsedAction[]} list @param {Target[]} chosen */
export function matchingActions(list, chosen) {
  const wanted = countTargets(chosen);
  return list.filter((parsed) => wanted.every(([target, count]) => matchCount(parsed, target) >= count));
}

/** Return how often a target is selected. @param {Target[]} chosen @param {Target} target */
export function timesChosen(chosen, target) {
  const key = targetKey(target);
  return chosen.filter((each) => targetKey(each) === key).length;
}

/** Return a function for the state of a target: selected, legal to select, or neither. @param {ParsedAction[]} list @param {Target[]} chosen @returns {(target: Target) => "" | "legal" | "chosen"} */
export function targetStates(list, chosen) {
  const actions = matchingActions(list, chosen);
  return (target) => {
    if (timesChosen(chosen, target)) return "chosen";
    return actions.some((parsed) => matchCount(parsed, target)) ? "legal" : "";
  };
}

/**
 * Return the selection after a click on a target. The target is added if an action matches, removed if it was selected,
 * and otherwise replaces the targets that exclude it. Undefined if no legal action has it.
 * @param {ParsedAction[]} list @param {Target[]} chosen @param {Target} target @returns {Target[] | undefined}
 */
export function toggleTarget(list, chosen, target) {
  if (matchingActions(list, [...chosen, target]).length) return [...chosen, target];
  if (timesChosen(chosen, target)) return removeTarget(chosen, target);
  return replaceExcluded(list, chosen, target);
}

/** Remove a target from the selection. @param {Target[]} chosen @param {Target} target */
export function removeTarget(chosen, target) {
  const key = targetKey(target);
  return chosen.filter((each) => targetKey(each) !== key);
}

/** Select a target instead of those that exclude it. @param {ParsedAction[]} list @param {Target[]} chosen @param {Target} target */
function replaceExcluded(list, chosen, target) {
  if (!matchingActions(list, [target]).length) return undefined;
  let kept = [target];
  for (const each of chosen) {
    if (matchingActions(list, [...kept, each]).length) kept = [...kept, each];
  }
  return [...kept.slice(1), target];
}

/** Whether every unit of an action is selected. @param {ParsedAction} parsed @param {Target[]} chosen */
function isComplete({ units, common }, chosen) {
  const pairs = new Set(chosen.flatMap((target) => Object.entries(target).map(([name, value]) => pair(name, value))));
  if (!units.length) return pairs.has([...common][0]);
  return units.every((unit) => {
    const touching = countTargets(chosen).filter(([target]) => Object.entries(target).some(([name, value]) => unit.pairs.has(pair(name, value))));
    return touching.reduce((sum, [, count]) => sum + count, 0) >= unit.count && [...unit.pairs].some((each) => pairs.has(each));
  });
}

/** Whether the entries of each list were selected in their order. @param {ParsedAction} parsed @param {Target[]} chosen */
function isInOrder({ units }, chosen) {
  const last = new Map();
  return units.every(({ field, pairs }) => {
    const after = last.get(field) ?? -1;
    const found = chosen.findIndex((target, at) => at > after && Object.entries(target).every(([name, value]) => pairs.has(pair(name, value))));
    last.set(field, found);
    return found > after;
  });
}

/**
 * Return the selected action: the only remaining one, or the only one without further units. Of several that differ in
 * the order of a list, it is the one in the order of the selection.
 * @param {ParsedAction[]} actions @param {Target[]} chosen @returns {Action | undefined}
 */
export function selectedAction(actions, chosen) {
  if (!chosen.length) return undefined;
  if (actions.length === 1) return actions[0].action;
  const exact = actions.filter((parsed) => isComplete(parsed, chosen));
  const meant = exact.length > 1 ? exact.filter((parsed) => isInOrder(parsed, chosen)) : exact;
  return meant.length === 1 ? meant[0].action : undefined;
}

/**
 * List the fields in which the remaining actions differ, each with its possible values. Lists and mappings offer each
 * entry. Selected values are left out unless selecting them again reduces the actions.
 * @param {ParsedAction[]} actions @param {Target[]} chosen
 * @returns {{field: string, choices: {target: Target, field: string, value: any, key?: string}[]}[]}
 */
export function differingFields(actions, chosen) {
  const types = [...new Set(actions.map(({ action }) => action.type))];
  if (types.length > 1) {
    return [{ field: "type", choices: types.map((type) => ({ target: { type }, field: "type", value: type })) }];
  }
  const fields = [...new Set(actions.flatMap(({ action }) => Object.keys(action)))].filter((name) => name !== "type");
  return fields.flatMap((field) => {
    const all = new Map();
    for (const { action } of actions) for (const each of fieldTargets(field, action[field])) all.set(targetKey(each.target), each);
    const choices = [...all.values()].filter(({ target }) => reducesActions(actions, chosen, target));
    return choices.length ? [{ field, choices }] : [];
  });
}

/** @param {string} field @param {any} value @returns {{target: Target, field: string, value: any, key?: string}[]} */
function fieldTargets(field, value) {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.filter((item) => !isMapping(item)).map((item) => ({ target: { [field]: item }, field, value: item }));
  if (!isMapping(value)) return [{ target: { [field]: value }, field, value }];
  return Object.entries(value).map(([key, held]) => ({ target: { [field]: key }, field, value: held, key }));
}

/** Whether a target can be selected, and is new or reduces the actions. @param {ParsedAction[]} actions @param {Target[]} chosen @param {Target} target */
function reducesActions(actions, chosen, target) {
  const then = matchingActions(actions, [...chosen, target]).length;
  return then > 0 && (then < actions.length || !timesChosen(chosen, target));
}
