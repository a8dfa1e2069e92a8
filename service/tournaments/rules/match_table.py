"""A match of a tournament, and the results of its games."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from service.tournaments.rules.events import SeatedTable
from service.tournaments.rules.match_events import Finished, NextGame, Ruled, SeatChosen
from service.tournaments.rules.plan import Series
from service.tournaments.rules.seats import seat_order, with_choice
from service.tournaments.rules.series import Result, forfeited, has_next, is_sequential, most_games
from service.tournaments.rules.series import score as series_score


def _with_no_shows(finished: Finished, entrants: tuple[int, ...]) -> Result:
    """Return the result of a game in which some entrants never acted: they share the last place, the others move up.

    It is a double loss if no entrant acted. Scores do not count.
    """
    unpaid = tuple(place for place, each in enumerate(entrants) if each in finished.no_shows)
    left = [rank for place, rank in enumerate(finished.ranks) if place not in unpaid]
    ranks = tuple(
        len(left) + 1 if place in unpaid else 1 + sum(each < rank for each in left)
        for place, rank in enumerate(finished.ranks)
    )
    is_lost = not left
    return Result(ranks, None, not (is_lost or finished.aborted), is_lost, unpaid)


class TeamResult(NamedTuple):
    """What a match of two teams counts, in sixtieths."""

    match_points: tuple[int, ...]
    """The match points; 0 until all boards have results."""
    board_points: tuple[int, ...]
    """The points of the boards so far."""


@dataclass
class MatchTable:
    """A match: the entrants at one table, with one or more games."""

    seating: SeatedTable
    """The entrants, and the games so far. Those of a series are added one after another."""
    series: Series
    paired: int
    """Number of the log entry that created its first games, on which their deals depend."""
    finished: dict[int, Finished] = field(default_factory=dict)
    """The finished games by number."""
    stopped: set[int] = field(default_factory=set)
    """Games that were stopped and are not replayed."""
    replays: dict[int, int] = field(default_factory=dict)
    """The number of the log entry that created each replay, by number of the replayed game."""
    ruled: Ruled | None = None
    """The ruling on the whole match."""
    ruled_games: dict[int, Ruled] = field(default_factory=dict)
    """Later rulings on single games, by game number."""
    hidden: set[int] = field(default_factory=set)
    """Finished games whose results do not count here, because another game of their deal is running."""
    announced: dict[int, NextGame] = field(default_factory=dict)
    """The log entries of the games that followed another one, by number."""
    pending: set[int] = field(default_factory=set)
    """Announced games that do not exist yet."""
    chosen: dict[str, SeatChosen] = field(default_factory=dict)
    """The chosen seats by game id."""
    left: tuple[int, ...] = ()
    """The entrants who left, so that the rest of the match is forfeited."""
    of_teams: TeamResult | None = None
    """What the match counts if its entrants are teams; None for single entrants."""
    derived: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Values computed from this match, by what they are; `folding.apply` forgets them when an event changes it."""

    @property
    def number(self) -> int:
        """Return the number of the table in the round."""
        return self.seating.table

    @property
    def entrants(self) -> tuple[int, ...]:
        """Return the entrants in seat order of the first game."""
        return self.seating.entrants

    def seats(self, game: int, game_id: str = "") -> tuple[int, ...]:
        """Return the entrants of a game in turn order. `game_id`: that of a game that the match does not have now."""
        order = seat_order(self.entrants, game)
        choice = self.chosen.get(game_id or self.seating.games[game])
        return order if choice is None else with_choice(order, choice.entrant, choice.seat)

    @property
    def seat_orders(self) -> Sequence[tuple[int, ...]]:
        """Return the entrants of each game in turn order."""
        if "seats" not in self.derived:
            self.derived["seats"] = [self.seats(game) for game in range(len(self.seating.games))]
        return self.derived["seats"]  # type: ignore[no-any-return]

    def ruling(self, game: int) -> Ruled | None:
        """Return the ruling that decides a game, or None if the played result counts."""
        return self.ruled_games.get(game, self.ruled)

    @property
    def existing(self) -> list[int]:
        """List the numbers of the games that exist."""
        return [game for game in range(len(self.seating.games)) if game not in self.pending]

    def is_tie_break(self, game: int) -> bool:
        """Whether a game follows all games of the series, because they left the match level."""
        return game >= most_games(self.series, len(self.entrants))

    def seated_by(self, game: int) -> int:
        """Return the number of the log entry that caused a game; deals depend on it."""
        announced = self.announced[game].number if game in self.announced else self.paired
        return self.replays.get(game, announced)

    @property
    def results(self) -> list[Result]:
        """Return the results of all decided games, in order, with those of forfeited games."""
        results = self._results
        while self.left and has_next(self.series, results, len(self.entrants)):
            results.append(forfeited(self.entrants, self.left))
        return results

    @property
    def _results(self) -> list[Result]:
        found = (self.result(game) for game in range(self._counted_games))
        return [each for each in found if each is not None]

    @property
    def _counted_games(self) -> int:
        """Return how many games count: a ruling on a `fixed` match decides games that were never played."""
        played = len(self.seating.games)
        decides_all = self.ruled is not None and self.series.kind == "fixed"
        return max(played, most_games(self.series, len(self.entrants))) if decides_all else played

    def result(self, game: int) -> Result | None:
        """Return the counted result of a game; None if it has none."""
        ruling, finished = self.ruling(game), self.finished.get(game)
        if ruling is not None:
            return Result(ruling.ranks, None, not ruling.double_loss, ruling.double_loss)
        if finished is None or game in self.hidden:
            return None
        if finished.no_shows:
            return _with_no_shows(finished, self.entrants)
        return Result(finished.ranks, None if finished.aborted else finished.totals, not finished.aborted, False)

    @property
    def has_open_games(self) -> bool:
        """Whether a game of the match has no result."""
        return not all(self._has_result(game) for game in range(len(self.seating.games)))

    def _has_result(self, game: int) -> bool:
        """Whether `result` returns a result; called for every match of a tournament, and much faster."""
        return self.ruling(game) is not None or (game in self.finished and game not in self.hidden)

    @property
    def needs_game(self) -> bool:
        """Whether all games have results, and the match is not decided."""
        if not is_sequential(self.series) or self.ruled is not None or self.has_open_games:
            return False
        return has_next(self.series, self.results, len(self.entrants))

    @property
    def is_closed(self) -> bool:
        """Whether all games have results, and no further game follows."""
        return not self.has_open_games and not self.needs_game

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to do: the match has a result, and all its games have ended or were stopped."""
        if self.pending or not self.is_closed:
            return False
        return all(game in self.finished or game in self.stopped for game in range(len(self.seating.games)))

    @property
    def score(self) -> tuple[int, ...]:
        """Return the score of each entrant, in sixtieths of a win."""
        return series_score(self.results, len(self.entrants))

    @property
    def surplus(self) -> int | None:
        """Return the last game if it has no result, followed another one, and is not needed any more."""
        last = len(self.seating.games) - 1
        if last not in self.announced or self._result_alone(last):
            return None
        before = [each for game in range(last) if (each := self.result(game)) is not None]
        is_needed = len(before) == last and has_next(self.series, before, len(self.entrants))
        return None if is_needed and self.ruled is None and not self.left else last

    def _result_alone(self, game: int) -> bool:
        """Whether a game has a result of its own, and not only through the ruling on its match."""
        return game in self.finished or game in self.ruled_games

    @property
    def is_lost_by_all(self) -> bool:
        """Whether all games are double losses, so that no entrant advances."""
        results = self.results
        return bool(results) and all(each.is_lost for each in results)


def with_ruling(table: MatchTable, event: Ruled) -> None:
    """Put a ruling in force at a table; a ruling on the match replaces those on its games."""
    if event.game is UNSET:
        table.ruled, table.ruled_games = event, {}
    else:
        table.ruled_games[event.game] = event


def without_ruling(table: MatchTable, game: int | UnsetType) -> None:
    """Remove the ruling on a match, or on one of its games."""
    if game is UNSET:
        table.ruled = None
    else:
        del table.ruled_games[game]
