/** The targets of the elements of a board, and how they are described in words. */

import type { GameTexts } from "@bottega/client/texts";
import { fieldName, toWords } from "@bottega/client/texts";
import type { Action, Target } from "./selection";

/** Return the target of an element. */
export const targetOf = (element: Element): Target =>
  Object.fromEntries(JSON.parse(element.getAttribute("data-target") ?? "[]"));

/** Return the action that the board says an element means; undefined if it says nothing. */
export function meantOf(element: Element): Action | undefined {
  const meant = element.closest("[data-meant]")?.getAttribute("data-meant");
  return meant ? JSON.parse(meant) : undefined;
}

/** Describe a target in words. */
export const targetLabel = (texts: GameTexts, target: Target) =>
  Object.entries(target)
    .map(([name, value]) => pairLabel(texts, name, value))
    .join(" · ");

/** Describe the value of one field of a target. */
function pairLabel(texts: GameTexts, name: string, value: unknown) {
  if (name === "type") return typeLabel(texts, String(value));
  const kinds = [name, texts.kindOf("action", "", name), ...actionKinds(texts, name)];
  const kind = kinds.find((each) => each && texts.has(each, value));
  if (kind) return texts.name(kind, value);
  if (typeof value === "number" && !texts.has("field", name)) return String(value); // the id of the field is English
  if (value === true) return fieldName(texts, name);
  return `${fieldName(texts, name)} ${typeof value === "string" ? toWords(value) : value}`;
}

/** Return the name of a type of actions. */
export const typeLabel = (texts: GameTexts, type: string) =>
  texts.has("action", type) ? texts.name("action", type) : toWords(type);

/** Return the kinds of a field name over all actions. */
const actionKinds = (texts: GameTexts, field: string) =>
  (texts.ruleset.references ?? [])
    .filter((each) => each.part === "action" && each.field.split("/").at(-1) === field)
    .map((each) => each.kind);
