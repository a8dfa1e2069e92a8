"""Grids that a ruleset declares, so that clients without a drawing of the game can draw its board.

A module `wire` may declare `GRIDS`. Connect Four:

    GRIDS = (
        Grid(
            cells="columns/{column}/{row}",
            columns=GridLines("column", tuple("1234567"), first=1),
            rows=GridLines("row", tuple("123456"), first=1),
            selects=("column",),
            pieces=(GridPiece("0", "seat/0", "#e0a800", "Y"), GridPiece("1", "seat/1", "#b5382a", "R", shape="ring")),
        ),
    )
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from domain.appearance import COLOUR, LONGEST_LETTER
from domain.fields import whole_text

MOST_LINES: Final = 32
"""The most columns or rows of a grid."""
BRACES: Final = re.compile(r"\{(\w+)\}")
Cell = tuple[int, int]
"""Column and row, from 0."""


class GridLines(msgspec.Struct, frozen=True, omit_defaults=True):
    """The columns of a grid from the left, or its rows from below."""

    field: str
    """The name of the field that holds the number of a line."""
    labels: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=LONGEST_LETTER)], ...],
        Meta(min_length=1, max_length=MOST_LINES),
    ]
    """The labels of the lines in order, each of one or two characters."""
    first: int = 0
    """The number of the first line."""


class GridPiece(msgspec.Struct, frozen=True, omit_defaults=True):
    """The appearance of a value of the cells."""

    value: str
    """The value of a cell with this piece, as a text: `0`."""
    name: str
    """The kind and id of its name in `names`, joined by `/`, or the player of a seat: `seat/0`."""
    colour: Annotated[str, whole_text(COLOUR)]
    """The colour as a hexadecimal RGB value."""
    letter: Annotated[str, Meta(min_length=1, max_length=LONGEST_LETTER)]
    """One or two characters that no other piece of the grid has."""
    shape: Literal["disc", "square", "diamond", "cross", "ring"] = "disc"
    """The shape."""


class Grid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the view that a client can draw as a grid of cells."""

    cells: str
    """The path of the value of a cell in the view. Names are joined by `/`; a name in braces is a field of the lines:

    - `board/{row}/{column}`: a list of rows from below, each with the values of its cells. Short lists end with empty
      cells.
    - `stones/{column}{row}/seat`: the field `seat` of the entry of a list in which both fields have these values.

    A value that no piece has is an empty cell.
    """
    columns: GridLines
    """The columns from the left."""
    rows: GridLines
    """The rows from below."""
    pieces: tuple[GridPiece, ...]
    """The pieces."""
    selects: tuple[str, ...]
    """The fields of actions that a cell stands for. Several fields of one choice are joined by `+`: `column+row`. A
    client takes the first one for which an action is legal. A field of the lines has their number, any other field the
    labels of column and row: `d4`.
    """
    shape: Literal["square", "intersection", "hexagon"] = "square"
    """The shape of a cell. Every second row of hexagons is half a cell to the right."""
    size: str = ""
    """The path of the number of columns and rows in the view. Omitted: there are as many as labels."""
    marks: tuple[str, ...] = ()
    """The labels of cells with a small mark, such as `d4`."""


def size_of(grid: Grid, view: Any) -> Cell:
    """Return the number of columns and rows of a grid in a view, as JSON values."""
    found = at_path(view, grid.size.split("/")) if grid.size else None
    return (found, found) if isinstance(found, int) else (len(grid.columns.labels), len(grid.rows.labels))


def label_of(grid: Grid, cell: Cell) -> str:
    """Return the label of a cell: `d4`."""
    return grid.columns.labels[cell[0]] + grid.rows.labels[cell[1]]


def values(grid: Grid, view: Any) -> Iterator[tuple[Cell, Any]]:
    """Yield each cell of a grid with its value in a view, as JSON values; None for a value that is missing."""
    columns, rows = size_of(grid, view)
    for column in range(columns):
        for row in range(rows):
            numbers = {grid.columns.field: column + grid.columns.first, grid.rows.field: row + grid.rows.first}
            yield (column, row), _value(view, grid.cells.split("/"), numbers, grid)


def target_of(grid: Grid, selects: str, cell: Cell) -> dict[str, int | str]:
    """Return the fields of an action that a cell stands for."""
    numbers = {grid.columns.field: cell[0] + grid.columns.first, grid.rows.field: cell[1] + grid.rows.first}
    return {field: numbers.get(field, label_of(grid, cell)) for field in selects.split("+")}


def at_path(value: Any, names: list[str]) -> Any:
    """Return the value at a path of plain names; None if it is missing."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _value(value: Any, names: list[str], numbers: dict[str, int], grid: Grid) -> Any:
    for name in names:
        value = _step(value, name, numbers, grid)
    return value


def _step(value: Any, name: str, numbers: dict[str, int], grid: Grid) -> Any:
    """Return the value at one name of a path; None if it is missing."""
    fields = BRACES.findall(name)
    if not fields:
        return value.get(name) if isinstance(value, dict) else None
    if not isinstance(value, list):
        return None
    if all(isinstance(each, dict) for each in value):
        return next((each for each in value if all(each.get(field) == numbers[field] for field in fields)), None)
    lines = grid.columns if fields == [grid.columns.field] else grid.rows
    index = numbers[fields[0]] - lines.first
    return value[index] if index < len(value) else None
