"""Fit a rating to each player from the order of finish in games: the Plackett-Luce model.

Among the players not placed yet, each is next with a probability proportional to its strength; with two players that is
the model of Elo. Seats that share a place count as every order of them in equal parts. Ratings are on the scale of Elo,
400 times the decimal logarithm of the strength. Each pair of players that met gets one more game, counted as half a win
for each. It keeps the rating of a player finite that lost every game, and has little weight beside real games.

Intervals are those of the profile likelihood. They assume that the games of a deal are independent, which makes them
wider than necessary.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from math import log
from typing import Any, Final

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.stats import chi2

from tests.lab.strength.score import Score

SCALE: Final = 400 / log(10)
"""Points of Elo for each unit of the natural logarithm of strength."""
DROP: Final = chi2.ppf(0.95, 1) / 2
"""The decrease of the log likelihood from the best value to the ends of a 95 % interval."""
FARTHEST: Final = 15.0
"""The maximum distance of an end from the rating, in natural logarithms: 2,600 points."""

Order = tuple[str, ...]
"""The players of a game from the first place to the last."""


@dataclass(frozen=True)
class Fit:
    """The rating of a player."""

    rating: float
    low: float
    high: float
    """The ends of the interval that contains the true rating with 95 % confidence."""
    games: int


def fit(scores: Iterable[Score], anchor: str, at: float) -> dict[str, Fit]:
    """Rate all players that met the anchor directly or through others; the anchor's rating is `at`."""
    met = _connected([each for each in scores if len(_pair(each)) > 1], anchor)
    if not met:
        return {}
    players = sorted({name for each in met for name in _pair(each)})
    orders = sum(map(orders_of, met), Counter())
    orders.update({order: 0.5 for each in met for order in permutations(_pair(each))})
    likelihood = _Likelihood(players, orders, players.index(anchor))
    games = {name: sum(each.games for each in met if name in _pair(each)) for name in players}
    return {name: _fit(likelihood, name, at, games[name]) for name in players}


def _fit(likelihood: "_Likelihood", name: str, at: float, games: int) -> Fit:
    rating, low, high = (at + SCALE * each for each in likelihood.interval(name))
    return Fit(rating, low, high, games)


def orders_of(score: Score) -> Counter[Order]:
    """Count the orders in which the players of a meeting finished: each follows from the place of the tested player."""
    meeting = score.meeting
    others = (meeting.opponent,) * (meeting.seats - 1)
    counted: Counter[Order] = Counter()
    for place, times in enumerate(score.places):
        if times:
            counted[*others[:place], meeting.player, *others[place:]] = times  # type: ignore[assignment]
    return counted


def _connected(scores: Sequence[Score], anchor: str) -> Sequence[Score]:
    """Drop the meetings that no chain of games connects to the anchor."""
    known, size = {anchor}, 0
    while len(known) > size:
        size = len(known)
        known |= {name for each in scores if known & _pair(each) for name in _pair(each)}
    return [each for each in scores if known & _pair(each)]


def _pair(score: Score) -> set[str]:
    """Return the players of a meeting."""
    return {score.meeting.player, score.meeting.opponent}


class _Likelihood:
    """The likelihood of orders, by the logarithms of the players' strengths; the anchor's is 0.

    A stage is the choice of the next place in an order; `left` counts each player among those not placed yet.
    """

    def __init__(self, players: Sequence[str], orders: Mapping[Order, float], anchor: int) -> None:
        self.players, self.anchor = players, anchor
        stages = [(order[place:], much) for order, much in orders.items() for place in range(len(order) - 1)]
        self.left = np.array([[order.count(player) for player in players] for order, _ in stages])
        self.weights = np.array([much for _, much in stages])
        self.placed = sum(much * np.array([order[0] == player for player in players]) for order, much in stages)
        self.least, self.best = self._minimum({anchor: 0.0})

    def interval(self, name: str) -> tuple[float, float, float]:
        """Return the most likely value of a player and the ends of its interval."""
        player = self.players.index(name)
        if player == self.anchor:
            return 0.0, 0.0, 0.0
        middle = float(self.best[player])
        ends = [brentq(partial(self._excess, player), middle, middle + side * FARTHEST, xtol=1e-3) for side in (-1, 1)]
        return middle, *ends

    def _excess(self, player: int, value: float) -> float:
        """Return how far the likelihood of a value lies outside a player's interval."""
        loss, _ = self._minimum({self.anchor: 0.0, player: value})
        return loss - self.least - DROP

    def _minimum(self, fixed: Mapping[int, float]) -> tuple[float, Any]:
        """Return the smallest loss, and the values of all players that reach it, some of which are fixed."""
        values = np.array([fixed.get(player, 0.0) for player in range(len(self.players))])
        free = [player for player in range(len(self.players)) if player not in fixed]

        def loss_of_free(chosen: Any) -> tuple[float, Any]:
            values[free] = chosen
            loss, slope = self._loss(values)
            return loss, slope[free]

        if free:
            values[free] = minimize(loss_of_free, values[free], jac=True, method="BFGS").x
        return self._loss(values)[0], values

    def _loss(self, values: Any) -> tuple[float, Any]:
        """Return the negative log likelihood of all orders, and its derivative by each value."""
        strengths = np.exp(values)
        totals = self.left @ strengths
        loss = self.weights @ np.log(totals) - self.placed @ values
        return float(loss), (self.weights / totals) @ self.left * strengths - self.placed
