"""Test the number of Redis round trips of each request."""

import pytest

from tests.service.helpers.client import round_trips
from tests.service.helpers.client.round_trips import Counted
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import RemoteGame, settings


@pytest.fixture
def counted(game: RemoteGame) -> RemoteGame:
    round_trips.count(game.service.installation)
    return game


def taken(request) -> int:
    """Send a request; return its number of round trips."""
    before = Counted.trips
    assert request().status_code in (200, 304)
    return Counted.trips - before


def test_a_view_and_a_list_of_legal_actions_need_one_round_trip(counted):
    known = {"If-None-Match": counted.get("/view", 0).headers["ETag"]}
    requests = [("/view", 0, {}), ("/view", 0, known), ("/view?include=actions", 0, {}), ("/view", None, {})]
    assert [taken(lambda: counted.get(path, seat, **sent)) for path, seat, sent in requests] == [1, 1, 1, 1]  # noqa: B023
    assert taken(lambda: counted.get("/actions", 0)) == 1


def test_an_action_needs_one_round_trip_after_a_read_and_two_without_with_a_key_or_not(counted):
    for seat, key in ((0, {}), (1, {"Idempotency-Key": "k"})):
        action = counted.action_body(seat)
        assert taken(lambda: counted.post("/actions?dry_run=true", seat, action)) == 1  # noqa: B023
        assert taken(lambda: counted.post("/actions", seat, action, key)) == 1  # noqa: B023
    action = counted.action_body(0)
    counted.service.installation.store.cache.take(counted.game_id)
    assert taken(lambda: counted.post("/actions", 0, action)) == 2


def test_rate_limits_need_no_round_trip_of_their_own(redis_url):
    with running(settings(redis_url, requests_per_minute=100, legal_actions_per_minute=100)) as service:
        game = service.new_game()
        round_trips.count(service.installation)
        game.act(0)  # opens the connections
        act = game.action_body(1)
        for path in ("/view", "/view?include=actions", "/actions"):
            assert taken(lambda: game.get(path, 1)) == 1  # noqa: B023
        assert taken(lambda: game.post("/actions?include=actions", 1, act)) == 2
        assert game.get("/actions", 1).headers["RateLimit"].count("legal-actions") == 1
