/** The tournament log, latest entry first, with who caused an entry and why. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { useFetch } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { EventFields } from "../types";
import { isShown } from "./entries";
import type { TournamentData } from "./live";
import { formatDate } from "./model";
import type { PageProps } from "./page";

const LATEST = 60;

export function Log(props: PageProps) {
  const [isOpen, open] = useState(false);
  return (
    <details class="card cup-log" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        <h2>{t("tournament_log")}</h2>
      </summary>
      {isOpen ? <Entries {...props} /> : null}
    </details>
  );
}

function Entries({ data: { tournament }, account, nameOf, data }: PageProps) {
  const { tournament: id, version } = tournament;
  const { value } = useFetch(() => {
    const given = { tournament: id, after: Math.max(0, version - LATEST), limit: LATEST };
    return call("GET /tournaments/{tournament}/events", given, { token: account.key });
  }, [id, version, account.key]);
  const all: EventFields[] = value?.events ?? [];
  const names = new Map(value?.players?.map(({ player, name }) => [player, name ?? player]));
  for (const { player, name } of data.entrants) if (player) names.set(player, name);
  const opensChallenge = ({ type, round }: EventFields) =>
    type === "opened" && data.rounds.some((each) => each.round === round && isChallenged(each));
  const events = all.filter((each) => isShown(each) && !opensChallenge(each)).reverse();
  return (
    <ol class="cup-entries" tabIndex={0} aria-label={t("tournament_log")}>
      {events.map((event) => (
        <li key={event.number}>
          <time datetime={event.at}>{formatDate(event.at, currentLanguage())}</time>
          <span>
            {t("tournament_event", {
              ...sentenceArguments(event, entrantsAt(event, all, data), nameOf),
              ...staffArguments(event, names),
            })}
            {isByOther(event, data) ? <Author name={names.get(event.by ?? "")} /> : null}
            {event.reason ? (
              <>
                {" "}
                <em>
                  “<bdi>{event.reason}</bdi>”
                </em>
              </>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Whether a round is a challenge of a ladder; its pairing says so in the log. */
const isChallenged = ({ challenger }: { challenger?: number }) => challenger !== undefined;

/** Whether an entry does not say who caused it: its entrant did not. */
const isByOther = ({ by, entrant, player }: EventFields, { entrants }: TournamentData) =>
  by !== undefined && by !== (entrant === undefined ? player : entrants[entrant]?.player);

function Author({ name }: { name?: string }) {
  if (!name) return null;
  return (
    <small class="faint">
      {" ("}
      <bdi>{name}</bdi>
      {")"}
    </small>
  );
}

/** Return the arguments of the sentence of an entry about the staff. */
const staffArguments = ({ type, player = "", right }: EventFields, names: Map<string, string>) =>
  type === "staff_changed" ? { name: isolateRtl(names.get(player) ?? "…"), right: right ?? "" } : {};

/** Return the entrants of the match of an entry. If its round was paired again since, an earlier entry has them. */
function entrantsAt({ number, round, table = 1 }: EventFields, events: EventFields[], { rounds }: TournamentData) {
  const ofRound = events.filter((each) => each.round === round);
  const isGone = ofRound.some((each) => each.type === "taken_back" && each.number > number);
  if (!isGone)
    return rounds.find((each) => each.round === round)?.tables[table - 1]?.entrants.map(({ entrant }) => entrant) ?? [];
  const paired = ofRound.findLast((each) => each.type === "paired" && each.number < number);
  return paired?.tables?.[table - 1]?.entrants ?? [];
}

/** Return the arguments of the sentence of an entry; `entrants` are those of its match. */
function sentenceArguments(event: EventFields, entrants: number[], nameOf: (entrant: number) => string) {
  const order = entrants
    .map((entrant, index) => ({ name: nameOf(entrant), rank: event.ranks?.[index] ?? 0 }))
    .sort((one, other) => one.rank - other.rank);
  return {
    type: isChallenged(event) ? "challenged" : event.type,
    ...namesOf(event, nameOf),
    round: event.round ?? 0,
    table: event.table ?? 0,
    stage: (event.stage ?? 0) + 1,
    order: order.map(({ name, rank }) => `${rank}. ${name}`).join(", "),
    aborted: String(Boolean(event.aborted)),
    lost: String(Boolean(event.double_loss)),
    corrected: String(Boolean(event.corrected)),
    points: event.penalty ?? 0,
    claim: event.claim ?? 0,
    step: event.step ?? "",
    seat: (event.seat ?? 0) + 1,
    away: String(Boolean(event.until)),
    until: event.until ? formatDate(event.until, currentLanguage()) : "",
  };
}

/** Return who an entry is about: its team, its entrants, or its entrant, and the opponent of a challenge. */
function namesOf(event: EventFields, nameOf: (entrant: number) => string) {
  const { type, team, challenger, tables, entrants = [] } = event;
  const opponent = tables?.[0]?.entrants.find((each) => each !== challenger);
  if (challenger !== undefined && opponent !== undefined)
    return { name: nameOf(challenger), opponent: nameOf(opponent) };
  if (type === "lineup_set") return { name: isolateRtl(team ?? ""), opponent: "" };
  return { name: type === "forfeited" ? entrants.map(nameOf).join(", ") : entrantOf(event, nameOf), opponent: "" };
}

/** Return the name of the entrant of an entry: the one of that time, if the entry has it. */
function entrantOf({ entrant, name }: EventFields, nameOf: (entrant: number) => string) {
  if (entrant === undefined) return "";
  return name ? isolateRtl(name) : nameOf(entrant);
}
