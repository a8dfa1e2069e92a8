"""Types for a seat's expected inventions, its targets, and gains of components.

`appraisal` computes outlooks, `collecting` targets and gains. Each object caches what follows from it.
"""

Numbers = tuple[int, ...]
Worths = tuple[float, ...]
"""Florins by invention, type or kind."""


class Gains:
    """Values of components to a hand, by kind."""

    def __init__(self, hand: int, one: list[float], pairs: list[list[float]]) -> None:
        self.hand = hand
        self.one = one
        """Value of one more."""
        self.most = max(one)
        self.pairs = pairs
        """Values of one more, and of a second one."""
        self.at_most = [max(0.0, first) + max(0.0, second) for first, second in pairs]
        """Maximum value of one or two more."""


class ComponentTarget:
    """The inventions that a seat collects components for, with cached values of hands."""

    def __init__(self, worths: Worths, focus: tuple[float, ...], ready: Worths) -> None:
        targets = [number for number, worth in enumerate(worths) if worth]
        self.targets = sorted(targets, key=lambda number: -worths[number])
        """The inventions that may be started from the next round on, the best first."""
        self.worths = worths
        self.first, self.second = focus
        """Weights of the best and the second best of these inventions."""
        self.ready = ready
        """Share of an invention's value for a hand, by the components missing."""
        self.potentials: dict[int, float] = {}
        self.gains: dict[int, Gains] = {}


class Outlook:
    """What a seat knows of the inventions to come, with cached results."""

    def __init__(self, round_number: int, counts: int, chances: Worths) -> None:
        self.round = round_number
        self.counts = counts
        """The seat's cards by type."""
        self.chances = chances
        """For each invention: the chance of a request by the end of round 7: 1 if requested, 0 if owned or removed."""
        self.starts: dict[int, Worths] = {}
        """Cached results of `start_worths`."""
        self.aims: dict[int, ComponentTarget] = {}
        """Cached results of `collecting.aim`."""
