"""Test a Redis that has lost acknowledged data: clients detect that the log has changed."""

from contextlib import contextmanager

import pytest

from service.players.credentials import SPECTATOR
from service.store import START
from service.streams.game_log import GameLog
from service.streams.streams import Stream

SEEN = 3


def play(game, until):
    while game.view()["version"] < until:
        assert game.act(game.view()["to_act"][0]).status_code == 200


@contextmanager
def lost(game):
    """Restore Redis after the block to its data before, as after a crash."""
    dumped, client = game.stored, game.service.installation.store.servers.client
    yield
    client.delete(*game.stored)
    for key, value in dumped.items():
        client.restore(key, 0, value)


@pytest.fixture
def views(game):
    """Play to version 3, let all clients read it, and restore Redis to version 1."""
    read = {}
    play(game, 1)
    with lost(game):
        play(game, SEEN)
        read |= {viewer: game.get("/view", viewer) for viewer in (0, 1, None)}
    return read


READS = {
    "a page": ("/events?after=3", {}),
    "a page that is waited for": ("/events?after=3&wait=30", {}),
    "a page of patches": ("/events?after=3&patches=true", {}),
    "server-sent events": ("/events/stream", {"Last-Event-ID": "3"}),
    "lines": ("/events/ndjson?after=3", {}),
    "a view": ("/view?at=3", {}),
}


@pytest.mark.parametrize(("path", "headers"), READS.values(), ids=READS)
def test_a_client_ahead_of_the_log_gets_a_problem(game, views, path, headers):
    response = game.get(path, None, **headers)
    assert (response.status_code, response.json["code"]) == (404, "version_not_reached")
    assert response.json["version"] == 1


@pytest.mark.parametrize(
    "path", ["/events", "/events?wait=30", "/events?patches=true", "/events/stream", "/events/ndjson"]
)
def test_an_event_id_that_differs_from_the_log_is_a_problem(game, path):
    play(game, 1)
    with lost(game):
        play(game, SEEN)
        seen = game.get("/events").json["events"][-1]["id"]
    play(game, SEEN + 1)
    response = game.get(path, None, **{"Last-Event-ID": seen})
    assert (response.status_code, response.json["code"]) == (404, "version_not_reached")
    assert response.json["version"] == SEEN + 1
    there = game.get("/events").json["events"][SEEN - 1]["id"]
    assert game.get("/events", None, **{"Last-Event-ID": there}).json["events"][0]["version"] == SEEN + 1


def test_an_open_stream_ends_if_the_log_has_changed(game):
    installation = game.service.installation
    play(game, 1)
    with lost(game):
        play(game, SEEN)
        stream = Stream(GameLog(installation, game.game_id, SPECTATOR), START)
        following = iter(stream)
        read = [next(following) for _ in range(SEEN)]
    play(game, SEEN + 1)
    assert next(following, "ended") == "ended"
    stream.close()
    assert len(read) == SEEN


@pytest.mark.usefixtures("views")
def test_a_client_that_has_read_all_events_waits_as_usual(game):
    page = game.get("/events?after=1").json
    assert (page["events"], page["version"]) == ([], 1)


def test_a_view_before_data_loss_has_another_etag_even_after_the_same_moves(game, views):
    play(game, SEEN)
    for viewer, before in views.items():
        after = game.get("/view", viewer, **{"If-None-Match": before.headers["ETag"]})
        assert after.status_code == 200
        assert after.json["version"] == before.json["version"] == SEEN
        assert after.headers["ETag"] != before.headers["ETag"]
        past = game.get(f"/view?at={SEEN}", viewer, **{"If-None-Match": after.headers["ETag"]})
        assert past.status_code == 304
