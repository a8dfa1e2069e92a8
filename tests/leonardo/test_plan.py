"""Test the layouts for drawing: every component has a separate place inside the unit square."""

from itertools import combinations

import pytest

from domain.leonardo.wire.constants import AREAS, LABS, REQUESTED
from domain.leonardo.wire.plan import Box, lab_spaces
from domain.leonardo.wire.published_constants import CONSTANTS

AREA_BOXES = [each.box for each in CONSTANTS.city.areas]
COUNCIL_BOXES = [each.box for each in CONSTANTS.city.council_spaces]
SIDE = CONSTANTS.player_side
PLANS = [
    [*AREA_BOXES, *CONSTANTS.city.requested, CONSTANTS.city.deck],
    COUNCIL_BOXES,
    [*(each.box for each in SIDE.labs), SIDE.supply, SIDE.academy, SIDE.owned],
    *[list(side.spaces) for side in CONSTANTS.lab_sides],
]


def inside(inner: Box, outer: Box) -> bool:
    """Whether a box lies in another."""
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have a point in common."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


@pytest.mark.parametrize("plan", PLANS)
def test_every_box_is_in_the_unit_square(plan: list[Box]) -> None:
    assert all(inside(box, Box(0, 0, 1, 1)) for box in plan)


@pytest.mark.parametrize("plan", PLANS)
def test_no_two_boxes_of_a_plan_overlap(plan: list[Box]) -> None:
    assert not any(overlap(one, other) for one, other in combinations(plan, 2))


def test_the_spaces_of_the_council_lie_in_the_council() -> None:
    assert all(inside(box, AREA_BOXES[0]) for box in COUNCIL_BOXES)


def test_every_place_has_a_box() -> None:
    assert tuple(each.area for each in CONSTANTS.city.areas) == AREAS
    assert tuple(each.space for each in CONSTANTS.city.council_spaces) == (1, 2, 3, 4)
    assert tuple(each.lab for each in SIDE.labs) == LABS


def test_the_most_requested_inventions_have_boxes() -> None:
    assert len(CONSTANTS.city.requested) == max(REQUESTED.values())


def test_a_side_of_a_lab_has_as_many_boxes_as_spaces() -> None:
    assert all(len(side.spaces) == side.side for side in CONSTANTS.lab_sides)


@pytest.mark.parametrize(("side", "rows"), [(3, [3]), (4, [4]), (5, [3, 2]), (6, [4, 2])])
def test_a_turned_lab_has_a_second_row_which_ends_with_the_robots(side: int, rows: list[int]) -> None:
    heights = [box.y for box in lab_spaces(side)]
    assert [heights.count(height) for height in sorted(set(heights))] == rows
