/** The part of the form that chooses the games of a match: a usual series, or its own breaks, tie-breaks and clock. */

import { tournamentText as t } from "../i18n";
import { Choice, Count } from "./fields";
import type { StageValues } from "./plan";
import { kindsFor, mayBreakTies, nameOfSeries, SERIES, type SeriesName, type SeriesValues, seriesFor } from "./series";

const MOST_GAMES = 24;
const MOST_MINUTES = 10_080;
const MOST_TIE_BREAKS = 9;
const MOST_CLOCK_SECONDS = 86_400;
const TIE_BREAK_CLOCKS: SeriesValues["tie_break_clock"][] = ["same", "half", "per_decision", "budget"];

const SEAT_RULES: SeriesValues["seats"][] = ["alternate", "loser"];

type SeriesProps = { stage: StageValues; change: (changes: Partial<StageValues>) => void };

/** A usual series by name. */
export function SeriesChoice({ stage, change }: SeriesProps) {
  const name = nameOfSeries(stage, stage.series);
  const choices: (SeriesName | "own")[] = [...seriesFor(stage), ...(name === "own" ? (["own"] as const) : [])];
  return (
    <Choice
      label={t("series_label")}
      value={name}
      choices={choices.map((each) => [each, t("series_choice", { series: each })])}
      note={noteOf(stage)}
      change={(chosen) => (chosen === "own" ? undefined : change({ series: SERIES[chosen] }))}
    />
  );
}

/** Say which breaks and tie-break games a match has. */
function noteOf(stage: StageValues) {
  const { kind, break_minutes, tie_break_games, tie_break_clock } = stage.series;
  const games = mayBreakTies(stage) ? tie_break_games : 0;
  const minutes = kind === "simultaneous" && !games ? 0 : break_minutes;
  return t("series_note", { minutes, games, clock: games ? tie_break_clock : "none" }).trim();
}

/** All values of a series. */
export function SeriesDetails({ stage, change }: SeriesProps) {
  const { series } = stage;
  const set = (changes: Partial<SeriesValues>) => change({ series: { ...series, ...changes } });
  const isAtOnce = series.kind === "simultaneous";
  const hasBreaks = !isAtOnce || (mayBreakTies(stage) && series.tie_break_games > 0);
  return (
    <details class="cup-options">
      <summary>{t("series_details")}</summary>
      <div class="fields">
        <Choice
          label={t("series_kind")}
          name="stages.series.kind"
          value={series.kind}
          choices={kindsFor(stage).map((each) => [each, t("series_kind_named", { kind: each })])}
          change={(kind) => set({ kind, games: kind === "simultaneous" ? 1 : Math.max(2, series.games) })}
        />
        {isAtOnce ? null : (
          <Count
            label={t(series.kind === "first_to" ? "series_wins" : "series_games")}
            name="stages.series.games"
            value={series.games}
            least={1}
            most={series.kind === "first_to" ? MOST_GAMES / 2 : MOST_GAMES}
            change={(games) => set({ games })}
          />
        )}
        {hasBreaks ? <BreakFields series={series} set={set} /> : null}
        {mayBreakTies(stage) ? <TieBreakFields series={series} set={set} /> : null}
      </div>
    </details>
  );
}

type FieldsProps = { series: SeriesValues; set: (changes: Partial<SeriesValues>) => void };

/** The break between two games, and who chooses a seat in it. */
function BreakFields({ series, set }: FieldsProps) {
  const { seats, break_minutes } = series;
  return (
    <>
      <Count
        label={t("series_break")}
        name="stages.series.break_seconds"
        value={break_minutes}
        least={seats === "loser" ? 1 : 0}
        most={MOST_MINUTES}
        change={(minutes) => set({ break_minutes: minutes })}
      />
      <Choice
        label={t("series_seats")}
        name="stages.series.seats"
        value={seats}
        choices={SEAT_RULES.map((each) => [each, t("series_seats_named", { seats: each })])}
        change={(next) => set({ seats: next, break_minutes: next === "loser" ? break_minutes || 5 : break_minutes })}
        note={seats === "loser" ? t("series_seats_note") : ""}
      />
    </>
  );
}

/** The further games of a level match, and their clock. */
function TieBreakFields({ series, set }: FieldsProps) {
  const { tie_break_clock: clock, tie_break_seconds: seconds } = series;
  return (
    <>
      <Count
        label={t("tie_break_games")}
        name="stages.series.tie_break_games"
        value={series.tie_break_games}
        least={0}
        most={MOST_TIE_BREAKS}
        note={t("tie_break_games_note")}
        change={(tie_break_games) => set({ tie_break_games })}
      />
      {series.tie_break_games ? (
        <Choice
          label={t("tie_break_clock")}
          name="stages.series.tie_break_clock"
          value={clock}
          choices={TIE_BREAK_CLOCKS.map((each) => [each, t("tie_break_clock_named", { clock: each })])}
          change={(next) => set({ tie_break_clock: next, tie_break_seconds: next === "budget" ? 300 : 60 })}
        />
      ) : null}
      {series.tie_break_games && clock === "per_decision" ? (
        <Count
          label={t("seconds")}
          value={seconds}
          least={1}
          most={MOST_CLOCK_SECONDS}
          change={(tie_break_seconds) => set({ tie_break_seconds })}
        />
      ) : null}
      {series.tie_break_games && clock === "budget" ? (
        <Count
          label={t("minutes")}
          value={Math.round(seconds / 60)}
          least={1}
          most={MOST_CLOCK_SECONDS / 60}
          change={(minutes) => set({ tie_break_seconds: minutes * 60 })}
        />
      ) : null}
    </>
  );
}
