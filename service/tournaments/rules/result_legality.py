"""Check results, rulings, and games to stop."""

from collections.abc import Callable, Sequence
from copy import copy

from msgspec import UNSET, UnsetType

from service.tournaments.rules.errors import Illegal, expect
from service.tournaments.rules.match_events import Finished, Ruled, RulingWithdrawn, Stopped
from service.tournaments.rules.match_table import MatchTable, with_ruling, without_ruling
from service.tournaments.rules.result_dependencies import dependent_round
from service.tournaments.rules.round_legality import existing_table
from service.tournaments.rules.state import StoppingGame, Tournament

DIGEST = 64
"""Hexadecimal digits in the hash of a record."""


def _table_of_game(tournament: Tournament, event: Finished) -> MatchTable:
    """Return the table of a game; that of a game to stop may be of a round that was taken back."""
    stopping = tournament.games_to_stop.get(event.game_id)
    if stopping is None:
        return existing_table(tournament, event.round, event.table)
    _check_place(stopping, event)
    return stopping.match


def check_finished(tournament: Tournament, event: Finished) -> None:
    """Check that a game of a match can have this result."""
    table = _table_of_game(tournament, event)
    games = table.seating.games
    expect(0 <= event.game < len(games), f"there is no game {event.game} at the table")
    expect(event.game_id == games[event.game], f"the game is {games[event.game]}")
    expect(event.game not in table.pending, "the game does not exist yet")
    expect(event.game not in table.finished and event.game not in table.stopped, "the game has already ended")
    _check_ranks(event.ranks, table)
    expect(len(event.totals) == len(table.entrants), "each entrant needs a score")
    absent = tuple(each for each in table.entrants if each in event.no_shows)
    expect(event.no_shows == absent, "no-shows must be entrants of the table, in table order")
    if event.aborted:
        expect(not event.no_shows, "an aborted game has no no-shows")
        expect({*event.ranks} == {1} and not event.record, "an aborted game has no record, and all its ranks are 1")
    else:
        expect(len(event.record) == DIGEST, "a finished game needs the hash of its record")


def check_ruled(tournament: Tournament, event: Ruled) -> None:
    """Check that a match can have this result, and that no paired round depends on the match."""
    expect(tournament.status != "cancelled", "the tournament is cancelled")
    table = existing_table(tournament, event.round, event.table)
    _check_game(table, event.game)
    _check_ranks(event.ranks, table)
    expect(not event.double_loss or {*event.ranks} == {1}, "in a double loss all ranks are 1")
    _check_independent(tournament, event.round, event.table, lambda found: with_ruling(found, event))


def _check_independent(tournament: Tournament, number: int, table: int, change: Callable[[MatchTable], None]) -> None:
    """Check that no paired round depends on a result that changes; raises Illegal."""
    depends = dependent_round(tournament, number, table, change)
    expect(depends is None, f"round {depends} depends on this match")


def check_ruling_withdrawn(tournament: Tournament, event: RulingWithdrawn) -> None:
    """Check that a ruling can be withdrawn: its stopped games are replayed, and no paired round depends on it."""
    expect(tournament.status != "cancelled", "the tournament is cancelled")
    table = existing_table(tournament, event.round, event.table)
    expect(bool(table.ruled) if event.game is UNSET else event.game in table.ruled_games, "there is no such ruling")
    _check_independent(tournament, event.round, event.table, lambda found: without_ruling(found, event.game))
    expect([each.game for each in event.replays] == to_replay(table, event.game), "the stopped games must be replayed")
    expect(not event.replays or tournament.status != "over", "the tournament is over")
    expect(not _has_games_to_stop(tournament, table), "a game must still be stopped")
    fresh = {each.game_id for each in event.replays}
    expect(len(fresh) == len(event.replays) and not fresh & tournament.game_ids, "a game id is used twice")


def to_replay(table: MatchTable, game: int | UnsetType) -> list[int]:
    """List the games to replay once a ruling is withdrawn: the stopped games that no other ruling decides."""
    left = copy(table)
    left.ruled_games = {**table.ruled_games}
    without_ruling(left, game)
    return [each for each in sorted(table.stopped) if left.ruling(each) is None]


def _has_games_to_stop(tournament: Tournament, table: MatchTable) -> bool:
    """Whether a match has a game that must still be stopped."""
    return any(each in tournament.games_to_stop for each in table.seating.games)


def check_stopped(tournament: Tournament, event: Stopped) -> None:
    """Check that this game is one that must be stopped."""
    stopping = tournament.games_to_stop.get(event.game_id)
    if stopping is None:
        raise Illegal("this game need not be stopped")
    _check_place(stopping, event)


def _check_place(stopping: StoppingGame, event: Finished | Stopped) -> None:
    place = (stopping.round.number, stopping.match.number, stopping.game)
    expect(place == (event.round, event.table, event.game), "the game has another place")


def _check_game(table: MatchTable, game: int | UnsetType) -> None:
    expect(game is UNSET or 0 <= game < len(table.seating.games), f"there is no game {game} at the table")


def _check_ranks(ranks: Sequence[int], table: MatchTable) -> None:
    """Check that each entrant has a rank, which is one more than the number of better ranks."""
    expect(len(ranks) == len(table.entrants), "each entrant needs a rank")
    expect(all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks), "the ranks are invalid")
