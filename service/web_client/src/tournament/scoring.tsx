/** The folded parts of the form on points, tie-breaks, pairing and places. */

import { tournamentText as t } from "../i18n";
import { Choice, Switch, Text } from "./fields";
import type { PartProps } from "./form";
import { changeTieBreak, type FormValues, mayMatchTeams, sizesOf, TIE_BREAKS, type TieBreak } from "./plan";
import { TeamMatchFields, TeamMatesApart } from "./teamfields";

const MOST_LETTERS = 60;
const PRIORITIES: FormValues["pairing_priority"][] = ["points", "seats"];
const REPLACEMENTS: FormValues["replacement"][] = ["group", "standings", "none"];
/** The points that an empty field stands for, as an example of what to write. */
const USUAL: Record<number, string> = {
  2: "12, 0",
  3: "12, 6, 0",
  4: "12, 8, 4, 0",
  5: "12, 9, 6, 3, 0",
  6: "12, 10, 7, 5, 2, 0",
  7: "12, 10, 8, 6, 4, 2, 0",
};

export const Scoring = (props: PartProps) => (
  <>
    <TieBreaks {...props} />
    <Points {...props} />
    <Pairing {...props} />
    {mayMatchTeams(props.values.stages) ? <TeamMatchFields {...props} /> : null}
  </>
);

/** Tie-breaks in order; each choice offers only those that no earlier choice has. */
function TieBreaks({ values: { tie_breaks: order }, set }: PartProps) {
  const nameOf = (name: TieBreak) => t("tie_break", { name });
  const last: TieBreak[] = order.length < TIE_BREAKS.length ? ["random"] : [];
  const offered = (at: number): TieBreak[] => [
    ...TIE_BREAKS.filter((name) => !order.slice(0, at).includes(name)),
    "random",
  ];
  return (
    <details class="cup-options">
      <summary>
        {t("tie_breaks_in_order")}
        {": "}
        {[...order, "random" as const].map(nameOf).join(", ")}
      </summary>
      <div class="fields">
        {[...order, ...last].map((name, at) => (
          <Choice
            key={name}
            label={t("comparison", { number: at + 1 })}
            name="tie_breaks"
            value={name}
            choices={offered(at).map((each) => [each, nameOf(each)])}
            change={(next) => set({ tie_breaks: changeTieBreak(order, at, next) })}
          />
        ))}
      </div>
    </details>
  );
}

/** The points of the places at full tables, and of a bye. */
function Points({ values: { stages, points, bye_points }, set }: PartProps) {
  return (
    <details class="cup-options">
      <summary>{t("points_table")}</summary>
      <div class="fields">
        {sizesOf(stages).map((size) => (
          <Text
            key={size}
            label={t("table_of", { size })}
            name="points"
            value={points[size] ?? ""}
            most={MOST_LETTERS}
            placeholder={USUAL[size]}
            pattern={String.raw`\s*\d+(\s*[,;\s]\s*\d+){${size - 1}}\s*`}
            note={t("points_note", { size })}
            change={(text) => set({ points: { ...points, [size]: text } })}
          />
        ))}
        <Text
          label={t("bye_points")}
          name="bye_points"
          value={bye_points}
          most={4}
          pattern="\d+"
          note={t("bye_points_note")}
          change={(text) => set({ bye_points: text })}
        />
      </div>
    </details>
  );
}

/** What decides the pairing, shared places, and who takes a free place. */
function Pairing({ values, set }: PartProps) {
  return (
    <details class="cup-options">
      <summary>{t("pairing_and_places")}</summary>
      <div class="stack">
        <div class="fields">
          <Choice
            label={t("pairing_priority")}
            name="pairing_priority"
            value={values.pairing_priority}
            choices={PRIORITIES.map((each) => [each, t("pairing_priority_named", { priority: each })])}
            change={(pairing_priority) => set({ pairing_priority })}
          />
          <Choice
            label={t("replacement")}
            name="replacement"
            value={values.replacement}
            choices={REPLACEMENTS.map((each) => [each, t("replacement_named", { replacement: each })])}
            change={(replacement) => set({ replacement })}
            note={t("replacement_note")}
          />
        </div>
        <Switch
          label={t("shared_places")}
          name="shared_places"
          note={t("shared_places_note")}
          value={values.shared_places}
          change={(shared_places) => set({ shared_places })}
        />
        <TeamMatesApart values={values} set={set} />
      </div>
    </details>
  );
}
