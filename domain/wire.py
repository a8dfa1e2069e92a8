"""Base types of actions and facts, tagged with the name of the class in snake_case, and the extent of a board."""

import re
from collections.abc import Iterable
from math import ceil, floor

import msgspec


def snake_case(name: str) -> str:
    """Return the tag of a class: `take_stones` for `TakeStones`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Tagged(msgspec.Struct, frozen=True, tag_field="type", tag=snake_case):
    """A fact, or the observed form of an action with hidden parts."""


class TaggedAction(Tagged, frozen=True, forbid_unknown_fields=True):
    """An action; unknown fields are rejected."""


class ViewBox(msgspec.Struct, frozen=True):
    """The extent of a board. All positions on the board lie inside, with the outlines of its places."""

    x: float
    """The x of the left edge."""
    y: float
    """The y of the upper edge."""
    width: float
    """The width."""
    height: float
    """The height."""


def view_box(points: Iterable[tuple[float, float]]) -> ViewBox:
    """Return the smallest extent of some points, whose edges are whole hundredths."""
    xs, ys = zip(*points, strict=True)
    left, top = floor(100 * min(xs)), floor(100 * min(ys))
    right, low = ceil(100 * max(xs)), ceil(100 * max(ys))
    return ViewBox(left / 100, top / 100, (right - left) / 100, (low - top) / 100)
