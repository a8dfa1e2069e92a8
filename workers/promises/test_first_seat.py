"""Test the option for the first seat: clients and tournaments set it in any game that has one."""

from random import Random

import msgspec
import pytest

from workers.promises.games import GAME_SIZES, PLAYED, every_options

STARTING = [table for table in GAME_SIZES if PLAYED[table[0]].first_seat_option]
"""The rulesets with a first seat, with every number of seats."""


def naming(ruleset, options, seat):
    """Return the value of the option that names the first seat."""
    return msgspec.structs.replace(options, **{ruleset.first_seat_option: seat})


@pytest.mark.parametrize(("name", "seats"), STARTING)
def test_the_chosen_seat_starts_with_all_other_options_and_any_dice(name, seats):
    """Let `setup` read the option that `first_seat_option` names. Set that to None if no seat starts alone."""
    ruleset = PLAYED[name]
    for options in every_options(ruleset):
        for seat in range(seats):
            named = naming(ruleset, options, seat)
            assert ruleset.reject_setup(named, seats) is None
            assert {ruleset.to_act(ruleset.setup(named, seats, Random(each))) for each in range(4)} == {(seat,)}


@pytest.mark.parametrize(("name", "seats"), STARTING)
@pytest.mark.parametrize("beyond", [-1, 0, 99])
def test_a_seat_that_does_not_exist_is_rejected(name, seats, beyond):
    """Let `reject_setup` compare the option that `first_seat_option` names with the number of seats."""
    ruleset = PLAYED[name]
    assert ruleset.reject_setup(naming(ruleset, ruleset.options_type(), beyond or seats), seats) is not None
