/** The rule by which a tournament repeats, in the form and in words. */

import { currentLanguage, tournamentText as t } from "../i18n";
import type { TournamentRequest } from "../types";

type Repeats = NonNullable<TournamentRequest["repeats"]>;
export type Weekday = NonNullable<Repeats["weekdays"]>[number];

/** Values of the rule. */
export type RepeatValues = {
  kind: "none" | "week" | "days";
  /** empty for the day of the start */
  weekdays: Weekday[];
  days: number;
  /** the local time of the later events; empty for that of the start */
  time: string;
  time_zone: string;
  /** a date; empty for none */
  until: string;
  /** the most events, this one included */
  events: number;
};

export const MOST_EVENTS = 500;
export const ONCE: RepeatValues = {
  kind: "none",
  weekdays: [],
  days: 14,
  time: "",
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  until: "",
  events: 52,
};
export const WEEKDAYS: Weekday[] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/** A Monday. */
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** Return the name of a day of the week. */
export const weekdayName = (day: Weekday) =>
  new Date(FIRST_DAY + WEEKDAYS.indexOf(day) * DAY).toLocaleDateString(currentLanguage(), {
    weekday: "long",
    timeZone: "UTC",
  });

/** Return the days on which tournaments start: by default that of the start, in the time zone of the rule. */
export function weekdaysOf({ weekdays, time_zone }: RepeatValues, begins: string): Weekday[] {
  if (weekdays.length) return WEEKDAYS.filter((each) => weekdays.includes(each));
  const day = new Date(begins).toLocaleDateString("en", { weekday: "long", timeZone: time_zone });
  return WEEKDAYS.filter((each) => each === day.toLowerCase());
}

/** Return the rule in the request; nothing for a tournament that does not repeat. */
export function repeatsOf(values: RepeatValues, begins: string): Pick<TournamentRequest, "repeats"> {
  const { kind, days, time, time_zone, until, events } = values;
  if (kind === "none" || !begins) return {};
  const on = kind === "days" ? { days } : { weekdays: weekdaysOf(values, begins) };
  return { repeats: { ...on, time_zone, events, ...(time ? { time } : {}), ...(until ? { until } : {}) } };
}

/** Return the values of a rule. */
export function repeatValues(rule?: Repeats): RepeatValues {
  if (!rule || rule.events === 1) return ONCE;
  const { weekdays = [], days = ONCE.days, time = "", time_zone, until = "", events = MOST_EVENTS } = rule;
  return { kind: weekdays.length ? "week" : "days", weekdays: [...weekdays], days, time, time_zone, until, events };
}

/** Return a rule in words, such as "Repeats every Sunday at 18:00 (Europe/Prague)." */
export function ruleText({ weekdays = [], days = 1, time = "", time_zone: zone, until, events }: Repeats) {
  if (events === 1) return t("repeat_last");
  const each = weekdays.map((day) => t("repeat_every", { day }));
  const every = each.length ? new Intl.ListFormat(currentLanguage()).format(each) : t("repeat_every_days", { days });
  const last = until
    ? new Date(until).toLocaleDateString(currentLanguage(), { dateStyle: "medium", timeZone: "UTC" })
    : "";
  const rule = t("repeat_rule", { every, time, zone: zone.replaceAll("_", " "), until: last || "none" });
  return events === undefined || events === MOST_EVENTS ? rule : `${rule} ${t("repeat_left", { count: events })}`;
}
