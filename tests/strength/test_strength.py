"""A sample of the AI levels' strength, and the arithmetic of measuring it; the full measure is `make strength`."""

import pytest

from domain.leonardo import RULESET
from tests.strength.strength import Strength, measure, wilson


@pytest.mark.parametrize(("seats", "deals"), [(2, 5), (3, 4), (4, 3), (5, 2)])
def test_the_greedy_level_beats_random_opponents(seats: int, deals: int) -> None:
    result = measure(RULESET, "greedy", "random", seats, range(deals))
    assert result.wins == result.games


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_level_takes_exactly_its_fair_share_against_itself(level: str) -> None:
    result = measure(RULESET, level, level, 3, range(2))
    assert result.share == pytest.approx(result.fair_share)
    assert result.total == pytest.approx(result.opponent_total)


def test_a_deal_played_again_ends_the_same() -> None:
    first, second = (measure(RULESET, "greedy", "random", 2, range(7, 8)) for _ in range(2))
    assert first == second


def test_the_wilson_interval_agrees_with_published_values() -> None:
    assert wilson(114, 200) == pytest.approx((0.5007, 0.6367), abs=5e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=5e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=5e-4)


def test_a_line_of_the_report_tells_wins_interval_totals_and_deals() -> None:
    result = Strength("leonardo", "greedy", "random", 2, range(3, 8), 9.5, 71.25, 2.5)
    assert str(result) == (
        "leonardo, 2 seats: greedy wins 9.5 of 10 games against random, 95.0% [65.5%, 99.5%], fair 50.0%; "
        "mean total 71.2 : 2.5; deals 3 to 7"
    )
