"""Test the number of Redis round trips of each request."""

import pytest

from tests.service import round_trips
from tests.service.round_trips import Counted
from tests.service.table import Table


@pytest.fixture
def counted(table: Table) -> Table:
    round_trips.count(table.service.bottega)
    return table


def taken(request) -> int:
    """Send a request; return its number of round trips."""
    before = Counted.trips
    assert request().status_code in (200, 304)
    return Counted.trips - before


def test_a_view_and_a_list_of_legal_actions_need_one_round_trip(counted):
    known = {"If-None-Match": counted.get("/view", 0).headers["ETag"]}
    wanted = [("/view", 0, {}), ("/view", 0, known), ("/view?include=actions", 0, {}), ("/view", None, {})]
    assert [taken(lambda: counted.get(path, seat, **sent)) for path, seat, sent in wanted] == [1, 1, 1, 1]  # noqa: B023
    assert taken(lambda: counted.get("/actions", 0)) == 1


def test_an_action_needs_two_round_trips_with_a_key_and_without(counted):
    for seat, key in ((0, {}), (1, {"Idempotency-Key": "k"})):
        response = counted.action_body(seat)
        assert taken(lambda: counted.post("/actions", seat, response, key)) == 2  # noqa: B023
