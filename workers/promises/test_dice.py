"""Test named purposes of random draws: games of one seed have the same deal, which no action changes."""

import pytest

from domain.dice import Dice
from workers.promises import deals
from workers.promises.games import GAME_SIZES, PLAYED, every_options, packed


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_games_of_one_secret_share_the_draws_of_named_purposes_and_their_start(name, seats):
    """Draw each random number with `random_for(rng, purpose)`, and nothing from the time or another source."""
    for options in every_options(PLAYED[name]):
        one, other = (deals.play(PLAYED[name], options, seats, seats, player) for player in range(2))
        assert packed(one.start) == packed(other.start)


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_other_secrets_deal_otherwise_if_the_set_up_draws(name, seats):
    """Let `setup` use what it draws with `random_for`. A set-up without draws is always the same."""
    ruleset = PLAYED[name]
    for options in every_options(ruleset):
        begun = {packed(ruleset.setup(options, seats, Dice(deals.secret(deal)))) for deal in range(20)}
        assert (len(begun) > 1) == deals.setup_draws(ruleset, options, seats)
