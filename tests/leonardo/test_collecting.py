"""Test that the fast heuristics return the same as the oracle."""

from random import Random

import pytest

from domain.leonardo.heuristics import appraisal, collecting
from domain.leonardo.heuristics.collecting import aim, potential
from domain.leonardo.heuristics.policy import greedy
from domain.leonardo.rules import lookup_cache
from domain.leonardo.rules.components import packed
from tests.leonardo import oracle
from tests.leonardo.policy import TABLES, positions


@pytest.mark.parametrize(("seats", "options"), TABLES[::3])
def test_greedy_takes_the_legal_action_with_the_best_score(seats, options):
    for state, seat in positions(seats, options, 20 + seats):
        assert greedy(state, seat, Random(0)) == oracle.choose(state, seat)


@pytest.mark.parametrize(("seats", "options"), TABLES[::7])
def test_a_hand_is_worth_its_use_for_the_two_inventions_nearest_to_it(seats, options):
    rng = Random(seats)
    for state, seat in positions(seats, options, 30 + seats)[::4]:
        hand, purpose = [rng.randrange(5) for _ in range(5)], aim(state, seat)
        assert potential(packed(hand), purpose) == pytest.approx(oracle.potential(hand, purpose))


def test_the_cache_is_cleared_once_it_is_too_large(monkeypatch):
    monkeypatch.setattr(lookup_cache, "MOST", 3)
    monkeypatch.setattr(appraisal, "MOST_OUTLOOKS", 3)
    monkeypatch.setattr(collecting, "_MISSING", {})
    monkeypatch.setattr(appraisal, "_REMEMBERED", appraisal.ForecastCache())
    for state, seat in positions(2, TABLES[0][1], 40):
        assert potential(state.hand[seat], aim(state, seat)) >= 0
        assert len(collecting._MISSING) <= 3
        assert sum(len(each.outlooks) for each in appraisal._REMEMBERED.forecasts.values()) <= 4
