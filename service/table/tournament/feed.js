/** Following a tournament: read whole once, then whatever its log says has changed, as it happens. */

import { useEffect, useState } from "../vendor/preact.js";
import { pause, Problem, request, Unanswered } from "../api.js";
import { described } from "../parts.js";
import { merged, outdated } from "./reading.js";

/**
 * @typedef {import("../types").Tournament} Tournament
 * @typedef {import("../types").Entrant} Entrant
 * @typedef {import("../types").Round} Round
 * @typedef {{tournament: Tournament, entrants: Entrant[], rounds: Round[]}} Shown
 * @typedef {{id: string, token?: string, signal: AbortSignal}} Asking
 */

const POLL_SECONDS = 25;
/** Between two looks at a round that is being created. */
const SEATING_SECONDS = 2;
/** Between two looks whether the next round is being created: the log says nothing of that. */
const BETWEEN_SECONDS = 5;
const SETTLE_SECONDS = 0.6;
/** So long at least from one drawing to the next: many tables may end at once. */
const SLOWEST_SECONDS = 15;
const MOST_ROUNDS_ALONE = 4;
/** If more entries have changed, all are requested at once. */
const MOST_ENTRIES = 500;

/** Follow a tournament while it is shown, once it is known who reads. @param {string} id @param {string | undefined} token @param {boolean} isReady @returns {{shown?: Shown, problem?: any, isUp: boolean}} */
export function useTournament(id, token, isReady) {
  const [state, setState] = useState(/** @type {{shown?: Shown, problem?: any, isUp: boolean}} */ ({ isUp: true }));
  useEffect(() => {
    if (!isReady) return;
    const ending = new AbortController();
    const change = (/** @type {object} */ news) => !ending.signal.aborted && setState((before) => ({ ...before, ...news }));
    follow({ id, token, signal: ending.signal }, (shown) => change({ shown, problem: undefined }), (isUp) => change({ isUp }))
      .catch((error) => change({ problem: described(error) }));
    return () => ending.abort();
  }, [id, token, isReady]);
  return state;
}

/** Pass on a tournament now and after each change, until its end. @param {Asking} asking @param {(shown: Shown) => void} onChange @param {(isUp: boolean) => void} line */
async function follow(asking, onChange, line) {
  let shown = await whole(asking);
  let after = shown.tournament.version;
  onChange(shown);
  while (!asking.signal.aborted) {
    const wait = patience(shown);
    const page = await untilAnswered(asking, line, () => part(asking, `/events?after=${after}&wait=${wait}&limit=${MOST_ENTRIES}`));
    if (!page) return;
    if (page.events.length) {
      shown = (await untilAnswered(asking, line, () => renewed(asking, shown, page.events))) ?? shown;
      after = page.after;
      onChange(shown);
      await pause(SETTLE_SECONDS, asking.signal);
    } else if (["over", "cancelled"].includes(page.status)) return;
    else {
      shown = { ...shown, tournament: (await untilAnswered(asking, line, () => part(asking, ""))) ?? shown.tournament };
      onChange(shown);
    }
  }
}

/** Say for how many seconds to wait for the next entry of the log. @param {Shown} shown */
function patience({ tournament, rounds }) {
  if (tournament.seating) return SEATING_SECONDS;
  const isBetween = ["running", "paused"].includes(tournament.status) && rounds.every(({ status }) => status === "closed");
  return isBetween ? BETWEEN_SECONDS : POLL_SECONDS;
}

/** Repeat a request until a response arrives; undefined once it is cancelled. @template T @param {Asking} asking @param {(isUp: boolean) => void} line @param {() => Promise<T>} ask @returns {Promise<T | undefined>} */
async function untilAnswered({ signal }, line, ask) {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const answer = await ask();
      line(true);
      return answer;
    } catch (error) {
      const isPassing = error instanceof Unanswered || (error instanceof Problem && (error.status >= 500 || error.status === 429));
      if (!isPassing) throw error;
    }
    line(signal.aborted);
    await pause(Math.min(SLOWEST_SECONDS, 2 ** attempt), signal);
  }
}

/** @param {Asking} asking @param {string} path @returns {Promise<any>} */
const part = ({ id, token, signal }, path) => request(`/tournaments/${id}${path}`, { token, signal, attempts: 1 });

/** Read the whole tournament; the version first, so that no later change is missed. @param {Asking} asking @returns {Promise<Shown>} */
async function whole(asking) {
  const tournament = await request(`/tournaments/${asking.id}`, { token: asking.token, signal: asking.signal });
  const [{ entrants }, { rounds }] = await Promise.all([part(asking, "/entrants"), part(asking, "/rounds")]);
  return { tournament, entrants, rounds };
}

/** Read again what some events have changed. @param {Asking} asking @param {Shown} shown @param {import("../types").TournamentEvent[]} events @returns {Promise<Shown>} */
async function renewed(asking, shown, events) {
  const { rounds: numbers, entrants: isOther, isTakenBack } = outdated(events);
  const [tournament, entrants, rounds] = await Promise.all([
    part(asking, ""),
    isOther ? part(asking, "/entrants").then((answer) => answer.entrants) : shown.entrants,
    isTakenBack || numbers.length > MOST_ROUNDS_ALONE ? part(asking, "/rounds").then((answer) => answer.rounds)
      : Promise.all(numbers.map((number) => part(asking, `/rounds/${number}`))).then((fresh) => merged(shown.rounds, fresh)),
  ]);
  return { tournament, entrants, rounds };
}
