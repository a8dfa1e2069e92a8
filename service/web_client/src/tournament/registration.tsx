/** The part of the form that chooses who enters a tournament. */

import { tournamentText as t } from "../i18n";
import { Choice, Count, Switch } from "./fields";
import type { PartProps } from "./form";
import { type FormValues, MOST_ENTRANTS, mayTakeLate } from "./plan";

const REGISTRATIONS: FormValues["registration"][] = ["open", "code", "organiser"];
const MOST_POINTS = 1000;

export function RegistrationPart({ values, set }: PartProps) {
  const { registration } = values;
  const takesLate = mayTakeLate(values.stages);
  return (
    <fieldset class="card">
      <legend>{t("registration")}</legend>
      <div class="fields">
        <Choice
          label={t("who_enters")}
          name="registration"
          value={registration}
          choices={REGISTRATIONS.map((each) => [each, t("registration_named", { registration: each })])}
          change={(next) => set({ registration: next })}
          note={t("organiser_enters_too")}
        />
        <Count
          label={t("max_entrants")}
          name="max_entrants"
          value={values.max_entrants}
          least={2}
          most={MOST_ENTRANTS}
          change={(max_entrants) => set({ max_entrants })}
        />
      </div>
      {registration === "organiser" ? null : (
        <Switch
          label={t("check_in_wanted")}
          name="check_in"
          note={t("check_in_note")}
          value={values.check_in}
          change={(next) => set({ check_in: next })}
        />
      )}
      {takesLate ? (
        <Switch
          label={t("late_wanted")}
          name="late_entries"
          value={values.late_entries}
          change={(next) => set({ late_entries: next })}
        />
      ) : null}
      {takesLate && values.late_entries ? (
        <div class="fields">
          <Count
            label={t("late_points")}
            name="late_points"
            value={values.late_points}
            least={0}
            most={MOST_POINTS}
            change={(late_points) => set({ late_points })}
          />
        </div>
      ) : null}
    </fieldset>
  );
}
