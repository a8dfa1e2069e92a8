"""Seed a bracket of pairs so that entrants of one group meet as late as possible.

A bracket is divided into halves, quarters, and so on. Two entrants meet in the round in which their parts join. The
first criterion is how many entrants of one group share a part of two, then of four, and so on. Dividing a group evenly
is always best. Entrants only swap within their tier, so the seeding otherwise stays.

Each tier is assigned to its places at the least cost, given the tiers before. Then entrants of one tier swap places as
long as this helps, up to `MOST_WEIGHED` swaps. Tiers of more than `FEW` entrants are not assigned. Brackets of up to
`FEW` entrants are tried `TRIES` times.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from service.tournaments.rules.formats.elimination import seeded_order
from service.tournaments.rules.formats.matching import cheapest_matching
from service.tournaments.rules.random_choice import random_for

TRIES, FEW = 4, 128
MOST_WEIGHED = 40_000
WORSE = 64
"""Weight of one more group member in a part, relative to the enclosing part."""


def keep_apart(order: Sequence[int], tiers: Sequence[int], group_of: Mapping[int, int]) -> list[int]:
    """Return a seeding in which entrants of one group meet as late as possible; few entrants get several tries."""
    tries = (_tried(order, tiers, group_of, turn) for turn in range(TRIES if len(order) <= FEW else 1))
    return min(tries, key=_Bracket.total).order


def _tried(order: Sequence[int], tiers: Sequence[int], group_of: Mapping[int, int], turn: int) -> "_Bracket":
    of_tier: dict[int, list[int]] = defaultdict(list)
    for seed, tier in enumerate(tiers):
        of_tier[tier].append(seed)
    bracket = _Bracket(order, group_of, turn)
    for seeds in of_tier.values():
        bracket.assign(seeds)
    while bracket.weighed < MOST_WEIGHED:
        if sum(bracket.improve(seed, of_tier[tier]) for seed, tier in enumerate(tiers)) == 0:
            break
    return bracket


class _Bracket:
    """Entrants by seed, and the number of each group's entrants in each part."""

    def __init__(self, order: Sequence[int], group_of: Mapping[int, int], turn: int) -> None:
        self.order, self.group_of, self.turn = [*order], group_of, turn
        rounds = max(0, len(order) - 1).bit_length()
        self.levels = range(1, rounds)
        """Binary logarithms of the sizes of parts, without the whole bracket."""
        self.at = {seed: at for at, seed in enumerate(seeded_order(1 << rounds))}
        """The position from the top, by seed."""
        self.inside: Counter[tuple[int, int, int]] = Counter()
        self.weighed = 0

    def assign(self, seeds: Sequence[int]) -> None:
        """Assign the entrants with these seeds to the cheapest places among them, and count them there."""
        if len(seeds) <= FEW:
            self._rearrange(seeds)
        for seed in seeds:
            self._move(seed, 1)

    def _rearrange(self, seeds: Sequence[int]) -> None:
        entrants, count = [self.order[seed] for seed in seeds], len(seeds)
        edges = [
            (one, count + at, self._clashes(seed, self.group_of[entrant]))
            for one, entrant in enumerate(entrants)
            for at, seed in enumerate(seeds)
        ]
        if any(cost for _, _, cost in edges):
            for one, at in cheapest_matching(2 * count, edges, random_for(b"", "keeping apart", seeds[0], self.turn)):
                self.order[seeds[at - count]] = entrants[one]

    def _group(self, seed: int) -> int:
        return self.group_of[self.order[seed]]

    def _parts(self, seed: int, group: int) -> list[tuple[int, int, int]]:
        """List the parts around a place, smallest first, with a group."""
        return [(level, self.at[seed] >> level, group) for level in self.levels]

    def _clashes(self, seed: int, group: int) -> int:
        """Return the weighted number of a group's entrants around a place; small parts weigh most."""
        total = 0
        for part in self._parts(seed, group):
            total = total * WORSE + self.inside[part]
        return total

    def total(self) -> int:
        """Return the cost of the whole bracket."""
        return sum(self._clashes(seed, self._group(seed)) for seed in range(len(self.order)))

    def _move(self, seed: int, by: int) -> None:
        """Add an entrant to the counts of its place, or remove it."""
        for part in self._parts(seed, self._group(seed)):
            self.inside[part] += by

    def improve(self, seed: int, others: Sequence[int]) -> bool:
        """Swap an entrant with the first other one that reduces the cost; return whether it did."""
        own, group = self._clashes(seed, self._group(seed)), self._group(seed)
        if own == self._alone or self.weighed >= MOST_WEIGHED:
            return False
        return any(self._exchange(seed, other) for other in others if self._group(other) != group)

    @property
    def _alone(self) -> int:
        """Return the cost of a place without others of its group around."""
        total = 0
        for _ in self.levels:
            total = total * WORSE + 1
        return total

    def _exchange(self, one: int, other: int) -> bool:
        self.weighed += 1
        before = self._clashes(one, self._group(one)) + self._clashes(other, self._group(other))
        self._swap(one, other)
        after = self._clashes(one, self._group(one)) + self._clashes(other, self._group(other))
        if after >= before:
            self._swap(one, other)
        return after < before

    def _swap(self, one: int, other: int) -> None:
        for seed in (one, other):
            self._move(seed, -1)
        self.order[one], self.order[other] = self.order[other], self.order[one]
        for seed in (one, other):
            self._move(seed, 1)
