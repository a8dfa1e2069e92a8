"""Assign entrants to the positions of a schedule so that few clash: entrants who should not meet.

The rounds with the fewest clashes come first. In a schedule in which all meet, all clashes remain. Only those in the
first rounds can be avoided, if the plan limits the wish to them.

The search swaps entrants while this helps. It starts from a random order, from entrants sorted by label, and from
entrants of each label far apart. `MOST_WEIGHED` limits its work.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from service.tournaments.rules.formats.separation import clashing

Round = tuple[tuple[int, ...], ...]
Rounds = tuple[Round, ...]
Labels = tuple[frozenset[str], ...]

MOST_WEIGHED = 2_000_000


class Arranged(NamedTuple):
    """Entrants by position, and the rounds in their new order."""

    entrants: tuple[int, ...]
    rounds: Rounds
    clashes: int
    """The number of meetings that should not be, in the rounds that count."""


def arranged(entrants: Sequence[int], labels: Labels, rounds: Rounds, *, free: int, limit: int) -> Arranged:
    """Return the best arrangement found.

    `labels` are by entrant of the sequence. Only the first `free` rounds can change their order. The first `limit`
    rounds count.
    """
    order, chosen, cost = _found(labels, rounds[:free], limit)
    names, first = tuple(entrants[each] for each in order), tuple(rounds[each] for each in chosen)
    return Arranged(names, first + rounds[free:], cost)


@lru_cache(maxsize=64)
def _found(labels: Labels, rounds: Rounds, limit: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return the indices of the entrants by position, those of the rounds in order, and the number of clashes."""
    search = _Search(labels, rounds, limit)
    best = min((search.improved(start) for start in _starts(labels)), key=search.cost)
    return tuple(best), tuple(search.order_of_rounds(best)), search.cost(best)


def _starts(labels: Labels) -> list[list[int]]:
    """Return the random order, that by label, and one in which entrants of one label are far apart."""
    by_label = sorted(range(len(labels)), key=lambda at: sorted(labels[at]))
    width = max(2, round(len(labels) ** 0.5))
    return [[*range(len(labels))], by_label, [at for first in range(width) for at in by_label[first::width]]]


class _Search:
    """The clashes of the entrants of a schedule, by round."""

    def __init__(self, labels: Labels, rounds: Rounds, limit: int) -> None:
        self.rounds, self.limit, self.weighed = rounds, limit, 0
        self.pairs = sorted(clashing(labels))
        self.meetings: dict[tuple[int, int], list[int]] = {}
        """The rounds in which two positions meet."""
        for number, tables in enumerate(rounds):
            for table in tables:
                for pair in combinations(sorted(table), 2):
                    self.meetings.setdefault(pair, []).append(number)

    def by_round(self, order: Sequence[int]) -> list[int]:
        """Return the number of clashes in each round."""
        position = {each: at for at, each in enumerate(order)}
        found = [0] * len(self.rounds)
        for one, other in self.pairs:
            here, there = position[one], position[other]
            for number in self.meetings.get((min(here, there), max(here, there)), ()):
                found[number] += 1
        self.weighed += len(self.pairs)
        return found

    def cost(self, order: Sequence[int]) -> int:
        """Return the number of clashes in the rounds that count."""
        return sum(sorted(self.by_round(order))[: self.limit])

    def order_of_rounds(self, order: Sequence[int]) -> list[int]:
        """Return the rounds, those that count first."""
        found = self.by_round(order)
        best = sorted(range(len(found)), key=lambda number: (found[number], number))
        return sorted(best[: self.limit]) + sorted(best[self.limit :])

    def improved(self, start: list[int]) -> list[int]:
        """Swap entrants while this reduces the cost."""
        order, cost, better = [*start], self.cost(start), True
        while better and cost and self.weighed < MOST_WEIGHED:
            better = False
            for one, other in combinations(range(len(order)), 2):
                order[one], order[other] = order[other], order[one]
                new = self.cost(order) if self.weighed < MOST_WEIGHED else cost
                if new < cost:
                    cost, better = new, True
                else:
                    order[one], order[other] = order[other], order[one]
        return order
