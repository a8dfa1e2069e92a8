/** The form that creates a tournament. */

import type { GameTexts } from "@bottega/client/texts";
import { gameTexts } from "@bottega/client/texts";
import { useState } from "preact/hooks";
import { call } from "../api";
import { ErrorMessage, Loading, problemOf, useFetch } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import { offeredCounts, offeredLevels } from "../levels";
import type { Failure, Ruleset, RulesetSummary, TournamentRequest } from "../types";
import { addAll, type Report, Reported } from "./adding";
import { Count, Switch, TournamentName } from "./fields";
import { FormatPart } from "./format";
import { type Former, valuesOf, withFormer } from "./former";
import { GamesPart } from "./games";
import type { ListedEntrant } from "./namelist";
import { OwnTextFields } from "./owntextfields";
import { DEFAULTS, FIRST_STAGE, type FormValues, sizesOf } from "./plan";
import { Preview } from "./preview";
import { RegistrationPart } from "./registration";
import { tournamentBody } from "./request";
import { TimesPart } from "./times";

export type PartProps = { values: FormValues; set: (changes: Partial<FormValues>) => void };
/** What a part needs that depends on the ruleset. */
export type RulesetPartProps = PartProps & { ruleset: Ruleset; texts: GameTexts };
type FormProps = {
  token?: string;
  rulesets: RulesetSummary[];
  /** what the form starts with */
  former?: Former;
};

const MOST_PER_LEVEL = 64;

export function Form({ token, rulesets, former }: FormProps) {
  const copied = rulesets.some(({ ruleset }) => ruleset === former?.tournament?.ruleset)
    ? former?.tournament
    : undefined;
  const [first] = useState(() => (copied ? valuesOf(copied) : { ...DEFAULTS, ruleset: rulesets[0].ruleset }));
  const [values, setValues] = useState(first);
  const [entrants, setEntrants] = useState(former?.entrants ?? []);
  const [state, setState] = useState<State>({});
  const { value } = useFetch(() => call("GET /rulesets/{ruleset}", { ruleset: values.ruleset }), [values.ruleset]);
  const set = (changes: Partial<FormValues>) => setValues((before) => ({ ...before, ...changes }));
  const ruleset = value?.ruleset === values.ruleset ? value : undefined;
  const texts = ruleset && gameTexts(ruleset, currentLanguage(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    setState({ busy: true });
    const levels = ruleset ? offeredCounts(ruleset, sizesOf(values.stages), values.levels) : {};
    const nameOf = (level: string, number: number) => `${texts?.name("level", level)} ${number}`;
    const body = tournamentBody({ ...values, levels }, nameOf);
    const plan = copied ? withFormer(body, tournamentBody(first, nameOf), copied) : body;
    await createTournament(plan, entrants, state.created, token).then(setState, (error) =>
      setState({ created: state.created, problem: problemOf(error) }),
    );
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
          {former ? <NextEntrants all={former.entrants} entrants={entrants} change={setEntrants} /> : null}
          <Preview values={values} ruleset={ruleset} />
        </>
      ) : (
        <Loading label={t("loading")} />
      )}
      <ErrorMessage problem={state.problem} />
      {state.report ? <Reported {...state.report} /> : null}
      <p class="row end">
        <a class="button quiet" href="#/tournaments">
          {t("back")}
        </a>
        {state.report ? (
          <a class="button primary big" href={`#/tournament/${state.created}`}>
            {t("open_tournament")}
          </a>
        ) : (
          <button type="submit" class="primary big" disabled={state.busy || !texts}>
            {t("create")}
          </button>
        )}
      </p>
    </form>
  );
}

/** `created`: the id of the new tournament; `report`: the entrants who could not be added to it. */
type State = { busy?: boolean; problem?: Failure; created?: string; report?: Report };

/** Create the tournament unless it is created, add its entrants, and open it if all are added. */
async function createTournament(body: TournamentRequest, entrants: ListedEntrant[], id?: string, token?: string) {
  const created = id ?? (await call("POST /tournaments", { body }, { token })).tournament;
  const added = await addAll(created, entrants, token).catch((error) => ({ problem: problemOf(error) }));
  if ("problem" in added) return { created, problem: added.problem };
  if (added.rejected.length) return { created, report: added };
  location.hash = `#/tournament/${created}`;
  return { created, busy: true };
}

type NextEntrantsProps = {
  all: Former["entrants"];
  entrants: Former["entrants"];
  change: (entrants: Former["entrants"]) => void;
};

/** The entrants of the division, each of whom can be left out. */
function NextEntrants({ all, entrants, change }: NextEntrantsProps) {
  return (
    <fieldset class="card">
      <legend>{t("next_season")}</legend>
      <p class="faint">{t("next_season_note")}</p>
      <div class="fields narrow">
        {all.map((each) => (
          <Switch
            key={each.name}
            label={each.name}
            value={entrants.includes(each)}
            change={(isIn) => change(all.filter((other) => (other === each ? isIn : entrants.includes(other))))}
          />
        ))}
      </div>
    </fieldset>
  );
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
