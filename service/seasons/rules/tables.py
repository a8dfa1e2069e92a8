"""Compute the table of a division from the standings of its tournaments.

    worth of a place: place_points 10, 6, 3 and an entrant who shares places 2 to 3: (6 + 3) / 2
    points of a player: the sum of the best results; all of them without `best`

Where teams meet, the teams are the players of the table: match points count, and board points rank teams with equal
points. Players who are equal in both share their places. Points are exact fractions, so that each reader of the records
of the tournaments computes the same table.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Literal, NamedTuple

from service.seasons.rules.season import Division

SIXTIETHS = 60


class SeasonPlayer(NamedTuple):
    """Whom several entrants of a season stand for."""

    kind: Literal["player", "guest", "level", "team"]
    identity: str
    """The id of a player, the compared name of a guest or team, or the level and the compared name of an AI level."""


class Member(NamedTuple):
    """An entrant of a team."""

    entrant: int
    player: SeasonPlayer


class Result(NamedTuple):
    """The result of an entrant or of a team in a tournament."""

    tournament: str
    entrant: int
    """The entrant, or the first member of the team in the order of entry."""
    player: SeasonPlayer
    place: int
    place_to: int
    """The last one of the places that the entrant shares."""
    points: int
    """The points of the standings, in sixtieths. The match points of a team."""
    counts: bool = True
    """False for an entrant who was disqualified or has played no game, and gets no points."""
    board_points: int = 0
    """The points of the members of a team, in sixtieths; 0 for an entrant."""
    members: tuple[Member, ...] = ()
    """The members of a team by board; none for an entrant."""


class Counted(NamedTuple):
    """A result with its worth in a table."""

    result: Result
    points: Fraction
    is_counted: bool
    """Whether it is among the best results, which count."""


class Row(NamedTuple):
    """A player of a table."""

    place: int
    place_to: int
    """The last one of the places that the player shares."""
    points: Fraction
    board_points: Fraction
    """The board points of a team in the results that count; 0 for other players."""
    results: Sequence[Counted]
    """The results in the order of the tournaments."""

    @property
    def player(self) -> SeasonPlayer:
        """Return the player."""
        return self.results[0].result.player


def ranked(division: Division, results: Iterable[Result]) -> list[Row]:
    """Return the table of a division, best first. `results` are in the order of its tournaments."""
    by_player: dict[SeasonPlayer, list[Result]] = {}
    for each in results:
        by_player.setdefault(each.player, []).append(each)
    counted = [_counted(division, each) for each in by_player.values()]
    return _numbered([(_totals(each), each) for each in counted])


def worth(division: Division, result: Result) -> Fraction:
    """Return the points of a result; the mean of the points of shared places."""
    if not result.counts:
        return Fraction(0)
    if not division.place_points:
        return Fraction(result.points, SIXTIETHS)
    shared = division.place_points[result.place - 1 : result.place_to]
    return Fraction(sum(shared), result.place_to - result.place + 1)


def _counted(division: Division, results: Sequence[Result]) -> list[Counted]:
    """Return the results of a player, with those that count: the best ones, of equal ones the earlier."""
    points = [worth(division, each) for each in results]
    order = sorted(range(len(results)), key=lambda number: -points[number])
    best = {*order[: division.best or len(order)]}
    return [Counted(each, points[number], number in best) for number, each in enumerate(results)]


def _totals(results: Iterable[Counted]) -> tuple[Fraction, Fraction]:
    """Return the points and the board points of a player."""
    counted = [each for each in results if each.is_counted]
    boards = sum(each.result.board_points for each in counted if each.result.counts)
    return sum((each.points for each in counted), Fraction(0)), Fraction(boards, SIXTIETHS)


def _numbered(found: Iterable[tuple[tuple[Fraction, Fraction], list[Counted]]]) -> list[Row]:
    rows: list[Row] = []
    for (points, board_points), group in groupby(sorted(found, key=itemgetter(0), reverse=True), itemgetter(0)):
        tied = [results for _, results in group]
        first, last = len(rows) + 1, len(rows) + len(tied)
        rows += [Row(first, last, points, board_points, results) for results in tied]
    return rows
