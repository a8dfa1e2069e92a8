/** The groups of a stage, and the buttons to choose one. */

import { tournamentText as t } from "../i18n";
import type { Tournament } from "../types";
import { groupLetter } from "./model";

/** List the groups of the latest stage; empty if there is only one. */
export function groupsOf({ stages, stage = 0 }: Tournament) {
  const count = stages[stage]?.groups ?? 1;
  return count > 1 ? Array.from({ length: count }, (_, group) => group) : [];
}

type GroupsProps = {
  groups: number[];
  chosen?: number;
  choose: (group?: number) => void;
  withAll: boolean;
};

/** Buttons to choose a group. */
export function Groups({ groups, chosen, choose, withAll }: GroupsProps) {
  if (!groups.length) return null;
  const all = withAll ? [undefined, ...groups] : groups;
  return (
    <div class="cup-pager" role="group" aria-label={t("groups")}>
      {all.map((each) => (
        <button
          type="button"
          key={each ?? "all"}
          class="quiet small choosable"
          aria-label={each === undefined ? t("all") : t("group_named", { group: groupLetter(each) })}
          aria-pressed={each === chosen}
          onClick={() => choose(each)}
        >
          {each === undefined ? t("all") : groupLetter(each)}
        </button>
      ))}
    </div>
  );
}
