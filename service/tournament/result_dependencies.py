"""What depends on the result of a match: who has come into a later round or a later stage by it."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace

from service.tournament.match_order import match_order, through
from service.tournament.stages import qualified
from service.tournament.standings import KNOCKOUTS
from service.tournament.state import MatchTable, Round, Tournament

Change = Callable[[MatchTable], None]
"""Changes the result of a table in place."""


def dependent_round(tournament: Tournament, number: int, table: int, change: Change) -> int | None:
    """Return the first round that was seated by what a change of a match would alter; None if there is none.

    In a knock-out that is the next round, if other entrants would go on. A later stage depends on who qualifies. The
    rounds of the other formats do not depend: they are seated by what counted then.
    """
    altered = _altered(tournament, number, table, change)
    later = _next_in_knockout(tournament, number)
    if later is not None and _go_on(tournament, number, table) != _go_on(altered, number, table):
        return later
    stage = tournament.round(number).stage
    first = next((each.number for each in tournament.rounds if each.stage > stage), None)
    if first is None:
        return None
    is_open = not altered.round(number).is_closed
    return first if is_open or qualified(tournament, stage) != qualified(altered, stage) else None


def _altered(tournament: Tournament, number: int, table: int, change: Change) -> Tournament:
    """Return a tournament with a change of one match, which leaves the given one as it is."""
    played = tournament.round(number)
    tables = [copy(each) for each in played.tables]
    tables[table - 1] = _own(tables[table - 1])
    change(tables[table - 1])
    rounds = [*tournament.rounds]
    rounds[number - 1] = replace(played, tables=tables)
    return replace(tournament, rounds=rounds)


def _own(table: MatchTable) -> MatchTable:
    """Copy a table with the rulings on it."""
    return replace(table, ruled_games={**table.ruled_games})


def _next_in_knockout(tournament: Tournament, number: int) -> int | None:
    """Return the next round of a knock-out that has been seated."""
    stage = tournament.round(number).stage
    if tournament.plan.stages[stage].format not in KNOCKOUTS:
        return None
    return next((each.number for each in tournament.rounds[number:] if each.stage == stage), None)


def _go_on(tournament: Tournament, number: int, table: int) -> set[int]:
    """Return who wins a match of a knock-out; nobody before it has a result."""
    played: Round = tournament.round(number)
    match = played.tables[table - 1]
    return {*match_order(tournament, match)[: through(tournament, played, match)]} if match.is_closed else set()
