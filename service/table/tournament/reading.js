/** What follows from the shapes of a tournament: pure functions, which know no page. */

/** @typedef {import("../types").Tournament} Tournament */
/** @typedef {import("../types").Round} Round */
/** @typedef {import("../types").MatchTable} MatchTable */
/** @typedef {import("../types").MatchGame} MatchGame */
/** @typedef {import("../types").TournamentEvent} TournamentEvent */
/** @typedef {{tables: {entrants: number[]}[], byes: number[]}} Drawn */

const CODE_OF_A = 65;
const LETTERS = 26;

/** List the games that share a deal with one, itself included. @param {string} deal @param {Round} round @param {MatchTable} table @param {MatchGame} game */
function ofOneDeal(deal, round, table, game) {
  if (deal === "match") return table.games;
  if (deal === "round") return round.tables.flatMap(({ games }) => games.filter((each) => each.game === game.game));
  return [game];
}

/** Return whether a game is open to spectators now, or until when it is closed. @param {Tournament} tournament @param {Round} round @param {MatchTable} table @param {MatchGame} game @returns {"open" | "until_over" | "until_deal" | "private"} */
export function closedUntil(tournament, round, table, game) {
  if (tournament.visibility === "private") return "private";
  const dealt = ofOneDeal(tournament.deal, round, table, game);
  if (dealt.length > 1 && dealt.some(({ status }) => status === "running")) return "until_deal";
  return tournament.spectators?.kind === "off" && game.status === "running" ? "until_over" : "open";
}

/** Name a group: A to Z, then by number. @param {number} group */
export const lettered = (group) => (group < LETTERS ? String.fromCharCode(CODE_OF_A + group) : String(group + 1));

/** Write a number as a language does. @param {number} value @param {string} language @param {number} [places] */
export const written = (value, language, places = 2) => value.toLocaleString(language, { maximumFractionDigits: places }).replace("-", "−");

/** Write a moment as a language does. @param {string} at @param {string} language @param {"short" | "medium"} [style] */
export const dated = (at, language, style = "short") => new Date(at).toLocaleString(language, { dateStyle: style, timeStyle: "short" });

/** List who has won most at a table that is closed. @param {MatchTable} table @returns {number[]} */
export function winnersOf({ status, entrants }) {
  const best = Math.max(...entrants.map(({ points }) => points));
  return status === "closed" ? entrants.filter(({ points }) => points === best).map(({ entrant }) => entrant) : [];
}

/** Add up the scores of an entrant at a table; undefined before a game has ended. @param {MatchTable} table @param {number} entrant @returns {number | undefined} */
export function scoreOf({ games }, entrant) {
  const scores = games.flatMap(({ seats, totals }) => (totals ? [totals[seats.indexOf(entrant)]] : []));
  return scores.length ? scores.reduce((sum, each) => sum + each, 0) : undefined;
}

const OF_ENTRANTS = ["entered", "checked_in", "withdrew", "reentered", "disqualified", "penalised"];

/** Say what must be asked again after some entries of the log; all rounds if one was taken back. @param {TournamentEvent[]} events */
export function outdated(events) {
  const rounds = new Set(events.flatMap(({ round }) => (round === undefined ? [] : [round])));
  return {
    rounds: [...rounds].sort((one, other) => one - other), isTakenBack: events.some(({ type }) => type === "taken_back"),
    entrants: events.some(({ type }) => OF_ENTRANTS.includes(type)),
  };
}

/** Whether the organiser may try to take a round back: nothing of it has a result. @param {Round} round */
export const canTakeBack = ({ tables }) => tables.every(({ ruled, games }) => !ruled && games.every((each) => each.status === "running" && !each.ruled));

/** Write a moment as a field for local times takes it. @param {string | undefined} at */
export function localTime(at) {
  if (!at) return "";
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Make the body of a change of what was filled in; what is as before is left out. @param {Tournament} tournament @param {{name: string, most: number, begins: string, rounds: number, reason: string}} wanted */
export function changeOf(tournament, { name, most, begins, rounds, reason }) {
  const at = tournament.stage ?? 0;
  return {
    ...(name.trim() === tournament.name ? {} : { name: name.trim() }), ...(most === tournament.max_entrants ? {} : { max_entrants: most }),
    ...(begins === localTime(tournament.starts_at) ? {} : { starts_at: begins ? new Date(begins).toISOString() : "" }),
    ...(rounds === (tournament.stages[at].rounds ?? 0) ? {} : { stages: [{ stage: at, rounds }] }), ...(reason.trim() ? { reason: reason.trim() } : {}),
  };
}

/** Put rounds in the place of older ones of the same numbers. @param {Round[]} old @param {Round[]} fresh @returns {Round[]} */
export function merged(old, fresh) {
  const byNumber = new Map([...old, ...fresh].map((each) => [each.round, each]));
  return [...byNumber.values()].sort((one, other) => one.round - other.round);
}

/**
 * The fields of the form.
 * @typedef {{name: string, ruleset: string, options: Record<string, any>, format: string, table_size: number, rounds: number, groups: number,
 *   then: boolean, qualify: number, advance: number, matches: number, games: number, deal: string, clock: string, seconds: number, days: number,
 *   registration: string, check_in: boolean, late_entries: boolean, next_round: string, off: boolean, levels: Record<string, number>,
 *   tie_breaks: string[], begins: string}} Wanted
 */

/** Choose what is compared at one place of the order: what was there changes places with it; the random order is always last. @param {string[]} order without `random` @param {number} at @param {string} name */
export function tiesWith(order, at, name) {
  if (name === "random") return order.slice(0, at);
  const before = order.indexOf(name);
  const next = [...order];
  if (before !== -1) next[before] = order[at];
  next[at] = name;
  return next;
}

/** Let two entrants of a round that is still to be seated change places. @param {Drawn} drawn @param {number} one @param {number} other @returns {Drawn} */
export function exchanged({ tables, byes }, one, other) {
  const change = (/** @type {number} */ entrant) => (entrant === one ? other : entrant === other ? one : entrant);
  return { tables: tables.map(({ entrants }) => ({ entrants: entrants.map(change) })), byes: byes.map(change) };
}

export const IN_GROUPS = ["round_robin", "swiss"];
export const TAKES_LATE = ["swiss", "arena"];

/** Make the body of a new tournament of what was filled in. @param {Wanted} wanted @param {(level: string, number: number) => string} called names of AI levels */
export function planOf(wanted, called) {
  const { name, ruleset, options, games, deal, registration, next_round } = wanted;
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== ""));
  const isLate = wanted.late_entries && TAKES_LATE.includes(wanted.format) && groupsOf(wanted) === 1;
  return {
    name: name.trim(), ruleset, options: given, stages: stagesOf(wanted), games, deal, registration, next_round,
    check_in: wanted.check_in && registration !== "organiser", late_entries: isLate,
    tie_breaks: [...wanted.tie_breaks, "random"],
    ...(wanted.begins ? { starts_at: new Date(wanted.begins).toISOString() } : {}),
    ...(wanted.off ? { spectators: { kind: "off" } } : {}), ...clockOf(wanted),
    entrants: Object.entries(wanted.levels).flatMap(([level, count]) => Array.from({ length: count }, (_, index) => ({ level, name: called(level, index + 1) }))),
  };
}

/** @param {Wanted} wanted */
const groupsOf = ({ format, groups }) => (IN_GROUPS.includes(format) ? groups : 1);

/** @param {Wanted} wanted @returns {Record<string, any>[]} */
function stagesOf(wanted) {
  const { format, then, qualify, matches } = wanted;
  const groups = groupsOf(wanted);
  const table_size = format === "double_knockout" ? 2 : wanted.table_size;
  const first = {
    format, table_size, ...(groups > 1 ? { groups } : {}), ...(format === "swiss" ? { rounds: wanted.rounds } : {}),
    ...(format === "arena" ? { matches } : {}), ...(format === "knockout" && wanted.advance > 1 ? { advance: wanted.advance } : {}),
  };
  if (!then || !IN_GROUPS.includes(format)) return [first];
  return [{ ...first, qualify }, { format: "knockout", table_size: 2 }];
}

/** @param {Wanted} wanted */
function clockOf({ clock, seconds, days }) {
  if (clock === "per_decision" || clock === "budget") return { clock: { kind: clock, seconds } };
  return clock === "days" ? { clock: { kind: clock, days } } : {};
}
