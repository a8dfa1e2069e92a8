"""Find the matches that continue when a round is paired again after a corrected result."""

from collections.abc import Iterator, Sequence

from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.state import Tournament


def continuing_matches(tournament: Tournament, number: int) -> Iterator[MatchTable]:
    """List the matches of the last round with a number that can continue, if that round was taken back by a correction.

    A match continues if it has the same entrants at the same table, and if none of its games was stopped without a
    result. If all tables of a round share a deal, no match continues: the other tables have a new deal.
    """
    before = next((each for each in reversed(tournament.taken_back) if each.number == number), None)
    if before is None or not before.corrected or tournament.plan.deal == "round":
        return
    yield from (table for table in before.tables if _can_continue(tournament, table))


def _can_continue(tournament: Tournament, table: MatchTable) -> bool:
    return all(
        game in table.finished or table.ruling(game) or game_id in tournament.games_to_stop
        for game, game_id in enumerate(table.seating.games)
    )


def games_of_continuing(
    tournament: Tournament, number: int
) -> dict[tuple[int, Sequence[int], int, str], tuple[str, ...]]:
    """Return the ids of the games of the matches that can continue, by table, entrants, group and bracket."""
    seated = (table.seating for table in continuing_matches(tournament, number))
    return {(each.table, each.entrants, each.group, each.bracket): each.games for each in seated}
