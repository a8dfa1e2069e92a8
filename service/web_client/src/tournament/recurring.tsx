/** The series of a tournament that repeats: its rule, its neighbours, and its end. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { useFetch } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import { FormDialog } from "./formdialog";
import { formatDate } from "./model";
import type { PageProps } from "./page";
import { ruleText } from "./repeats";

/** The rule in words, with links to the next and the previous tournament; nothing for a single tournament. */
export function Recurring(props: PageProps) {
  const { data, account, may } = props;
  const { repeats, next_tournament: next, previous_tournament: previous, status, seed } = data.tournament;
  const [isAsked, ask] = useState(false);
  if (!repeats && !previous) return null;
  const isOpen = seed === undefined && status !== "cancelled" && !next;
  return (
    <>
      <p class="cup-facts">
        {repeats ? <span>{ruleText(repeats)}</span> : null}
        {next ? <NextLink id={next} token={account.key} /> : null}
        {previous ? <a href={`#/tournament/${previous}`}>{t("repeat_previous")}</a> : null}
        {isOpen && repeats && repeats.events !== 1 && may("organise") ? (
          <button type="button" class="quiet small" onClick={() => ask(true)}>
            {t("repeat_end")}
          </button>
        ) : null}
      </p>
      {isAsked ? <EndDialog {...props} close={() => ask(false)} /> : null}
    </>
  );
}

/** A link to the next tournament, with its start as soon as it is known. */
function NextLink({ id, token }: { id: string; token?: string }) {
  const { value } = useFetch(() => call("GET /tournaments/{tournament}", { tournament: id }, { token }), [id, token]);
  const at = value?.starts_at;
  return (
    <a href={`#/tournament/${id}`}>
      {t("repeat_next", { at: at ? formatDate(at, currentLanguage(), "medium") : "none" })}
    </a>
  );
}

/** Make the tournament the last one of its series. */
function EndDialog({ data, account, close }: PageProps & { close: () => void }) {
  const { tournament, repeats } = data.tournament;
  const send = async () =>
    repeats &&
    call(
      "PATCH /tournaments/{tournament}",
      { tournament, body: { repeats: { ...repeats, events: 1 } } },
      { token: account.key },
    );
  return (
    <FormDialog title={t("repeat_end")} close={close} send={send}>
      <p>{t("repeat_end_note")}</p>
    </FormDialog>
  );
}
