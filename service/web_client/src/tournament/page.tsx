/** The screens of tournaments: list, form, and one tournament live. */

import type { GameTexts } from "@bottega/client/texts";
import { gameTexts } from "@bottega/client/texts";
import { useState } from "preact/hooks";
import type { Account } from "../account";
import { mayOrganise, useAccount } from "../account";
import { call, isLatest } from "../api";
import { isolateRtl } from "../bidi";
import { ErrorMessage, Loading, useFetch, useTitle } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import { Identity } from "../identity";
import { SeasonLinks } from "../season/link";
import { useTurnSignal } from "../signal";
import type { Tournament } from "../types";
import { Bracket } from "./bracket";
import { Claims } from "./claims";
import { OrganiserControls } from "./controls";
import { Crosstable } from "./crosstable";
import { Details } from "./details";
import { Entrants } from "./entrants";
import { Form } from "./form";
import type { Former } from "./former";
import { StatusLabel } from "./lines";
import { Lineups } from "./lineups";
import { List } from "./list";
import type { TournamentData } from "./live";
import { useTournament } from "./live";
import { Log } from "./log";
import { entrantOf, formatDate, formatNumber, gamesOf } from "./model";
import { NeedsOrganiser } from "./needsorganiser";
import { OwnTexts } from "./owntexts";
import { Participation } from "./participation";
import { isLadder } from "./plan";
import { Podium } from "./podium";
import { PrivateEntry } from "./privateentry";
import { rankingOf } from "./ranking";
import { Recurring } from "./recurring";
import { Rounds } from "./rounds";
import { Staff } from "./staff";
import { Standings } from "./standings";

/** What standings and brackets need. */
export type ShownProps = Pick<PageProps, "data" | "nameOf"> & { account: Pick<Account, "key" | "me"> };
/** What all parts of the page need. */
export type PageProps = {
  data: TournamentData;
  account: Account;
  texts: GameTexts;
  /** whether the user has a right in the tournament */
  may: (right: Right) => boolean;
  /** the code of the link that led here, to enter the tournament; empty without one */
  code: string;
  nameOf: (entrant: number) => string;
};

/** A right of the user in a tournament. */
type Right = NonNullable<Tournament["rights"]>[number];

type ScreensProps = { screen: string; argument: string; detail: string };

export function TournamentScreens({ screen, argument, detail }: ScreensProps) {
  if (screen === "tournament") return <ReloadedTournament id={argument} code={detail} />;
  if (screen === "new-tournament")
    return <TournamentRequest key={detail} season={argument} division={Number(detail)} />;
  return <TournamentList />;
}

function TournamentList() {
  useTitle(t("tournaments"));
  const { value } = useFetch(() => call("GET /rulesets"), []);
  const titles = new Map<string, string>((value?.rulesets ?? []).map((each) => [each.ruleset, each.title]));
  return <List titles={titles} />;
}

/** `season`: the id of a season whose next tournament is created, or an empty text. */
type TournamentRequestProps = { season: string; division: number };

function TournamentRequest({ season, division }: TournamentRequestProps) {
  useTitle(t("create_tournament"));
  const account = useAccount();
  const { key: token, isKnown } = account;
  const { value, problem } = useFetch(
    async () =>
      isKnown
        ? { ...(await call("GET /rulesets")), former: season ? await formerOf(season, division, token) : undefined }
        : undefined,
    [season, division, token, isKnown],
  );
  const isReady = value && isKnown;
  return (
    <div class="create">
      <header class="cup-head">
        <div>
          <h1>{t("create_tournament")}</h1>
          <p class="faint">{t("create_tournament_note")}</p>
        </div>
      </header>
      <ErrorMessage problem={problem} />
      {!isReady && !problem ? <Loading label={t("loading")} /> : null}
      {isReady && !mayOrganise(account) ? <NeedsOrganiser account={account} /> : null}
      {isReady && mayOrganise(account) ? (
        <Form token={token} rulesets={value.rulesets.filter(isLatest)} former={value.former} />
      ) : null}
    </div>
  );
}

/** Fetch what the next tournament of a division starts with: its last tournament, and its next entrants. */
async function formerOf(season: string, number: number, token?: string): Promise<Former> {
  const { divisions } = await call("GET /seasons/{season}", { season }, { token });
  const division = divisions[number];
  const last = division?.tournaments.at(-1)?.tournament;
  const tournament = last ? await call("GET /tournaments/{tournament}", { tournament: last }, { token }) : undefined;
  return { tournament, entrants: [...(division?.next_entrants ?? [])] };
}

type LiveProps = { id: string; code: string };

/** A tournament, which is loaded again once the visitor may see it. */
function ReloadedTournament(props: LiveProps) {
  const [attempt, setAttempt] = useState(0);
  return <LiveTournament key={attempt} {...props} reload={() => setAttempt(attempt + 1)} />;
}

function LiveTournament({ id, code, reload }: LiveProps & { reload: () => void }) {
  const account = useAccount();
  const { data, problem, isConnected } = useTournament(id, account.key, account.isKnown);
  const { value: ruleset } = useFetch(
    async () => data && call("GET /rulesets/{ruleset}", { ruleset: data.tournament.ruleset }),
    [data?.tournament.ruleset],
  );
  const own = data && entrantOf(data.entrants, account.me?.player);
  const isCalled = Boolean(own && gamesOf(data.rounds, own.entrant).length);
  useTitle(data ? isolateRtl(data.tournament.name) : t("tournaments"), isCalled ? t("called_title") : undefined);
  useTurnSignal(data && isCalled, data && false);
  if (problem)
    return (
      <section class="load-error stack">
        <ErrorMessage problem={problem} isScreen />
        {problem.code === "tournament_not_found" ? (
          <PrivateEntry id={id} code={code} account={account} reload={reload} />
        ) : null}
        <p class="row">
          <Identity account={account} />
          <a class="button quiet" href="#/tournaments">
            {t("all_tournaments")}
          </a>
        </p>
      </section>
    );
  if (!data || !ruleset) return <Loading label={t("loading")} />;
  const props = {
    data,
    account,
    texts: gameTexts(ruleset, currentLanguage(), []),
    code,
    may: (right: Right) => data.tournament.rights?.includes(right) ?? false,
    nameOf: (entrant: number) => isolateRtl(data.entrants[entrant]?.name ?? String(entrant + 1)),
  };
  return (
    <>
      <Page {...props} />
      {isConnected ? null : (
        <p class="connection-lost" role="status">
          {t("reconnecting")}
        </p>
      )}
    </>
  );
}

function Page(props: PageProps) {
  const { data, texts } = props;
  const { tournament } = data;
  const isBegun = Boolean(tournament.rounds) || !["registration", "cancelled"].includes(tournament.status);
  const isKnockout = tournament.stages[tournament.stage ?? 0].format.endsWith("knockout");
  const hasCrosstable = !isKnockout && !isLadder(tournament.stages);
  return (
    <article class="cup">
      <header class="cup-head">
        <div>
          <p class="eyebrow">{texts.ruleset.title}</p>
          <h1>
            <bdi>{tournament.name}</bdi>
          </h1>
          <p class="cup-facts">
            <StatusLabel status={tournament.status} />
            {facts(tournament).map((each) => (
              <span key={each}>{each}</span>
            ))}
          </p>
          <Recurring {...props} />
          <SeasonLinks tournament={tournament.tournament} token={props.account.key} />
        </div>
        {isBegun ? (
          <p class="row">
            <a class="button quiet small" href={`#/top-table/${tournament.tournament}`}>
              {t("top_table")}
            </a>
            <a class="button quiet small" href={`#/venue/${tournament.tournament}`}>
              {t("large_screen")}
            </a>
            <a class="button quiet small" href={`#/print/${tournament.tournament}`}>
              {t("print")}
            </a>
          </p>
        ) : null}
      </header>
      {tournament.status === "over" ? <FinalPodium {...props} /> : null}
      <OwnTexts texts={tournament.texts} />
      {tournament.seating ? <Creating {...tournament.seating} /> : null}
      <OrganiserControls {...props} />
      <Participation {...props} />
      <Lineups {...props} />
      {isBegun ? (
        <div class="cup-body">
          <div class="cup-column">
            <Rounds {...props} />
            {hasCrosstable ? <Crosstable {...props} /> : null}
          </div>
          <div class="cup-column">
            <Standings {...props} />
          </div>
        </div>
      ) : null}
      {isBegun ? <Bracket {...props} /> : null}
      <Entrants {...props} isOpen={!isBegun} />
      {isBegun ? null : <Bracket {...props} />}
      <Claims {...props} />
      <Staff {...props} isOpen={!isBegun} />
      <Log {...props} />
      <Details {...props} />
    </article>
  );
}

/** The podium, with the place of the user. */
function FinalPodium({ data: { tournament, entrants }, account: { key, me }, nameOf }: PageProps) {
  const { tournament: id, version } = tournament;
  const { value } = useFetch(
    () => call("GET /tournaments/{tournament}/standings", { tournament: id }, { token: key }),
    [id, version, key],
  );
  const own = entrantOf(entrants, me?.player)?.entrant;
  return value ? <Podium ranking={rankingOf(value, nameOf, own)} /> : null;
}

/** The progress of creating a round. */
function Creating({ round, games_created: created, games }: { round: number; games_created: number; games: number }) {
  const label = t("creating_round", { round, created, games });
  return (
    <p class="card cup-creating">
      <span>{label}</span>
      <progress max={games} value={created} aria-label={label}></progress>
    </p>
  );
}

/** Summarise format, games and clock. */
function facts(tournament: Tournament) {
  const { status, stages, entrants, games, deal, starts_at: at } = tournament;
  return [
    stages
      .map((stage) =>
        t("stage_facts", {
          format: stage.format,
          size: stage.table_size,
          rounds: stage.rounds ?? 0,
          groups: stage.groups ?? 1,
          matches: stage.matches ?? 0,
          minutes: stage.minutes ?? 0,
        }),
      )
      .join(" → "),
    t("entrants_count", { count: entrants }),
    ...(tournament.team_matches ? [t("team_matches_fact", { boards: tournament.team_matches.boards })] : []),
    ...(games > 1 ? [t("games_each", { count: games })] : []),
    ...(deal === "game" ? [] : [t("deal_shared", { deal })]),
    ...clockFact(tournament.clock),
    ...(status === "registration" && at ? [t("starts_at", { at: formatDate(at, currentLanguage(), "medium") })] : []),
  ];
}

function clockFact(clock: Tournament["clock"]) {
  if (!clock) return [];
  const { days, seconds } = { days: 0, seconds: 0, ...clock };
  return [t("clock_fact", { kind: clock.kind, minutes: formatNumber(seconds / 60, currentLanguage()), days })];
}
