"""Test the extent of a board: a client can lay out the board before it knows the places on it."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.wire import ViewBox
from workers.promises.games import PLAYED


def corners(part: Any) -> Iterator[tuple[float, float]]:
    """Yield all positions in constants, and the lower right corners of rectangles."""
    if isinstance(part, list):
        for each in part:
            yield from corners(each)
    elif isinstance(part, dict):
        if {"x", "y"} <= set(part):
            x, y = part["x"], part["y"]
            yield from ((x, y), (x + part.get("width", 0), y + part.get("height", 0)))
        yield from (found for each in part.values() for found in corners(each))


@pytest.mark.parametrize("name", PLAYED)
def test_all_positions_lie_inside_the_extent_of_the_board(name):
    """Set `view_box` of `constants` to `view_box` (`domain.wire`) of all positions and outlines in `constants`."""
    constants = PLAYED[name].constants
    box = getattr(constants, "view_box", None)
    plain = msgspec.json.decode(msgspec.json.encode(constants))
    plain.pop("view_box", None)
    found = [*corners(plain)]
    assert (box is not None) == bool(found)
    if box is None:
        return
    assert isinstance(box, ViewBox)
    assert all(box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height for x, y in found), (
        f"{name}: a position outside of {box}"
    )
    spread = [max(values) - min(values) for values in zip(*found, strict=True)]
    assert box.width <= 1.2 * spread[0]
    assert box.height <= 1.2 * spread[1]
