"""Test that the dimensions of the journeys have all values of the contract, and that each possible pair is played."""

import pytest

from domain.time_control import KINDS
from service.resources import spectators
from service.resources.creation import GameRequest
from service.resources.game_terms import GameTerms
from tests.pairs.covering import all_pairs, covered, rows, tenth
from tests.pairs.dimensions import CLOCKS, DIMENSIONS, SPECTATORS
from tests.pairs.forbidden import RULES, forbidden_pairs, is_allowed

OF_GAMES = {
    "rated": "rated",
    "hints": "advice",
    "undo": "undo",
    "clock": "clock",
    "absence": "absence",
    "visibility": "visibility",
    "spectators": "spectators",
    "rules_version": "rules_version",
    "ruleset": "ruleset",
    "seats": "seats",
    "sandbox": "deal",
    "queued_actions": "queue",
}
"""The dimension of each field of a new game."""
ALWAYS_SET = {"options", "starts", "presence", "name", "label", "metadata"}
"""Fields with one value in all journeys, or without an effect on play."""


@pytest.fixture(scope="module")
def played():
    return rows(1, arrays=1)


def test_each_field_of_a_new_game_has_a_dimension():
    fields = {*GameTerms.__struct_fields__, *GameRequest.__struct_fields__}
    assert fields - ALWAYS_SET == {*OF_GAMES}
    assert {*OF_GAMES.values()} <= {*DIMENSIONS}


def test_each_kind_of_clock_is_played():
    kinds = {each.__struct_config__.tag for each in KINDS}
    assert {each["kind"] for each in CLOCKS.values() if each} == kinds


def test_each_kind_of_spectators_is_played():
    kinds = {each.__struct_config__.tag for each in spectators.Spectators.__args__}
    assert {each["kind"] for each in SPECTATORS.values() if each} | {"open"} == kinds


def test_each_possible_pair_is_in_a_row(played):
    assert all_pairs() - covered(played) == frozenset()


def test_no_row_has_a_forbidden_pair(played):
    assert [row for row in played if not is_allowed(row)] == []


def test_the_rows_depend_on_the_seed_alone(played):
    assert rows(1, arrays=1) == played


def test_a_tenth_of_the_rows_is_a_tenth(played):
    assert len(tenth(played)) == -(-len(played) // 10)


def test_each_rule_forbids_some_pair_and_not_all():
    forbidden = forbidden_pairs()
    for rule in RULES:
        number = sum(each is rule for each, _, _ in forbidden)
        assert 0 < number < len(DIMENSIONS[rule.first]) * len(DIMENSIONS[rule.second]), rule
