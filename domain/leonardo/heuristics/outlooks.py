"""What a seat looks forward to: the inventions it may expect, what it collects for, what components gain it.

Only the types stand here; `appraisal` works out outlooks, `collecting` aims and gains. Each remembers what follows from
it, so that it is worked out once.
"""

Numbers = tuple[int, ...]
Worths = tuple[float, ...]
"""Florins by invention, type or kind."""


class Gains:
    """What components are worth to a hand, by kind."""

    def __init__(self, hand: int, one: list[float], pairs: list[list[float]]) -> None:
        self.hand = hand
        self.one = one
        """One more."""
        self.most = max(one)
        self.pairs = pairs
        """One more, and a second one after it."""
        self.at_most = [max(0.0, first) + max(0.0, second) for first, second in pairs]
        """What one or two more can bring."""


class ComponentTarget:
    """What a seat collects components for; it remembers what it has found hands to be worth."""

    def __init__(self, worths: Worths, focus: tuple[float, ...], ready: Worths) -> None:
        targets = [number for number, worth in enumerate(worths) if worth]
        self.targets = sorted(targets, key=lambda number: -worths[number])
        """The inventions that may be started from the next round on, the best first."""
        self.worths = worths
        self.first, self.second = focus
        """How much the best and the second best of them count."""
        self.ready = ready
        """How much a hand does for one, by the components missing."""
        self.potentials: dict[int, float] = {}
        self.gains: dict[int, Gains] = {}


class Outlook:
    """What a seat knows of the inventions to come; it remembers what follows from that."""

    def __init__(self, round_number: int, counts: int, chances: Worths) -> None:
        self.round = round_number
        self.counts = counts
        """The seat's cards by type."""
        self.chances = chances
        """By invention, that it is requested by the end of round 7: 1 if it is, 0 if it is gone."""
        self.starts: dict[int, Worths] = {}
        """What `start_worths` returned."""
        self.aims: dict[int, ComponentTarget] = {}
        """What `collecting.aim` returned."""
