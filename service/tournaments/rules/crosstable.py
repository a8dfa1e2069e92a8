"""Compute the crosstable of a stage: opponents and points by round, in standings order."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.points import match_points, ranks_by_game, round_points
from service.tournaments.rules.standings import Standing, standings
from service.tournaments.rules.state import Round, Tournament


class Cell(msgspec.Struct, frozen=True):
    """A round in which an entrant had a table or a bye."""

    round: int
    table: int
    """The number of the table; 0 for a bye."""
    opponents: tuple[int, ...]
    points: int | None
    """The points so far, in sixtieths; None until a game has a result."""


class Row(msgspec.Struct, frozen=True):
    """The row of one entrant."""

    standing: Standing
    cells: tuple[Cell, ...]
    """The rounds of the entrant in order, without missed rounds."""
    met: tuple[int | None, ...]
    """In a round robin, points won at tables with each other entrant, in sixtieths, in row order.

    None if the two have not met. Empty in other formats.
    """


class Crosstable(msgspec.Struct, frozen=True):
    """The crosstable of a stage, or of one group."""

    stage: int
    rounds: tuple[int, ...]
    rows: tuple[Row, ...]


def crosstable(tournament: Tournament, stage: int | UnsetType = UNSET, group: int | UnsetType = UNSET) -> Crosstable:
    """Return the crosstable of a stage (from 0; default: the last started one); empty before the start."""
    number = tournament.stage_index if stage is UNSET else stage
    rounds = tournament.rounds_of(number)
    listed = standings(tournament, number, group) if 0 <= number < len(tournament.stages) else []
    cells = _cells(tournament, rounds)
    order = [each.entrant for each in listed]
    is_matrix = bool(listed) and traits_of(tournament.plan.stages[number]).has_schedule
    rows = [
        Row(each, tuple(cells.get(each.entrant, ())), _met(cells, each.entrant, order) if is_matrix else ())
        for each in listed
    ]
    return Crosstable(number, tuple(each.number for each in rounds), tuple(rows))


def _cells(tournament: Tournament, rounds: Sequence[Round]) -> Mapping[int, list[Cell]]:
    cells: dict[int, list[Cell]] = {}
    for played in rounds:
        won = round_points(tournament.plan, played)
        for entrant in played.byes:
            cells.setdefault(entrant, []).append(Cell(played.number, 0, (), won[entrant]))
        for table in played.tables:
            points = match_points(tournament.plan, table) if ranks_by_game(table) else (None,) * len(table.entrants)
            for entrant, own in zip(table.entrants, points, strict=True):
                others = tuple(each for each in table.entrants if each != entrant)
                cells.setdefault(entrant, []).append(Cell(played.number, table.number, others, own))
    return cells


def _met(cells: Mapping[int, Sequence[Cell]], entrant: int, order: Sequence[int]) -> tuple[int | None, ...]:
    won: dict[int, int] = {}
    for cell in cells.get(entrant, ()):
        if cell.points is not None:
            won.update({each: won.get(each, 0) + cell.points for each in cell.opponents})
    return tuple(won.get(each) for each in order)
