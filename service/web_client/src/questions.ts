/**
 * The question why a target cannot be selected: the action that it means together with the selection. It is well formed,
 * since it is an action that the board gives, or a legal one, with other values. The rules say why it is illegal.
 */

import type { Action, ParsedAction, Scalar, Target, Unit, Value } from "./selection";
import { hasField, hasFields, isAlternative, matchingActions } from "./selection";

/** What a question is made of: the selection, the target, and the action that the board says a target means. */
type Asked = { actions: ParsedAction[]; chosen: Target[]; target: Target; meant?: ParsedAction };

/**
 * List the actions to ask about: that of the target together with the selection, then that of the target alone. If the
 * selection has fields that do not go with the target, only the second one makes sense.
 */
export function questionsOf({ actions, chosen, target, meant }: Asked): Action[] {
  const before = chosen.filter((each) => !isAlternative(actions, each, target));
  const templates = [...(meant ? [meant] : []), ...matchingActions(actions, before), ...actions];
  const legal = new Set(actions.map(({ action }) => JSON.stringify(action)));
  const questions = [[...before, target], [target]].flatMap((targets) => {
    const asked = templates.filter((each) => hasFields(each, targets)).map((each) => filled(each, targets));
    return asked.filter((action) => !legal.has(JSON.stringify(action))).slice(0, 1);
  });
  return [...new Map(questions.map((action) => [JSON.stringify(action), action])).values()];
}

/** A value of a target for a field of an action. */
type Filling = { unit: Unit; name: string; value: Scalar };

/** Return an action with the values of some targets. */
function filled({ action, units }: ParsedAction, targets: Target[]): Action {
  const fillings = targets.map((target) => fillingsOf(units, target));
  const changed: Action = { ...action };
  for (const field of new Set(fillings.flat().map(({ unit }) => unit.field))) {
    const own = fillings.map((each) => each.filter(({ unit }) => unit.field === field)).filter((each) => each.length);
    changed[field] = fieldValue(action[field], own);
  }
  return changed;
}

const fillingsOf = (units: Unit[], target: Target): Filling[] =>
  Object.entries(target).flatMap(([name, value]) => {
    const unit = units.find((each) => hasField(each, name));
    return unit ? [{ unit, name, value }] : [];
  });

/** Return the value of a field: of a list and of a mapping, each target fills an entry. */
function fieldValue(value: Value, targets: Filling[][]): Value {
  if (Array.isArray(value)) return listOf(value, targets.flat());
  if (typeof value === "object" && value !== null) return mappingOf(value, targets);
  return alike(value, targets.flat().at(-1)?.value);
}

/** Return a list of the values of the targets, at their index if they name one. Other entries stay if the list is longer. */
function listOf(list: Value[], fillings: Filling[]) {
  const changed = [...list];
  fillings.forEach(({ name, value }, index) => {
    const place = Number(name.split("/")[1] ?? index);
    changed[place] = alike(list[0], value);
  });
  return changed;
}

/** Return a mapping of the targets: of keys to ids, or of keys to the number of targets. */
function mappingOf(mapping: { [key: string]: Value }, targets: Filling[][]) {
  const [sample] = Object.values(mapping);
  const changed: { [key: string]: Value } = {};
  for (const fillings of targets) {
    const id = fillings.find((each) => isHeld(each, sample))?.value;
    const key = String(fillings.find((each) => !isHeld(each, sample))?.value ?? Object.keys(mapping)[0]);
    const isCount = !fillings.some(({ unit }) => holdsId(unit, sample));
    const other = isCount ? Number(changed[key] ?? 0) + 1 : (mapping[key] ?? sample);
    changed[key] = id === undefined ? other : alike(sample, id);
  }
  return changed;
}

/** Whether a filling is the id that a mapping holds for a key: its name is a kind of ids. */
const isHeld = ({ unit, name }: Filling, sample: Value) =>
  [...unit.pairs].filter((each) => each.startsWith(`${name}=`)).every((each) => each === `${name}=${sample}`);

/** Whether a unit holds an id, and no count. */
const holdsId = ({ pairs }: Unit, sample: Value) => [...pairs].some((each) => each.endsWith(`=${sample}`));

/** Return a value in the type of another: elements of a board hold their targets as texts. */
function alike(sample: Value, value: Scalar | undefined): Value {
  if (typeof sample === "number") return Number(value);
  return typeof sample === "boolean" ? String(value) === "true" : value;
}
