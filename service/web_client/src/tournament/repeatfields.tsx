/** The part of the form that lets a tournament repeat. */

import { tournamentText as t } from "../i18n";
import { Choice, Count, Switch } from "./fields";
import type { FormValues } from "./plan";
import { MOST_EVENTS, type RepeatValues, repeatsOf, ruleText, WEEKDAYS, weekdayName, weekdaysOf } from "./repeats";

const KINDS: RepeatValues["kind"][] = ["none", "week", "days"];
const MOST_DAYS = 366;

type RepeatFieldsProps = {
  values: Pick<FormValues, "repeats" | "begins">;
  set: (changes: Pick<FormValues, "repeats">) => void;
};

/** The rule in plain words, and its fields; for a tournament with a time to start. */
export function RepeatFields({ values, set }: RepeatFieldsProps) {
  const { repeats, begins } = values;
  const change = (changes: Partial<RepeatValues>) => set({ repeats: { ...repeats, ...changes } });
  const { repeats: rule } = repeatsOf(repeats, begins);
  return (
    <>
      <div class="fields">
        <Choice
          label={t("repeat_kind")}
          value={repeats.kind}
          choices={KINDS.map((kind) => [kind, t("repeat_kind_named", { kind })])}
          change={(kind) => change({ kind })}
        />
        {repeats.kind === "days" ? (
          <Count
            label={t("repeat_days")}
            name="repeats.days"
            value={repeats.days}
            least={1}
            most={MOST_DAYS}
            change={(days) => change({ days })}
          />
        ) : null}
        {rule ? <EndFields repeats={repeats} begins={begins} change={change} /> : null}
      </div>
      {repeats.kind === "week" ? <Weekdays repeats={repeats} begins={begins} change={change} /> : null}
      {rule ? (
        <p class="faint">
          {ruleText({ time: timeOf(begins, repeats.time_zone), ...rule })} {t("repeat_note")}
        </p>
      ) : null}
    </>
  );
}

type FieldsProps = { repeats: RepeatValues; begins: string; change: (changes: Partial<RepeatValues>) => void };

/** The time of the later events, the end of the series, and its time zone. */
function EndFields({ repeats, begins, change }: FieldsProps) {
  return (
    <>
      <label class="field">
        <span>{t("repeat_time")}</span>
        <input
          name="repeats.time"
          type="time"
          value={repeats.time || timeOf(begins, repeats.time_zone)}
          onInput={(event) => change({ time: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>{t("repeat_until")}</span>
        <input
          name="repeats.until"
          type="date"
          value={repeats.until}
          onInput={(event) => change({ until: event.currentTarget.value })}
        />
      </label>
      <Count
        label={t("repeat_events")}
        name="repeats.events"
        value={repeats.events}
        least={2}
        most={MOST_EVENTS}
        change={(events) => change({ events })}
      />
      <Choice
        label={t("repeat_zone")}
        name="repeats.time_zone"
        value={repeats.time_zone}
        choices={zonesWith(repeats.time_zone).map((zone) => [zone, zone.replaceAll("_", " ")])}
        change={(time_zone) => change({ time_zone })}
      />
    </>
  );
}

const zonesWith = (own: string) => [...new Set([own, ...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();

const timeOf = (begins: string, zone: string) =>
  new Date(begins).toLocaleTimeString("en-GB", { timeStyle: "short", timeZone: zone });

/** The days of the week on which tournaments start; at least one. */
function Weekdays({ repeats, begins, change }: FieldsProps) {
  const chosen = weekdaysOf(repeats, begins);
  return (
    <div class="fields narrow">
      {WEEKDAYS.map((day) => (
        <Switch
          key={day}
          label={weekdayName(day)}
          name="repeats.weekdays"
          value={chosen.includes(day)}
          change={(isIn) => change({ weekdays: isIn ? [...chosen, day] : chosen.filter((each) => each !== day) })}
        />
      ))}
    </div>
  );
}
