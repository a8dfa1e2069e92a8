/** The form that creates a tournament. */

import type { GameTexts } from "@bottega/client/texts";
import { gameTexts } from "@bottega/client/texts";
import { useState } from "preact/hooks";
import { call } from "../api";
import { ErrorMessage, Loading, problemOf, useFetch } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import { offeredCounts, offeredLevels } from "../levels";
import type { Failure, Ruleset, RulesetSummary, TournamentRequest } from "../types";
import { Count, TournamentName } from "./fields";
import { FormatPart } from "./format";
import { GamesPart } from "./games";
import { OwnTextFields } from "./owntextfields";
import { DEFAULTS, FIRST_STAGE, type FormValues, sizesOf } from "./plan";
import { Preview } from "./preview";
import { RegistrationPart } from "./registration";
import { tournamentBody } from "./request";
import { TimesPart } from "./times";

export type PartProps = { values: FormValues; set: (changes: Partial<FormValues>) => void };
/** What a part needs that depends on the ruleset. */
export type RulesetPartProps = PartProps & { ruleset: Ruleset; texts: GameTexts };
type FormProps = { token?: string; rulesets: RulesetSummary[] };

const MOST_PER_LEVEL = 64;

export function Form({ token, rulesets }: FormProps) {
  const [values, setValues] = useState(() => ({ ...DEFAULTS, ruleset: rulesets[0].ruleset }));
  const [state, setState] = useState<{ busy?: boolean; problem?: Failure }>({});
  const { value } = useFetch(() => call("GET /rulesets/{ruleset}", { ruleset: values.ruleset }), [values.ruleset]);
  const set = (changes: Partial<FormValues>) => setValues((before) => ({ ...before, ...changes }));
  const ruleset = value?.ruleset === values.ruleset ? value : undefined;
  const texts = ruleset && gameTexts(ruleset, currentLanguage(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    setState({ busy: true });
    const levels = ruleset ? offeredCounts(ruleset, sizesOf(values.stages), values.levels) : {};
    const body = tournamentBody({ ...values, levels }, (level, number) => `${texts?.name("level", level)} ${number}`);
    await createTournament(body, token).catch((error) => setState({ problem: problemOf(error) }));
  };
  return (
    <form class="stack wide-gap" onSubmit={submit}>
      <fieldset class="card">
        <legend>{t("the_tournament")}</legend>
        <div class="fields">
          <TournamentName value={values.name} change={(name) => set({ name })} />
          <label class="field">
            <span>{t("game_played")}</span>
            <select
              name="ruleset"
              value={values.ruleset}
              onChange={(event) =>
                set({
                  ruleset: event.currentTarget.value,
                  options: {},
                  levels: {},
                  level: "",
                  stages: [FIRST_STAGE],
                  deal: "game",
                })
              }
            >
              {rulesets.map((each) => (
                <option key={each.ruleset} value={each.ruleset}>
                  {each.title}
                </option>
              ))}
            </select>
          </label>
        </div>
        <OwnTextFields values={values} set={set} />
      </fieldset>
      {ruleset && texts ? (
        <>
          <FormatPart values={values} set={set} ruleset={ruleset} texts={texts} />
          <GamesPart values={values} set={set} ruleset={ruleset} texts={texts} />
          <RegistrationPart values={values} set={set} />
          <TimesPart values={values} set={set} />
          <Computers values={values} set={set} ruleset={ruleset} texts={texts} />
          <Preview values={values} ruleset={ruleset} />
        </>
      ) : (
        <Loading label={t("loading")} />
      )}
      <ErrorMessage problem={state.problem} />
      <p class="row end">
        <a class="button quiet" href="#/tournaments">
          {t("back")}
        </a>
        <button type="submit" class="primary big" disabled={state.busy || !texts}>
          {t("create")}
        </button>
      </p>
    </form>
  );
}

/** Create the tournament and open it. */
async function createTournament(body: TournamentRequest, token?: string) {
  const { tournament } = await call("POST /tournaments", { body }, { token });
  location.hash = `#/tournament/${tournament}`;
}

/** The number of computer opponents of each level. */
function Computers({ values, set, ruleset, texts }: RulesetPartProps) {
  const sizes = sizesOf(values.stages);
  const counts = offeredCounts(ruleset, sizes, values.levels);
  return (
    <fieldset class="card">
      <legend>{t("computers")}</legend>
      <p class="faint">{t("computers_note")}</p>
      <div class="fields narrow">
        {offeredLevels(ruleset, sizes).map((level) => (
          <Count
            key={level}
            name="entrants"
            label={texts.name("level", level)}
            value={counts[level] ?? 0}
            least={0}
            most={MOST_PER_LEVEL}
            change={(count) => set({ levels: { ...counts, [level]: count } })}
          />
        ))}
      </div>
    </fieldset>
  );
}
