"""Test that the heuristics, which use lookup tables, return the same as the oracle, which computes each action."""

from random import Random

import pytest

from domain.azul import RULESET
from domain.azul.rules.state import State
from domain.heuristics import best
from tests.azul import oracle
from tests.azul.random_games import all_options, opening, steps


def moments(number: int) -> list[State]:
    """List the states with a choice in a game of good or random play."""
    seats = 2 + number % 3
    state = opening(all_options(seats)[number // 3 % 4], seats, number)
    reached = [RULESET.clone(after) for after, _, _, _ in steps(state, number)]
    return [each for each in reached if each.decision]


@pytest.mark.no_cover
@pytest.mark.parametrize("number", range(24))
def test_scores_are_those_of_the_oracle(number: int) -> None:
    for state in moments(number):
        legal = RULESET.legal_actions(state, state.turn)
        scores = RULESET.heuristics.score_actions(state, state.turn, legal)
        assert scores == pytest.approx(oracle.scores(state, state.turn, legal), abs=1e-9)


@pytest.mark.parametrize("number", range(24))
def test_the_action_chosen_is_the_first_of_those_that_score_best(number: int) -> None:
    for state in moments(number):
        legal = RULESET.legal_actions(state, state.turn)
        scores = RULESET.heuristics.score_actions(state, state.turn, legal)
        assert RULESET.heuristics.rollout_policy(state, state.turn, Random(1)) == best(legal, scores)
