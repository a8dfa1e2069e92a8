import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import type { GameTexts } from "@bottega/client/texts";
import { isVictory, verdict } from "../src/verdict";

const TEXTS = { name: (kind: string, id: string | number) => `${kind} ${id}` } as unknown as GameTexts;
const seats = (...teams: (string | undefined)[]) => teams.map((team, seat) => ({ seat, team }));
const ALONE = seats(undefined, undefined, undefined);
const PAIRS = seats("red", "blue", "red", "blue");
const TOGETHER = seats("all", "all");

test("the verdict says whether players, a team, all or nobody has won", () => {
  deepEqual(
    [
      verdict(TEXTS, ALONE, [1]),
      verdict(TEXTS, ALONE, [0, 2]),
      verdict(TEXTS, ALONE, []),
      verdict(TEXTS, PAIRS, [0, 2]),
      verdict(TEXTS, PAIRS, [0, 1, 2, 3]),
      verdict(TEXTS, TOGETHER, [0, 1]),
      verdict(TEXTS, TOGETHER, []),
    ],
    ["winner", "winners", "no_winner", "winning_team", "drawn_game", "won_together", "lost_together"],
  );
});

test("a player wins alone or with a team, not by a draw", () => {
  deepEqual(
    [
      isVictory(ALONE, [1], 1),
      isVictory(ALONE, [0, 1], 1),
      isVictory(PAIRS, [0, 2], 2),
      isVictory(PAIRS, [0, 1, 2, 3], 2),
      isVictory(PAIRS, [0, 2], 1),
      isVictory(PAIRS, [0, 2], null),
    ],
    [true, false, true, false, false, false],
  );
});
