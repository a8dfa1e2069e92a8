"""Test the learned value of a seat: tables add up the weights of its facts."""

import pytest

from domain.azul import RULESET
from domain.azul.heuristics.value_facts import FACTS, VALUE_FACTS, facts
from domain.azul.heuristics.value_tables import WIN_TEMPERATURE
from domain.azul.rules.scoring import running_score
from domain.azul.rules.state import State
from domain.azul.wire.constants import MAX_SEATS, MIN_SEATS, SIDES
from domain.learned_values import LearnedValue, read_values
from tests.azul.test_action_scores import moments

VALUES = read_values("domain.azul")


def learned(state: State) -> LearnedValue:
    """Return what was learned for the round of a position; the first round has the weights of the second."""
    return VALUES[SIDES[state.side]][state.seats][max(state.round, 2) - 2]


def test_each_side_number_of_seats_and_round_has_a_weight_for_each_fact() -> None:
    assert {side: [*by_seats] for side, by_seats in VALUES.items()} == {
        side: [*range(MIN_SEATS, MAX_SEATS + 1)] for side in SIDES
    }
    rounds = [rounds for by_seats in VALUES.values() for rounds in by_seats.values()]
    assert {len(each) for each in rounds} == {len(VALUE_FACTS.rounds)}
    assert {len(each.weights) for every in rounds for each in every} == {FACTS}


@pytest.mark.parametrize("number", range(24))
def test_a_value_is_the_score_and_the_weights_of_all_facts_in_the_scale_of_the_round(number: int) -> None:
    for state in moments(number):
        value = learned(state)
        points = [
            running_score(state, seat) + value.mean + sum(value.weights[fact] for fact in facts(state, seat))
            for seat in range(state.seats)
        ]
        scaled = [each * WIN_TEMPERATURE / value.temperature for each in points]
        assert RULESET.heuristics.evaluate(state) == pytest.approx(scaled, abs=1e-9)


def test_more_points_raise_the_value() -> None:
    for number in range(24):
        for state in moments(number)[-3:]:
            better = RULESET.clone(state)
            better.points[0] += 10
            assert RULESET.heuristics.evaluate(better)[0] > RULESET.heuristics.evaluate(state)[0]
