/** The part of the form that chooses when a tournament and its rounds start. */

import { tournamentText as t } from "../i18n";
import { Choice, Count, Time } from "./fields";
import type { PartProps } from "./form";
import type { FormValues } from "./plan";

const NEXT_ROUNDS: FormValues["next_round"][] = ["automatic", "organiser"];
const MOST_MINUTES = 10_080;
const MOST_TIMES = 500;

export function TimesPart({ values, set }: PartProps) {
  return (
    <fieldset class="card">
      <legend>{t("cup_times")}</legend>
      <div class="fields">
        <Time
          label={t("start_time")}
          name="starts_at"
          value={values.begins}
          note={t("start_time_note")}
          change={(begins) => set({ begins })}
        />
        <Choice
          label={t("next_round")}
          name="next_round"
          value={values.next_round}
          choices={NEXT_ROUNDS.map((each) => [each, t("next_named", { next: each })])}
          change={(next) => set({ next_round: next })}
        />
        {values.next_round === "automatic" ? (
          <Count
            label={t("pause_minutes")}
            name="pause_seconds"
            value={values.pause_minutes}
            least={0}
            most={MOST_MINUTES}
            change={(pause_minutes) => set({ pause_minutes })}
          />
        ) : null}
      </div>
      {values.next_round === "automatic" ? <RoundTimes values={values} set={set} /> : null}
    </fieldset>
  );
}

/** The earliest times of the rounds in order; a further field follows the last filled one. */
function RoundTimes({ values: { round_times: times }, set }: PartProps) {
  const shown = [...times, ""].slice(0, MOST_TIMES);
  const change = (at: number, time: string) => {
    const next = shown.map((each, index) => (index === at ? time : each));
    while (next.at(-1) === "") next.pop();
    set({ round_times: next });
  };
  return (
    <details class="cup-options">
      <summary>{t("round_times")}</summary>
      <p class="faint">{t("round_times_note")}</p>
      <div class="fields">
        {shown.map((time, at) => (
          <Time
            key={`round-${at}`}
            label={t("round_number", { round: at + 1 })}
            name="round_times"
            value={time}
            change={(next) => change(at, next)}
          />
        ))}
      </div>
    </details>
  );
}
