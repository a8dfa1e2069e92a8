/** Pure functions on the data of a tournament. */

/** @typedef {import("../types").Tournament} Tournament */
/** @typedef {import("../types").Round} Round */
/** @typedef {import("../types").MatchTable} MatchTable */
/** @typedef {import("../types").MatchGame} MatchGame */
/** @typedef {import("../types").TournamentEvent} TournamentEvent */
/** @typedef {{tables: {entrants: number[]}[], byes: number[]}} Pairings */

const CODE_OF_A = 65;
const LETTERS = 26;

/** List the games that share the deal of a game, including itself. @param {string} deal @param {Round} round @param {MatchTable} table @param {MatchGame} game */
function gamesOfDeal(deal, round, table, game) {
  if (deal === "match") return table.games;
  if (deal === "round") return round.tables.flatMap(({ games }) => games.filter((each) => each.game === game.game));
  return [game];
}

/** Return whether spectators can see a game now, or until when it is closed. @param {Tournament} tournament @param {Round} round @param {MatchTable} table @param {MatchGame} game @returns {"open" | "until_over" | "until_deal" | "private"} */
export function closedUntil(tournament, round, table, game) {
  if (tournament.visibility === "private") return "private";
  const dealt = gamesOfDeal(tournament.deal, round, table, game);
  if (dealt.length > 1 && dealt.some(({ status }) => status === "running")) return "until_deal";
  return tournament.spectators?.kind === "off" && game.status === "running" ? "until_over" : "open";
}

/** Return the name of a group: A to Z, then a number. @param {number} group */
export const groupLetter = (group) => (group < LETTERS ? String.fromCharCode(CODE_OF_A + group) : String(group + 1));

/** @param {number} value @param {string} language @param {number} [places] */
export const formatNumber = (value, language, places = 2) => value.toLocaleString(language, { maximumFractionDigits: places }).replace("-", "−");

/** @param {string} at @param {string} language @param {"short" | "medium"} [style] */
export const formatDate = (at, language, style = "short") => new Date(at).toLocaleString(language, { dateStyle: style, timeStyle: "short" });

/** List the entrants with the most points at a closed table. @param {MatchTable} table @returns {number[]} */
export function winnersOf({ status, entrants }) {
  const best = Math.max(...entrants.map(({ points }) => points));
  return status === "closed" ? entrants.filter(({ points }) => points === best).map(({ entrant }) => entrant) : [];
}

/** Add up the scores of an entrant at a table; undefined before a game has ended. @param {MatchTable} table @param {number} entrant @returns {number | undefined} */
export function scoreOf({ games }, entrant) {
  const scores = games.flatMap(({ seats, totals }) => (totals ? [totals[seats.indexOf(entrant)]] : []));
  return scores.length ? scores.reduce((sum, each) => sum + each, 0) : undefined;
}

const ENTRANT_EVENTS = ["entered", "checked_in", "withdrew", "reentered", "disqualified", "penalised"];

/** Return what to fetch after some log entries; all rounds if one was deleted. @param {TournamentEvent[]} events */
export function staleParts(events) {
  const rounds = new Set(events.flatMap(({ round }) => (round === undefined ? [] : [round])));
  return {
    rounds: [...rounds].sort((one, other) => one - other), isRoundDeleted: events.some(({ type }) => type === "taken_back"),
    entrants: events.some(({ type }) => ENTRANT_EVENTS.includes(type)),
  };
}

/** Whether the organiser may delete a round: no game has a result. @param {Round} round */
export const canDeleteRound = ({ tables }) => tables.every(({ ruled, games }) => !ruled && games.every((each) => each.status === "running" && !each.ruled));

/** Format a time for a `datetime-local` input. @param {string | undefined} at */
export function localTime(at) {
  if (!at) return "";
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Return the fields of a `PATCH` request that have changed. @param {Tournament} tournament @param {{name: string, most: number, begins: string, rounds: number, reason: string}} values */
export function patchBody(tournament, { name, most, begins, rounds, reason }) {
  const at = tournament.stage ?? 0;
  return {
    ...(name.trim() === tournament.name ? {} : { name: name.trim() }), ...(most === tournament.max_entrants ? {} : { max_entrants: most }),
    ...(begins === localTime(tournament.starts_at) ? {} : { starts_at: begins ? new Date(begins).toISOString() : "" }),
    ...(rounds === (tournament.stages[at].rounds ?? 0) ? {} : { stages: [{ stage: at, rounds }] }), ...(reason.trim() ? { reason: reason.trim() } : {}),
  };
}

/** Replace rounds by newer ones of the same number. @param {Round[]} old @param {Round[]} fresh @returns {Round[]} */
export function mergeRounds(old, fresh) {
  const byNumber = new Map([...old, ...fresh].map((each) => [each.round, each]));
  return [...byNumber.values()].sort((one, other) => one.round - other.round);
}

/**
 * Values of the form.
 * @typedef {{name: string, ruleset: string, options: Record<string, any>, format: string, table_size: number, rounds: number, groups: number,
 *   then: boolean, qualify: number, advance: number, matches: number, games: number, deal: string, clock: string, seconds: number, days: number,
 *   registration: string, check_in: boolean, late_entries: boolean, next_round: string, off: boolean, levels: Record<string, number>,
 *   tie_breaks: string[], begins: string}} FormValues
 */

/** Set the tie-break at an index; its former place gets the replaced one. Random draws end the order. @param {string[]} order without `random` @param {number} at @param {string} name */
export function changeTieBreak(order, at, name) {
  if (name === "random") return order.slice(0, at);
  const before = order.indexOf(name);
  const next = [...order];
  if (before !== -1) next[before] = order[at];
  next[at] = name;
  return next;
}

/** Swap two entrants of a round that is not created yet. @param {Pairings} pairings @param {number} one @param {number} other @returns {Pairings} */
export function swapEntrants({ tables, byes }, one, other) {
  const change = (/** @type {number} */ entrant) => (entrant === one ? other : entrant === other ? one : entrant);
  return { tables: tables.map(({ entrants }) => ({ entrants: entrants.map(change) })), byes: byes.map(change) };
}

export const WITH_GROUPS = ["round_robin", "swiss"];
export const WITH_LATE_ENTRIES = ["swiss", "arena"];

/** Return whether entrants can join after the start. @param {Tournament} tournament */
export function takesLate(tournament) {
  return tournament.late_entries && (tournament.stage ?? 0) === 0 && WITH_LATE_ENTRIES.includes(tournament.stages[0].format);
}

/** Return the body of the request that creates a tournament. @param {FormValues} values @param {(level: string, number: number) => string} nameOf names of AI levels */
export function tournamentBody(values, nameOf) {
  const { name, ruleset, options, games, deal, registration, next_round } = values;
  const filled = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== ""));
  const isLate = values.late_entries && WITH_LATE_ENTRIES.includes(values.format) && groupsOf(values) === 1;
  return {
    name: name.trim(), ruleset, options: filled, stages: stagesOf(values), games, deal, registration, next_round,
    check_in: values.check_in && registration !== "organiser", late_entries: isLate,
    tie_breaks: [...values.tie_breaks, "random"],
    ...(values.begins ? { starts_at: new Date(values.begins).toISOString() } : {}),
    ...(values.off ? { spectators: { kind: "off" } } : {}), ...clockOf(values),
    entrants: Object.entries(values.levels).flatMap(([level, count]) => Array.from({ length: count }, (_, index) => ({ level, name: nameOf(level, index + 1) }))),
  };
}

/** @param {FormValues} values */
const groupsOf = ({ format, groups }) => (WITH_GROUPS.includes(format) ? groups : 1);

/** @param {FormValues} values @returns {Record<string, any>[]} */
function stagesOf(values) {
  const { format, then, qualify, matches } = values;
  const groups = groupsOf(values);
  const table_size = format === "double_knockout" ? 2 : values.table_size;
  const first = {
    format, table_size, ...(groups > 1 ? { groups } : {}), ...(format === "swiss" ? { rounds: values.rounds } : {}),
    ...(format === "arena" ? { matches } : {}), ...(format === "knockout" && values.advance > 1 ? { advance: values.advance } : {}),
  };
  if (!then || !WITH_GROUPS.includes(format)) return [first];
  return [{ ...first, qualify }, { format: "knockout", table_size: 2 }];
}

/** @param {FormValues} values */
function clockOf({ clock, seconds, days }) {
  if (clock === "per_decision" || clock === "budget") return { clock: { kind: clock, seconds } };
  return clock === "days" ? { clock: { kind: clock, days } } : {};
}
