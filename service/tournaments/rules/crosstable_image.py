"""Draw a crosstable as SVG: the matrix of a round robin, or the rounds in columns."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from service import svg
from service.tournaments.rules.crosstable import Cell, Crosstable, Row
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.plan import SIXTIETHS
from service.tournaments.rules.points import decimal
from service.tournaments.rules.state import Tournament

MARGIN = 20
NAMES = 210
"""Width of the column of places and names."""
POINTS = 64
HEAD = 78
ROW = 34
LARGEST_MATRIX = 40
"""The maximum number of entrants in a matrix; rounds of more entrants are shown in columns."""


def draw(tournament: Tournament, table: Crosstable) -> str:
    """Return a crosstable as SVG; each cell has the points above the places of the opponents."""
    grid = _matrix(table) if _fits_matrix(table) else _rounds(tournament, table)
    width = 2 * MARGIN + NAMES + len(grid.heads) * grid.width + POINTS
    height = HEAD + len(table.rows) * ROW + MARGIN
    title = f"{svg.shortened(tournament.plan.name, max(12, width // 10 - 12))}: crosstable"
    shapes = [
        svg.text(MARGIN, MARGIN + 14, title, "title"),
        *_heads(grid, width),
        *(shape for at, row in enumerate(table.rows) for shape in _row(tournament, grid, row, at, width)),
    ]
    return svg.document(width, height, title, _description(tournament, table), shapes)


class Grid(NamedTuple):
    """The cells between the names and the points."""

    heads: Sequence[str]
    width: int
    """Width of a column."""
    cells: Sequence[Sequence["CellText | None"]]
    """The cells by row and column."""


class CellText(NamedTuple):
    """The content of a cell."""

    points: int | None
    """The points in sixtieths."""
    share: float = 0.0
    """Points as a share of the largest number of points in a cell."""
    below: str = ""
    is_own: bool = False
    """Whether the row and column are of the same entrant."""


def _fits_matrix(table: Crosstable) -> bool:
    return 0 < len(table.rows) <= LARGEST_MATRIX and bool(table.rows[0].met)


def _matrix(table: Crosstable) -> Grid:
    best = max((points or 0 for row in table.rows for points in row.met), default=0)
    cells = [
        [
            CellText(None, is_own=True) if at == other else CellText(points, (points or 0) / (best or 1))
            for other, points in enumerate(row.met)
        ]
        for at, row in enumerate(table.rows)
    ]
    return Grid([str(row.standing.place) for row in table.rows], 44, cells)


def _rounds(tournament: Tournament, table: Crosstable) -> Grid:
    """Return a grid with a column for each round; in an arena, for each match of an entrant in turn."""
    places = {row.standing.entrant: row.standing.place for row in table.rows}
    every = [cell for row in table.rows for cell in row.cells]
    best = max((cell.points or 0 for cell in every), default=0) or 1
    rows = [{cell.round: _shown(cell, places, best) for cell in row.cells} for row in table.rows]
    columns: Sequence[int] = table.rounds
    if table.rows and not traits_of(tournament.plan.stages[table.stage]).has_rounds:
        rows = [dict(enumerate(row.values(), 1)) for row in rows]
        columns = range(1, 1 + max(map(len, rows)))
    width = 30 + 22 * max((len(cell.opponents) for cell in every), default=1)
    return Grid([str(each) for each in columns], width, [[row.get(each) for each in columns] for row in rows])


def _shown(cell: Cell, places: Mapping[int, int], best: int) -> CellText:
    below = " ".join(str(places[each]) for each in cell.opponents if each in places)
    return CellText(cell.points, (cell.points or 0) / best, below if cell.table else "bye")


def _heads(grid: Grid, width: float) -> Iterator[str]:
    yield svg.text(MARGIN + 32, HEAD - 10, "Entrant", "faint")
    for at, head in enumerate(grid.heads):
        yield svg.text(MARGIN + NAMES + (at + 0.5) * grid.width, HEAD - 10, head, "faint", "middle")
    yield svg.text(width - MARGIN - 8, HEAD - 10, "Points", "faint", "end")
    yield svg.line(MARGIN, HEAD, width - MARGIN, HEAD)


def _row(tournament: Tournament, grid: Grid, row: Row, at: int, width: float) -> Iterator[str]:
    top, base = HEAD + at * ROW, HEAD + at * ROW + 22
    entrant = tournament.entrants[row.standing.entrant]
    yield svg.text(MARGIN + 22, base, str(row.standing.place), "faint", "end")
    yield svg.text(MARGIN + 32, base, svg.shortened(entrant.name), "faint" if entrant.withdrawn else "")
    for column, shown in enumerate(grid.cells[at]):
        if shown:
            yield from _cell(shown, MARGIN + NAMES + column * grid.width, top, grid.width)
    yield svg.text(width - MARGIN - 8, base, _points(row.standing.points), "strong", "end")
    yield svg.line(MARGIN, top + ROW, width - MARGIN, top + ROW)


def _cell(shown: CellText, x: float, top: float, width: float) -> Iterator[str]:
    if shown.is_own:
        yield svg.box(x + 1, top + 1, width - 2, ROW - 2, "own")
    if shown.points:
        yield svg.box(x + 1, top + 1, width - 2, ROW - 2, "mark", 0.32 * shown.share)
    points = "·" if shown.points is None else _points(shown.points)
    if not shown.is_own and (shown.points is not None or shown.below):
        yield svg.text(x + width / 2, top + (15 if shown.below else 22), points, "strong", "middle")
    if shown.below:
        yield svg.text(x + width / 2, top + 28, shown.below, "small", "middle")


def _points(sixtieths: int) -> str:
    return decimal(Fraction(sixtieths, SIXTIETHS), 2)


def _description(tournament: Tournament, table: Crosstable) -> str:
    lines = [f"{len(table.rows)} entrants after {len(table.rounds)} rounds."]
    lines += [
        f"{row.standing.place}. {svg.shortened(tournament.entrants[row.standing.entrant].name)}:"
        f" {_points(row.standing.points)} points."
        for row in table.rows
    ]
    return " ".join(lines)
