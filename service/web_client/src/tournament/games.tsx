/** The part of the form that chooses the games of a tournament: number, deal, clock, absence, spectators, options. */

import { tournamentText as t } from "../i18n";
import { nearestLevel, offeredLevels } from "../levels";
import { Option } from "../options";
import { SPECTATOR_NAMES, TIMEOUTS, VISIBILITIES } from "../terms";
import { Choice, Count, Switch } from "./fields";
import type { PartProps, RulesetPartProps } from "./form";
import { type FormValues, sizesOf } from "./plan";

const CLOCKS: FormValues["clock"][] = ["none", "per_decision", "budget", "days"];
const ABSENCES: FormValues["on_timeout"][] = ["usual", ...TIMEOUTS];

export function GamesPart(props: RulesetPartProps) {
  const { values, set, ruleset } = props;
  return (
    <fieldset class="card">
      <legend>{t("the_games")}</legend>
      <div class="fields">
        <Count
          label={t("games_per_match")}
          name="games"
          value={values.games}
          least={1}
          most={24}
          change={(games) => set({ games })}
        />
        <Choice
          label={t("deal")}
          name="deal"
          value={values.deal}
          choices={ruleset.deals.map((each) => [each, t("deal_named", { deal: each })])}
          change={(deal) => set({ deal })}
          note={values.deal === "game" ? "" : t("deal_note")}
        />
        <Choice
          label={t("clock")}
          name="clock"
          value={values.clock}
          choices={CLOCKS.map((each) => [each, t("clock_named", { kind: each })])}
          change={(clock) => set({ clock, seconds: clock === "budget" ? 1800 : 120 })}
          note={values.clock === "none" ? t("clock_none_note") : ""}
        />
        <Time values={values} set={set} />
      </div>
      <Absence {...props} />
      <Audience values={values} set={set} />
      <Options {...props} />
    </fieldset>
  );
}

/** The options of the game; the first seat is decided by the pairing. */
function Options({ values, set, ruleset, texts }: RulesetPartProps) {
  const options = ruleset.options.filter((option) => texts.kindOf("options", "", option.name) !== "seat");
  if (!options.length) return null;
  return (
    <details class="cup-options">
      <summary>{t("options")}</summary>
      <div class="stack">
        {options.map((option) => (
          <Option
            key={`${ruleset.ruleset}-${option.name}`}
            option={option}
            texts={texts}
            value={values.options[option.name]}
            seats={values.stages[0].table_size}
            change={(value) => set({ options: { ...values.options, [option.name]: value } })}
          />
        ))}
      </div>
    </details>
  );
}

/** Who plays for an absent player, and when the player is withdrawn. */
function Absence({ values, set, ruleset, texts }: RulesetPartProps) {
  const hasLevel = values.on_timeout.startsWith("level");
  return (
    <details class="cup-options">
      <summary>{t("absent_players")}</summary>
      <div class="fields">
        {values.clock === "none" ? null : (
          <Choice
            label={t("terms_on_timeout")}
            name="absence"
            value={values.on_timeout}
            choices={ABSENCES.map((each) => [
              each,
              each === "usual" ? t("absence_usual") : t("terms_on_timeout_named", { value: each }),
            ])}
            change={(on_timeout) => set({ on_timeout, level: values.level || ruleset.levels[0] })}
          />
        )}
        {hasLevel && values.clock !== "none" ? (
          <Choice
            label={t("absence_level")}
            value={nearestLevel(ruleset, sizesOf(values.stages), values.level)}
            choices={offeredLevels(ruleset, sizesOf(values.stages)).map((each) => [each, texts.name("level", each)])}
            change={(level) => set({ level })}
          />
        ) : null}
        <Count
          label={t("no_show_limit")}
          name="no_show_limit"
          value={values.no_show_limit}
          least={0}
          most={100}
          note={t("no_show_note")}
          change={(no_show_limit) => set({ no_show_limit })}
        />
        {values.clock === "none" ? null : (
          <Count
            label={t("vacation_days")}
            name="vacation_days"
            value={values.vacation_days}
            least={0}
            most={100}
            note={t("vacation_days_note")}
            change={(vacation_days) => set({ vacation_days })}
          />
        )}
      </div>
    </details>
  );
}

/** Whether games are rated, and who sees them. */
function Audience({ values, set }: PartProps) {
  return (
    <details class="cup-options">
      <summary>{t("rating_and_spectators")}</summary>
      <div class="stack">
        <div class="fields">
          <Choice
            label={t("terms_visibility")}
            name="visibility"
            value={values.visibility}
            choices={VISIBILITIES.map((each) => [each, t("terms_visibility_named", { value: each })])}
            change={(visibility) => set({ visibility })}
          />
          {values.visibility === "private" ? null : (
            <Choice
              label={t("terms_spectators")}
              name="spectators"
              value={values.spectators}
              choices={SPECTATOR_NAMES.map((each) => [each, t("terms_spectators_named", { value: each })])}
              change={(spectators) => set({ spectators })}
            />
          )}
        </div>
        {values.visibility === "public" ? (
          <Switch label={t("rated_games")} name="rated" value={values.rated} change={(rated) => set({ rated })} />
        ) : null}
      </div>
    </details>
  );
}

/** The time that the clock gives. */
function Time({ values, set }: PartProps) {
  switch (values.clock) {
    case "none":
      return null;
    case "per_decision":
      return (
        <Count
          label={t("seconds")}
          value={values.seconds}
          least={1}
          most={86_400}
          change={(seconds) => set({ seconds })}
        />
      );
    case "budget":
      return (
        <Count
          label={t("minutes")}
          value={Math.round(values.seconds / 60)}
          least={1}
          most={1440}
          change={(minutes) => set({ seconds: minutes * 60 })}
        />
      );
    case "days":
      return <Count label={t("days")} value={values.days} least={1} most={60} change={(days) => set({ days })} />;
  }
}
