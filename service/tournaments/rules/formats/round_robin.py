"""Pair a round robin by a schedule that is fixed when the stage starts.

A table becomes smaller when an entrant withdraws. An entrant who is left alone at a table has a bye. A round without
tables is skipped. Rounds that the organiser pairs are inserted between those of the schedule.

If some entrants should not meet, the positions and the order of the rounds are chosen for that (`arrangement`). A
schedule of pairs that is shorter than the complete one then has its best rounds. If some still meet who should not, and
all need not meet, the rounds are paired one by one (`labelled_rounds`).
"""

from collections.abc import Sequence

from service.tournaments.rules.apart import NO_LABELS
from service.tournaments.rules.formats.arrangement import arranged
from service.tournaments.rules.formats.labelled_rounds import labelled_rounds
from service.tournaments.rules.formats.schedules import Tables, schedule
from service.tournaments.rules.formats.seating import seat
from service.tournaments.rules.formats.separation import clashes
from service.tournaments.rules.limits import LEAST_TABLE
from service.tournaments.rules.pairing_types import DrawnTable, RoundPairing
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.random_choice import drawn_order
from service.tournaments.rules.state import Apart, Round, Tournament


def next_round(tournament: Tournament) -> RoundPairing | None:
    """Return the next round of all groups, or None once their schedules are finished."""
    schedules = [_of_group(tournament, number) for number in range(len(tournament.stages[-1]))]
    longest = max(map(len, schedules), default=0)
    for index in range(_played(tournament, schedules), longest):
        drawn = _draw(tournament, [each[index] if index < len(each) else () for each in schedules])
        if drawn.tables:
            return drawn
    return None


def _of_group(tournament: Tournament, number: int) -> list[Tables]:
    """Return the schedule of a group, with its positions assigned at random."""
    group, stage = tournament.stages[-1][number], tournament.stage
    names = drawn_order(tournament.seed, group, "round robin", len(tournament.stages))
    rounds: Sequence[Tables] = schedule(len(group), stage.table_size, stage.rounds)
    apart = tournament.apart[-1]
    if any(each in apart.labels for each in group):
        names, rounds = _arranged(apart, names, rounds, stage)
    return [tuple(tuple(names[each] for each in table) for table in tables) for tables in rounds]


def _arranged(
    apart: Apart, names: list[int], rounds: Sequence[Tables], stage: Stage
) -> tuple[list[int], Sequence[Tables]]:
    """Return the entrants by position and the rounds, so that few meet who should not."""
    count, length, size = len(names), len(rounds), stage.table_size
    complete = count - 1 + count % 2 if size == LEAST_TABLE else length
    every = tuple(schedule(count, size, max(length, complete)))
    labels = tuple(apart.labels.get(each, NO_LABELS) for each in names)
    limit = min(apart.rounds or length, length)
    found = arranged(names, labels, every, free=complete, limit=limit)
    if stage.rounds and found.clashes and (size > LEAST_TABLE or length < complete):
        own = labelled_rounds(labels, size, length, limit)
        if sum(clashes(labels, tables) for tables in own[:limit]) < found.clashes:
            return names, own
    return [*found.entrants], found.rounds[:length]


def _played(tournament: Tournament, schedules: list[list[Tables]]) -> int:
    """Return the index of the next round in the schedule."""
    longest = max(map(len, schedules), default=0)
    index = 0
    for played in tournament.stage_rounds:
        if not played.manual:
            fitting = (each for each in range(index, longest) if _fits(played, schedules, each))
            index = next(fitting, longest) + 1
    return index


def _fits(played: Round, schedules: list[list[Tables]], index: int) -> bool:
    """Whether each table of a round is a table of the scheduled round, or the rest of one."""
    table_of = {
        each: frozenset(table)
        for rounds in schedules
        for table in (rounds[index] if index < len(rounds) else ())
        for each in table
    }
    return all(table_of.get(table.entrants[0], frozenset()).issuperset(table.entrants) for table in played.tables)


def _draw(tournament: Tournament, by_group: list[Tables]) -> RoundPairing:
    drawn: list[DrawnTable] = []
    byes: list[int] = []
    for number, tables in enumerate(by_group):
        left = [tournament.present(table) for table in tables]
        tables_left = [table for table in left if len(table) > 1]
        drawn += [DrawnTable(entrants, number) for entrants in _seated(tournament, tables_left)]
        seated = {each for table in tables_left for each in table}
        group = tournament.present(tournament.stages[-1][number]) if tables else []
        byes += [each for each in group if each not in seated]
    return RoundPairing(tuple(drawn), tuple(byes))


def _seated(tournament: Tournament, tables: list[list[int]]) -> list[tuple[int, ...]]:
    """Return the tables in seat order; pairs keep theirs, since their schedule has even seats."""
    return [tuple(table) for table in tables] if tournament.stage.table_size == 2 else seat(tournament, tables)
