/** The part of the form that chooses when a tournament and its rounds start. */

import { tournamentText as t } from "../i18n";
import { Choice, Count, Time } from "./fields";
import type { PartProps } from "./form";
import { type FormValues, mayHaveEnds } from "./plan";
import { RepeatFields } from "./repeatfields";

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
      {values.begins ? <RepeatFields values={values} set={set} /> : null}
      {values.next_round === "automatic" ? (
        <RoundTimes name="round_times" times={values.round_times} change={(times) => set({ round_times: times })} />
      ) : null}
      {mayHaveEnds(values.stages) ? (
        <RoundTimes name="round_ends" times={values.round_ends} change={(times) => set({ round_ends: times })} />
      ) : null}
    </fieldset>
  );
}

type RoundTimesProps = {
  name: "round_times" | "round_ends";
  times: string[];
  /** the number of the first round; default: 1 */
  first?: number;
  change: (times: string[]) => void;
};

/** Times of the rounds in order; a further field follows the last filled one. */
export function RoundTimes({ name, times, first = 1, change }: RoundTimesProps) {
  const shown = [...times, ""].slice(0, MOST_TIMES);
  const changeOne = (at: number, time: string) => {
    const next = shown.map((each, index) => (index === at ? time : each));
    while (next.at(-1) === "") next.pop();
    change(next);
  };
  return (
    <details class="cup-options">
      <summary>{t(name)}</summary>
      <p class="faint">{t(`${name}_note`)}</p>
      <div class="fields">
        {shown.map((time, at) => (
          <Time
            key={`round-${at}`}
            label={t("round_number", { round: first + at })}
            name={name}
            value={time}
            change={(next) => changeOne(at, next)}
          />
        ))}
      </div>
    </details>
  );
}
