/** What a planned tournament will be like: rounds, tables and time for an expected number of players. */

import { useState } from "preact/hooks";
import { tournamentText as t } from "../i18n";
import type { Ruleset } from "../types";
import { Count } from "./fields";
import { forecast, gameMinutes } from "./forecast";
import type { FormValues } from "./plan";

type PreviewProps = { values: FormValues; ruleset: Ruleset };

const USUAL_PLAYERS = 16;
const MOST_GAME_MINUTES = 1440;
const MINUTES_PER_HOUR = 60;
/** A forecast is no more exact than this. */
const STEP = 5;

export function Preview({ values, ruleset }: PreviewProps) {
  const [players, setPlayers] = useState(USUAL_PLAYERS);
  const [own, setOwn] = useState<number>();
  const size = values.stages[0].table_size;
  const minutes = own ?? gameMinutes(ruleset, size, values);
  const result = forecast(values, players, (each) => own ?? gameMinutes(ruleset, each, values));
  return (
    <section class="card stack cup-forecast" aria-label={t("forecast")}>
      <div class="fields">
        <Count label={t("expected_players")} value={players} least={2} most={values.max_entrants} change={setPlayers} />
        <Count label={t("minutes_per_game")} value={minutes} least={1} most={MOST_GAME_MINUTES} change={setOwn} />
      </div>
      <p class="cup-forecast-text" role="status">
        {result
          ? t("forecast_text", { players, rounds: result.rounds, tables: result.tables, time: timeOf(result.minutes) })
          : t("forecast_few")}
      </p>
    </section>
  );
}

/** Return a time in hours and minutes; `none` for days. */
function timeOf(minutes: number | undefined) {
  if (minutes === undefined) return "none";
  const rounded = Math.max(STEP, Math.round(minutes / STEP) * STEP);
  return t("hours_minutes", { hours: Math.floor(rounded / MINUTES_PER_HOUR), minutes: rounded % MINUTES_PER_HOUR });
}
