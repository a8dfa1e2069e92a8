"""Test that random games without views equal those with views."""

from random import Random

import pytest

from domain.chance import pick
from domain.rollout import play_out
from workers.promises.games import NAMES, PLAYED, act, packed


@pytest.mark.parametrize("name", NAMES)
def test_a_rollout_is_the_random_game_that_its_dice_decide(name: str) -> None:
    """Let `legal_actions` be the same for equal states, and `apply` draw from `rng` only."""
    ruleset = PLAYED[name]
    state = ruleset.setup(ruleset.options_type(), ruleset.max_seats, Random(1))
    watched, rng, actions = ruleset.clone(state), Random(2), 0
    while waiting := ruleset.to_act(watched):
        act(ruleset, watched, waiting[0], pick(rng, ruleset.legal_actions(watched, waiting[0])), rng)
        actions += 1
    assert play_out(ruleset, state, Random(2)) == actions
    assert packed(state) == packed(watched)
