/** Positions in a bracket: each match is level with its source matches, which are neighbours. */

import type { BracketRound, BracketSlot, BracketSource } from "../types";

export const BOX = 190;
export const SLOT = 28;
const COLUMN_GAP = 44;
const GAP = 14;
/** The most matches of a round with a name of its own, such as a quarter-final. */
const NAMED_ROUND = 4;
/** Space above the losers' bracket. */
const BRACKET_GAP = 44;

type Match = BracketRound["matches"][number];
export type PlacedMatch = { key: string; x: number; y: number; match: Match };
/**
 * The winner of a match of a round with `count` matches. It has the name once it is known. In a first round that is not
 * paired it has the source. Otherwise the number says from which match it comes.
 */
export type Winner = { name?: string; source?: BracketSource; count: number; number: number };
/** A match that is not paired yet. */
export type UpcomingMatch = { x: number; y: number; winners: Winner[] };
/** A match whose winner comes into the next round. */
type Feeder = { x: number; middle: number; winner: Omit<Winner, "count"> };
type Connection = { x: number; y: number; toX: number; toY: number; style: string };

const matchKey = (round: number, table: number | undefined, entrant: number) => `${round}/${table ?? `bye-${entrant}`}`;
const keyOf = ({ round, table, slots }: Match) => matchKey(round, table, slots[0]?.entrant);
/** Return the key of the match from which an entrant comes; a first match has none. */
const sourceOf = ({ from_round: round, from_table: table, entrant }: BracketSlot) =>
  round === undefined ? "" : matchKey(round, table, entrant);

const NO_MATCHES = { columns: [], upcoming: [], connections: [] };

/** Compute the positions of all matches.  @param isFixed whether winners of neighbouring matches meet */
export function layOut(rounds: { matches: Match[] }[], isFixed: boolean) {
  const all = rounds.flatMap(({ matches }) => matches);
  const first = Math.min(...all.map(({ round }) => round));
  const upper = placeMatches(
    all.filter(({ bracket }) => bracket !== "losers"),
    first,
    1,
  );
  const losers = all.filter(({ bracket }) => bracket === "losers");
  const lower = losers.length ? upper.bottom + BRACKET_GAP : undefined;
  const more = lower === undefined ? { matches: [], bottom: upper.bottom } : placeMatches(losers, first, lower);
  const matches = [...upper.matches, ...more.matches];
  const future = isFixed
    ? futureMatches(feedersOf(matches.filter(({ match }) => match.round === rounds.length + first - 1)))
    : NO_MATCHES;
  const columns = [
    ...rounds.map((round, index) => ({ x: xOf(index), count: round.matches.length, round: first + index })),
    ...future.columns.map((column, index) => ({ ...column, round: first + rounds.length + index })),
  ];
  return {
    columns,
    matches,
    upcoming: future.upcoming,
    connections: [...connectionsTo(matches), ...future.connections],
    width: xOf(columns.length - 1) + BOX + 1,
    bottom: more.bottom,
    lower,
  };
}

/** Compute the positions of a bracket whose first round is not paired.  @param ahead the sources of its first matches */
export function layOutAhead(ahead: BracketSource[][], isFixed: boolean, stage: number) {
  const first: UpcomingMatch[] = [];
  const feeders: Feeder[] = [];
  let y = 1;
  let tables = 0;
  for (const [index, sources] of ahead.entries()) {
    const isBye = sources.length === 1;
    tables += isBye ? 0 : 1;
    const winners = sources.map((source, at) => ({ source, count: 0, number: at }));
    first.push({ x: xOf(0), y, winners });
    const number = ahead.length > NAMED_ROUND ? tables : index + 1;
    const winner = isBye ? { source: sources[0], number } : { number };
    feeders.push({ x: xOf(0), middle: y + (sources.length * SLOT) / 2, winner });
    y += sources.length * SLOT + GAP;
  }
  const future = isFixed ? futureMatches(feeders) : NO_MATCHES;
  const columns = [{ x: xOf(0), count: ahead.length }, ...future.columns];
  return {
    columns: columns.map((column, index) => ({ ...column, round: stage ? undefined : index + 1 })),
    matches: [],
    upcoming: [...first, ...future.upcoming],
    connections: future.connections,
    width: xOf(columns.length - 1) + BOX + 1,
    bottom: y - GAP + 2,
    lower: undefined,
  };
}

const xOf = (column: number) => 1 + column * (BOX + COLUMN_GAP);
const middleOf = ({ y, match }: PlacedMatch) => y + (match.slots.length * SLOT) / 2;

function placeMatches(matches: Match[], first: number, top: number): { matches: PlacedMatch[]; bottom: number } {
  const byKey = new Map(matches.map((match) => [keyOf(match), match]));
  const places: Map<string, PlacedMatch> = new Map();
  const ends: Map<number, number> = new Map();
  for (const key of inOrder(matches, byKey)) {
    const match = byKey.get(key);
    if (!match) continue;
    const before = match.slots.flatMap((slot) => places.get(sourceOf(slot)) ?? []);
    const height = match.slots.length * SLOT;
    const free = ends.get(match.round) ?? top;
    const y = before.length
      ? Math.max(free, before.reduce((sum, each) => sum + middleOf(each), 0) / before.length - height / 2)
      : Math.max(top, ...ends.values());
    places.set(key, { key, x: xOf(match.round - first), y, match });
    ends.set(match.round, y + height + GAP);
  }
  return { matches: [...places.values()], bottom: Math.max(top, ...ends.values()) - GAP + 2 };
}

/** Order matches so that each one follows its source matches, starting from the latest rounds. */
function inOrder(matches: Match[], byKey: Map<string, Match>) {
  const order: Set<string> = new Set();
  const visit = (key: string) => {
    const match = byKey.get(key);
    if (!match || order.has(key)) return;
    for (const slot of match.slots) visit(sourceOf(slot));
    order.add(key);
  };
  for (const match of [...matches].sort((one, other) => other.round - one.round)) visit(keyOf(match));
  return order;
}

/** Return the connections of winners to their next matches. */
function connectionsTo(matches: PlacedMatch[]): Connection[] {
  const byKey = new Map(matches.map((each) => [each.key, each]));
  return matches.flatMap(({ x, y, match }) =>
    match.slots.flatMap((slot, at) => {
      const source = byKey.get(sourceOf(slot));
      const before = source?.match.slots.findIndex((each) => each.entrant === slot.entrant && each.advances) ?? -1;
      return source && before >= 0
        ? [{ x: source.x + BOX, y: source.y + (before + 0.5) * SLOT, toX: x, toY: y + (at + 0.5) * SLOT, style: "" }]
        : [];
    }),
  );
}

/** List the matches of the last round from the top, with their winners. */
const feedersOf = (last: PlacedMatch[]): Feeder[] =>
  last
    .map((each) => ({ x: each.x, middle: middleOf(each), name: each.match.slots.find((slot) => slot.advances)?.name }))
    .sort((one, other) => one.middle - other.middle)
    .map(({ name, ...each }, index) => ({ ...each, winner: { name, number: index + 1 } }));

/** Return the future matches up to the final, where winners of neighbours are sure to meet. */
function futureMatches(last: Feeder[]) {
  const columns: { x: number; count: number }[] = [];
  const upcoming: UpcomingMatch[] = [];
  const connections: Connection[] = [];
  let level = last;
  const isSure = level.length > 1 && Number.isInteger(Math.log2(level.length));
  while (isSure && level.length > 1) {
    const winners = level.map(({ winner }) => ({ ...winner, count: level.length }));
    const next = level
      .filter((_, index) => index % 2 === 0)
      .map((each, index) => ({
        x: each.x + BOX + COLUMN_GAP,
        middle: (each.middle + level[2 * index + 1].middle) / 2,
        winners: winners.slice(2 * index, 2 * index + 2),
      }));
    const ways = level.map(({ x, middle }, index) => ({
      x: x + BOX,
      y: middle,
      toX: x + BOX + COLUMN_GAP,
      toY: next[index >> 1].middle + ((index % 2) - 0.5) * SLOT,
      style: "open",
    }));
    connections.push(...ways);
    columns.push({ x: next[0].x, count: next.length });
    upcoming.push(...next.map(({ x, middle, winners: both }) => ({ x, y: middle - SLOT, winners: both })));
    level = next.map(({ x, middle }, index) => ({ x, middle, winner: { number: index + 1 } }));
  }
  return { columns, upcoming, connections };
}
