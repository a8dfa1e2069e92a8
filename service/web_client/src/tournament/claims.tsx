/** Claims about matches: entrants file, answer and appeal them, and referees decide them. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { useFetch } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { Schemas } from "../types";
import { Choice, Text } from "./fields";
import { FormDialog } from "./formdialog";
import { formatDate, positionsOf } from "./model";
import type { PageProps } from "./page";
import { ResultDialog } from "./result";

type Claim = Schemas["MatchClaim"];
type Step = Claim["steps"][number];
type NextStep = NonNullable<Claim["allowed"]>[number];
type Kind = NonNullable<Claim["kind"]>;
type ShownClaim = PageProps & { claim: Claim; names: Map<string, string>; reload: () => void };

const KINDS: Kind[] = ["result", "conduct", "technical", "other"];
const LONGEST = { text: 500, versions: 60 };

/** The claims that the user may see; none for spectators. */
export function useClaims({ data, account, may }: PageProps) {
  const { tournament, version } = data.tournament;
  const isConcerned = Boolean(data.rounds.length && account.key && (may("referee") || ownEntrant({ data, account })));
  return useFetch(
    async () =>
      isConcerned ? call("GET /tournaments/{tournament}/claims", { tournament }, { token: account.key }) : undefined,
    [tournament, version, account.key, isConcerned],
  );
}

export function Claims(props: PageProps) {
  const { data, account } = props;
  const [isFiling, file] = useState(false);
  const { value, reload } = useClaims(props);
  const own = ownEntrant({ data, account });
  const matches = own && data.tournament.status !== "cancelled" ? matchesOf(props, own.entrant) : [];
  const claims = value?.claims ?? [];
  if (!claims.length && !matches.length) return null;
  const names = new Map(value?.players?.map(({ player, name }) => [player, name ?? player]));
  for (const { player, name } of data.entrants) if (player) names.set(player, name);
  return (
    <details class="card cup-claims" open={claims.length > 0}>
      <summary>
        <h2>{t("claims")}</h2>
      </summary>
      {claims.length ? (
        <ul class="cup-claim-list">
          {claims.map((claim) => (
            <ClaimCard key={claim.claim} {...props} claim={claim} names={names} reload={reload} />
          ))}
        </ul>
      ) : null}
      {matches.length ? (
        <>
          <p class="faint">{t("claims_note")}</p>
          <p class="row">
            <button type="button" onClick={() => file(true)}>
              {t("file_claim")}
            </button>
          </p>
        </>
      ) : null}
      {isFiling ? <FilingDialog {...props} matches={matches} reload={reload} close={() => file(false)} /> : null}
    </details>
  );
}

/** A claim with its steps, and what the user can do about it. */
function ClaimCard(props: ShownClaim) {
  const { claim, data, may } = props;
  const [asked, ask] = useState<NextStep | "result">();
  const close = () => ask(undefined);
  const round = data.rounds.find((each) => each.round === claim.round);
  const table = round?.tables.find((each) => each.table === claim.table);
  const title = t("claim_title", { claim: claim.claim, round: claim.round, table: claim.table });
  const isDeciding = claim.allowed?.includes("upheld") && may("referee");
  return (
    <li>
      <h3>{title}</h3>
      <p class="faint">
        {claim.kind ? `${t("claim_kind_named", { kind: claim.kind })} · ` : ""}
        {t("claim_status", { status: claim.status })}
      </p>
      <ol class="cup-claim-steps">
        {claim.steps.map((step) => (
          <StepLine key={`${step.at} ${step.step} ${step.by}`} {...props} step={step} />
        ))}
      </ol>
      <p class="row">
        {claim.allowed?.map((step) => (
          <button type="button" key={step} class="small" onClick={() => ask(step)}>
            {t("claim_send", { step })}
          </button>
        ))}
        {isDeciding && round && table ? (
          <button type="button" class="quiet small" onClick={() => ask("result")}>
            {t("set_result")}
          </button>
        ) : null}
      </p>
      {asked === "result" && round && table ? (
        <ResultDialog {...props} round={round} table={table} close={close} />
      ) : null}
      {asked && asked !== "result" ? <StepDialog {...props} step={asked} close={close} /> : null}
    </li>
  );
}

/** Who did what, when, and in which words. */
function StepLine({ step, claim, data, nameOf, names }: ShownClaim & { step: Step }) {
  const name = step.entrant === undefined ? (names.get(step.by ?? "") ?? "…") : nameOf(step.entrant);
  return (
    <li>
      <time class="faint" datetime={step.at}>
        {formatDate(step.at, currentLanguage())}
      </time>{" "}
      {t("claim_step", { step: step.step, name })}
      {step.text ? (
        <>
          {" "}
          <em>
            “<bdi>{step.text}</bdi>”
          </em>
        </>
      ) : null}
      <Evidence step={step} claim={claim} data={data} />
    </li>
  );
}

/** A link to the game that a step names, with the positions in its log. */
function Evidence({ step, claim, data }: Pick<ShownClaim, "claim" | "data"> & { step: Step }) {
  if (!step.versions?.length) return null;
  const game = step.game ?? 0;
  const words = t("claim_positions", { game: game + 1, positions: step.versions.join(", ") });
  const table = data.rounds.find(({ round }) => round === claim.round)?.tables[claim.table - 1];
  const id = table?.games[game]?.game_id;
  return <> {id ? <a href={`#/game/${id}`}>{words}</a> : words}</>;
}

type StepDialogProps = ShownClaim & { step: NextStep; close: () => void };

function StepDialog({ claim, data, account, step, reload, close }: StepDialogProps) {
  const [text, setText] = useState("");
  const [versions, setVersions] = useState("");
  const given = { tournament: data.tournament.tournament, claim: claim.claim };
  const isDecision = step === "upheld" || step === "rejected";
  const hasEvidence = step === "answered" || step === "appealed";
  const send = () => {
    const body = { step, text: text.trim(), versions: positionsOf(versions) };
    return call("POST /tournaments/{tournament}/claims/{claim}/steps", { ...given, body }, { token: account.key }).then(
      reload,
    );
  };
  return (
    <FormDialog title={t("claim_send", { step })} close={close} send={send}>
      <Text label={t("claim_step_text", { step })} value={text} most={LONGEST.text} isNeeded change={setText} />
      {isDecision ? <p class="faint">{t("claim_decision_note")}</p> : null}
      {hasEvidence ? <Positions value={versions} change={setVersions} /> : null}
    </FormDialog>
  );
}

type FilingProps = PageProps & { matches: [string, string][]; reload: () => void; close: () => void };

/** The form that files a claim about one of the user's matches. */
function FilingDialog({ data, account, matches, reload, close }: FilingProps) {
  const [place, setPlace] = useState(matches[0][0]);
  const [kind, setKind] = useState(KINDS[0]);
  const [text, setText] = useState("");
  const [versions, setVersions] = useState("");
  const [round, table] = place.split(".").map(Number);
  const send = () => {
    const body = { round, table, kind, text: text.trim(), versions: positionsOf(versions) };
    const { tournament } = data.tournament;
    return call("POST /tournaments/{tournament}/claims", { tournament, body }, { token: account.key }).then(reload);
  };
  return (
    <FormDialog title={t("file_claim")} close={close} send={send}>
      <Choice label={t("claim_match")} value={place} choices={matches} change={setPlace} />
      <Choice
        label={t("claim_kind")}
        value={kind}
        choices={KINDS.map((each) => [each, t("claim_kind_named", { kind: each })])}
        change={setKind}
      />
      <Text label={t("claim_text")} value={text} most={LONGEST.text} isNeeded change={setText} />
      <Positions value={versions} change={setVersions} />
    </FormDialog>
  );
}

const Positions = (props: { value: string; change: (value: string) => void }) => (
  <Text
    {...props}
    label={t("claim_versions")}
    note={t("claim_versions_note")}
    most={LONGEST.versions}
    pattern="[0-9 ,]*"
  />
);

/** How many claims wait for a decision; the next round does not wait for them. */
export function PendingClaims(props: PageProps) {
  const { value } = useClaims(props);
  const count = value?.claims.filter(({ status }) => status === "open" || status === "appealed").length;
  return count ? <p class="notice">{t("claims_pending", { count })}</p> : null;
}

/** Return the entrant that is the user, withdrawn or not. */
const ownEntrant = ({ data, account }: Pick<PageProps, "data" | "account">) =>
  data.entrants.find(({ player }) => player !== undefined && player === account.me?.player);

/** List the matches of an entrant, latest first: place and name. */
function matchesOf({ data, nameOf }: PageProps, own: number): [string, string][] {
  const matches = data.rounds.flatMap(({ round, tables }) =>
    tables
      .filter(({ entrants }) => entrants.some(({ entrant }) => entrant === own))
      .map(({ table, entrants }): [string, string] => [
        `${round}.${table}`,
        t("claim_match_named", { round, table, names: entrants.map(({ entrant }) => nameOf(entrant)).join(", ") }),
      ]),
  );
  return matches.reverse();
}
