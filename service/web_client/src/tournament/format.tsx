/** The part of the form that chooses the stages of a tournament: format, table size, length, and who goes on. */

import { tournamentText as t } from "../i18n";
import { Choice, Count } from "./fields";
import type { RulesetPartProps } from "./form";
import { FINAL_STAGE, type Format, isInPairs, isLadder, MOST_STAGES, type StageValues, WITH_GROUPS } from "./plan";
import { Scoring } from "./scoring";
import { AT_ONCE } from "./series";
import { SeriesChoice, SeriesDetails } from "./seriesfields";

const FORMATS: Format[] = ["swiss", "round_robin", "knockout", "double_knockout", "arena", "ladder"];
const MOST_ROUNDS = 100;
const MOST_MINUTES = 10_080;
const MOST_GROUPS = 64;
const MOST_TABLE = 7;
const MOST_PLACES_ABOVE = 1024;
const MOST_RATING_DIFFERENCE = 10_000;
const MOST_REMATCH_HOURS = 8760;

export function FormatPart(props: RulesetPartProps) {
  const { values, set, ruleset } = props;
  const { stages } = values;
  const change = (at: number, changes: Partial<StageValues>) =>
    set({ stages: stages.map((each, index) => (index === at ? { ...each, ...changes } : each)) });
  return (
    <fieldset class="card">
      <legend>{t("format")}</legend>
      {stages.map((stage, at) => (
        <Stage
          key={`stage-${at}`}
          stage={stage}
          at={at}
          isLast={at === stages.length - 1}
          isOnly={stages.length === 1}
          most={Math.min(MOST_TABLE, ruleset.max_seats)}
          change={(changes) => change(at, changes)}
        />
      ))}
      <p class="row">
        {stages.length < MOST_STAGES && !isLadder(stages) ? (
          <button type="button" class="quiet small" onClick={() => set({ stages: [...stages, FINAL_STAGE] })}>
            {t("add_stage")}
          </button>
        ) : null}
        {stages.length > 1 ? (
          <button type="button" class="quiet small" onClick={() => set({ stages: stages.slice(0, -1) })}>
            {t("remove_stage")}
          </button>
        ) : null}
      </p>
      <Scoring {...props} />
    </fieldset>
  );
}

type StageProps = {
  stage: StageValues;
  at: number;
  isLast: boolean;
  isOnly: boolean;
  /** the largest table */
  most: number;
  change: (changes: Partial<StageValues>) => void;
};

function Stage({ at, isLast, isOnly, most, ...props }: StageProps) {
  const { stage, change } = props;
  const { format, table_size } = stage;
  const sizes = Array.from({ length: most - 1 }, (_, index) => index + 2);
  return (
    <div class="stack" role="group" aria-label={t("stage_number", { number: at + 1 })}>
      {isOnly ? null : <h3 class="cup-stage-head">{t("stage_number", { number: at + 1 })}</h3>}
      <div class="fields">
        <Choice
          label={t("format")}
          name="stages.format"
          value={format}
          choices={FORMATS.filter((each) => isOnly || each !== "ladder").map((each) => [
            each,
            t("format_named", { format: each }),
          ])}
          change={(next) => change({ format: next })}
          note={t("format_note", { format })}
        />
        {isInPairs(format) ? null : (
          <Choice
            label={t("table_size")}
            name="stages.table_size"
            value={table_size}
            choices={sizes.map((size) => [size, t("players_count", { count: size })])}
            change={(size) => change({ table_size: size, advance: 1, series: AT_ONCE })}
            note={table_size > 2 ? t("smaller_tables") : ""}
          />
        )}
        <Numbers {...props} />
        <SeriesChoice stage={stage} change={change} />
        {isLast ? null : (
          <Count
            label={t(WITH_GROUPS.includes(format) && stage.groups > 1 ? "qualify" : "qualify_all")}
            name="stages.qualify"
            value={stage.qualify}
            least={1}
            most={MOST_GROUPS}
            change={(qualify) => change({ qualify })}
          />
        )}
      </div>
      <SeriesDetails stage={stage} change={change} />
    </div>
  );
}

/** The numbers that the format needs. */
function Numbers({ stage, change }: Pick<StageProps, "stage" | "change">) {
  switch (stage.format) {
    case "swiss":
    case "round_robin":
      return <GroupNumbers stage={stage} change={change} />;
    case "arena":
      return <ArenaNumbers stage={stage} change={change} />;
    case "knockout":
      return stage.table_size > 3 ? (
        <Count
          label={t("advance")}
          name="stages.advance"
          value={stage.advance}
          least={1}
          most={stage.table_size - 2}
          change={(advance) => change({ advance })}
        />
      ) : null;
    case "ladder":
      return <LadderNumbers stage={stage} change={change} />;
    case "double_knockout":
      return null;
  }
}

function LadderNumbers({ stage, change }: Pick<StageProps, "stage" | "change">) {
  return (
    <>
      <Choice
        label={t("challenge_by")}
        name="stages.challenges"
        value={stage.by}
        choices={(["place", "rating"] as const).map((by) => [by, t("challenge_by_named", { by })])}
        change={(by) => change({ by })}
        note={t("challenge_by_note", { by: stage.by })}
      />
      {stage.by === "place" ? (
        <Count
          label={t("places_above")}
          name="stages.challenges"
          value={stage.places_above}
          least={1}
          most={MOST_PLACES_ABOVE}
          change={(places_above) => change({ places_above })}
        />
      ) : (
        <Count
          label={t("rating_difference")}
          name="stages.challenges"
          value={stage.rating_difference}
          least={1}
          most={MOST_RATING_DIFFERENCE}
          change={(rating_difference) => change({ rating_difference })}
        />
      )}
      <Count
        label={t("rematch_hours")}
        name="stages.challenges"
        value={stage.rematch_hours}
        least={0}
        most={MOST_REMATCH_HOURS}
        change={(rematch_hours) => change({ rematch_hours })}
      />
    </>
  );
}

function GroupNumbers({ stage, change }: Pick<StageProps, "stage" | "change">) {
  const isSwiss = stage.format === "swiss";
  return (
    <>
      <Count
        label={t("rounds")}
        name="stages.rounds"
        value={stage.rounds}
        least={isSwiss ? 1 : 0}
        most={MOST_ROUNDS}
        note={isSwiss ? "" : t("rounds_until_all")}
        change={(rounds) => change({ rounds })}
      />
      <Count
        label={t("groups")}
        name="stages.groups"
        value={stage.groups}
        least={1}
        most={MOST_GROUPS}
        change={(groups) => change({ groups })}
      />
    </>
  );
}

function ArenaNumbers({ stage, change }: Pick<StageProps, "stage" | "change">) {
  return (
    <>
      <Count
        label={t("arena_minutes")}
        name="stages.minutes"
        value={stage.minutes}
        least={0}
        most={MOST_MINUTES}
        note={t("arena_minutes_note")}
        change={(minutes) => change({ minutes })}
      />
      {stage.minutes ? null : (
        <Count
          label={t("matches_each")}
          name="stages.matches"
          value={stage.matches}
          least={1}
          most={MOST_ROUNDS}
          change={(matches) => change({ matches })}
        />
      )}
    </>
  );
}
