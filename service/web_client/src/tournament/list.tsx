/** The screen that lists all tournaments. */

import { useState } from "preact/hooks";
import { useAccount } from "../account";
import { call } from "../api";
import { ErrorMessage, Loading, useFetch } from "../components";
import type { TitlesProps } from "../gameline";
import { tournamentText as t } from "../i18n";
import type { TournamentSummary } from "../types";
import { Lines, type Status } from "./lines";

const STATUSES: (Status | undefined)[] = [undefined, "registration", "running", "over"];

const PAGE_SIZE = 20;

type Filter = { status?: Status; label: string; mine: boolean };

/** Fetch pages of the list. */
async function fetchPages({ status, label, mine }: Filter, pages: number, token?: string) {
  const tournaments: TournamentSummary[] = [];
  const own = { ...(label ? { label } : {}), ...(mine ? { mine } : {}) };
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const answer = await call("GET /tournaments", { status, limit: PAGE_SIZE, cursor, ...own }, { token });
    tournaments.push(...answer.tournaments);
    cursor = answer.next_cursor;
    if (!cursor) break;
  }
  return { tournaments, hasMore: Boolean(cursor) };
}

export function List({ titles }: TitlesProps) {
  const { key, isKnown } = useAccount();
  const [filter, setFilter] = useState<Filter>({ label: "", mine: false });
  const { status, label, mine } = filter;
  const [pages, setPages] = useState(1);
  const { value, problem, reload } = useFetch(
    async () => (isKnown ? fetchPages(filter, pages, key) : undefined),
    [status, label, mine, pages, key, isKnown],
  );
  const choose = (changes: Partial<Filter>) => {
    setPages(1);
    setFilter({ ...filter, ...changes });
  };
  return (
    <div class="cups">
      <header class="cup-head">
        <div>
          <h1>{t("tournaments")}</h1>
          <p class="faint">{t("tournaments_more")}</p>
        </div>
        <p class="row">
          <a class="button quiet" href="#/seasons">
            {t("seasons")}
          </a>
          <a class="button primary" href="#/new-tournament">
            {t("create_tournament")}
          </a>
        </p>
      </header>
      <div class="row" role="group" aria-label={t("status")}>
        {STATUSES.map((each) => (
          <button
            type="button"
            key={each ?? "all"}
            class="quiet small choosable"
            aria-pressed={each === status}
            onClick={() => choose({ status: each })}
          >
            {each ? t("tournament_status", { status: each }) : t("all")}
          </button>
        ))}
        {key ? (
          <button
            type="button"
            class="quiet small choosable"
            aria-pressed={mine}
            onClick={() => choose({ mine: !mine, label: "" })}
          >
            {t("my_tournaments")}
          </button>
        ) : null}
        <button type="button" class="quiet small" onClick={reload}>
          {t("refresh")}
        </button>
      </div>
      {mine ? (
        <label class="field wide">
          <span>{t("cup_label")}</span>
          <input
            value={label}
            maxlength={64}
            onChange={(event) => choose({ label: event.currentTarget.value.trim() })}
          />
        </label>
      ) : null}
      <ErrorMessage problem={problem} />
      {!value && !problem ? <Loading label={t("loading")} /> : null}
      {value && !value.tournaments.length ? <p class="faint">{t("no_tournaments")}</p> : null}
      <Lines tournaments={value?.tournaments ?? []} titles={titles} />
      {value?.hasMore ? (
        <p class="row">
          <button type="button" class="quiet" onClick={() => setPages(pages + 1)}>
            {t("more")}
          </button>
        </p>
      ) : null}
    </div>
  );
}
