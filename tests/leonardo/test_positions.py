"""What positions are worth: what is held, by what it is still good for."""

import pytest

from domain.leonardo.positions import values
from domain.leonardo.state import State
from tests.leonardo.builders import ANNA, BRUNO, declaring, hold, placing, plain, request, start_work

HAMMER = 1  # iron; four weeks, which a small lab makes in a round
CROSSBOW = 13  # rope and iron


def worth(state: State, *cards: str) -> float:
    """Give what the position is worth to Anna with these cards in her hand."""
    hold(state, ANNA, *cards)
    return values(state)[ANNA]


def in_phase_a(in_round: int, *requested: int) -> State:
    """Set a table up at which Anna is to declare her work and may choose among these inventions."""
    state = plain(2, in_round=in_round)
    request(state, *requested)
    declaring(state, ANNA)
    return state


@pytest.mark.parametrize("in_round", [2, 3, 7, 8, 9])
def test_what_an_idle_lab_can_start_now_is_worth_more_than_other_cards_5_1(in_round):
    state = in_phase_a(in_round, HAMMER)
    assert worth(state, "iron") > worth(state, "glass")


def test_in_the_last_round_what_is_not_started_in_phase_a_comes_to_nothing_5_1():
    state = in_phase_a(9, HAMMER)
    before = worth(state, "iron") - worth(state, "glass")
    placing(state, ANNA)
    assert worth(state, "iron") - worth(state, "glass") == pytest.approx(0)
    assert before > 1


def test_half_of_what_an_invention_needs_helps_only_while_there_are_shops_4_2():
    assert worth(in_phase_a(7, CROSSBOW), "rope") > worth(in_phase_a(7, CROSSBOW), "glass")
    assert worth(in_phase_a(8, CROSSBOW), "rope") == worth(in_phase_a(8, CROSSBOW), "glass")


def test_the_further_the_work_the_more_it_is_worth_8_1():
    begun, further = in_phase_a(5, HAMMER), in_phase_a(5, HAMMER)
    start_work(begun, BRUNO, "small", HAMMER, 1)
    start_work(further, BRUNO, "small", HAMMER, 3)
    assert values(further)[BRUNO] > values(begun)[BRUNO]


def test_components_under_a_lab_are_not_lost_5_2():
    idle, working = in_phase_a(5, CROSSBOW), in_phase_a(5, CROSSBOW)
    start_work(working, ANNA, "small", CROSSBOW, 1)
    assert worth(working) > worth(idle)
