/** Texts of the rules in other screens: the short help of a game, and a dialog with one paragraph. */

import { call } from "./api";
import { Dialog, ErrorMessage, Loading, useFetch } from "./components";
import { screenText as t } from "./i18n";
import type { Failure, Ruleset } from "./types";

/** What to do on a turn, when the game ends, and what scores. */
export function Help({ ruleset }: { ruleset: string }) {
  const { value, problem } = useFetch(() => call("GET /rulesets/{ruleset}", { ruleset }), [ruleset]);
  if (!value) return <Missing problem={problem} />;
  const parts = value.help ? partsOf(value.help) : namedParts(value);
  return (
    <div class="help">
      {parts
        .filter(({ lines }) => lines.length)
        .map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {lines.map(({ text, paragraph }) => (
                <li key={paragraph ?? text}>
                  {text}
                  {paragraph ? (
                    <>
                      {" "}
                      <a class="rule-link" href={`#/rules/${ruleset}/${paragraph}`}>
                        {"§ "}
                        {paragraph}
                      </a>
                    </>
                  ) : null}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

type Help = NonNullable<Ruleset["help"]>;
type Part = { title: string; lines: { text: string; paragraph?: string }[] };

const partsOf = ({ turn = [], end = [], scoring = [] }: Help): Part[] => [
  { title: t("help_turn"), lines: turn },
  { title: t("help_end"), lines: end },
  { title: t("help_scoring"), lines: scoring },
];

/** Return the names of actions and score items, for a game without help. */
function namedParts({ names, action_types: types }: Ruleset): Part[] {
  const named = (kind: string) => names.filter((each) => each.kind === kind);
  return [
    {
      title: t("help_turn"),
      lines: named("action")
        .filter((each) => types.includes(each.id))
        .map((each) => ({ text: each.name })),
    },
    { title: t("help_scoring"), lines: named("score_item").map((each) => ({ text: each.name })) },
  ];
}

/** Why something is not shown, or that it is loading. */
const Missing = ({ problem }: { problem?: Failure }) =>
  problem ? <ErrorMessage problem={problem} /> : <Loading label={t("loading")} />;

type ParagraphProps = { ruleset: string; paragraph: string; close: () => void };

/** A dialog with a paragraph of the rules. */
export function Paragraph({ ruleset, paragraph, close }: ParagraphProps) {
  const { value, problem } = useFetch(() => call("GET /rulesets/{ruleset}/rules", { ruleset }), [ruleset]);
  const found = value?.paragraphs.find((each) => each.paragraph === paragraph);
  return (
    <Dialog title={`§ ${paragraph}`} close={close} kind="narrow">
      {value ? (
        <>
          <p class="rule-text">{found?.text ?? t("no_paragraph")}</p>
          <p class="row end">
            <a class="button quiet small" href={`#/rules/${ruleset}/${paragraph}`}>
              {t("all_rules")}
            </a>
          </p>
        </>
      ) : (
        <Missing problem={problem} />
      )}
    </Dialog>
  );
}
