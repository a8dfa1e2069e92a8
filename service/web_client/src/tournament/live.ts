/** Live data of a tournament: loaded once, then updated by its log. */

import { retry } from "@bottega/client/follow";
import { useEffect, useState } from "preact/hooks";
import { call, pages, pause } from "../api";
import { problemOf } from "../components";
import type { Entrant, Failure, Lineup, Round, Tournament, TournamentEvent } from "../types";
import { staleParts } from "./entries";
import { mergeRounds } from "./model";

export type TournamentData = {
  tournament: Tournament;
  entrants: Entrant[];
  rounds: Round[];
  /** the line-ups that the user may set */
  lineups: Lineup[];
};
type Source = { id: string; token?: string; signal: AbortSignal; onConnection: (isConnected: boolean) => void };

type Followed = { data?: TournamentData; problem?: Failure; isConnected: boolean };

/** Smallest time between updates: many tables may end at once. */
const SETTLE_SECONDS = 0.6;
/** Above this number of changed rounds, all rounds are fetched in one request. */
const MOST_ROUNDS_ALONE = 4;
const MOST_ENTRIES = 500;

/** Follow a tournament while it is shown, once the account is known. */
export function useTournament(id: string, token: string | undefined, isReady: boolean) {
  const [state, setState] = useState<Followed>({ isConnected: true });
  useEffect(() => {
    if (!isReady) return;
    const controller = new AbortController();
    const change = (changes: Partial<Followed>) =>
      !controller.signal.aborted && setState((before) => ({ ...before, ...changes }));
    const source = {
      id,
      token,
      signal: controller.signal,
      onConnection: (isConnected: boolean) => change({ isConnected }),
    };
    follow(source, (data) => change({ data, problem: undefined })).catch((error) =>
      change({ problem: problemOf(error) }),
    );
    return () => controller.abort();
  }, [id, token, isReady]);
  return state;
}

/** Report a tournament now and after each change, until its end. */
async function follow(source: Source, onChange: (data: TournamentData) => void) {
  let data = await fetchAll(source);
  onChange(data);
  const { id: tournament, ...rest } = source;
  const after = data.tournament.version;
  for await (const { events, seating } of pages({ tournament, ...rest, after, limit: MOST_ENTRIES })) {
    const isNew = events.length > 0;
    const fresh = isNew && (await retry(source, () => refetch(source, data, events)));
    data = fresh || { ...data, tournament: { ...data.tournament, seating } };
    onChange(data);
    if (isNew) await pause(SETTLE_SECONDS, source.signal);
  }
}

/** Fetch the whole tournament. Its version comes first, so that no later change is missed. */
async function fetchAll({ id: tournament, token, signal }: Source): Promise<TournamentData> {
  const found = await call("GET /tournaments/{tournament}", { tournament }, { token, signal });
  const options = { token, signal, attempts: 1 };
  const [{ entrants, lineups = [] }, { rounds }] = await Promise.all([
    call("GET /tournaments/{tournament}/entrants", { tournament }, options),
    call("GET /tournaments/{tournament}/rounds", { tournament }, options),
  ]);
  return { tournament: found, entrants, rounds, lineups };
}

/** Fetch the parts that some events have changed. */
async function refetch(source: Source, data: TournamentData, events: TournamentEvent[]): Promise<TournamentData> {
  const { id: tournament, token, signal } = source;
  const options = { token, signal, attempts: 1 };
  const { entrants: isOther, lineups: areLineups, ...stale } = staleParts(events);
  const hasOther = isOther || (areLineups && data.tournament.team_matches !== undefined);
  const [found, { entrants, lineups = [] }, rounds] = await Promise.all([
    call("GET /tournaments/{tournament}", { tournament }, options),
    hasOther ? call("GET /tournaments/{tournament}/entrants", { tournament }, options) : data,
    refetchRounds(source, data.rounds, stale),
  ]);
  return { tournament: found, entrants, rounds, lineups };
}

type StaleRounds = { rounds: number[]; areAllRounds: boolean };

/** Fetch the changed rounds, or all of them if one was deleted or many have changed. */
async function refetchRounds(source: Source, old: Round[], { rounds: numbers, areAllRounds }: StaleRounds) {
  const { id: tournament, token, signal } = source;
  const options = { token, signal, attempts: 1 };
  if (areAllRounds || numbers.length > MOST_ROUNDS_ALONE)
    return (await call("GET /tournaments/{tournament}/rounds", { tournament }, options)).rounds;
  const fresh = numbers.map((round) =>
    call("GET /tournaments/{tournament}/rounds/{round}", { tournament, round }, options),
  );
  return mergeRounds(old, await Promise.all(fresh));
}
