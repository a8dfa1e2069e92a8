"""Test that tables of all sizes have comparable points."""

import pytest

from service.tournaments.rules.plan import USUAL_POINTS
from service.tournaments.rules.point_scales import fitted, scale


def test_the_usual_points_are_one_scale_themselves():
    for known in USUAL_POINTS.values():
        assert {size: fitted(known, size) for size in USUAL_POINTS} == USUAL_POINTS
    assert scale({}) == USUAL_POINTS


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        (
            {4: (10, 6, 3, 1)},
            {2: (10, 1), 3: (10, 5, 1), 4: (10, 6, 3, 1), 5: (10, 7, 5, 3, 1)}
            | {6: (10, 8, 5, 4, 2, 1), 7: (10, 8, 6, 5, 3, 2, 1)},
        ),
        (
            {2: (3, 1)},
            {2: (3, 1), 3: (3, 2, 1), 4: (3, 2, 2, 1), 5: (3, 3, 2, 2, 1)}
            | {6: (3, 3, 2, 2, 1, 1), 7: (3, 3, 2, 2, 2, 1, 1)},
        ),
        (
            {3: (5, 2, 0)},
            {2: (5, 0), 3: (5, 2, 0), 4: (5, 3, 1, 0), 5: (5, 4, 2, 1, 0)}
            | {6: (5, 4, 3, 2, 1, 0), 7: (5, 4, 3, 2, 1, 1, 0)},
        ),
        (
            {3: (2, 1, 0), 5: (100, 50, 20, 10, 0)},
            {2: (2, 0), 3: (2, 1, 0), 4: (100, 40, 13, 0), 5: (100, 50, 20, 10, 0)}
            | {6: (100, 60, 32, 16, 8, 0), 7: (100, 67, 40, 20, 13, 7, 0)},
        ),
    ],
)
def test_sizes_that_are_not_named_follow_the_nearest_that_is(named, expected):
    assert scale(named) == expected


@pytest.mark.parametrize("places", [(12, 0), (9, 5, 1), (10, 6, 3, 1), (7, 7, 2, 2, 0)])
@pytest.mark.parametrize("size", range(2, 8))
def test_the_first_and_last_place_keep_their_points_and_no_place_earns_more_than_a_better_one(places, size):
    found = fitted(places, size)
    assert (found[0], found[-1], len(found)) == (places[0], places[-1], size)
    assert sorted(found, reverse=True) == list(found)
