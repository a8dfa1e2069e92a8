"""Test that the generated values are exactly those that the published schema allows."""

from random import Random

import pytest

from domain.actions import action_types
from tests.legal.proof import WHOLE, union_of
from tests.legal.space import Space
from tests.service.helpers.client.contract import HOSTED, contract, validator_of

TYPES = [(name, tag) for name, ruleset in HOSTED.items() for tag in action_types(ruleset)]
SAMPLE = 20
WORDS = ("BIRD1-1", "BIRD2-1", "FACE-2", "SKULL-1", "not a card")


@pytest.fixture
def space():
    """Return the space of the published schemas."""
    return Space(contract()["components"]["schemas"], WORDS)


def fits(name, value):
    """Whether a value fits the published union of actions."""
    return not list(validator_of(union_of(name)["$ref"]).iter_errors(value))


def sample(values, rng):
    """Choose some of these values at random."""
    return rng.sample(values, min(SAMPLE, len(values)))


def different(values):
    """Count the distinct values; True and 1 are distinct."""
    return len(set(map(repr, values)))


@pytest.mark.parametrize(("name", "tag"), TYPES)
def test_drawn_values_and_those_with_one_change_fit_the_schema(space, name, tag):
    rng, schema = Random(tag), space.variants(union_of(name))[tag]
    for _ in range(3):
        value = space.draw(schema, rng)
        near = list(space.near(schema, value, rng))
        assert value not in near
        assert all(fits(name, each) for each in (value, *sample(near, rng)))


@pytest.mark.parametrize("name", HOSTED)
def test_every_value_of_a_small_schema_is_drawn_once_and_is_valid(space, name):
    small = {tag: each for tag, each in space.variants(union_of(name)).items() if space.size(each) <= WHOLE}
    assert small
    for tag, schema in small.items():
        values = list(space.every(schema))
        assert different(values) == len(values) == space.size(schema)
        assert all(fits(name, value) for value in sample(values, Random(tag)))


def test_all_single_changes_are_tried_where_a_field_has_few_values(space):
    schema = {
        "type": "object",
        "properties": {
            "sort": {"type": "string", "enum": ["a", "b"]},
            "pair": {
                "type": "array",
                "items": {"type": "integer", "minimum": 0, "maximum": 2},
                "maxItems": 2,
            },
            "flag": {"type": "boolean", "enum": [True]},
        },
        "required": ["sort"],
    }
    assert list(space.near(schema, {"sort": "a", "pair": [0, 1]}, Random(0))) == [
        {"sort": "b", "pair": [0, 1]},
        {"sort": "a", "pair": [1, 1]},
        {"sort": "a", "pair": [2, 1]},
        {"sort": "a", "pair": [1]},
        {"sort": "a", "pair": [0, 0]},
        {"sort": "a", "pair": [0, 2]},
        {"sort": "a", "pair": [0]},
        {"sort": "a", "pair": [1, 0]},
        {"sort": "a"},
        {"sort": "a", "pair": [0, 1], "flag": True},
    ]


def test_texts_with_a_pattern_are_known_texts_that_fit_it(space):
    schema = {"type": "string", "pattern": "^[A-Z0-9]{2,8}-[1-9]$"}
    assert {space.draw(schema, Random(number)) for number in range(50)} == set(WORDS) - {"not a card"}
