/** Groups of entrants who do not meet, as text: one group a line, names with commas or semicolons between them. */

import type { Entrant } from "../types";
import { linesOf } from "./plan";

export type ApartGroups = {
  groups: number[][];
  /** names that no entrant has */
  unknown: string[];
};

const separatorOf = (line: string) => (line.includes(";") ? ";" : ",");

const namesIn = (line: string) =>
  line
    .split(separatorOf(line))
    .map((name) => name.trim())
    .filter(Boolean);

/** Return the groups that a text names. */
export function readGroups(text: string, entrants: readonly Entrant[]): ApartGroups {
  const numbers = new Map(entrants.map(({ name, entrant }) => [name.toLowerCase(), entrant]));
  const named = linesOf(text).map(namesIn);
  const numberOf = (name: string) => numbers.get(name.toLowerCase());
  return {
    groups: named.map((names) => [...new Set(names.flatMap((name) => numberOf(name) ?? []))]),
    unknown: named.flat().filter((name) => numberOf(name) === undefined),
  };
}

/** Return the text of groups. */
export function writeGroups(groups: readonly (readonly number[])[], entrants: readonly Entrant[]) {
  return groups
    .map((group) => group.map((entrant) => entrants[entrant]?.name ?? ""))
    .map((names) => names.join(names.some((name) => name.includes(",")) ? "; " : ", "))
    .join("\n");
}
