"""Which games of a round are still to be created, in an order that stays until all of them exist."""

from service.tournament.state import MatchTable, Round


def entry_of(played: Round) -> int:
    """Return the number of the log entry that the creation follows from: the pairing, or the latest replay."""
    return max([played.paired, *(number for table in played.tables for number in table.replays.values())])


def to_create(played: Round) -> list[tuple[MatchTable, int]]:
    """List match and number of the games that have neither ended nor been decided by a ruling.

    Of a round with replays these alone are listed: all other games exist.
    """
    has_replays = any(table.replays for table in played.tables)
    return [
        (table, game)
        for table in played.tables
        for game in range(len(table.seating.games))
        if game not in table.finished and not table.ruling(game) and (not has_replays or game in table.replays)
    ]
