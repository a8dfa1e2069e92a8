"""Report on a finished game whose decisions have been reviewed: statistics, and the course for the chart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from service.game.game import Game
from service.resources.advice import AnalysedDecision, Analysis, SeatPlay, Swing
from service.resources.base import shown
from workers.thinking.iteration import win_shares

BLUNDER = 0.15
"""Smallest loss of the chance to win that counts as a blunder; more than the noise of two estimates."""
MOST_SWINGS = 5
_DIGITS = 4


@dataclass(frozen=True)
class GameCourse:
    """The course of a game."""

    names: Sequence[str]
    """Names of the seats, in turn order."""
    versions: Sequence[int]
    """Ascending versions with known chances; the last one is the end."""
    chances: Sequence[Sequence[float]]
    """Chances of all seats at each version: the mean of what each seat knew last."""
    swings: Sequence[Swing]
    """The decisions that cost most, the worst first."""


def rounded(chance: float) -> float:
    """Round a chance to the precision of a search."""
    return round(chance, _DIGITS)


def review(
    version: int, seat: int, action: Any, best: Any, before: Sequence[float], after: Sequence[float]
) -> AnalysedDecision:
    """Compare the action of a seat with the best action."""
    expected, taken = tuple(map(rounded, before)), tuple(map(rounded, after))
    loss = rounded(max(0.0, expected[seat] - taken[seat]))
    return AnalysedDecision(version, seat, action, best, expected, taken, loss)


def report(game: Game, reviews: Sequence[AnalysedDecision], iterations: int) -> Analysis:
    """Return the analysis of a game."""
    return Analysis(
        ruleset=game.ruleset.name,
        game_id=game.header.game_id,
        version=game.position.version,
        rules_version=game.header.rules_version,
        iterations=iterations,
        blunder=BLUNDER,
        decisions=tuple(reviews),
        swings=_swings(reviews),
        seats=tuple(_summary(seat, reviews) for seat in range(len(game.header.seats))),
    )


def course(game: Game, reviews: Sequence[AnalysedDecision]) -> GameCourse:
    """Return the chances before each reviewed decision and at the end of the game."""
    names = [f"{seat}: {setup.name or setup.level or setup.kind}" for seat, setup in enumerate(game.seats)]
    versions = [*(each.version - 1 for each in reviews), game.position.version]
    return GameCourse(names, versions, [*_seen_by_all(reviews), _end(game)], _swings(reviews))


def _seen_by_all(reviews: Sequence[AnalysedDecision]) -> Iterator[list[float]]:
    """Return the chances at each review: the mean over the seats, since each seat knows other things."""
    latest: dict[int, tuple[float, ...]] = {}
    for each in reviews:
        latest[each.seat] = each.before
        yield [sum(seen) / len(latest) for seen in zip(*latest.values(), strict=True)]


def _swings(reviews: Sequence[AnalysedDecision]) -> tuple[Swing, ...]:
    """List the decisions that cost most, the worst first, the earlier first among equals."""
    ranked = sorted(reviews, key=lambda each: -each.loss)
    return tuple(shown(each, Swing) for each in ranked[:MOST_SWINGS] if each.loss > 0)


def _summary(seat: int, reviews: Sequence[AnalysedDecision]) -> SeatPlay:
    losses = [each.loss for each in reviews if each.seat == seat]
    mean = rounded(sum(losses) / len(losses)) if losses else 0.0
    return SeatPlay(seat, len(losses), mean, blunders=sum(loss >= BLUNDER for loss in losses))


def _end(game: Game) -> list[float]:
    """Return the final chances, as the search counts them."""
    outcome = game.outcome
    return win_shares(game.ruleset, outcome) if outcome else [0.0] * len(game.header.seats)
