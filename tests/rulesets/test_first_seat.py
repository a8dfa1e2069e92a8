"""Test that every ruleset has an option for the first seat, so that clients can set it in the same way."""

from random import Random

import msgspec
import pytest

from tests.rulesets.games import PLAYED, TABLES, every_options


def naming(ruleset, options, seat):
    """Return the value of the option that names the first seat."""
    return msgspec.structs.replace(options, **{ruleset.first_seat_option: seat})


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_chosen_seat_starts_with_all_other_options_and_any_dice(name, seats):
    ruleset = PLAYED[name]
    for options in every_options(ruleset):
        for seat in range(seats):
            named = naming(ruleset, options, seat)
            assert ruleset.reject_setup(named, seats) is None
            assert {ruleset.to_act(ruleset.setup(named, seats, Random(each))) for each in range(4)} == {(seat,)}


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("beyond", [-1, 0, 99])
def test_a_seat_that_does_not_exist_is_rejected(name, seats, beyond):
    ruleset = PLAYED[name]
    assert ruleset.reject_setup(naming(ruleset, ruleset.options_type(), beyond or seats), seats) is not None
