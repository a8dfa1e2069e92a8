"""Test that every ruleset has an option for the first seat, so that clients can set it in the same way."""

from random import Random

import msgspec
import pytest

from tests.rulesets.games import PLAYED, TABLES, every_options


def naming(ruleset, options, seat):
    """Return the value of the option that names the first seat."""
    return msgspec.structs.replace(options, **{ruleset.first_seat_option: seat})


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_seat_named_begins_whatever_the_other_options_and_the_dice(name, seats):
    ruleset = PLAYED[name]
    for options in every_options(ruleset):
        for seat in range(seats):
            named = naming(ruleset, options, seat)
            assert ruleset.reject_setup(named, seats) is None
            assert {ruleset.to_act(ruleset.setup(named, seats, Random(each))) for each in range(4)} == {(seat,)}


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("beyond", [-1, 0, 99])
def test_a_seat_that_is_not_at_the_table_is_rejected(name, seats, beyond):
    ruleset = PLAYED[name]
    assert ruleset.reject_setup(naming(ruleset, ruleset.options_type(), beyond or seats), seats) is not None
