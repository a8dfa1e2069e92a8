"""What is told of a finished game once each of its decisions has been reviewed: in numbers, and as a course to draw."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from service.play import presenters
from service.play.game import Game, encoded
from service.play.presenters import Wire

BLUNDER = 0.15
"""The chance to win that a decision must have cost to be called a blunder; more than the noise of two estimates."""
MOST_SWINGS = 5
_DIGITS = 4


class DecisionReview(msgspec.Struct, frozen=True):
    """What one decision was worth; chances to win are told for every seat, as the seat that decided could know them."""

    version: int
    """Of the game after the decision."""
    seat: int
    action: msgspec.Raw
    best: msgspec.Raw
    """What the search would have done."""
    before: tuple[float, ...]
    """The chances if it had done that."""
    after: tuple[float, ...]
    """The chances with what it did."""
    loss: float
    """What that cost of its own chance, at least 0."""


@dataclass(frozen=True)
class GameCourse:
    """The course of a game."""

    names: Sequence[str]
    """Of the seats, in turn order."""
    versions: Sequence[int]
    """At which the chances are known, rising; the last one is the end."""
    chances: Sequence[Sequence[float]]
    """Of all seats at each of these versions, as the table sees them: the mean of what each seat could know last."""
    swings: Sequence[DecisionReview]
    """The decisions that cost most, the worst first."""


def rounded(chance: float) -> float:
    """Round a chance: a search does not know it more exactly."""
    return round(chance, _DIGITS)


def review(
    version: int, seat: int, action: Any, best: Any, before: Sequence[float], after: Sequence[float]
) -> DecisionReview:
    """Compare what a seat did with what it could have done."""
    told, taken = tuple(map(rounded, before)), tuple(map(rounded, after))
    loss = rounded(max(0.0, told[seat] - taken[seat]))
    return DecisionReview(version, seat, encoded(action), encoded(best), told, taken, loss)


def report(game: Game, reviews: Sequence[DecisionReview], iterations: int) -> Wire:
    """Write the analysis of a game in wire form."""
    return {
        **presenters.about(game),
        "rules_version": game.header.rules_version,
        "iterations": iterations,
        "blunder": BLUNDER,
        "decisions": reviews,
        "swings": [{"version": each.version, "seat": each.seat, "loss": each.loss} for each in _swings(reviews)],
        "seats": [_summary(seat, reviews) for seat in range(len(game.header.seats))],
    }


def course(game: Game, reviews: Sequence[DecisionReview]) -> GameCourse:
    """Return how the chances went: before each decision that was reviewed, and how the game ended."""
    names = [f"{seat}: {setup.name or setup.level or setup.kind}" for seat, setup in enumerate(game.seats)]
    versions = [*(each.version - 1 for each in reviews), game.position.version]
    return GameCourse(names, versions, [*_seen_by_all(reviews), _end(game)], _swings(reviews))


def _seen_by_all(reviews: Sequence[DecisionReview]) -> Iterator[list[float]]:
    """Return the chances at each review; their mean, for each seat knows other things."""
    latest: dict[int, tuple[float, ...]] = {}
    for each in reviews:
        latest[each.seat] = each.before
        yield [sum(seen) / len(latest) for seen in zip(*latest.values(), strict=True)]


def _swings(reviews: Sequence[DecisionReview]) -> list[DecisionReview]:
    """List the decisions that cost most, the worst first, of equals the earlier."""
    ranked = sorted(reviews, key=lambda each: -each.loss)
    return [each for each in ranked[:MOST_SWINGS] if each.loss > 0]


def _summary(seat: int, reviews: Sequence[DecisionReview]) -> Wire:
    """Sum up how well a seat decided."""
    losses = [each.loss for each in reviews if each.seat == seat]
    return {
        "seat": seat,
        "decisions": len(losses),
        "average_loss": rounded(sum(losses) / len(losses)) if losses else 0.0,
        "blunders": sum(loss >= BLUNDER for loss in losses),
    }


def _end(game: Game) -> list[float]:
    """Give each winner of a finished game a chance of 1, or a part of it."""
    outcome = game.ruleset.outcome(game.position.state)
    winners = outcome.winners if outcome else ()
    return [(seat in winners) / len(winners) for seat in range(len(game.header.seats))]
