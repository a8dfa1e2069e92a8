/** The screens of seasons: the list, and one season with its tables. */

import { useState } from "preact/hooks";
import type { Account } from "../account";
import { mayOrganise, useAccount } from "../account";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { ErrorMessage, Loading, useFetch, useTitle } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import { formatDate } from "../tournament/model";
import type { Season } from "../types";
import { ConfirmDialog } from "./confirm";
import { DeleteDialog } from "./delete";
import { Division } from "./division";
import { SeasonDialog } from "./edit";

type ScreensProps = { screen: string; argument: string };
type DialogName = "change" | "confirm" | "delete";
/** What the dialogs of a season need. */
export type SeasonDialogProps = { season: Season; token?: string; close: () => void };

export const SeasonScreens = ({ screen, argument }: ScreensProps) =>
  screen === "season" ? <OneSeason id={argument} /> : <SeasonList />;

function SeasonList() {
  useTitle(t("seasons"));
  const account = useAccount();
  const { key, isKnown } = account;
  const [isMine, setMine] = useState(false);
  const [isCreating, create] = useState(false);
  const { value, problem } = useFetch(
    async () => (isKnown ? call("GET /seasons", isMine ? { mine: true, limit: 100 } : {}, { token: key }) : undefined),
    [key, isKnown, isMine],
  );
  return (
    <div class="cups">
      <header class="cup-head">
        <div>
          <h1>{t("seasons")}</h1>
          <p class="faint">{t("seasons_more")}</p>
        </div>
        {mayOrganise(account) ? (
          <button type="button" class="primary" onClick={() => create(true)}>
            {t("create_season")}
          </button>
        ) : null}
      </header>
      <div class="row">
        <a class="button quiet small" href="#/tournaments">
          {t("all_tournaments")}
        </a>
        {key ? (
          <button type="button" class="quiet small choosable" aria-pressed={isMine} onClick={() => setMine(!isMine)}>
            {t("my_tournaments")}
          </button>
        ) : null}
      </div>
      <ErrorMessage problem={problem} />
      {!value && !problem ? <Loading label={t("loading")} /> : null}
      {value && !value.seasons.length ? <p class="faint">{t("no_seasons")}</p> : null}
      <ul class="games">
        {(value?.seasons ?? []).map(({ season, name, created_at: at }) => (
          <li key={season} class="game-line">
            <a class="game-link" href={`#/season/${season}`}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <span class="game-state">{formatDate(at, currentLanguage(), "medium")}</span>
            </a>
          </li>
        ))}
      </ul>
      {isCreating ? <SeasonDialog token={key} close={() => create(false)} /> : null}
    </div>
  );
}

function OneSeason({ id }: { id: string }) {
  const account = useAccount();
  const { value, problem, reload } = useFetch(
    async () => (account.isKnown ? call("GET /seasons/{season}", { season: id }, { token: account.key }) : undefined),
    [id, account.key, account.isKnown],
  );
  useTitle(value ? isolateRtl(value.name) : t("seasons"));
  if (problem) return <ErrorMessage problem={problem} isScreen />;
  return value ? <Shown season={value} account={account} reload={reload} /> : <Loading label={t("loading")} />;
}

type ShownProps = { season: Season; account: Account; reload: () => void };

function Shown({ season, account, reload }: ShownProps) {
  const { value } = useFetch(() => call("GET /rulesets"), []);
  const titles = new Map<string, string>((value?.rulesets ?? []).map((each) => [each.ruleset, each.title]));
  const isOrganiser = mayOrganise(account) && account.me?.player === season.organiser;
  const { divisions, risers, status } = season;
  return (
    <article class="cup">
      <header class="cup-head">
        <div>
          <p class="eyebrow">{t("season")}</p>
          <h1>
            <bdi>{season.name}</bdi>
          </h1>
          <p class="cup-facts">
            <span>{t("season_status", { status })}</span>
            {risers && divisions.length > 1 ? <span>{t("risers_fact", { count: risers })}</span> : null}
          </p>
        </div>
        <p class="row">
          <a class="button quiet small" href="#/seasons">
            {t("seasons")}
          </a>
        </p>
      </header>
      {season.description ? (
        <p class="card cup-texts">
          <bdi>{season.description}</bdi>
        </p>
      ) : null}
      {isOrganiser ? <Controls season={season} token={account.key} reload={reload} /> : null}
      {season.confirmation_reason ? (
        <p class="card">
          {t("confirmed_because")}
          {": "}
          <bdi>{season.confirmation_reason}</bdi>
        </p>
      ) : null}
      {divisions.map((division, number) => (
        <Division
          key={`${number}-${division.name}`}
          number={number}
          division={division}
          founding={isOrganiser ? `#/new-tournament/${season.season}/${number}` : undefined}
          titles={titles}
          own={account.me?.player}
        />
      ))}
    </article>
  );
}

type ControlsProps = { season: Season; token?: string; reload: () => void };

/** What the organiser can do with a season. */
function Controls({ season, token, reload }: ControlsProps) {
  const [dialog, open] = useState<DialogName>();
  const close = () => {
    open(undefined);
    reload();
  };
  const props = { season, token, close };
  return (
    <section class="card stack">
      <p class="faint">{t("season_note", { status: season.status })}</p>
      <div class="row">
        {season.status === "running" ? null : (
          <button type="button" class="primary" onClick={() => open("confirm")}>
            {t("confirm_season")}
          </button>
        )}
        <button type="button" onClick={() => open("change")}>
          {t("change_season")}
        </button>
        <button type="button" class="quiet" onClick={() => open("delete")}>
          {t("delete_season")}
        </button>
      </div>
      {dialog === "change" ? <SeasonDialog {...props} /> : null}
      {dialog === "confirm" ? <ConfirmDialog {...props} /> : null}
      {dialog === "delete" ? <DeleteDialog {...props} close={() => open(undefined)} /> : null}
    </section>
  );
}
