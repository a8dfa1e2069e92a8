"""Collect the data on entrants that pairing depends on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import gcd
from random import Random

from service.tournaments.rules.apart import NO_LABELS, labels_now
from service.tournaments.rules.formats.history import byes_had, meetings, seat_counts, small_tables_had
from service.tournaments.rules.formats.seating import place_costs
from service.tournaments.rules.plan import PairingPriority, pairing_priority
from service.tournaments.rules.points import stage_points
from service.tournaments.rules.random_choice import random_for
from service.tournaments.rules.series import games_for_seats, series_of
from service.tournaments.rules.state import Tournament

MOST_LEVEL = 1023


@dataclass(frozen=True)
class Pool:
    """Entrants to pair, by index: highest score first, equal scores by seeding."""

    entrants: list[int]
    levels: list[int]
    """Scores scaled to 0 to 1,023, with proportional differences."""
    met: list[Counter[int]]
    """The number of meetings of each entrant with each other entrant, by index."""
    counts: list[list[int]]
    """The number of games in each seat, by index, then by seat."""
    byes: list[int]
    """Number of byes."""
    small: list[int]
    """Number of tables that were not full."""
    games: int
    """Games per match."""
    rng: Random
    priority: PairingPriority = "seats"
    is_last: bool = False
    """Whether this is the last round of a Swiss."""
    labels: Sequence[frozenset[str]] = ()
    """The labels by index. Two entrants with a common label should not meet. Empty: no entrant has labels."""

    def clash(self, one: int, other: int) -> bool:
        """Whether two entrants should not meet."""
        return bool(self.labels) and not self.labels[one].isdisjoint(self.labels[other])

    @property
    def scores_first(self) -> bool:
        """Whether scores weigh more than even seats."""
        return self.priority == "points" or self.is_last

    @property
    def score_groups(self) -> list[range]:
        """List the indices of each group of equal scores, highest score first."""
        edges = [at for at in range(1, len(self.levels)) if self.levels[at] != self.levels[at - 1]]
        return [range(*ends) for ends in pairwise([0, *edges, len(self.levels)])] if self.levels else []

    def part(self, chosen: Sequence[int]) -> "Pool":
        """Return the pool of some entrants, by their indices in ascending order."""
        return replace(
            self,
            entrants=[self.entrants[each] for each in chosen],
            levels=[self.levels[each] for each in chosen],
            met=_by_index(self.met, chosen),
            counts=[self.counts[each] for each in chosen],
            byes=[self.byes[each] for each in chosen],
            small=[self.small[each] for each in chosen],
            labels=[self.labels[each] for each in chosen] if self.labels else (),
        )

    def costs_of_places(self, size: int) -> list[list[int]]:
        """Return by index, then by position at a table of this size, how uneven the seats become; 0 is best."""
        return [place_costs(counts, size, self.games) for counts in self.counts]


def pool_of(
    tournament: Tournament,
    entrants: Sequence[int],
    met: list[Counter[int]] | None = None,
    *,
    is_last: bool = False,
) -> Pool:
    """Return a pool of entrants of the current stage; `met` is by entrant (default: all meetings)."""
    points = stage_points(tournament, tournament.stage_index)
    turn = len(tournament.rounds) + 1
    seeding = {each: at for group in tournament.stages[-1] for at, each in enumerate(group)}
    ordered = sorted(entrants, key=lambda each: (-points[each], seeding[each]))
    labels = labels_now(tournament)
    byes, counts, small = byes_had(tournament), seat_counts(tournament), small_tables_had(tournament)
    return Pool(
        entrants=ordered,
        levels=levels([points[each] for each in ordered]),
        met=_by_index(met or meetings(tournament), ordered),
        counts=[counts[each] for each in ordered],
        byes=[byes[each] for each in ordered],
        small=[small[each] for each in ordered],
        games=games_for_seats(series_of(tournament.plan, tournament.stage_index)),
        rng=random_for(tournament.seed, "draw", turn, min(entrants, default=0)),
        priority=pairing_priority(tournament.plan),
        is_last=is_last,
        labels=[labels.get(each, NO_LABELS) for each in ordered] if labels else (),
    )


def levels(scores: Sequence[int]) -> list[int]:
    """Scale scores to 0 to 1,023, exactly if a common unit allows it."""
    least, most = min(scores, default=0), max(scores, default=0)
    unit = gcd(*(score - least for score in scores)) or 1
    unit = max(unit, -(-(most - least) // MOST_LEVEL))
    return [(score - least) // unit for score in scores]


def _by_index(met: list[Counter[int]], ordered: Sequence[int]) -> list[Counter[int]]:
    index = {entrant: place for place, entrant in enumerate(ordered)}
    return [
        Counter({index[other]: times for other, times in met[entrant].items() if other in index}) for entrant in ordered
    ]
