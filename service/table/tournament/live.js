/** Live data of a tournament: loaded once, then updated by its log. */

import { useEffect, useState } from "../vendor/preact.js";
import { pages, pause, request } from "../api.js";
import { retry } from "../client/follow.js";
import { problemOf } from "../components.js";
import { mergeRounds, staleParts } from "./model.js";

/**
 * @typedef {import("../types").Tournament} Tournament
 * @typedef {import("../types").Entrant} Entrant
 * @typedef {import("../types").Round} Round
 * @typedef {{tournament: Tournament, entrants: Entrant[], rounds: Round[]}} TournamentData
 * @typedef {{id: string, token?: string, signal: AbortSignal, onConnection: (isConnected: boolean) => void}} Source
 */

const POLL_SECONDS = 25;
/** Seconds between requests while a round is being created. */
const CREATING_SECONDS = 2;
/** Seconds between requests while the next round may start, which the log does not announce. */
const BETWEEN_SECONDS = 5;
/** Smallest time between updates: many tables may end at once. */
const SETTLE_SECONDS = 0.6;
/** Above this number of changed rounds, all rounds are fetched in one request. */
const MOST_ROUNDS_ALONE = 4;
const MOST_ENTRIES = 500;

/** Follow a tournament while it is shown, once the account is known. @param {string} id @param {string | undefined} token @param {boolean} isReady @returns {{data?: TournamentData, problem?: any, isConnected: boolean}} */
export function useTournament(id, token, isReady) {
  const [state, setState] = useState(/** @type {{data?: TournamentData, problem?: any, isConnected: boolean}} */ ({ isConnected: true }));
  useEffect(() => {
    if (!isReady) return;
    const controller = new AbortController();
    const change = (/** @type {object} */ changes) => !controller.signal.aborted && setState((before) => ({ ...before, ...changes }));
    const source = { id, token, signal: controller.signal, onConnection: (/** @type {boolean} */ isConnected) => change({ isConnected }) };
    follow(source, (data) => change({ data, problem: undefined }))
      .catch((error) => change({ problem: problemOf(error) }));
    return () => controller.abort();
  }, [id, token, isReady]);
  return state;
}

/** Report a tournament now and after each change, until its end. @param {Source} source @param {(data: TournamentData) => void} onChange */
async function follow(source, onChange) {
  let data = await fetchAll(source);
  onChange(data);
  const { id: tournament, ...rest } = source;
  for await (const { events } of pages({ tournament, ...rest, after: data.tournament.version, limit: MOST_ENTRIES, wait: () => secondsToWait(data) })) {
    data = (await retry(source, () => refetch(source, data, events))) ?? data;
    onChange(data);
    if (events.length) await pause(SETTLE_SECONDS, source.signal);
  }
}

/** Return the seconds to wait for the next log entry. @param {TournamentData} data */
function secondsToWait({ tournament, rounds }) {
  if (tournament.seating) return CREATING_SECONDS;
  const isBetween = ["running", "paused"].includes(tournament.status) && rounds.every(({ status }) => status === "closed");
  return isBetween ? BETWEEN_SECONDS : POLL_SECONDS;
}

/** @param {Source} source @param {string} path @returns {Promise<any>} */
const fetchPart = ({ id, token, signal }, path) => request(`/tournaments/${id}${path}`, { token, signal, attempts: 1 });

/** Fetch the whole tournament. Its version comes first, so that no later change is missed. @param {Source} source @returns {Promise<TournamentData>} */
async function fetchAll(source) {
  const tournament = await request(`/tournaments/${source.id}`, { token: source.token, signal: source.signal });
  const [{ entrants }, { rounds }] = await Promise.all([fetchPart(source, "/entrants"), fetchPart(source, "/rounds")]);
  return { tournament, entrants, rounds };
}

/** Fetch the parts that some events have changed. @param {Source} source @param {TournamentData} data @param {import("../types").TournamentEvent[]} events @returns {Promise<TournamentData>} */
async function refetch(source, data, events) {
  const { rounds: numbers, entrants: isOther, isRoundDeleted } = staleParts(events);
  const [tournament, entrants, rounds] = await Promise.all([
    fetchPart(source, ""),
    isOther ? fetchPart(source, "/entrants").then((response) => response.entrants) : data.entrants,
    isRoundDeleted || numbers.length > MOST_ROUNDS_ALONE ? fetchPart(source, "/rounds").then((response) => response.rounds)
      : Promise.all(numbers.map((number) => fetchPart(source, `/rounds/${number}`))).then((fresh) => mergeRounds(data.rounds, fresh)),
  ]);
  return { tournament, entrants, rounds };
}
