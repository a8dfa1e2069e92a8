"""List the games of a round that must still be created, in an order that does not change until all exist."""

from service.tournaments.rules.state import MatchTable, Round


def entry_of(played: Round) -> int:
    """Return the number of the log entry that causes the creation: the pairing, or the latest replay."""
    return max([played.paired, *(number for table in played.tables for number in table.replays.values())])


def to_create(played: Round) -> list[tuple[MatchTable, int]]:
    """List the match and number of each game that has neither ended nor been decided by a ruling.

    In a round with replays, only the replays are listed: all other games exist.
    """
    has_replays = any(table.replays for table in played.tables)
    return [
        (table, game)
        for table in played.tables
        for game in range(len(table.seating.games))
        if game not in table.finished and not table.ruling(game) and (not has_replays or game in table.replays)
    ]
