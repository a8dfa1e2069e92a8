"""A sample of the AI levels' strength, and the arithmetic of measuring it; the full measure is `make arena`."""

import pytest

from tests.rulesets.games import RULESETS
from tests.strength.report import Record, report
from tests.strength.strength import Strength, Tally, measure, play_deal, wilson

RESULT = Strength("leonardo", 2, "normal", "greedy", 3, 5, Tally(10, 9.5, 712.5, 25, 80, 4.0))


@pytest.mark.parametrize(("seats", "deals"), [(2, 5), (3, 4), (4, 3), (5, 2)])
def test_the_greedy_level_beats_random_opponents(seats: int, deals: int) -> None:
    *_, result = measure("leonardo", "greedy", "random", seats, range(deals))
    assert result.tally.wins == result.tally.games == seats * deals


@pytest.mark.parametrize("level", ["random", "easy", "greedy"])
def test_a_level_takes_exactly_its_fair_share_against_itself(level: str) -> None:
    *_, result = measure("leonardo", level, level, 3, range(2))
    assert result.share == pytest.approx(result.fair_share)
    assert result.tally.total == pytest.approx(result.tally.opponent_total)


def test_a_deal_played_again_ends_the_same() -> None:
    first, second = (play_deal("leonardo", "easy", "value", 2, 7) for _ in range(2))
    assert (first.wins, first.total, first.decisions) == (second.wins, second.total, second.decisions)


def test_the_deals_may_be_played_anywhere_in_any_order() -> None:
    def backwards(carry_out, deals):
        return reversed([carry_out(deal) for deal in reversed(deals)])

    first, second = (list(measure("riddle", "greedy", "easy", 2, range(3), spread)) for spread in (map, backwards))
    known = [[(each.deals, each.tally.wins, each.tally.total) for each in results] for results in (first, second)]
    assert known[0] == known[1]
    assert [each.deals for each in first] == [1, 2, 3]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_opponent_that_only_values_positions_plays_whole_games(ruleset: str) -> None:
    seats = RULESETS[ruleset].min_seats
    assert play_deal(ruleset, "value", "easy", seats, 0).games == seats


def test_the_wilson_interval_agrees_with_published_values() -> None:
    assert wilson(114, 200) == pytest.approx((0.5007, 0.6367), abs=5e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=5e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=5e-4)


def test_a_line_of_the_report_tells_wins_interval_totals_and_deals() -> None:
    assert str(RESULT) == (
        "leonardo, 2 seats: normal wins 9.5 of 10 games against greedy, 95.0% [65.5%, 99.5%], fair 50.0%; "
        "mean total 71.2 : 2.5; deals 3 to 7"
    )


def test_the_report_has_a_row_for_each_record_and_names_its_commit() -> None:
    rows = report([Record(RESULT, "c0ffee", "a machine")]).splitlines()
    assert (
        "| 2 | `normal` | `greedy` | 10 | 95.0% | 65.5% to 99.5% | 50% | 71.2 : 2.5 | 50.0 | 3 to 7 | c0ffee |" in rows
    )
    assert rows[-1] == "- a machine"
