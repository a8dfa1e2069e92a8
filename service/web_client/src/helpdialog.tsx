/** "How to play" in a dialog beside a game. */

import { call } from "./api";
import { Dialog, useFetch } from "./components";
import { LearnLink } from "./help";
import { HowToCard } from "./howto";
import { screenText as t } from "./i18n";

type HelpDialogProps = { ruleset: string; title: string; close: () => void };

export const HelpDialog = ({ ruleset, title, close }: HelpDialogProps) => (
  <Dialog title={title} close={close} kind="broad">
    <HowToCard ruleset={ruleset} />
    <p class="row end">
      <a class="button quiet" href={`#/rules/${ruleset}`}>
        {t("all_rules")}
      </a>
      <LearnLater ruleset={ruleset} />
    </p>
  </Dialog>
);

/** A link to the lesson of a ruleset whose summary is not loaded. */
function LearnLater({ ruleset }: { ruleset: string }) {
  const { value } = useFetch(() => call("GET /rulesets"), []);
  const summary = value?.rulesets.find((each) => each.ruleset === ruleset);
  return summary ? <LearnLink {...summary} /> : null;
}
