"""Base types of actions and facts: the tag on the wire is the name of the class in snake_case."""

import re

import msgspec


def snake_case(name: str) -> str:
    """Return the tag of a class: `take_stones` for `TakeStones`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Tagged(msgspec.Struct, frozen=True, tag_field="type", tag=snake_case):
    """A fact, or the observed form of an action with hidden parts."""


class TaggedAction(Tagged, frozen=True, forbid_unknown_fields=True):
    """An action; unknown fields are rejected."""
