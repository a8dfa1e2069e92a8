/** The clocks of the players: the time left of each seat, by the service's time. */

import { useEffect, useState } from "preact/hooks";
import { serviceTime } from "./api";
import { t } from "./i18n";
import type { GameView } from "./types";

/** The part of a view that has the clocks. */
type TimedView = Pick<GameView, "status" | "clocks" | "virtual_clock" | "pause">;
type Props = { view: TimedView; seat: number };

const HURRY_SECONDS = 20;
const DAY = 86_400;

/** Redraw once a second while something runs. */
export function useTicks(isRunning: boolean) {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => redraw((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
}

/** Return the seconds until the end of a pause: 0 without one, and Infinity without an end. */
export function pauseLeft(pause: GameView["pause"]) {
  if (pause?.status !== "paused") return 0;
  return pause.until ? Math.max(0, (Date.parse(pause.until) - serviceTime()) / 1000) : Number.POSITIVE_INFINITY;
}

/** List the seats whose players are on vacation, with the seconds until their return. */
export const vacationsOf = ({ clocks = [] }: Pick<TimedView, "clocks">) =>
  clocks
    .map(({ seat, vacation_until: until }) => ({
      seat,
      left: until ? (Date.parse(until) - serviceTime()) / 1000 : 0,
    }))
    .filter(({ left }) => left > 0);

/** Return the seconds until the clocks run again: 0 if they run, and Infinity without an end. */
const stillFor = (view: TimedView) => Math.max(pauseLeft(view.pause), ...vacationsOf(view).map(({ left }) => left));

/** Return the seconds left of a seat, and whether its clock runs; undefined without a clock. */
export function timeLeft(view: TimedView, seat: number) {
  const clock = view.clocks?.find((each) => each.seat === seat);
  if (!clock) return undefined;
  const still = stillFor(view);
  if (clock.deadline && still > 0 && still < Number.POSITIVE_INFINITY)
    return { seconds: (Date.parse(clock.deadline) - serviceTime()) / 1000 - still, isRunning: false };
  if (clock.deadline && !view.virtual_clock)
    return { seconds: Math.max(0, (Date.parse(clock.deadline) - serviceTime()) / 1000), isRunning: true };
  return clock.seconds_left === undefined ? undefined : { seconds: clock.seconds_left, isRunning: false };
}

/** The time left of a seat. */
export function Clock({ view, seat }: Props) {
  const left = view.status === "running" ? timeLeft(view, seat) : undefined;
  useTicks(Boolean(left?.isRunning) || Boolean(view.pause?.until) || vacationsOf(view).length > 0);
  if (!left) return null;
  const isLow = left.isRunning && left.seconds <= HURRY_SECONDS;
  return (
    <span
      class={`clock ${left.isRunning ? "running" : ""} ${isLow ? "low" : ""}`}
      role="timer"
      aria-label={t("time_left", { time: duration(left.seconds) })}
    >
      {duration(left.seconds)}
    </span>
  );
}

/** Write a time as minutes and seconds, as hours and minutes, or as days and hours. A started second does not count: the service grants about one for the network. */
export function duration(seconds: number) {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  if (whole >= 2 * DAY)
    return t("days_hours", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / 3600) });
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

/** A warning above the decision when little time is left. */
export function Hurry({ view, seat }: Props) {
  const left = timeLeft(view, seat);
  useTicks(Boolean(left?.isRunning));
  if (!left?.isRunning || left.seconds > HURRY_SECONDS) return null;
  return (
    <p class="hurry" role="alert">
      {left.seconds > 0 ? t("hurry") : t("time_is_up")}{" "}
      <span aria-hidden="true">
        <Clock view={view} seat={seat} />
      </span>
    </p>
  );
}
