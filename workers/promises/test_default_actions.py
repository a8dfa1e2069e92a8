"""Test that an absent player does not win: default actions against random play."""

from math import sqrt
from random import Random
from typing import Any

import pytest

from domain.ruleset import AnyRuleset
from workers.promises.games import GAME_SIZES, PLAYED, every_options

GAMES = 60
"""Number of games for each number of seats and each choice of options; the absent seat rotates."""
CHANCE = 2.5
"""Standard deviations by which a fair share may be exceeded by chance."""


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_seat_of_default_actions_wins_no_more_than_its_fair_share_against_random_play(name: str, seats: int) -> None:
    """Choose a weaker `default_action`: absence must not win games."""
    ruleset = PLAYED[name]
    for options in every_options(ruleset):
        if ruleset.reject_setup(options, seats) is None:
            won = sum(_won(ruleset, options, seats, number) for number in range(GAMES))
            fair = GAMES / seats
            assert won <= fair + CHANCE * sqrt(fair * (1 - 1 / seats)), (
                f"{won:g} of {GAMES} games won with {options}; a fair share is {fair:g}"
            )


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_default_action_does_not_change_the_state(name: str, seats: int) -> None:
    """Let `default_action` return an action without changing the state."""
    ruleset, rng = PLAYED[name], Random(1)
    state = ruleset.setup(ruleset.options_type(), seats, rng)
    while waiting := ruleset.to_act(state):
        before = ruleset.clone(state)
        for seat in waiting:
            ruleset.default_action(state, seat)
        assert state == before
        ruleset.apply(state, waiting[0], rng.choice(list(ruleset.legal_actions(state, waiting[0]))), rng)


def _won(ruleset: AnyRuleset, options: Any, seats: int, number: int) -> float:
    """Play a game in which one seat takes default actions; return its share of the win."""
    rng, absent = Random(number), number % seats
    state = ruleset.setup(options, seats, rng)
    while waiting := ruleset.to_act(state):
        seat = waiting[0]
        chosen = rng.choice(list(ruleset.legal_actions(state, seat)))
        ruleset.apply(state, seat, ruleset.default_action(state, seat) if seat == absent else chosen, rng)
    outcome = ruleset.outcome(state)
    assert outcome is not None
    return (absent in outcome.winners) / max(1, len(outcome.winners))
