"""Test that the list of legal actions is right; `make legal` does it for thousands of positions."""

from contextlib import ExitStack
from dataclasses import replace
from random import Random

import pytest

from domain.registry import PUBLISHED, RULESETS
from tests.legal.proof import Effort, moment_of, prove_game, prove_moment
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.tiny import TINY, SealCard, legal_actions, reject

TABLES = [(name, seats) for name, each in RULESETS.items() for seats in range(each.min_seats, each.max_seats + 1)]
EFFORT = Effort(moments=3, listed=6, unlisted=20)


@pytest.fixture
def hosting(redis_url):
    """Return a function that creates a game of a changed tiny ruleset."""
    with ExitStack() as stack:

        def create_changed(**changes):
            return stack.enter_context(running(settings(redis_url), {"tiny": replace(TINY, **changes)})).new_game()

        yield create_changed


def prove(game):
    """Test the first positions of a tiny game."""
    prove_moment(moment_of(game, EFFORT, Random(0)))
    game.act(0)
    prove_moment(moment_of(game, EFFORT, Random(0)))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_listed_actions_are_accepted_and_all_others_that_fit_the_schema_are_rejected(hosted, name, seats):
    counted = prove_game(hosted, name, seats, 100 + seats, EFFORT)
    assert counted["moments"] == EFFORT.moments
    assert counted["listed"] >= EFFORT.moments
    assert counted["unlisted"] > 50 or name not in PUBLISHED


def test_a_list_that_is_right_passes(hosting):
    prove(hosting())


def test_the_proof_finds_listed_actions_that_are_rejected(hosting):
    game = hosting(legal_actions=lambda state, seat: [*legal_actions(state, seat), SealCard(card=36)])
    with pytest.raises(AssertionError):
        prove(game)


def test_the_proof_finds_accepted_actions_that_are_not_listed(hosting):
    game = hosting(legal_actions=lambda state, seat: legal_actions(state, seat)[:1])
    with pytest.raises(AssertionError):
        prove(game)


def test_the_proof_finds_a_rejection_that_fits_no_schema(hosting):
    def stricter(state, seat, action):
        reason = reject(state, seat, action)
        return reason and replace_malformed(reason)

    def replace_malformed(reason):
        return type(reason)(reason.code, reason.paragraph, reason.parameters, malformed=True)

    with pytest.raises(AssertionError):
        prove(hosting(reject=stricter))
