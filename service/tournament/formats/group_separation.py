"""Where those of one group stand in a bracket of pairs, so that they meet again as late as can be.

A bracket is halved, each half is halved again, and so on. Two meet in the round in which their parts come together.
What is compared first is how many of one group share a part of two, then of four, and so on; each time it is best to
divide a group evenly. Entrants change places with others of the same tier alone, so that the seeding stands otherwise.

Tier by tier all are assigned to its places at the least cost, each beside those of the tiers before. Then two of one
tier change places for as long as that helps, up to `MOST_WEIGHED` exchanges. Tiers of more than `FEW` are not assigned;
up to `FEW` entrants in all are tried `TRIES` times.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from service.tournament.formats.elimination import seeded_order
from service.tournament.formats.matching import cheapest_matching
from service.tournament.random_choice import lots

TRIES, FEW = 4, 128
MOST_WEIGHED = 40_000
WORSE = 64
"""How much worse one more of a group is in a part than in the part around it."""


def keep_apart(order: Sequence[int], tiers: Sequence[int], group_of: Mapping[int, int]) -> list[int]:
    """Return a seeding in which those of one group meet as late as can be; the best of some tries where few are in."""
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
    """Entrants by seed, and how many of each group are in each part."""

    def __init__(self, order: Sequence[int], group_of: Mapping[int, int], turn: int) -> None:
        self.order, self.group_of, self.turn = [*order], group_of, turn
        rounds = max(0, len(order) - 1).bit_length()
        self.levels = range(1, rounds)
        """By the binary logarithm of their size, the parts that are looked at: not the whole bracket."""
        self.at = {seed: at for at, seed in enumerate(seeded_order(1 << rounds))}
        """By seed, the place from the top."""
        self.inside: Counter[tuple[int, int, int]] = Counter()
        self.weighed = 0

    def assign(self, seeds: Sequence[int]) -> None:
        """Give those who have these seeds the places among them that cost the least, and count them there."""
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
            for one, at in cheapest_matching(2 * count, edges, lots(b"", "keeping apart", seeds[0], self.turn)):
                self.order[seeds[at - count]] = entrants[one]

    def _group(self, seed: int) -> int:
        return self.group_of[self.order[seed]]

    def _parts(self, seed: int, group: int) -> list[tuple[int, int, int]]:
        """List the parts around a place, the smallest first, with a group."""
        return [(level, self.at[seed] >> level, group) for level in self.levels]

    def _clashes(self, seed: int, group: int) -> int:
        """Weigh how many of a group are around a place, the smallest parts most."""
        total = 0
        for part in self._parts(seed, group):
            total = total * WORSE + self.inside[part]
        return total

    def total(self) -> int:
        """Weigh the whole."""
        return sum(self._clashes(seed, self._group(seed)) for seed in range(len(self.order)))

    def _move(self, seed: int, by: int) -> None:
        """Take an entrant out of its place, or put it there."""
        for part in self._parts(seed, self._group(seed)):
            self.inside[part] += by

    def improve(self, seed: int, others: Sequence[int]) -> bool:
        """Exchange one with the first of the others where that is for the better; return whether it was."""
        own, group = self._clashes(seed, self._group(seed)), self._group(seed)
        if own == self._alone or self.weighed >= MOST_WEIGHED:
            return False
        return any(self._exchange(seed, other) for other in others if self._group(other) != group)

    @property
    def _alone(self) -> int:
        """Return what it weighs to have nobody of one's group around."""
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
