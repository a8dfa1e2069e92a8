"""Find the rounds that depend on the result of a match."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace

from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.match_order import count_advancing, match_order
from service.tournaments.rules.round_pairings import stage_is_over
from service.tournaments.rules.stages import qualified
from service.tournaments.rules.state import MatchTable, Round, Tournament

Change = Callable[[MatchTable], None]
"""Changes the result of a table in place."""


def dependent_round(tournament: Tournament, number: int, table: int, change: Change) -> int | None:
    """Return the first paired round that a changed result would alter, or None.

    In a knock-out this is the next round, if other entrants would advance. A later stage depends on the entrants who
    qualify, and on the end of the stage. Rounds of other formats do not depend on changes: they were paired by the
    results at that time.
    """
    altered = _altered(tournament, number, table, change)
    later = _next_in_knockout(tournament, number)
    if later is not None and _advancing(tournament, number, table) != _advancing(altered, number, table):
        return later
    stage = tournament.round(number).stage
    first = next((each.number for each in tournament.rounds if each.stage > stage), None)
    if first is None:
        return None
    return first if not altered.round(number).is_closed or _ends_differently(tournament, altered, stage) else None


def _ends_differently(one: Tournament, other: Tournament, stage: int) -> bool:
    """Whether only one of two tournaments has ended an earlier stage, or other entrants qualify from it."""
    return _has_ended(one, stage) != _has_ended(other, stage) or qualified(one, stage) != qualified(other, stage)


def _has_ended(tournament: Tournament, stage: int) -> bool:
    """Whether an earlier stage has no further round; an arena has none."""
    rounds = [each for each in tournament.rounds if each.stage <= stage]
    then = replace(tournament, stages=tournament.stages[: stage + 1], rounds=rounds)
    return not traits_of(then.stage).has_rounds or stage_is_over(then)


def _altered(tournament: Tournament, number: int, table: int, change: Change) -> Tournament:
    played = tournament.round(number)
    tables = [copy(each) for each in played.tables]
    tables[table - 1] = _copy(tables[table - 1])
    change(tables[table - 1])
    rounds = [*tournament.rounds]
    rounds[number - 1] = replace(played, tables=tables)
    return replace(tournament, rounds=rounds)


def _copy(table: MatchTable) -> MatchTable:
    return replace(table, ruled_games={**table.ruled_games})


def _next_in_knockout(tournament: Tournament, number: int) -> int | None:
    stage = tournament.round(number).stage
    if not traits_of(tournament.plan.stages[stage]).is_knockout:
        return None
    return next((each.number for each in tournament.rounds[number:] if each.stage == stage), None)


def _advancing(tournament: Tournament, number: int, table: int) -> set[int]:
    """Return the winners of a knock-out match; empty before it has a result."""
    played: Round = tournament.round(number)
    match = played.tables[table - 1]
    return {*match_order(tournament, match)[: count_advancing(tournament, played, match)]} if match.is_closed else set()
