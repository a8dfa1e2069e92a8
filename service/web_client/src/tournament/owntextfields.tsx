/** The fields of what the organiser writes about a tournament. */

import { tournamentText as t } from "../i18n";
import { Lines, Text } from "./fields";
import type { OwnTextValues } from "./plan";

const MOST_LABEL = 64;

type OwnTextFieldsProps = { values: OwnTextValues; set: (changes: Partial<OwnTextValues>) => void };

/** The description, the rules of the house, and the label. */
export function OwnTextFields({ values, set }: OwnTextFieldsProps) {
  return (
    <details class="cup-options">
      <summary>{t("own_texts")}</summary>
      <div class="stack">
        <Lines
          label={t("description")}
          name="texts.description"
          rows={2}
          value={values.description}
          change={(description) => set({ description })}
        />
        <Lines
          label={t("house_rules")}
          name="texts.house_rules"
          rows={4}
          value={values.house_rules}
          note={t("house_rules_note")}
          change={(house_rules) => set({ house_rules })}
        />
        <Text
          label={t("cup_label")}
          name="texts.label"
          most={MOST_LABEL}
          value={values.label}
          note={t("cup_label_note")}
          change={(label) => set({ label })}
        />
      </div>
    </details>
  );
}
