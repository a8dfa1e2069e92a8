"""Test the modules that programs outside this project import: the rules as a library."""

import doctest
import json
from inspect import isfunction
from random import Random

import msgspec
import pytest

import domain
from domain import public
from domain.registry import RULESETS
from tests.rulesets.games import GAME_SIZES, NAMES, PLAYED, packed, play


def test_the_examples_of_the_library_return_the_stated_values():
    assert doctest.testmod(public).failed == 0
    assert doctest.testmod(public).attempted > 10


def test_each_function_of_the_library_shows_a_call():
    functions = [getattr(public, name) for name in public.__all__ if isfunction(getattr(public, name))]
    assert len(functions) == 5
    assert [function.__name__ for function in functions if ">>> " not in function.__doc__] == []


def test_the_package_offers_exactly_what_the_library_lists():
    assert domain.__all__ == public.__all__
    assert {name: getattr(domain, name) for name in public.__all__} == {
        name: getattr(public, name) for name in public.__all__
    }
    assert domain.RULESETS is RULESETS
    with pytest.raises(AttributeError, match="no attribute 'secrets_of_the_game'"):
        _ = domain.secrets_of_the_game


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_state_is_read_from_its_json_without_loss(name, seats):
    """Annotate the fields of the state so that msgspec restores them: no bare `list`, no union of similar types."""
    game = play(name, seats, 50 * seats)
    for state in game.states[:: 1 + len(game.steps) // 40]:
        read = domain.read_state(game.ruleset, json.loads(msgspec.json.encode(state)))
        assert packed(read) == packed(state)


@pytest.mark.parametrize("name", NAMES)
def test_a_state_that_was_read_is_played_to_the_end(name):
    """Annotate the fields of the state so that msgspec restores them: no bare `list`, no union of similar types."""
    ruleset = PLAYED[name]
    state = ruleset.setup(ruleset.options_type(), ruleset.min_seats, Random(1))
    read = domain.read_state(ruleset, json.loads(msgspec.json.encode(state)))
    assert domain.play_out(ruleset, read, Random(2)) == domain.play_out(ruleset, state, Random(2))
    assert ruleset.outcome(read) == ruleset.outcome(state)


@pytest.mark.parametrize("name", NAMES)
def test_an_invalid_state_is_rejected(name):
    """Leave at least one field of the state without a default."""
    with pytest.raises(msgspec.ValidationError):
        domain.read_state(PLAYED[name], {})


@pytest.mark.parametrize("name", NAMES)
def test_an_action_is_written_and_read(name):
    """Use plain values in actions, and tuples for lists."""
    ruleset = PLAYED[name]
    for step in play(name, ruleset.max_seats, 1).steps[:30]:
        wire = json.loads(json.dumps(domain.write_action(step.action)))
        assert domain.read_action(ruleset, wire) == step.action
