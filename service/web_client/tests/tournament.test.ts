import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { readGroups, writeGroups } from "../src/tournament/apartgroups";
import { movedEnds, patchBody } from "../src/tournament/changes";
import { ago, roundToPairAgain, runningGames, stoppedBy } from "../src/tournament/corrections";
import { staleParts } from "../src/tournament/entries";
import { layOut, layOutAhead } from "../src/tournament/layout";
import {
  closedUntil,
  localTime,
  placeAt,
  playerOf,
  positionsOf,
  seriesArguments,
  seriesScore,
  swapEntrants,
} from "../src/tournament/model";
import { byesOf, splitTables } from "../src/tournament/parts";
import { placeText, podiumSteps } from "../src/tournament/places";
import { ONCE, repeatValues } from "../src/tournament/repeats";

const OVER = { status: "over" };
const RUNNING = { status: "running" };
/** Return a part of a response; the tests give only the fields that the function reads. */
const part = (value: unknown) => value as never;
/** Return why spectators cannot see the first game of the first match. */
function closed(tournament: object, ...games: object[][]) {
  const tables = games.map((each) => ({ games: each.map((game, number) => ({ game: number, ...game })) }));
  return closedUntil(
    part({ deal: "game", ...tournament }),
    part({ tables }),
    part(tables[0]),
    part(tables[0].games[0]),
  );
}

test("a game is closed to spectators while one of its deal is played", () => {
  equal(closed({}, [RUNNING]), "open");
  equal(closed({ visibility: "private" }, [OVER]), "private");
  equal(closed({ spectators: { kind: "off" } }, [RUNNING]), "until_over");
  equal(closed({ spectators: { kind: "off" } }, [OVER]), "open");
  equal(closed({ deal: "match" }, [RUNNING]), "open");
  equal(closed({ deal: "match" }, [OVER, RUNNING]), "until_deal");
  equal(closed({ deal: "match" }, [OVER, OVER], [RUNNING, RUNNING]), "open");
  equal(closed({ deal: "round" }, [OVER], [RUNNING]), "until_deal");
  equal(closed({ deal: "round" }, [OVER, RUNNING], [OVER, RUNNING]), "open");
});

test("entrants who share places have a range of places, and one step of the podium", () => {
  const standings = [1, 2, 3, 3, 5].map((place, entrant) => ({ entrant, place }));
  deepEqual(
    standings.map((each) => placeText(each, standings)),
    ["1", "2", "3–4", "3–4", "5"],
  );
  deepEqual(
    podiumSteps(standings).map(({ label, rows }) => [label, rows.map(({ entrant }) => entrant)]),
    [
      ["1", [0]],
      ["2", [1]],
      ["3–4", [2, 3]],
    ],
  );
  deepEqual(podiumSteps([{ place: 2 }, { place: 2 }]), []);
});

test("two entrants swap places in any two places", () => {
  const drawn = part({
    tables: [
      { entrants: [0, 3], group: 0 },
      { entrants: [4, 1], group: 0 },
    ],
    byes: [2],
  });
  deepEqual(swapEntrants(drawn, 3, 4), { tables: [{ entrants: [0, 4] }, { entrants: [3, 1] }], byes: [2] });
  deepEqual(swapEntrants(drawn, 2, 0), { tables: [{ entrants: [2, 3] }, { entrants: [4, 1] }], byes: [0] });
});

test("entries of the log state what is outdated", () => {
  const events = [
    { type: "finished", round: 3 },
    { type: "ruled", round: 1 },
    { type: "withdrew", entrant: 2 },
  ];
  deepEqual(staleParts(part(events)), { rounds: [1, 3], areAllRounds: false, entrants: true, lineups: false });
  deepEqual(staleParts([]), { rounds: [], areAllRounds: false, entrants: false, lineups: false });
});

test("a line-up changes no round", () => {
  const stale = staleParts(part([{ type: "lineup_set", round: 2 }]));
  deepEqual(stale, { rounds: [], areAllRounds: false, entrants: false, lineups: true });
});

test("members of a team exchange their boards", () => {
  deepEqual(placeAt([4, 7, 1], 0, 1), [1, 7, 4]);
  deepEqual(placeAt([4, 7, 1], 1, 7), [4, 7, 1]);
});

test("groups of entrants who do not meet are written and read as names", () => {
  const entrants = ["Ada", "Bruno", "Lee, Ann"].map((name, entrant) => part({ name, entrant }));
  equal(
    writeGroups(
      [
        [0, 1],
        [1, 2],
      ],
      entrants,
    ),
    "Ada, Bruno\nBruno; Lee, Ann",
  );
  deepEqual(readGroups("ada, BRUNO\n\nBruno; Lee, Ann", entrants), {
    groups: [
      [0, 1],
      [1, 2],
    ],
    unknown: [],
  });
  deepEqual(readGroups("Ada, Gino", entrants), { groups: [[0]], unknown: ["Gino"] });
});

test("a round of matches of teams is split by match, with those who have no opponent", () => {
  const tables = [1, 2, 3].map((table) => ({ table, entrants: [] }));
  const teams = (one: string, other: string) => [
    { team: one, points: 1.5 },
    { team: other, points: 0.5 },
  ];
  const round = part({
    stage: 0,
    tables,
    byes: [{ entrant: 5 }, { entrant: 9 }],
    team_matches: [
      { teams: teams("A", "B"), tables: [1, 2] },
      { teams: teams("C", "D"), tables: [3], unopposed: [5] },
    ],
  });
  const parts = splitTables(part({ stages: [{}] }), round);
  deepEqual(
    parts.map(({ title, tables: [{ table }], unopposed }) => [title, table, unopposed]),
    [
      ["A – B · 1.5 : 0.5", 1, undefined],
      ["C – D · 1.5 : 0.5", 3, [5]],
    ],
  );
  deepEqual(byesOf(round), [{ entrant: 9 }]);
});

test("a match of teams has a note once a team advances", () => {
  const noteOf = (advances?: true) => {
    const teams = [
      { team: "A", points: 1 },
      { team: "B", points: 1, advances },
    ];
    const round = part({ stage: 0, tables: [], team_matches: [{ teams, tables: [], decided_by: "top_board" }] });
    return splitTables(part({ stages: [{}] }), round)[0].note;
  };
  deepEqual([noteOf(), noteOf(true)], [undefined, "team_advances"]);
});

test("the entrants are read again after a vacation, and an entry of a later service changes nothing", () => {
  const nothing = { rounds: [], areAllRounds: false, entrants: false, lineups: false };
  deepEqual(staleParts(part([{ type: "vacation", entrant: 1 }])), { ...nothing, entrants: true });
  deepEqual(staleParts(part([{ type: "invented_later" }])), nothing);
});

test("all rounds are read again after one was withdrawn", () => {
  const stale = staleParts(part([{ type: "taken_back", round: 2 }]));
  deepEqual(stale, { rounds: [2], areAllRounds: true, entrants: false, lineups: true });
});

test("the running games of a round are counted", () => {
  const tables = [{ games: [RUNNING, OVER] }, { games: [{ status: "stopped" }, RUNNING] }];
  equal(runningGames(part({ tables })), 2);
});

/** Return a round of pairs that started at noon. */
const pairsOf = (round: number, tables: number, changes = {}) => ({
  round,
  stage: 0,
  status: "running",
  opened_at: "2030-01-31T12:00:00Z",
  tables: Array(tables).fill({ games: [RUNNING] }),
  byes: [],
  manual: false,
  ...changes,
});
const ofFormat = (format: string, ...rounds: unknown[]) =>
  part({ tournament: { stages: [{ format, table_size: 2 }] }, rounds });

test("a correction names what it stops, and how long ago that started", () => {
  const knockout = ofFormat("knockout", pairsOf(1, 4), pairsOf(2, 2), pairsOf(3, 1));
  const [semiFinals, final] = [stoppedBy(knockout, 2, "en"), stoppedBy(knockout, 3, "en")];
  deepEqual(
    [semiFinals?.part, semiFinals?.later, final?.part, final?.later],
    ["semi_finals", "true", "final", "false"],
  );
  equal(stoppedBy(ofFormat("knockout", pairsOf(1, 1, { status: "closed" })), 1, "en")?.part, "final_over");
  equal(stoppedBy(ofFormat("swiss", pairsOf(1, 1)), 1, "en")?.part, "round");
  equal(stoppedBy(knockout, 4, "en"), undefined);
  const noon = Date.parse("2030-01-31T12:00:00Z");
  const after = [10_000, 12 * 60_000, 150 * 60_000, 50 * 3_600_000].map((each) =>
    ago("2030-01-31T12:00:00Z", "en", noon + each),
  );
  deepEqual(after, ["1 minute ago", "12 minutes ago", "2 hours ago", "2 days ago"]);
});

test("the running round of a Swiss can be paired again after an earlier result was corrected", () => {
  const [first, last] = [pairsOf(1, 2, { status: "closed" }), pairsOf(2, 2)];
  const again = (format: string, ...rounds: ReturnType<typeof pairsOf>[]) =>
    roundToPairAgain(ofFormat(format, ...rounds), part(rounds[0]))?.round;
  equal(again("swiss", first, last), 2);
  equal(again("swiss", last), undefined);
  equal(again("swiss", first, { ...last, status: "closed" }), undefined);
  equal(again("swiss", first, { ...last, manual: true }), undefined);
  equal(again("swiss", first, { ...last, stage: 1 }), undefined);
  equal(again("knockout", first, last), undefined);
});

test("a change names only the differences", () => {
  const tournament = part({
    name: "Cup",
    max_entrants: 8,
    stages: [{ format: "swiss", rounds: 3 }],
    texts: { house_rules: ["Be kind."], metadata: { season: "1" } },
    keep_apart: { rounds: 2, groups: [[0, 1]] },
  });
  const apart = { mates_apart: false, apart_rounds: 2, groups: [[0, 1]] };
  const texts = { description: "", house_rules: "Be kind.", label: "" };
  const same = {
    name: "Cup",
    most: 8,
    begins: "",
    ends: "",
    later: [],
    repeats: ONCE,
    rounds: 3,
    reason: " ",
    ...texts,
    ...apart,
  };
  const other = {
    name: " Bowl ",
    most: 9,
    begins: "",
    ends: "",
    later: [],
    repeats: ONCE,
    rounds: 4,
    reason: "More.",
    ...texts,
    label: "fridays",
    ...apart,
    mates_apart: true,
  };
  deepEqual(patchBody(tournament, same), {});
  deepEqual(patchBody(tournament, other), {
    name: "Bowl",
    texts: { house_rules: ["Be kind."], label: "fridays", metadata: { season: "1" } },
    keep_apart: { team_mates: true, rounds: 2, groups: [[0, 1]] },
    max_entrants: 9,
    stages: [{ stage: 0, rounds: 4 }],
    reason: "More.",
  });
});

const ENDS = ["2030-02-01T18:00:00Z", "2030-02-08T18:00:00Z", "2030-02-15T18:00:00Z"];
const PLAIN = {
  ...{ name: "Cup", most: 8, begins: "", rounds: 0, reason: "", repeats: ONCE },
  ...{ description: "", house_rules: "", label: "", mates_apart: false, apart_rounds: 0, groups: [] },
};

test("a later end of the open round moves the ends of later rounds by as much", () => {
  const tournament = part({ name: "Cup", max_entrants: 8, stages: [{ format: "knockout" }], round_ends: ENDS });
  const latest = part({ round: 2, open_until: "2030-02-09T18:00:00Z" });
  const shown = { ends: localTime("2030-02-09T18:00:00Z"), later: [localTime(ENDS[2])] };
  deepEqual(patchBody(tournament, { ...PLAIN, ...shown }, latest), {});
  deepEqual(patchBody(tournament, { ...PLAIN, ...shown, ends: "" }, latest), {});
  const moved = movedEnds(shown, localTime("2030-02-10T18:00:00Z"));
  deepEqual(moved.later, [localTime("2030-02-16T18:00:00Z")]);
  deepEqual(patchBody(tournament, { ...PLAIN, ...moved }, latest), {
    round_ends: [ENDS[0], "2030-02-10T18:00:00.000Z", "2030-02-16T18:00:00.000Z"],
  });
});

test("later rounds get ends of their own", () => {
  const tournament = part({ name: "Cup", max_entrants: 8, stages: [{ format: "knockout" }], round_ends: ENDS });
  const later = ENDS.map(localTime);
  deepEqual(patchBody(tournament, { ...PLAIN, ends: "", later }), {});
  const sooner = localTime("2030-02-14T18:00:00Z");
  deepEqual(patchBody(tournament, { ...PLAIN, ends: "", later: [...later.slice(0, 2), sooner] }), {
    round_ends: [ENDS[0], ENDS[1], "2030-02-14T18:00:00.000Z"],
  });
  deepEqual(patchBody(tournament, { ...PLAIN, ends: "", later: [] }), { round_ends: [] });
});

test("the rule of a series can be changed, and ends with the tournament", () => {
  const repeats = { days: 14, time_zone: "UTC", time: "18:00", events: 10 };
  const tournament = part({ name: "Cup", max_entrants: 8, stages: [{ format: "knockout" }], repeats });
  const values = { ...PLAIN, begins: "2099-01-04T18:00", ends: "", later: [] };
  const rule = repeatValues(repeats);
  const changed = (change: object) => {
    const { repeats: next } = patchBody(tournament, { ...values, repeats: { ...rule, ...change } });
    return next;
  };
  deepEqual(changed({}), undefined);
  deepEqual(changed({ days: 7, time: "19:00" }), { days: 7, time_zone: "UTC", time: "19:00", events: 10 });
  deepEqual(changed({ kind: "none" }), { ...repeats, events: 1 });
});

const slot = (entrant: number, advances = false, source?: [number, number]) => ({
  entrant,
  advances,
  ...(source ? { from_round: source[0], from_table: source[1] } : {}),
});
const FIRST = [
  { round: 1, table: 1, slots: [slot(0, true), slot(3)] },
  { round: 1, table: 2, slots: [slot(1), slot(2, true)] },
];
const FINAL = { round: 2, table: 1, slots: [slot(0, false, [1, 1]), slot(2, false, [1, 2])] };
const laidOut = (...rounds: object[][]) => layOut(part(rounds.map((matches) => ({ matches }))), true);

test("a final is level with the middle of both semi-finals", () => {
  const { matches, connections, upcoming } = laidOut(FIRST, [FINAL]);
  const heightOf = (key: string) => matches.find((each) => each.key === key)?.y ?? Number.NaN;
  equal(heightOf("2/1"), (heightOf("1/1") + heightOf("1/2")) / 2);
  deepEqual(
    connections.map(({ x, toX, style }) => [x < toX, style]),
    [
      [true, ""],
      [true, ""],
    ],
  );
  deepEqual(upcoming, []);
});

test("a final that is not paired yet names the winners, or the matches that are still played", () => {
  const final = laidOut(FIRST, [FINAL]).matches.find(({ key }) => key === "2/1");
  const open = { round: 1, table: 2, slots: [slot(1), slot(2)] };
  const first = { round: 1, table: 1, slots: [{ ...slot(0, true), name: "Ada" }, slot(3)] };
  deepEqual(laidOut([first, open]).upcoming, [
    {
      x: final?.x,
      y: final?.y,
      winners: [
        { name: "Ada", count: 2, number: 1 },
        { name: undefined, count: 2, number: 2 },
      ],
    },
  ]);
});

test("a first round that is not paired has the sources of its entrants, and names byes in the next round", () => {
  const seed = (number: number) => ({ kind: "seed" as const, number });
  const { columns, upcoming } = layOutAhead([[seed(1)], [seed(2), seed(3)]], true, 0);
  deepEqual(
    columns.map(({ count, round }) => [count, round]),
    [
      [2, 1],
      [1, 2],
    ],
  );
  deepEqual(
    upcoming.map(({ winners }) => winners.map(({ source, number }) => source?.number ?? `winner ${number}`)),
    [[1], [2, 3], [1, "winner 2"]],
  );
  deepEqual(layOutAhead([[seed(1), seed(2)]], true, 1).columns[0].round, undefined);
});

test("a round with byes leads to places for all later matches", () => {
  const bye = (entrant: number) => ({ round: 1, slots: [{ ...slot(entrant, true), name: `Seed ${entrant}` }] });
  const { upcoming } = laidOut([bye(0), { ...FIRST[0], slots: [slot(3), slot(4)] }, bye(1), FIRST[1]]);
  deepEqual(
    upcoming.map(({ winners }) => winners.map(({ name, number }) => name ?? number)),
    [
      ["Seed 0", 2],
      ["Seed 1", 4],
      [1, 2],
    ],
  );
});

test("the score of a series has halves for shared games", () => {
  deepEqual(
    [
      [2, 1],
      [1.5, 0.5],
      [0, 0, 3],
      [4 / 3, 1],
    ].map((score) => seriesScore(score, "en")),
    ["2 : 1", "1½ : ½", "0 : 0 : 3", "1.33 : 1"],
  );
});

test("a best of five is decided by three wins", () => {
  const series = (kind: string, games: number) => seriesArguments(part({ kind, games }));
  deepEqual(
    [series("best_of", 5), series("first_to", 4)],
    [
      { kind: "best_of", games: 5, wins: 3 },
      { kind: "first_to", games: 4, wins: 4 },
    ],
  );
});

test("a player is named by the name of an entrant with an account, by ID, or by the link of a page", () => {
  const guest = { entrant: 1, name: "Gino", player: "pl_gino", guest: true };
  const entrants = [{ entrant: 0, name: "Ann", player: "pl_ann" }, guest] as unknown as Parameters<typeof playerOf>[1];
  equal(playerOf(" ann ", entrants), "pl_ann");
  equal(playerOf("Gino", entrants), undefined);
  equal(playerOf("https://example.org/#/player/pl_k3v9", entrants), "pl_k3v9");
});

test("the positions in a game log are the numbers of a text", () => {
  deepEqual(positionsOf("12, 17 and 3"), [12, 17, 3]);
  deepEqual(positionsOf(""), []);
});
