"""Test the rules of Gomoku, paragraph by paragraph."""

from random import Random

import pytest

from tests.zoo.gomoku import RULESET
from tests.zoo.gomoku.wire import FiveConnected, Options, PlaceStone

SMALL = Options()
ROWS = {"level": (1, 0), "upright": (0, 1), "rising": (1, 1), "falling": (1, -1)}


def played(*points, options=SMALL):
    """Put stones on these points, in turn."""
    state, facts = RULESET.setup(options, 2, Random(0)), []
    for number, point in enumerate(points):
        action = PlaceStone(*point)
        assert RULESET.reject(state, number % 2, action) is None
        RULESET.apply(state, number % 2, action, Random(0), lambda fact, audience: facts.append((fact, audience)))
    return state, facts


def test_two_play_on_an_empty_board_in_turn():
    """1.1, 1.2, 2.1"""
    assert RULESET.reject_setup(Options(), 3).code == "bad_player_count"
    assert RULESET.reject_setup(Options(size="huge"), 2).code == "bad_option"
    state, _ = played()
    assert (state.stones, state.lines, RULESET.to_act(state)) == ([], 9, (0,))
    assert played(options=Options(size="large"))[0].lines == 19
    assert RULESET.to_act(played((4, 4))[0]) == (1,)


def test_a_stone_is_put_on_an_empty_point_of_the_board():
    """2.2"""
    state, _ = played((4, 4))
    assert RULESET.reject(state, 1, PlaceStone(4, 4)).code == "point_taken"
    assert RULESET.reject(state, 1, PlaceStone(10, 1)).code == "point_taken"
    assert RULESET.reject(state, 1, PlaceStone(20, 1)).code == "malformed_action"


@pytest.mark.parametrize("row", ROWS)
def test_five_in_a_row_win(row):
    """3.1"""
    (x, y), start = ROWS[row], (2, 2 if row != "falling" else 6)
    line = [(start[0] + far * x, start[1] + far * y) for far in range(5)]
    others = [(1, 1), (1, 3), (1, 5), (1, 7)]
    moves = [point for pair in zip(line, others, strict=False) for point in pair]
    assert RULESET.outcome(played(*moves)[0]) is None
    end, facts = played(*moves, line[4])
    assert (RULESET.outcome(end).winners, facts) == ((0,), [(FiveConnected(0), None)])
    assert RULESET.reject(end, 1, PlaceStone(8, 8)).code == "game_over"


def test_a_full_board_is_a_draw():
    """3.2"""
    state = RULESET.setup(Options(), 2, Random(0))
    for row in range(9):
        for column in range(9):
            seat = (column // 2 + row) % 2
            RULESET.apply(state, seat, PlaceStone(column + 1, row + 1), Random(0))
    assert [each.rank for each in RULESET.outcome(state).seats] == [1, 1]
