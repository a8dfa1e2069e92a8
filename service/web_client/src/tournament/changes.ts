/** The dialog of changes: its values, and the request that follows from them. */

import type { Round, Tournament } from "../types";
import { localTime } from "./model";
import { type ApartValues, apartOf, type OwnTextValues, textsOf } from "./plan";
import { type RepeatValues, repeatsOf, repeatValues } from "./repeats";

/** What the dialog of changes holds. */
export type ChangedValues = OwnTextValues &
  ApartValues & {
    name: string;
    most: number;
    begins: string;
    /** until when the latest round is open */
    ends: string;
    /** until when the rounds after it are open */
    later: string[];
    repeats: RepeatValues;
    rounds: number;
    reason: string;
    /** the groups of entrants who do not meet */
    groups: readonly (readonly number[])[];
  };

/** Return the texts of the organiser if they have changed; those for programs stay. */
function changedTexts({ texts = {} }: Tournament, values: OwnTextValues) {
  const { metadata, ...before } = texts;
  const now = textsOf(values);
  const isSame = JSON.stringify(now) === JSON.stringify(before);
  return isSame ? {} : { texts: { ...now, ...(metadata ? { metadata } : {}) } };
}

/** Return who does not meet if this has changed. */
function changedApart(
  { keep_apart: { groups: before = [], team_mates = false, rounds = 0 } = {} }: Tournament,
  values: ChangedValues,
) {
  const groups = values.groups.map((group) => [...group]);
  const isSame =
    team_mates === values.mates_apart &&
    rounds === values.apart_rounds &&
    JSON.stringify(groups) === JSON.stringify(before);
  return isSame ? {} : { keep_apart: { ...apartOf(values), ...(groups.length ? { groups } : {}) } };
}

/** Return the ends of the rounds if that of the open round or of a later one has changed. */
function changedEnds({ round_ends: before = [] }: Tournament, { ends, later }: ChangedValues, latest?: Round) {
  const made = latest?.round ?? 0;
  const isMoved = latest?.open_until && ends && ends !== localTime(latest.open_until);
  const open = isMoved ? [new Date(ends).toISOString()] : before.slice(made - 1, made);
  const kept = (time: string, at: number) => localTime(before[made + at]) === time;
  const next = later.map((time, at) => (kept(time, at) ? before[made + at] : new Date(time).toISOString()));
  const all = made ? [...before.slice(0, made - 1), ...open, ...next] : next;
  return JSON.stringify(all) === JSON.stringify(before) ? {} : { round_ends: all };
}

/** Return the end of the open round with those of later rounds, which move by as much. */
export function movedEnds({ ends, later }: Pick<ChangedValues, "ends" | "later">, next: string) {
  const moved = ends && next ? new Date(next).getTime() - new Date(ends).getTime() : 0;
  const shift = (time: string) => time && localTime(new Date(new Date(time).getTime() + moved).toISOString());
  return { ends: next, later: later.map(shift) };
}

/** Return the rule by which the tournament repeats if it has changed. To repeat no more, it becomes the last one. */
function changedRepeats({ repeats: before }: Tournament, { repeats, begins }: ChangedValues) {
  if (JSON.stringify(repeats) === JSON.stringify(repeatValues(before))) return {};
  const next = repeatsOf(repeats, begins);
  return before && !next.repeats ? { repeats: { ...before, events: 1 } } : next;
}

/** Return the fields of a `PATCH` request that have changed. @param latest the latest round */
export function patchBody(tournament: Tournament, values: ChangedValues, latest?: Round) {
  const { name, most, begins, rounds, reason, description, house_rules, label } = values;
  const at = tournament.stage ?? 0;
  return {
    ...(name.trim() === tournament.name ? {} : { name: name.trim() }),
    ...changedTexts(tournament, { description, house_rules, label }),
    ...changedApart(tournament, values),
    ...(most === tournament.max_entrants ? {} : { max_entrants: most }),
    ...(begins === localTime(tournament.starts_at) ? {} : { starts_at: begins ? new Date(begins).toISOString() : "" }),
    ...changedEnds(tournament, values, latest),
    ...changedRepeats(tournament, values),
    ...(rounds === (tournament.stages[at].rounds ?? 0) ? {} : { stages: [{ stage: at, rounds }] }),
    ...(reason.trim() ? { reason: reason.trim() } : {}),
  };
}
