"""Test that the fast lists of actions contain exactly the actions that the individual checks accept."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from domain.leonardo import RULESET
from domain.leonardo.rules import placement, work
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import DeclareWork, Place
from domain.leonardo.wire.constants import APPRENTICES, INVENTIONS, LABS, PLACES
from tests.leonardo.random_games import all_options, opening, steps

PLACEMENTS = [
    *(Place("apprentices", place, count) for place in PLACES for count in range(1, APPRENTICES + 1)),
    *(Place("master", place) for place in PLACES),
    Place("pass"),
]
STARTS = [{}, *({lab: number} for lab in LABS for number in INVENTIONS)]
STARTS += [dict(zip(LABS, pair, strict=True)) for pair in product(INVENTIONS, repeat=2)]
DECLARATIONS = [DeclareWork(given_up, start) for given_up in ((), LABS[:1], LABS[1:], LABS) for start in STARTS]


def met(decision: str, seats: int, number: int) -> Iterator[tuple[State, int]]:
    """Play a random game; yield the states with a pending decision of one kind, and its seat."""
    options = all_options(seats)
    state = opening(options[number % len(options)], seats, number)
    for after, *_ in steps(state, number):
        if after.decision == decision:
            yield after, after.turn


def in_order(actions: Any) -> list[Any]:
    """Return actions in a fixed order."""
    return sorted(actions, key=repr)


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_placements_are_all_that_no_rule_forbids_6_1(seats: int) -> None:
    for number in range(4):
        for state, seat in met("place", seats, 11 * seats + number):
            allowed = [action for action in PLACEMENTS if placement.reject(state, seat, action) is None]
            assert in_order(RULESET.legal_actions(state, seat)) == in_order(allowed)


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 5])
def test_declarations_are_all_that_no_rule_forbids_5(seats: int) -> None:
    for state, seat in met("declare_work", seats, 13 * seats):
        allowed = [action for action in DECLARATIONS if work.reject(state, seat, action) is None]
        assert in_order(RULESET.legal_actions(state, seat)) == in_order(allowed)


def test_the_order_of_its_parts_does_not_change_a_declaration() -> None:
    start = dict(zip(LABS, INVENTIONS, strict=False))
    assert len({DeclareWork(LABS, start), DeclareWork(LABS[::-1], dict(reversed(start.items())))}) == 1
    assert len(set(DECLARATIONS)) == len(DECLARATIONS)
