/** The form that creates a game, built from the options of the ruleset. */

import { gameTexts } from "@bottega/client/texts";
import { useState } from "preact/hooks";
import { createGame, useAccount } from "./account";
import { call } from "./api";
import { ErrorMessage, Loading, problemOf, useFetch, useTitle } from "./components";
import { preloadDrawing } from "./drawings";
import { Facts, HelpButton, Picture, seatCounts } from "./help";
import { currentLanguage, screenText as t } from "./i18n";
import { nearestLevel } from "./levels";
import { Option, type OptionValue } from "./options";
import { defaultSeats, type SeatSetup, Seats } from "./seats";
import { setSetting } from "./storage";
import type { Terms } from "./terms";
import { termsBody, USUAL } from "./terms";
import { TermsFields } from "./termsfields";
import type { Failure, Ruleset, SeatRequest } from "./types";

type FormProps = { ruleset: Ruleset };
/** Values of the options that are not the default, by name. */
type Options = Record<string, OptionValue | undefined>;

export function Create({ ruleset }: { ruleset: string }) {
  const { value, problem } = useFetch(() => call("GET /rulesets/{ruleset}", { ruleset }), [ruleset]);
  useTitle(value?.title ?? "");
  if (problem) return <ErrorMessage problem={problem} isScreen />;
  if (!value) return <Loading label={t("loading")} />;
  return <Form ruleset={value} />;
}

function Form({ ruleset }: FormProps) {
  const [setups, setSetups] = useState(() => defaultSeats(ruleset));
  const [options, setOptions] = useState<Options>({});
  const [terms, setTerms] = useState(USUAL);
  const account = useAccount();
  const [state, setState] = useState<{ busy?: boolean; problem?: Failure }>({});
  const texts = gameTexts(
    ruleset,
    currentLanguage(),
    setups.map((setup, seat) => setup.name || t("player", { number: seat + 1 })),
  );
  const submit = async (event: Event) => {
    event.preventDefault();
    setState({ busy: true });
    await create(ruleset, setups, options, terms).catch((error) => setState({ problem: problemOf(error) }));
  };
  return (
    <form class="create" onSubmit={submit}>
      <header class="create-head">
        <Picture {...ruleset} />
        <div>
          <h1>{ruleset.title}</h1>
          <p class="faint">{seatCounts(ruleset)}</p>
          <Facts {...ruleset} />
        </div>
        <p>
          <HelpButton ruleset={ruleset.ruleset} title={ruleset.title} />
        </p>
      </header>
      <Seats ruleset={ruleset} texts={texts} setups={setups} setSetups={setSetups} />
      {ruleset.options.length ? (
        <fieldset class="card">
          <legend>{t("options")}</legend>
          {ruleset.options.map((option) => (
            <Option
              key={option.name}
              option={option}
              texts={texts}
              value={options[option.name]}
              change={(value) => setOptions({ ...options, [option.name]: value })}
              seats={setups.length}
            />
          ))}
        </fieldset>
      ) : null}
      <TermsFields terms={terms} ruleset={ruleset} change={setTerms} account={account} />
      <ErrorMessage problem={state.problem} ruleset={ruleset.ruleset} />
      <p class="row end">
        <a class="button quiet" href="#/">
          {t("back")}
        </a>
        <button type="submit" class="primary big" disabled={state.busy}>
          {t("begin")}
        </button>
      </p>
    </form>
  );
}

/** Create the game and open it. */
async function create(ruleset: Ruleset, setups: SeatSetup[], options: Options, terms: Terms) {
  preloadDrawing(ruleset.ruleset); // while the game is created
  const filled = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== ""));
  const body = {
    ruleset: ruleset.ruleset,
    rules_version: ruleset.rules_version,
    options: filled,
    seats: setups
      .map((setup) => ({ ...setup, level: nearestLevel(ruleset, [setups.length], setup.level) }))
      .map(seatOf),
    ...termsBody(terms, ruleset),
    ...(setups.some(({ kind }) => kind === "open") ? { starts: "when_seated" as const } : {}),
  };
  await createGame(body);
  const first = setups.find(({ kind, name }) => kind === "human" && name);
  if (first) setSetting("name", first.name);
}

function seatOf({ kind, name, level, colour }: SeatSetup, seat: number): SeatRequest {
  const chosen = colour ? { colour } : {};
  if (kind === "ai") return { kind, level, ...chosen };
  if (kind === "open") return { kind, ...chosen };
  return { kind, name: name.trim() || t("player", { number: seat + 1 }), ...chosen };
}
