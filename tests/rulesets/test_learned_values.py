"""Test values of positions that a ruleset of the kernel's defaults learns: the file, and the search that reads it."""

from dataclasses import replace
from random import Random

import pytest

from domain import defaults
from domain.heuristics import Heuristics
from domain.learned_evaluation import stage_of, with_values
from domain.learned_values import LearnedValue, ValueFacts, find_values
from domain.package_files import InvalidFile
from tests.zoo import connect_four, goofspiel
from tests.zoo.connect_four import heuristics as rows
from tests.zoo.connect_four.game import DropDisc, Options
from tests.zoo.goofspiel import heuristics as cards
from workers.promises.games import play
from workers.promises.test_learned_values import differing_facts

CONNECT_FOUR, GOOFSPIEL = connect_four.RULESET, goofspiel.RULESET


def after(*columns):
    """Return the position of Connect Four after discs in these columns."""
    state = CONNECT_FOUR.setup(Options(), 2, Random(0))
    for number, column in enumerate(columns):
        CONNECT_FOUR.apply(state, number % 2, DropDisc(column), Random(0))
    return state


def test_without_a_file_the_search_is_that_without_values():
    plain = with_values(cards.HEURISTICS, cards.VALUE_FACTS, None)
    assert replace(plain, value_facts=None) == cards.HEURISTICS
    assert find_values("tests.zoo.gomoku", cards.VALUE_FACTS) is None


def test_values_count_rounds_and_end_rollouts_as_declared_or_as_the_heuristics_do():
    rows_search, cards_search = CONNECT_FOUR.heuristics, GOOFSPIEL.heuristics
    assert (rows_search.rounds_begun(after(4, 4, 3)), rows_search.horizon, rows_search.point_value) == (3, 2, 30)
    assert cards_search.rounds_begun is cards.HEURISTICS.rounds_begun
    assert (cards_search.horizon, cards.HEURISTICS.horizon) == (1, 2)
    assert "heuristics" in CONNECT_FOUR.defaults
    assert "heuristics" not in GOOFSPIEL.defaults


def test_a_value_is_the_points_the_mean_and_the_weights_of_all_facts_in_one_scale():
    state = GOOFSPIEL.setup(goofspiel.wire.Options(), 3, Random(0))
    state.round, state.points, state.hands = 5, [3, 0, 9], [[1, 2, 7], [3, 4, 5], [2, 3, 6]]
    values = find_values("tests.zoo.goofspiel", cards.VALUE_FACTS)
    lowest = min(each.temperature for by_seats in values["default"].values() for each in by_seats)
    learned = values["default"][3][3]
    expected = [
        5 * state.points[seat] + learned.mean + sum(learned.weights[each] for each in cards.facts(state, seat))
        for seat in range(3)
    ]
    assert GOOFSPIEL.heuristics.win_temperature == lowest
    assert GOOFSPIEL.heuristics.evaluate(state) == pytest.approx(
        [each * lowest / learned.temperature for each in expected]
    )


def test_other_options_than_those_with_weights_are_valued_by_the_heuristics():
    state = GOOFSPIEL.setup(goofspiel.wire.Options(cards=9), 2, Random(0))
    scaled = GOOFSPIEL.heuristics.win_temperature / cards.HEURISTICS.win_temperature
    state.points = [4, 1]
    assert GOOFSPIEL.heuristics.evaluate(state) == pytest.approx(
        [scaled * each for each in cards.HEURISTICS.evaluate(state)]
    )


def test_the_weights_of_a_stage_hold_up_to_the_next():
    declared = replace(cards.VALUE_FACTS, rounds=(2, 5, 9))
    assert [stage_of(declared, begun) for begun in (1, 2, 4, 5, 8, 9, 30)] == [0, 0, 0, 1, 1, 2, 2]


def test_a_row_of_three_is_worth_more_than_a_row_of_two():
    two, three = after(1, 7, 2, 7), after(1, 7, 2, 6, 3, 6)
    assert CONNECT_FOUR.heuristics.evaluate(three)[0] > CONNECT_FOUR.heuristics.evaluate(two)[0]


@pytest.mark.parametrize("change", [{"number": 8}, {"rounds": range(2, 50, 8)}])
def test_a_file_of_other_facts_is_rejected(change):
    with pytest.raises(InvalidFile, match="does not fit the declared facts and rounds: delete it"):
        find_values("tests.zoo.connect_four", replace(rows.VALUE_FACTS, **change))


def test_a_game_without_points_has_none_before_its_end():
    declared = ValueFacts(number=1, facts=lambda state, seat: [0], seats=lambda state: 2, rounds=(1,))
    assert (declared.points(None, 0), declared.options_name(None)) == (0, "default")
    learned = {"default": {2: [LearnedValue(1.5, 2.0, [0.25])]}}
    search = with_values(defaults.heuristics(vars(CONNECT_FOUR)), declared, learned)
    assert isinstance(search, Heuristics)
    assert search.evaluate(after(4)) == [1.75, 1.75]


def test_facts_that_read_a_sealed_bid_break_the_promise():
    peeking = replace(cards.VALUE_FACTS, facts=lambda state, seat: [*state.bids])
    game = play("goofspiel", 2, 0)
    assert differing_facts(game, cards.VALUE_FACTS, 1) is None
    assert "seat 1 has" in differing_facts(game, peeking, 1)
