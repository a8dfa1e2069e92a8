"""Balance the meetings, byes and small tables of a schedule by local search.

The search swaps two entrants of one round at a time. It accepts a swap if the cost grows by no more than a threshold,
which falls to 0. Random numbers come from a fixed seed and costs are integers, so the result is the same on all
machines.

The cost is the sum of the squares of three counts: how often each two have met, byes, and small tables. Byes and small
tables weigh more. Pairs that have not met can get an extra weight.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

from service.tournaments.rules.random_choice import random_for

Tables = tuple[tuple[int, ...], ...]

MOVES_EACH, MOST_MOVES = 3_000, 160_000
"""Swaps to try: per entrant and round, and in total."""
HOT = 4
"""Initial threshold: how much a swap can raise the cost."""
TURN = 5
"""Weight of one more bye or small table, relative to one more meeting."""
UNMET = 8
"""Extra weight of a pair that has not met, if all should meet."""


def balanced(rounds: Sequence[Tables], entrants: int, *, all_meet: bool = False) -> tuple[Tables, ...]:
    """Return rounds with the same table sizes that are at least as balanced.

    With `all_meet`, a pair that has not met weighs more than a repeated meeting; some such pairs may remain.
    """
    search = _Search(rounds, entrants, UNMET if all_meet else 0)
    search.run(random_for(b"", "balanced", entrants, len(rounds)))
    return search.best


class _Search:
    """A schedule during the search; the last part of each round is its byes."""

    def __init__(self, rounds: Sequence[Tables], entrants: int, unmet: int) -> None:
        self.rounds = [[*map(list, tables), _byes(tables, entrants)] for tables in rounds]
        self.full = max((len(table) for tables in rounds for table in tables), default=0)
        counted = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
        most = len(rounds) + 1
        self.more = [2 * times + 1 - unmet * (times == 0) for times in range(most)]
        """Cost of one more meeting, by the number of earlier meetings."""
        self.less = [0, *(-each for each in self.more)]
        self.met = [[counted[min(a, b), max(a, b)] for b in range(entrants)] for a in range(entrants)]
        self.turns = [[0, 0] for _ in range(entrants)]
        """The numbers of byes and of small tables, by entrant."""
        for parts in self.rounds:
            for part in parts:
                for kind in self._kinds(parts, part):
                    for each in part:
                        self.turns[each][kind] += 1
        self.slots = entrants * len(rounds)
        self.best = self._shown()

    def _kinds(self, parts: Sequence[list[int]], part: list[int]) -> tuple[int, ...]:
        """Return the kinds that a part of a round counts for: 0 for byes, 1 for small tables."""
        if part is parts[-1]:
            return (0,)
        return (1,) if len(part) < self.full else ()

    def _shown(self) -> tuple[Tables, ...]:
        return tuple(tuple(map(tuple, parts[:-1])) for parts in self.rounds)

    def run(self, rng: Random) -> None:
        moves = min(MOVES_EACH * self.slots, MOST_MOVES)
        cost = best = 0
        for move in range(moves):
            threshold = HOT * (moves - move) // moves
            cost += self._try(rng, threshold)
            if cost < best and threshold < HOT // 2:
                best, self.best = cost, self._shown()

    def _try(self, rng: Random, threshold: int) -> int:
        """Try one swap; return the change in cost."""
        parts = self.rounds[int(rng.random() * len(self.rounds))]
        one, other = parts[int(rng.random() * len(parts))], parts[int(rng.random() * len(parts))]
        if one is other or not one or not other:
            return 0
        at, to = int(rng.random() * len(one)), int(rng.random() * len(other))
        kinds, other_kinds = self._kinds(parts, one), self._kinds(parts, other)
        change = self._change(one, at, other[to]) * (0 not in kinds) + self._change(other, to, one[at]) * (
            0 not in other_kinds
        )
        if kinds != other_kinds:
            change += self._turning(one[at], other[to], kinds, other_kinds)
        if change > threshold:
            return 0
        self._exchange((one, at, kinds), (other, to, other_kinds))
        return change

    def _change(self, table: list[int], at: int, new: int) -> int:
        """Return the change in the cost of meetings if `new` takes a place at a table."""
        old_row, new_row = self.met[table[at]], self.met[new]
        more, less = self.more, self.less
        return sum([less[old_row[each]] + more[new_row[each]] for place, each in enumerate(table) if place != at])

    def _turning(self, one: int, other: int, kinds: tuple[int, ...], other_kinds: tuple[int, ...]) -> int:
        """Return the change in the cost of byes and small tables if two entrants are swapped."""
        change = 0
        for kind in kinds:
            change += self.turns[other][kind] - self.turns[one][kind] + 1
        for kind in other_kinds:
            change += self.turns[one][kind] - self.turns[other][kind] + 1
        return 2 * TURN * change

    def _exchange(
        self, first: tuple[list[int], int, tuple[int, ...]], second: tuple[list[int], int, tuple[int, ...]]
    ) -> None:
        (one, at, kinds), (other, to, other_kinds) = first, second
        for table, place, own in ((one, at, kinds), (other, to, other_kinds)):
            self._count(table, place, own, -1)
        one[at], other[to] = other[to], one[at]
        for table, place, own in ((one, at, kinds), (other, to, other_kinds)):
            self._count(table, place, own, 1)

    def _count(self, table: list[int], place: int, kinds: tuple[int, ...], by: int) -> None:
        """Add `by` to the meetings, byes and small tables of the entrant at a place."""
        each = table[place]
        for kind in kinds:
            self.turns[each][kind] += by
        for other in table if 0 not in kinds else ():
            if other != each:
                self.met[each][other] += by
                self.met[other][each] += by


def _byes(tables: Tables, entrants: int) -> list[int]:
    return sorted(set(range(entrants)).difference(*tables))
