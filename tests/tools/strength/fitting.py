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
from itertools import groupby, permutations
from math import log
from typing import Any, Final

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.stats import chi2

from tests.tools.strength.playing import Game, Meeting

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


def fit(met: Mapping[Meeting, Sequence[Game]], anchor: str, at: float) -> dict[str, Fit]:
    """Rate all players that met the anchor directly or through others; the anchor's rating is `at`."""
    met = _connected({meeting: games for meeting, games in met.items() if meeting.player != meeting.opponent}, anchor)
    if not met:
        return {}
    players = sorted({name for meeting in met for name in (meeting.player, meeting.opponent)})
    orders = sum((orders_of(meeting, games) for meeting, games in met.items()), Counter())
    orders.update({order: 0.5 for meeting in met for order in permutations((meeting.player, meeting.opponent))})
    likelihood = _Likelihood(players, orders, players.index(anchor))
    games = Counter({name: _games_of(name, met) for name in players})
    return {name: _fit(likelihood, name, at, games[name]) for name in players}


def _fit(likelihood: "_Likelihood", name: str, at: float, games: int) -> Fit:
    rating, low, high = (at + SCALE * each for each in likelihood.interval(name))
    return Fit(rating, low, high, games)


def orders_of(meeting: Meeting, games: Iterable[Game]) -> Counter[Order]:
    """Count the orders in which the players finished; a shared place counts as every order of those who share it."""
    counted: Counter[Order] = Counter()
    for each in games:
        orders = _orders(meeting, each)
        for order in orders:
            counted[order] += 1 / len(orders)  # type: ignore[assignment]
    return counted


def _orders(meeting: Meeting, game: Game) -> list[Order]:
    """List the orders that the ranks of a game allow, by name; equal orders are repeated."""
    seats = sorted(range(meeting.seats), key=lambda seat: game.ranks[seat])
    orders: list[Order] = [()]
    for _, sharing in groupby(seats, key=lambda seat: game.ranks[seat]):
        names = [meeting.player if seat == game.tested else meeting.opponent for seat in sharing]
        orders = [(*order, *following) for order in orders for following in permutations(names)]
    return orders


def _games_of(name: str, met: Mapping[Meeting, Sequence[Game]]) -> int:
    """Count the games in which a player took part."""
    return sum(len(games) for meeting, games in met.items() if name in (meeting.player, meeting.opponent))


def _connected(met: Mapping[Meeting, Sequence[Game]], anchor: str) -> Mapping[Meeting, Sequence[Game]]:
    """Drop the meetings that no chain of games connects to the anchor."""
    known, size = {anchor}, 0
    while len(known) > size:
        size = len(known)
        known |= {each for meeting in met for each in _pair(meeting) if known & _pair(meeting)}
    return {meeting: games for meeting, games in met.items() if known & _pair(meeting)}


def _pair(meeting: Meeting) -> set[str]:
    """Return the two players of a meeting."""
    return {meeting.player, meeting.opponent}


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
