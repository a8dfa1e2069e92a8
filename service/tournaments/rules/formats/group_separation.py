"""Seed a bracket of pairs so that entrants of one group, or with a common label, meet as late as possible.

A bracket is divided into halves, quarters, and so on. Two entrants meet in the round in which their parts join. The
first criterion is how many entrants of one group share a part of two, then of four, and so on. Dividing a group evenly
is always best. Entrants only swap within their tier, so the seeding otherwise stays.

Each tier is assigned to its places at the least cost, given the tiers before. Then entrants of one tier swap places as
long as this helps, up to `MOST_WEIGHED` swaps. Tiers of more than `FEW` entrants are not assigned. Brackets of up to
`FEW` entrants are tried `TRIES` times.

Common labels weigh more than groups. Entrants with a common label may still meet in the first round. If they need not,
the pairs and byes of the first round are matched again, up to `MOST_MATCHED` entrants. Then all entrants can swap.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations

from service.tournaments.rules.apart import NOBODY, should_not_meet
from service.tournaments.rules.formats.elimination import seeded_order
from service.tournaments.rules.formats.matching import cheapest_matching
from service.tournaments.rules.random_choice import random_for
from service.tournaments.rules.state import Labels

TRIES, FEW, MOST_MATCHED = 4, 128, 512
MOST_WEIGHED = 40_000
CLASH = 1 << 40
"""Weight of a clash in the first round, relative to the squared distance from the seeding."""
MOST_EXPONENT = 13
WORSE = 64
"""Weight of one more group member in a part, relative to the enclosing part."""


Groups = Mapping[int, Sequence[tuple[int, Hashable]]]
"""The groups of entrants, each with the exponent of its weight."""


def keep_apart(
    order: Sequence[int], tiers: Sequence[int], group_of: Mapping[int, int], labels: Labels = NOBODY
) -> list[int]:
    """Return a seeding in which entrants of one group meet as late as possible; few entrants get several tries.

    Entrants with a common label meet as late as possible before that.
    """
    heavy = _exponent(len(order)) if group_of else 0
    groups = {each: _weighted(each, group_of, labels, heavy) for each in order}
    found = _best(order, tiers, groups)
    if not labels or len(order) > MOST_MATCHED or not _first_round_clashes(found, labels):
        return found
    matched = first_round_matched(found, labels)
    if _first_round_clashes(matched, labels) == _first_round_clashes(found, labels):
        return found
    return _best(matched, [0] * len(order), groups, rearranges=False)


def _weighted(entrant: int, group_of: Mapping[int, int], labels: Labels, heavy: int) -> Sequence[tuple[int, Hashable]]:
    own = [(0, group_of[entrant])] if entrant in group_of else []
    return [*own, *((heavy, label) for label in sorted(labels.get(entrant, ())))]


def _exponent(count: int) -> int:
    """Return the exponent of the weight of labels. The costs of a matching are limited."""
    levels = max(0, count - 1).bit_length() - 1
    return max(0, min(levels, MOST_EXPONENT - levels))


def _best(order: Sequence[int], tiers: Sequence[int], groups: Groups, *, rearranges: bool = True) -> list[int]:
    turns = range(TRIES if rearranges and len(order) <= FEW else 1)
    tries = (_tried(order, tiers, groups, turn, rearranges=rearranges) for turn in turns)
    return min(tries, key=_Bracket.total).order


def bracket_tiers(count: int) -> list[int]:
    """Return the tier of each seed: seeds of one tier can swap without a change of the seeding by halves.

    >>> bracket_tiers(7)
    [0, 1, 2, 2, 3, 3, 3]
    """
    return [seed.bit_length() for seed in range(count)]


def _first_round_clashes(order: Sequence[int], labels: Labels) -> int:
    size = 1 << max(0, len(order) - 1).bit_length()
    pairs = ((seed, size - 1 - seed) for seed in range(size - len(order), size // 2))
    return sum(should_not_meet(labels, order[one], order[other]) for one, other in pairs)


def first_round_matched(order: Sequence[int], labels: Labels) -> list[int]:
    """Return a seeding whose first round has as few clashes as possible, and byes for the best of those left."""
    count = len(order)
    size = 1 << max(0, count - 1).bit_length()
    edges = [
        (one, other, CLASH * should_not_meet(labels, order[one], order[other]) + (one + other - size + 1) ** 2)
        for one, other in combinations(range(count), 2)
    ]
    edges += [(one, bye, one**2) for one in range(count) for bye in range(count, size)]
    pairs = cheapest_matching(size, edges, random_for(b"", "keeping apart", size))
    byes = [one for one, other in pairs if other >= count]
    matched = [(one, other) for one, other in pairs if other < count]
    return [order[each] for each in [*byes, *(one for one, _ in matched), *(other for _, other in reversed(matched))]]


def _tried(order: Sequence[int], tiers: Sequence[int], groups: Groups, turn: int, *, rearranges: bool) -> "_Bracket":
    of_tier: dict[int, list[int]] = defaultdict(list)
    for seed, tier in enumerate(tiers):
        of_tier[tier].append(seed)
    bracket = _Bracket(order, groups, turn)
    for seeds in of_tier.values():
        bracket.assign(seeds, rearranges=rearranges)
    while bracket.weighed < MOST_WEIGHED:
        if sum(bracket.improve(seed, of_tier[tier]) for seed, tier in enumerate(tiers)) == 0:
            break
    return bracket


class _Bracket:
    """Entrants by seed, and the number of each group's entrants in each part."""

    def __init__(self, order: Sequence[int], groups: Groups, turn: int) -> None:
        self.order, self.groups, self.turn = [*order], groups, turn
        rounds = max(0, len(order) - 1).bit_length()
        self.levels = range(1, rounds)
        """Binary logarithms of the sizes of parts, without the whole bracket."""
        self.at = {seed: at for at, seed in enumerate(seeded_order(1 << rounds))}
        """The position from the top, by seed."""
        self.inside: Counter[tuple[int, int, Hashable]] = Counter()
        self.weighed = 0

    def assign(self, seeds: Sequence[int], *, rearranges: bool) -> None:
        """Assign the entrants with these seeds to the cheapest places among them, and count them there."""
        if rearranges and len(seeds) <= FEW:
            self._rearrange(seeds)
        for seed in seeds:
            self._move(seed, 1)

    def _rearrange(self, seeds: Sequence[int]) -> None:
        entrants, count = [self.order[seed] for seed in seeds], len(seeds)
        edges = [
            (one, count + at, self._clashes(seed, self.groups[entrant]))
            for one, entrant in enumerate(entrants)
            for at, seed in enumerate(seeds)
        ]
        if any(cost for _, _, cost in edges):
            for one, at in cheapest_matching(2 * count, edges, random_for(b"", "keeping apart", seeds[0], self.turn)):
                self.order[seeds[at - count]] = entrants[one]

    def _groups(self, seed: int) -> Sequence[tuple[int, Hashable]]:
        return self.groups[self.order[seed]]

    def _parts(self, seed: int, group: Hashable) -> list[tuple[int, int, Hashable]]:
        """List the parts around a place, smallest first, with a group."""
        return [(level, self.at[seed] >> level, group) for level in self.levels]

    def _clashes(self, seed: int, groups: Sequence[tuple[int, Hashable]]) -> int:
        """Return the weighted number of the entrants of some groups around a place; small parts weigh most."""
        total = 0
        for exponent, group in groups:
            inside = 0
            for part in self._parts(seed, group):
                inside = inside * WORSE + self.inside[part]
            total += inside * WORSE**exponent
        return total

    def total(self) -> int:
        """Return the cost of the whole bracket."""
        return sum(self._clashes(seed, self._groups(seed)) for seed in range(len(self.order)))

    def _move(self, seed: int, by: int) -> None:
        """Add an entrant to the counts of its place, or remove it."""
        for _, group in self._groups(seed):
            for part in self._parts(seed, group):
                self.inside[part] += by

    def improve(self, seed: int, others: Sequence[int]) -> bool:
        """Swap an entrant with the first other one that reduces the cost; return whether it did."""
        groups = self._groups(seed)
        if self._clashes(seed, groups) == self._alone(groups) or self.weighed >= MOST_WEIGHED:
            return False
        return any(self._exchange(seed, other) for other in others if self._groups(other) != groups)

    def _alone(self, groups: Sequence[tuple[int, Hashable]]) -> int:
        """Return the cost of a place without others of its groups around."""
        total = 0
        for _ in self.levels:
            total = total * WORSE + 1
        return sum(total * WORSE**exponent for exponent, _ in groups)

    def _exchange(self, one: int, other: int) -> bool:
        self.weighed += 1
        before = self._clashes(one, self._groups(one)) + self._clashes(other, self._groups(other))
        self._swap(one, other)
        after = self._clashes(one, self._groups(one)) + self._clashes(other, self._groups(other))
        if after >= before:
            self._swap(one, other)
        return after < before

    def _swap(self, one: int, other: int) -> None:
        for seed in (one, other):
            self._move(seed, -1)
        self.order[one], self.order[other] = self.order[other], self.order[one]
        for seed in (one, other):
            self._move(seed, 1)
