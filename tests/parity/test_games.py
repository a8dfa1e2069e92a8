"""Test that the digest of a game changes with everything that could differ between builds."""

from dataclasses import replace

import pytest

from tests.parity import games
from tests.rulesets.games import PLAYED

TINY = PLAYED["tiny"]


def reported(ruleset, choose=games.at_random, number=3):
    return games.digest(ruleset, 2, number, choose)


@pytest.mark.parametrize("choose", [games.at_random, games.at_any_level, games.by_search])
def test_the_same_game_has_the_same_digest(choose):
    assert reported(TINY, choose) == reported(TINY, choose)
    assert reported(TINY, choose) != reported(TINY, choose, 4)


def last_first(state, seat):
    return TINY.legal_actions(state, seat)[::-1]


def without_score(state):
    return None


def of_an_spectator(state, seat):
    return TINY.view(state, None)


def unheard(state, seat, action, rng, emit=None):
    TINY.apply(state, seat, action, rng)


def worthless(state):
    return [0.0] * len(TINY.heuristics.evaluate(state))


@pytest.mark.parametrize(
    "other",
    [
        replace(TINY, legal_actions=last_first),
        replace(TINY, outcome=without_score),
        replace(TINY, view=of_an_spectator),
        replace(TINY, apply=unheard),
    ],
    ids=["legal actions", "outcome", "view", "facts"],
)
def test_the_digest_changes_with_behaviour(other):
    assert reported(other) != reported(TINY)


def test_the_digest_of_a_searched_game_changes_with_the_search():
    other = replace(TINY, heuristics=replace(TINY.heuristics, evaluate=worthless))
    assert reported(other, games.by_search) != reported(TINY, games.by_search)
