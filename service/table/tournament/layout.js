/** Positions in a bracket: each match is level with its source matches, which are neighbours. */

export const BOX = 190;
export const SLOT = 28;
const COLUMN_GAP = 44;
const GAP = 14;
/** Space above the losers' bracket. */
const BRACKET_GAP = 44;

/**
 * @typedef {{round: number, table?: number, bracket?: string, slots: any[]}} Match
 * @typedef {{key: string, x: number, y: number, match: Match}} PlacedMatch
 * @typedef {{x: number, y: number, toX: number, toY: number, style: string}} Connection
 */

/** @param {number} round @param {number | undefined} table @param {number} entrant */
const matchKey = (round, table, entrant) => `${round}/${table ?? `bye-${entrant}`}`;
/** @param {Match} match */
const keyOf = ({ round, table, slots }) => matchKey(round, table, slots[0]?.entrant);
/** @param {any} slot */
const sourceOf = (slot) => matchKey(slot.from_round, slot.from_table, slot.entrant);

/** Compute the positions of all matches. @param {{matches: Match[]}[]} rounds @param {boolean} isFixed whether winners of neighbouring matches meet */
export function layOut(rounds, isFixed) {
  const all = rounds.flatMap(({ matches }) => matches);
  const first = Math.min(...all.map(({ round }) => round));
  const upper = placeMatches(all.filter(({ bracket }) => bracket !== "losers"), first, 1);
  const losers = all.filter(({ bracket }) => bracket === "losers");
  const lower = losers.length ? upper.bottom + BRACKET_GAP : undefined;
  const more = lower === undefined ? { matches: [], bottom: upper.bottom } : placeMatches(losers, first, lower);
  const matches = [...upper.matches, ...more.matches];
  const future = isFixed ? futureMatches(matches.filter(({ match }) => match.round === rounds.length + first - 1)) : { columns: [], upcoming: [], connections: [] };
  const columns = [...rounds.map((round, index) => ({ x: xOf(index), count: round.matches.length, round: first + index })), ...future.columns.map((column, index) => ({ ...column, round: first + rounds.length + index }))];
  return { columns, matches, upcoming: future.upcoming, connections: [...connectionsTo(matches), ...future.connections], width: xOf(columns.length - 1) + BOX + 1, bottom: more.bottom, lower };
}

/** @param {number} column */
const xOf = (column) => 1 + column * (BOX + COLUMN_GAP);
/** @param {PlacedMatch} place */
const middleOf = ({ y, match }) => y + (match.slots.length * SLOT) / 2;

/** @param {Match[]} matches @param {number} first @param {number} top @returns {{matches: PlacedMatch[], bottom: number}} */
function placeMatches(matches, first, top) {
  const byKey = new Map(matches.map((match) => [keyOf(match), match]));
  /** @type {Map<string, PlacedMatch>} */
  const places = new Map();
  /** @type {Map<number, number>} */
  const ends = new Map();
  for (const key of inOrder(matches, byKey)) {
    const match = /** @type {Match} */ (byKey.get(key));
    const before = match.slots.flatMap((slot) => places.get(sourceOf(slot)) ?? []);
    const height = match.slots.length * SLOT;
    const free = ends.get(match.round) ?? top;
    const y = before.length ? Math.max(free, before.reduce((sum, each) => sum + middleOf(each), 0) / before.length - height / 2) : Math.max(top, ...ends.values());
    places.set(key, { key, x: xOf(match.round - first), y, match });
    ends.set(match.round, y + height + GAP);
  }
  return { matches: [...places.values()], bottom: Math.max(top, ...ends.values()) - GAP + 2 };
}

/** Order matches so that each one follows its source matches, starting from the latest rounds. @param {Match[]} matches @param {Map<string, Match>} byKey */
function inOrder(matches, byKey) {
  /** @type {Set<string>} */
  const order = new Set();
  const visit = (/** @type {string} */ key) => {
    const match = byKey.get(key);
    if (!match || order.has(key)) return;
    for (const slot of match.slots) visit(sourceOf(slot));
    order.add(key);
  };
  for (const match of [...matches].sort((one, other) => other.round - one.round)) visit(keyOf(match));
  return order;
}

/** Return the connections of winners to their next matches. @param {PlacedMatch[]} matches @returns {Connection[]} */
function connectionsTo(matches) {
  const byKey = new Map(matches.map((each) => [each.key, each]));
  return matches.flatMap(({ x, y, match }) => match.slots.flatMap((slot, at) => {
    const source = byKey.get(sourceOf(slot));
    const before = source?.match.slots.findIndex((each) => each.entrant === slot.entrant && each.advances) ?? -1;
    return source && before >= 0 ? [{ x: source.x + BOX, y: source.y + (before + 0.5) * SLOT, toX: x, toY: y + (at + 0.5) * SLOT, style: "" }] : [];
  }));
}

/** Return the future matches up to the final, where winners of neighbours are sure to meet. @param {PlacedMatch[]} last */
function futureMatches(last) {
  /** @type {{x: number, count: number}[]} */
  const columns = [];
  /** @type {{x: number, y: number}[]} */
  const upcoming = [];
  /** @type {Connection[]} */
  const connections = [];
  let level = last.map((each) => ({ x: each.x, middle: middleOf(each) })).sort((one, other) => one.middle - other.middle);
  const isSure = level.length > 1 && Number.isInteger(Math.log2(level.length)) && last.every(({ match }) => match.table);
  while (isSure && level.length > 1) {
    const next = level.filter((_, index) => index % 2 === 0).map((each, index) => ({ x: each.x + BOX + COLUMN_GAP, middle: (each.middle + level[2 * index + 1].middle) / 2 }));
    level.forEach((each, index) => connections.push({ x: each.x + BOX, y: each.middle, toX: each.x + BOX + COLUMN_GAP, toY: next[index >> 1].middle + ((index % 2) - 0.5) * SLOT, style: "open" }));
    columns.push({ x: next[0].x, count: next.length });
    upcoming.push(...next.map(({ x, middle }) => ({ x, y: middle - SLOT })));
    level = next;
  }
  return { columns, upcoming, connections };
}
