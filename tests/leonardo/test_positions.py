"""Test the value of positions: each holding counts by its remaining use."""

from random import Random

import pytest

from domain.leonardo import RULESET
from domain.leonardo.heuristics.evaluation import values
from domain.leonardo.rules.state import State
from tests.leonardo import oracle_positions as oracle
from tests.leonardo.builders import ANNA, BRUNO, declaring, hold, placing, plain, request, start_work
from tests.leonardo.policy import TABLES, positions

HAMMER = 1  # iron; four weeks, which a small lab makes in a round
CROSSBOW = 13  # rope and iron


def worth(state: State, *cards: str) -> float:
    """Return the value of the position for Anna with these cards in her hand."""
    hold(state, ANNA, *cards)
    return values(state)[ANNA]


def in_phase_a(in_round: int, *requested: int) -> State:
    """Set up a position in which Anna must declare her work and may choose among these inventions."""
    state = plain(2, in_round=in_round)
    request(state, *requested)
    declaring(state, ANNA)
    return state


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_position_values_follow_the_simple_calculation(seats, options):
    for state, seat in positions(seats, options, 50 + seats)[::8]:
        sampled = RULESET.determinize(state, seat, Random(seats))
        assert values(state) == pytest.approx(oracle.values(state))
        assert values(sampled) == pytest.approx(oracle.values(sampled))


@pytest.mark.parametrize("in_round", [2, 3, 7, 8, 9])
def test_an_invention_that_an_idle_lab_can_start_now_is_worth_more_than_other_cards_5_1(in_round):
    state = in_phase_a(in_round, HAMMER)
    assert worth(state, "iron") > worth(state, "glass")


def test_work_that_is_not_started_in_phase_a_of_the_last_round_is_useless_5_1():
    state = in_phase_a(9, HAMMER)
    before = worth(state, "iron") - worth(state, "glass")
    placing(state, ANNA)
    assert worth(state, "iron") - worth(state, "glass") == pytest.approx(0)
    assert before > 1


def test_half_of_the_components_of_an_invention_help_only_while_there_are_shops_4_2():
    assert worth(in_phase_a(7, CROSSBOW), "rope") > worth(in_phase_a(7, CROSSBOW), "glass")
    assert worth(in_phase_a(8, CROSSBOW), "rope") == worth(in_phase_a(8, CROSSBOW), "glass")


def test_the_further_the_work_the_more_it_is_worth_8_1():
    started, further = in_phase_a(5, HAMMER), in_phase_a(5, HAMMER)
    start_work(started, BRUNO, "small", HAMMER, 1)
    start_work(further, BRUNO, "small", HAMMER, 3)
    assert values(further)[BRUNO] > values(started)[BRUNO]


def test_components_under_a_lab_are_not_lost_5_2():
    idle, working = in_phase_a(5, CROSSBOW), in_phase_a(5, CROSSBOW)
    start_work(working, ANNA, "small", CROSSBOW, 1)
    assert worth(working) > worth(idle)


def test_being_the_holder_is_worth_something_in_the_last_rounds_8_6_5():
    state = in_phase_a(9, HAMMER)
    state.holder = ANNA
    held = values(state)[ANNA]
    state.holder = BRUNO
    assert held > values(state)[ANNA]


@pytest.mark.parametrize("in_round", [7, 8, 9])
def test_work_is_worth_less_if_others_make_the_same_8_4(in_round):
    alone, together = in_phase_a(in_round, HAMMER, CROSSBOW), in_phase_a(in_round, HAMMER, CROSSBOW)
    for state, theirs in ((alone, CROSSBOW), (together, HAMMER)):
        start_work(state, ANNA, "small", HAMMER, 2)
        start_work(state, BRUNO, "small", theirs, 2)
    assert values(together)[ANNA] < values(alone)[ANNA]


def test_who_is_further_with_the_same_work_gains_by_more_than_the_weeks_8_3():
    def ahead(anna: int, bruno: int, theirs: int) -> float:
        state = in_phase_a(7, HAMMER, CROSSBOW)
        start_work(state, ANNA, "small", HAMMER, anna)
        start_work(state, BRUNO, "small", theirs, bruno)
        return values(state)[ANNA]

    assert ahead(3, 1, HAMMER) - ahead(1, 3, HAMMER) > ahead(3, 1, CROSSBOW) - ahead(1, 3, CROSSBOW)
