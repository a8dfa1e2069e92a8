"""Test the rules of Connect Four, paragraph by paragraph."""

from random import Random

import pytest

from tests.zoo.connect_four import RULESET
from tests.zoo.connect_four.game import DropDisc, Options


def played(columns: str):
    """Play discs into these columns."""
    state = RULESET.setup(Options(), 2, Random(0))
    for number, column in enumerate(columns):
        action = DropDisc(int(column))
        assert RULESET.reject(state, number % 2, action) is None
        RULESET.apply(state, number % 2, action, Random(0))
    return state


def test_two_play_on_an_empty_board_in_turn():
    """1.1, 2.1"""
    assert RULESET.reject_setup(Options(), 3).code == "bad_player_count"
    state = played("")
    assert (state.columns, RULESET.to_act(state)) == ([[]] * 7, (0,))
    assert RULESET.to_act(played("4")) == (1,)


def test_a_disc_lands_on_the_lowest_empty_space_until_the_column_is_full():
    """2.2, 2.3"""
    state = played("444444")
    assert state.columns == [[], [], [], [0, 1, 0, 1, 0, 1], [], [], []]
    assert RULESET.reject(state, 0, DropDisc(4)).code == "illegal_action"
    assert RULESET.reject(state, 0, DropDisc(8)).code == "malformed_action"


@pytest.mark.parametrize("columns", ["1212121", "1122334", "12233443545", "76655445343"])
def test_four_in_a_row_upright_level_or_diagonal_win(columns):
    """3.1"""
    assert RULESET.outcome(played(columns[:-1])) is None
    end = played(columns)
    assert RULESET.outcome(end).winners == ((len(columns) - 1) % 2,)
    assert RULESET.reject(end, 1, DropDisc(7)).code == "game_over"


def test_a_full_board_is_a_draw():
    """3.2"""
    end = played("121212212121" + "343434434343" + "565656656565" + "777777")
    assert [each.rank for each in RULESET.outcome(end).seats] == [1, 1]
