"""Find the rounds that depend on the result of a match."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace

from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.match_order import count_advancing, match_order
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.pairing_types import DrawnTable
from service.tournaments.rules.round_pairings import next_round, qualified, stage_is_over
from service.tournaments.rules.state import Round, Tournament, open_tables_of
from service.tournaments.rules.team_matches import has_team_matches, matches_of, teams_of
from service.tournaments.rules.team_tournament import as_teams

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


def round_to_pair_again(tournament: Tournament, number: int, table: int, change: Change) -> int | None:
    """Return the first round that a correction with `force` takes back, or None.

    This is the round that depends on the result. In a Swiss it is also the round that is being played, if its pairing
    would now be different. Manual pairings stay.
    """
    depends = dependent_round(tournament, number, table, change)
    if depends is not None:
        return depends
    last, stage = tournament.rounds[-1], tournament.round(number).stage
    follows = last.number > number and last.stage == stage and traits_of(tournament.stage).follows_standings
    if not follows or last.manual or last.is_closed:
        return None
    return last.number if _is_paired_differently(_altered(tournament, number, table, change)) else None


def _is_paired_differently(tournament: Tournament) -> bool:
    """Whether the latest round would be paired differently now."""
    last = tournament.rounds[-1]
    drawn = next_round(_with_rounds(tournament, tournament.rounds[:-1]))
    seated = [DrawnTable(each.entrants, each.seating.group, each.seating.bracket) for each in last.tables]
    return drawn is not None and ([*drawn.tables], {*drawn.byes}) != (seated, {*last.byes})


def _ends_differently(one: Tournament, other: Tournament, stage: int) -> bool:
    """Whether only one of two tournaments has ended an earlier stage, or other entrants qualify from it."""
    return _has_ended(one, stage) != _has_ended(other, stage) or qualified(one, stage) != qualified(other, stage)


def _has_ended(tournament: Tournament, stage: int) -> bool:
    """Whether an earlier stage has no further round; an arena has none."""
    rounds = [each for each in tournament.rounds if each.stage <= stage]
    then = replace(_with_rounds(tournament, rounds), stages=tournament.stages[: stage + 1])
    return not traits_of(then.stage).has_rounds or stage_is_over(then)


def _altered(tournament: Tournament, number: int, table: int, change: Change) -> Tournament:
    played = tournament.round(number)
    tables = [copy(each) for each in played.tables]
    tables[table - 1] = _copy(tables[table - 1])
    change(tables[table - 1])
    rounds = [*tournament.rounds]
    rounds[number - 1] = replace(played, tables=tables)
    return _with_rounds(tournament, rounds)


def _with_rounds(tournament: Tournament, rounds: list[Round]) -> Tournament:
    return replace(tournament, rounds=rounds, open_tables=open_tables_of(rounds), places=None)


def _copy(table: MatchTable) -> MatchTable:
    return replace(table, ruled_games={**table.ruled_games})


def _next_in_knockout(tournament: Tournament, number: int) -> int | None:
    stage = tournament.round(number).stage
    if not traits_of(tournament.plan.stages[stage]).is_knockout:
        return None
    return next((each.number for each in tournament.rounds[number:] if each.stage == stage), None)


def _advancing(tournament: Tournament, number: int, table: int) -> set[int]:
    """Return the winners of a knock-out match, which are teams where teams meet; empty before it has a result."""
    if has_team_matches(tournament.plan):
        tournament, table = _of_teams(tournament, number, table)
    played: Round = tournament.round(number)
    match = played.tables[table - 1]
    return {*match_order(tournament, match)[: count_advancing(tournament, played, match)]} if match.is_closed else set()


def _of_teams(tournament: Tournament, number: int, table: int) -> tuple[Tournament, int]:
    """Return the tournament of teams, and the number of the match of teams to which a table belongs."""
    listed = teams_of(tournament)
    found = matches_of(tournament, listed, tournament.round(number))
    at = next(at for at, each in enumerate(found, 1) if table in {board.number for board in each.tables})
    return as_teams(tournament, listed), at
