/**
 * Selection among the legal actions: which actions remain, what can be selected next, and when an action is complete.
 *
 * This module knows no rules. It splits an action into units, which are sets of `field=value` pairs. Each scalar field
 * and each entry of a list or mapping is a unit; `{keep: {purple: 2}}` has two equal ones. A target is a set of pairs as
 * well. It matches an action with a unit that has all its pairs. A target that is selected twice needs two such units.
 */

export type Scalar = string | number | boolean;
/** The value of a field of an action or fact. */
export type Value = Scalar | null | undefined | Value[] | { [field: string]: Value };
/** A target: values by field name or by kind of name. */
export type Target = Record<string, Scalar>;
/** An action or a fact of any ruleset. */
export type Action = { type: string; [field: string]: Value };
type Reference = { part: string; type: string; field: string; kind: string; keys?: boolean };
export type Unit = { pairs: Set<string>; field: string; count: number };
export type ParsedAction = { action: Action; common: Set<string>; units: Unit[] };

/** Return the pairs of a value: one for its path, one for its field, and one for its kind. */
type PairsOf = (type: string, path: string, value: Value, keys?: boolean) => string[];

const pair = (name: string, value: Value) => `${name}=${value}`;

const isMapping = (value: Value): value is { [field: string]: Value } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isScalar = (value: Value): value is Scalar => value !== undefined && value !== null && typeof value !== "object";

/**
 * Return a function that parses actions and knows the kind of each field.
 * @param references those of the ruleset; without them the kind of a field is its name
 */
export function actionParser(references: Reference[]) {
  const kinds = new Map<string, string>();
  for (const { part, type, field, kind, keys } of references) {
    if (part === "action") kinds.set(`${type}/${field}${keys ? "/keys" : ""}`, kind);
  }
  const pairsOf: PairsOf = (type, path, value, keys = false) => {
    const kind = kinds.get(`${type}/${path}${keys ? "/keys" : ""}`);
    const field = path.split("/").at(-1) ?? path;
    return [...new Set([path, ...(keys ? [] : [field]), ...(kind ? [kind] : [])])].map((name) => pair(name, value));
  };
  return (action: Action) => parseAction(action, pairsOf);
}

function parseAction(action: Action, pairsOf: PairsOf): ParsedAction {
  const { type, ...fields } = action;
  const common = new Set([pair("type", type)]);
  for (const [field, value] of Object.entries(fields)) {
    if (!isMapping(value) && !Array.isArray(value)) for (const each of pairsOf(type, field, value)) common.add(each);
  }
  const units = Object.entries(fields).flatMap(([field, value]) => unitsOf(type, field, value, pairsOf));
  return { action, common, units };
}

/** Return the units of a field: one for each entry of a list or mapping, and one for a scalar. */
function unitsOf(type: string, field: string, value: Value, pairsOf: PairsOf): Unit[] {
  if (Array.isArray(value)) return value.map((item, index) => itemUnit(type, field, item, pairsOf, index));
  if (isMapping(value)) return Object.entries(value).map(([key, held]) => entryUnit(type, field, key, held, pairsOf));
  return [{ field, pairs: new Set(pairsOf(type, field, value)), count: 1 }];
}

/** Parse an entry of a list. Its index is a pair too, for lists in which the order matters. */
function itemUnit(type: string, field: string, item: Value, pairsOf: PairsOf, index: number): Unit {
  const pairs = isMapping(item)
    ? Object.entries(item).flatMap(([name, value]) => pairsOf(type, `${field}/${name}`, value))
    : [...pairsOf(type, field, item), pair(`${field}/${index}`, item)];
  return { field, pairs: new Set(pairs), count: 1 };
}

/** Parse an entry of a mapping. Its number is a count, unless a reference shows that it is an id. */
function entryUnit(type: string, field: string, key: string, held: Value, pairsOf: PairsOf): Unit {
  const values = pairsOf(type, field, held);
  const isReference = values.length > 1;
  const pairs = [...pairsOf(type, field, key, true), ...(isReference ? values : []), pair("key", key)];
  return { field, pairs: new Set(pairs), count: !isReference && typeof held === "number" ? held : 1 };
}

/** Return how often a target can be selected in an action. */
export function matchCount({ common, units }: ParsedAction, target: Target) {
  const pairs = Object.entries(target).map(([name, value]) => pair(name, value));
  if (pairs.every((each) => common.has(each))) return 1;
  let count = 0;
  for (const unit of units) {
    const own = pairs.filter((each) => unit.pairs.has(each));
    if (own.length && pairs.every((each) => unit.pairs.has(each) || common.has(each))) count += unit.count;
  }
  return count;
}

export const targetKey = (target: Target) =>
  JSON.stringify(
    Object.entries(target)
      .sort()
      .map(([name, value]) => [name, String(value)]),
  );

/** Count equal targets. */
function countTargets(chosen: Target[]): [Target, number][] {
  const counts = new Map<string, [Target, number]>();
  for (const target of chosen) {
    const key = targetKey(target);
    counts.set(key, [target, (counts.get(key)?.[1] ?? 0) + 1]);
  }
  return [...counts.values()];
}

/** List the actions that match all selected targets. */
export function matchingActions(list: ParsedAction[], chosen: Target[]) {
  const wanted = countTargets(chosen);
  return list.filter((parsed) => wanted.every(([target, count]) => matchCount(parsed, target) >= count));
}

/** Return how often a target is selected. */
export function timesChosen(chosen: Target[], target: Target) {
  const key = targetKey(target);
  return chosen.filter((each) => targetKey(each) === key).length;
}

/** Return a function for the state of a target: selected, legal to select, or neither. */
export function targetStates(list: ParsedAction[], chosen: Target[]): (target: Target) => "" | "legal" | "chosen" {
  const having = actionsByPair(matchingActions(list, chosen));
  return (target) => {
    if (timesChosen(chosen, target)) return "chosen";
    const lists = Object.entries(target).map(([name, value]) => having.get(pair(name, value)) ?? []);
    const fewest = lists.reduce((one, other) => (other.length < one.length ? other : one), lists[0] ?? []);
    return fewest.some((parsed) => matchCount(parsed, target)) ? "legal" : "";
  };
}

/** Return the actions that have each pair: a board with hundreds of targets compares few of them with each one. */
function actionsByPair(actions: ParsedAction[]) {
  const having = new Map<string, ParsedAction[]>();
  for (const parsed of actions) {
    for (const each of new Set([...parsed.common, ...parsed.units.flatMap(({ pairs }) => [...pairs])])) {
      const list = having.get(each);
      if (list) list.push(parsed);
      else having.set(each, [parsed]);
    }
  }
  return having;
}

/**
 * Return the selection after a click on a target. The target is added if an action matches, removed if it was selected,
 * and otherwise replaces what it excludes. Undefined if no legal action has it, or none together with what was selected
 * before: that stays, and the rules explain why.
 */
export function toggleTarget(list: ParsedAction[], chosen: Target[], target: Target): Target[] | undefined {
  if (matchingActions(list, [...chosen, target]).length) return [...chosen, target];
  if (timesChosen(chosen, target)) return removeTarget(chosen, target);
  return contradicts(list, chosen, target) ? undefined : replaceExcluded(list, chosen, target);
}

/** Remove a target from the selection. */
export function removeTarget(chosen: Target[], target: Target) {
  const key = targetKey(target);
  return chosen.filter((each) => targetKey(each) !== key);
}

/** Whether a target of a legal action contradicts what was selected before, in a field that the action has. */
function contradicts(list: ParsedAction[], chosen: Target[], target: Target) {
  const own = matchingActions(list, [target]);
  const before = chosen.slice(0, replacedPlace(list, chosen, target));
  return !isOnlyType(target) && !matchingActions(own, before).length && own.some((parsed) => hasFields(parsed, before));
}

/** Select a target instead of those that exclude it; undefined if no legal action has it. */
export function replaceExcluded(list: ParsedAction[], chosen: Target[], target: Target) {
  if (!matchingActions(list, [target]).length) return undefined;
  const kept = [target];
  for (const each of chosen) {
    if (matchingActions(list, [...kept, each]).length) kept.push(each);
  }
  return [...kept.slice(1), target];
}

/** Return the place of the selected target that a target replaces: it has other values of the same fields. */
function replacedPlace(list: ParsedAction[], chosen: Target[], target: Target) {
  const place = chosen.findIndex((each) => isAlternative(list, each, target));
  return place < 0 ? chosen.length : place;
}

const namesOf = (target: Target) => Object.keys(target).sort().join();

/** Whether two targets are values of the same fields, of which an action has one. */
export const isAlternative = (list: ParsedAction[], one: Target, other: Target) =>
  namesOf(one) === namesOf(other) && !list.some((each) => matchCount(each, one) && matchCount(each, other));

/** Whether a target is a type of actions: it selects another kind of action. */
const isOnlyType = (target: Target) => namesOf(target) === "type";

/** Whether an action has all fields of some targets, with any values. */
export const hasFields = ({ action, units }: ParsedAction, targets: Target[]) =>
  targets.every((target) =>
    Object.entries(target).every(([name, value]) =>
      name === "type" ? value === action.type : units.some((unit) => hasField(unit, name)),
    ),
  );

/** Return a test whether an action has all fields of a target. Boards test hundreds of targets with the same fields. */
export function fieldsTest(list: ParsedAction[]): (target: Target) => boolean {
  const known = new Map<string, boolean>();
  return (target) => {
    const names = namesOf(target);
    const isKnown = known.get(names) ?? list.some((parsed) => hasFields(parsed, [target]));
    known.set(names, isKnown);
    return isKnown;
  };
}

/** Whether a unit belongs to a field, or to a kind of names. */
export const hasField = ({ pairs }: Unit, name: string) => [...pairs].some((each) => each.startsWith(`${name}=`));

/** Whether every unit of an action is selected. */
function isComplete({ units, common }: ParsedAction, chosen: Target[]) {
  const pairs = new Set(chosen.flatMap((target) => Object.entries(target).map(([name, value]) => pair(name, value))));
  if (!units.length) return pairs.has([...common][0]);
  return units.every((unit) => {
    const touching = countTargets(chosen).filter(([target]) =>
      Object.entries(target).some(([name, value]) => unit.pairs.has(pair(name, value))),
    );
    return (
      touching.reduce((sum, [, count]) => sum + count, 0) >= unit.count &&
      [...unit.pairs].some((each) => pairs.has(each))
    );
  });
}

/** Whether the entries of each list were selected in their order. */
function isInOrder({ units }: ParsedAction, chosen: Target[]) {
  const last = new Map<string, number>();
  return units.every(({ field, pairs }) => {
    const after = last.get(field) ?? -1;
    const found = chosen.findIndex(
      (target, at) => at > after && Object.entries(target).every(([name, value]) => pairs.has(pair(name, value))),
    );
    last.set(field, found);
    return found > after;
  });
}

/**
 * Return the selected action: the only remaining one, or the only one without further units. Of several that differ in
 * the order of a list, it is the one in the order of the selection.
 */
export function selectedAction(actions: ParsedAction[], chosen: Target[]): Action | undefined {
  if (!chosen.length) return undefined;
  if (actions.length === 1) return actions[0].action;
  const exact = actions.filter((parsed) => isComplete(parsed, chosen));
  const meant = exact.length > 1 ? exact.filter((parsed) => isInOrder(parsed, chosen)) : exact;
  return meant.length === 1 ? meant[0].action : undefined;
}

/** A possible value of a field. Entries of a mapping have a key. */
export type Choice = { target: Target; field: string; value: Value; key?: string };

/**
 * List the fields in which the remaining actions differ, each with its possible values. Lists and mappings offer each
 * entry. Selected values are left out unless selecting them again reduces the actions.
 */
export function differingFields(actions: ParsedAction[], chosen: Target[]): { field: string; choices: Choice[] }[] {
  const types = [...new Set(actions.map(({ action }) => action.type))];
  if (types.length > 1) {
    return [{ field: "type", choices: types.map((type) => ({ target: { type }, field: "type", value: type })) }];
  }
  const fields = [...new Set(actions.flatMap(({ action }) => Object.keys(action)))].filter((name) => name !== "type");
  return fields.flatMap((field) => {
    const all = new Map<string, Choice>();
    for (const { action } of actions)
      for (const each of fieldTargets(field, action[field])) all.set(targetKey(each.target), each);
    const choices = [...all.values()].filter(({ target }) => reducesActions(actions, chosen, target));
    return choices.length ? [{ field, choices }] : [];
  });
}

function fieldTargets(field: string, value: Value): Choice[] {
  if (Array.isArray(value))
    return value.filter(isScalar).map((item) => ({ target: { [field]: item }, field, value: item }));
  if (isScalar(value)) return [{ target: { [field]: value }, field, value }];
  if (!isMapping(value)) return [];
  return Object.entries(value).map(([key, held]) => ({ target: { [field]: key }, field, value: held, key }));
}

/** Whether a target can be selected, and is new or reduces the actions. */
function reducesActions(actions: ParsedAction[], chosen: Target[], target: Target) {
  const then = matchingActions(actions, [...chosen, target]).length;
  return then > 0 && (then < actions.length || !timesChosen(chosen, target));
}
