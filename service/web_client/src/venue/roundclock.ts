/** When a round ends, and when the next one starts. */

import type { TournamentData } from "../tournament/live";

const MINUTE = 60_000;
const HOUR = 3600;

/** `kind`: what happens then, the end of the round or the start of the next one. */
export type RoundEnd = { kind: "end" | "next"; at: number };

/** Return the end of the round: of an arena, of a round with a number of minutes, or the time of the next round. */
export function roundEnd({ tournament, rounds }: TournamentData, minutes: number): RoundEnd | undefined {
  const { format, minutes: ofStage } = tournament.stages[tournament.stage ?? 0];
  const last = rounds.at(-1);
  if (tournament.status !== "running" || !last || format === "ladder") return undefined;
  if (format === "arena") {
    const first = rounds.find(({ stage }) => stage === last.stage) ?? last;
    return ofStage ? { kind: "end", at: Date.parse(first.opened_at) + ofStage * MINUTE } : undefined;
  }
  if (minutes && last.status === "running") return { kind: "end", at: Date.parse(last.opened_at) + minutes * MINUTE };
  const next = tournament.round_times?.[rounds.length];
  return next ? { kind: "next", at: Date.parse(next) } : undefined;
}

/** Format a time that is left, such as 4:05 or 1:04:05. */
export function formatLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const hours = Math.floor(seconds / HOUR);
  const minutes = Math.floor((seconds % HOUR) / 60);
  const two = (value: number) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
