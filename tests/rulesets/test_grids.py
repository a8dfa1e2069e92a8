"""Test how a grid finds the values of its cells in a view."""

import pytest

from domain.grids import Grid, GridLines, GridPiece, at_path, label_of, size_of, target_of, values

PIECE = GridPiece("0", "seat/0", "#000000", "X")
COLUMNS, ROWS = GridLines("column", ("a", "b"), first=1), GridLines("row", ("1", "2"))


def grid(cells="board/{row}/{column}", **changes):
    """Return a grid of two columns, numbered from 1, and two rows, numbered from 0."""
    return Grid(cells, COLUMNS, ROWS, (PIECE,), ("column+row",), **changes)


def held(cells, view):
    """Return the values on cells, by the labels of these."""
    declared = grid(cells)
    return {label_of(declared, cell): value for cell, value in values(declared, view) if value is not None}


@pytest.mark.parametrize(
    ("cells", "view", "expected"),
    [
        ("board/{row}/{column}", {"board": [[0, None], [None, 1]]}, {"a1": 0, "b2": 1}),
        ("board/{column}/{row}", {"board": [[], [0]]}, {"b1": 0}),
        ("stones/{column}{row}/seat", {"stones": [{"column": 2, "row": 0, "seat": 1}]}, {"b1": 1}),
        ("stones/{column}{row}/seat", {"stones": []}, {}),
        ("stones/{column}{row}/seat", {}, {}),
    ],
)
def test_a_cell_has_the_value_at_its_path(cells, view, expected):
    assert held(cells, view) == expected


def test_a_view_can_say_how_many_lines_a_grid_has():
    assert size_of(grid(), {}) == (2, 2)
    assert size_of(grid(size="board/lines"), {"board": {"lines": 1}}) == (1, 1)
    assert at_path([], ["board"]) is None


def test_a_cell_stands_for_the_numbers_of_its_lines_or_for_its_label():
    assert target_of(grid(), "column+row", (1, 0)) == {"column": 2, "row": 0}
    assert target_of(grid(), "from", (1, 0)) == {"from": "b1"}
