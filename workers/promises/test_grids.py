"""Test the grids of every ruleset: their pieces are in the views, and their cells stand for legal actions."""

from collections import Counter

import pytest

from domain.actions import action_types
from domain.grids import BRACES, label_of, size_of, target_of, values
from workers.promises.games import GAME_SIZES, NAMES, PLAYED, play
from workers.promises.references import as_json

GAMES = 2

every_ruleset = pytest.mark.parametrize("name", NAMES)


def grids(name):
    """Return the grids of a ruleset."""
    return PLAYED[name].grids


def cells_of(grid, view):
    """List the cells of a grid in a view."""
    return [cell for cell, _ in values(grid, view)]


@every_ruleset
def test_the_names_of_pieces_exist(name):
    """Use a kind and an id of `names.json`, or `seat/0` for the first seat."""
    named, seats = PLAYED[name].names.things, PLAYED[name].max_seats
    for grid in grids(name):
        for piece in grid.pieces:
            kind, _, each = piece.name.partition("/")
            assert each in (map(str, range(seats)) if kind == "seat" else named.get(kind, {})), piece.name


@every_ruleset
def test_pieces_differ_without_colours(name):
    """Choose another value and another letter for each piece of a grid."""
    for grid in grids(name):
        for field in ("value", "letter"):
            counts = Counter(getattr(piece, field) for piece in grid.pieces)
            assert [each for each, times in counts.items() if times > 1] == [], (grid.cells, field)


@every_ruleset
def test_each_cell_has_a_label_of_its_own(name):
    """Let no two cells of a grid have the same labels, and mark cells that exist."""
    for grid in grids(name):
        columns, rows = len(grid.columns.labels), len(grid.rows.labels)
        labels = {label_of(grid, (column, row)) for column in range(columns) for row in range(rows)}
        assert len(labels) == columns * rows, grid.cells
        assert {*grid.marks} <= labels, grid.cells


@every_ruleset
def test_the_paths_of_grids_name_their_lines(name):
    """Put the fields of columns and rows into braces in `cells`, and no others."""
    for grid in grids(name):
        assert {*BRACES.findall(grid.cells)} == {grid.columns.field, grid.rows.field}, grid.cells


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_views_fill_the_cells_of_grids_with_pieces(name, seats):
    """Correct `cells`, `size` or `pieces`: some cell must hold a piece in some view, and none an unknown value."""
    found = {grid: set() for grid in grids(name)}
    for number in range(GAMES if found else 0):
        game = play(name, seats, number)
        for state in (*(step.before for step in game.steps), game.end):
            for viewer in (None, *range(seats)):
                view = as_json(PLAYED[name].view(state, viewer))
                for grid, held in found.items():
                    assert max(size_of(grid, view)) <= max(len(grid.columns.labels), len(grid.rows.labels))
                    held |= {str(value) for _, value in values(grid, view) if value is not None}
    for grid, held in found.items():
        assert held & {piece.value for piece in grid.pieces}, grid.cells


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_cell_stands_for_each_legal_action_that_has_its_fields(name, seats):
    """Correct `selects`, `first` or the labels: a legal action with the fields must have the values of a cell."""
    missing, seen = set(), set()
    for number in range(GAMES if grids(name) else 0):
        for step in play(name, seats, number).steps:
            view = as_json(PLAYED[name].view(step.before, step.seat))
            legal = [as_json(each) for each in PLAYED[name].legal_actions(step.before, step.seat)]
            for grid in grids(name):
                for selects in grid.selects:
                    fields = selects.split("+")
                    cells = {tuple(target_of(grid, selects, cell).values()) for cell in cells_of(grid, view)}
                    chosen = {tuple(each[field] for field in fields) for each in legal if {*fields} <= {*each}}
                    missing |= chosen - cells
                    seen |= {selects} if chosen else set()
    assert missing == set()
    assert seen == {selects for grid in grids(name) for selects in grid.selects}, action_types(PLAYED[name])
