"""List the games of a round that must still be created, in an order that does not change until all exist."""

from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.state import Round


def entry_of(played: Round) -> int:
    """Return the number of the log entry that causes the creation: the pairing, or the latest replay."""
    return max([played.paired, *_later_replays(played)])


def to_create(played: Round) -> list[tuple[MatchTable, int]]:
    """List the match and number of each game that has neither ended nor been decided by a ruling.

    In a round with replays, only the replays are listed: all other games exist. So do the games of matches that
    continue in a round that was paired again.
    """
    is_new = _is_replay if _later_replays(played) else _is_newly_seated
    return [
        (table, game)
        for table in played.tables
        for game in table.existing
        if game not in table.finished and not table.ruling(game) and is_new(played, table, game)
    ]


def _is_newly_seated(played: Round, table: MatchTable, _game: int) -> bool:
    return table.paired == played.paired


def _is_replay(played: Round, table: MatchTable, game: int) -> bool:
    return table.replays.get(game, 0) > played.paired


def _later_replays(played: Round) -> list[int]:
    """List the numbers of the log entries that created replays since the round was paired."""
    numbers = (number for table in played.tables for number in table.replays.values())
    return [number for number in numbers if number > played.paired]
