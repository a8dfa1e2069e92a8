"""Test presence: games with `presence` show who is connected; other games store nothing."""

import time
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from threading import Event, current_thread
from typing import Any

import msgspec
import pytest
import redis

from service.game.game import load
from service.live.presence import FEED, WRITE_SECONDS, Presence
from service.players import presence
from service.players.credentials import SPECTATOR, Credential
from service.resources.feeds import FeedQuery
from service.store import START
from service.store.servers import Servers
from service.streams import feeds
from service.streams.feeds import FeedLog
from service.streams.game_log import GameLog
from service.streams.streams import Stream, open_stream
from tests.rulesets.games import NAMES, PLAYED, redeals
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.games.lobby import AI, HUMAN, OPEN, Lobby
from tests.service.helpers.players.player import player


class Moments:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


class Stored:
    """The presence store, with the time of each write."""

    def __init__(self):
        self.presence, self.writes, self.broken = self, [], False

    def note(self, signs):
        if self.broken:
            raise redis.ConnectionError
        self.writes.append(dict(signs))


@pytest.fixture
def noting(monkeypatch):
    """Return the recorder of presence, its store, and the clock; its thread never runs."""
    stored, moments, ended = Stored(), Moments(), Event()
    monkeypatch.setattr(Presence, "_start", lambda _: None)
    store: Any = stored
    return Presence(store, ended, moments), stored, moments


def shown(service, game_id, reader=None):
    """Return the presence of each seat, after this process has written its data."""
    service.installation.presence.write()
    response = (reader or player(service)).get(f"/games/{game_id}/presence")
    assert response.status_code == 200, response.json
    return {each["seat"]: each["connected"] for each in response.json["seats"]}


def seen(service, game_id, seconds):
    """Record that the first seat was connected this number of seconds ago."""
    service.installation.store.presence.note({(game_id, "0"): time.time() - seconds})


def keys(service, pattern):
    return service.installation.store.servers.client.keys(pattern)


def age(reported):
    return time.time() - datetime.fromisoformat(reported).timestamp()


def test_a_player_who_sent_a_request_is_present_and_the_others_are_not(service):
    lobby = Lobby(service, HUMAN, HUMAN, presence=True)
    lobby.game.view(1)
    assert shown(service, lobby.game_id) == {0: False, 1: True}
    reported = lobby.shown()["presence"]
    assert reported == service.client.get(f"/v1/games/{lobby.game_id}/presence").json["seats"]
    assert reported[0] == {"seat": 0, "connected": False}
    assert age(reported[1]["last_seen"]) < 30


def test_a_player_last_seen_long_ago_is_absent(service):
    lobby = Lobby(service, HUMAN, HUMAN, presence=True)
    seen(service, lobby.game_id, 60)
    (first, _) = service.client.get(f"/v1/games/{lobby.game_id}/presence").json["seats"]
    assert (first["connected"], age(first["last_seen"]) > 30) == (False, True)


def test_a_game_without_presence_shows_and_stores_none(service):
    lobby = Lobby(service, HUMAN, HUMAN)
    lobby.game.act(0)
    service.installation.presence.write()
    check_problem(lobby.send_request("GET", "/presence"), 409, "presence_disabled")
    assert "presence" not in lobby.shown()
    assert keys(service, "*:presence") == []


def test_only_seats_of_human_players_are_shown(service):
    lobby = Lobby(service, HUMAN, OPEN, AI, presence=True)
    assert shown(service, lobby.game_id) == {0: False}


def test_lists_and_views_do_not_include_it(service):
    one, other = (Lobby(service, HUMAN, HUMAN, presence=on) for on in (True, False))
    before = one.game.get("/view", 0)
    assert before.json.keys() == other.game.view(0).keys()
    seen(service, one.game_id, 5)
    assert one.game.get("/view", 0).headers["ETag"] == before.headers["ETag"]
    assert all("presence" not in game for game in service.client.get("/v1/games").json["games"])


def test_a_private_game_shows_it_to_its_players_and_creator(service):
    lobby = Lobby(service, HUMAN, HUMAN, presence=True, visibility="private")
    check_problem(lobby.send_request("GET", "/presence"), 403, "private_game")
    assert lobby.send_request("GET", "/presence", lobby.game.tokens[0]).status_code == 200
    assert lobby.host("GET", "/presence").status_code == 200


def test_an_open_stream_keeps_a_seat_present(service):
    lobby = Lobby(service, HUMAN, HUMAN, presence=True)
    stream = open_stream(GameLog(service.installation, lobby.game_id, Credential(None, lobby.game_id, 0)), START)
    assert (lobby.game_id, "0") in service.installation.presence._open
    stream.close()
    stream.close()
    assert not service.installation.presence._open
    assert shown(service, lobby.game_id) == {0: True, 1: False}


def test_the_stream_of_a_spectator_does_not_include_it(service):
    lobby = Lobby(service, HUMAN, HUMAN, presence=True)
    stream = open_stream(GameLog(service.installation, lobby.game_id, SPECTATOR), START)
    assert not service.installation.presence._open
    stream.close()


def test_a_player_who_reads_their_feed_is_present_in_all_games_with_presence(service):
    host, ann = player(service), player(service)
    seats = ({"kind": "human", "player": ann.id}, {"kind": "human"})
    game_id = host.create(seats, presence=True).json["game_id"]
    assert shown(service, game_id, host) == {0: False, 1: False}
    stream = Stream(FeedLog(service.installation, ann.caller), START)
    assert shown(service, game_id, host) == {0: True, 1: False}
    stream.close()
    assert not service.installation.presence._open


def test_a_page_of_the_feed_is_a_sign_too(service):
    ann = player(service)
    feeds.page(service.installation, ann.caller, START, FeedQuery())
    service.installation.presence.write()
    assert [*service.installation.store.presence.of([ann.id])[0]] == [FEED]


def test_a_new_holder_of_a_seat_starts_without_presence(service):
    lobby = Lobby(service, HUMAN, OPEN, OPEN, starts="when_seated", presence=True)
    token = lobby.claim(1).json["token"]
    lobby.send_request("GET", "/view", token)
    assert shown(service, lobby.game_id) == {0: False, 1: True}
    lobby.leave(1, token)
    lobby.claim(1)
    assert shown(service, lobby.game_id) == {0: False, 1: False}


def test_a_removed_game_removes_it_too(service):
    lobby = Lobby(service, HUMAN, HUMAN, presence=True)
    seen(service, lobby.game_id, 5)
    service.installation.store.remove(load(service.installation, lobby.game_id).header)
    assert keys(service, f"*{{{lobby.game_id}}}:presence") == []


def test_it_is_deleted_after_a_month(service):
    lobby = Lobby(service, HUMAN, HUMAN, presence=True)
    seen(service, lobby.game_id, 5)
    left = service.installation.store.servers.client.ttl(f"bottega:{{{lobby.game_id}}}:presence")
    assert 29 < left / (24 * 3600) <= 30


def test_times_only_rise_whichever_process_writes_last(service):
    lobby, store = Lobby(service, HUMAN, HUMAN, presence=True), service.installation.store.presence
    for at in (20.0, 10.0):
        store.note({(lobby.game_id, "0"): at})
    assert store.of([lobby.game_id]) == [{"0": 20.0}]


def test_an_action_costs_no_round_trip_more(service, monkeypatch):
    trips, true = [], Servers.call
    lobbies = [Lobby(service, HUMAN, HUMAN, presence=on) for on in (False, True)]
    responses = [lobby.game.action_body(0) for lobby in lobbies]
    own = current_thread()

    def counted(self, about, *arguments, **named):
        if current_thread() is own:
            trips.append(about)
        return true(self, about, *arguments, **named)

    monkeypatch.setattr(Servers, "call", counted)
    counts = []
    for lobby, response in zip(lobbies, responses, strict=True):
        trips.clear()
        assert lobby.game.post("/actions", 0, response).status_code == 200
        counts.append(len(trips))
    assert counts[0] == counts[1]


def test_a_rematch_has_it_too(service):
    lobby = Lobby(service, HUMAN, HUMAN, presence=True)
    lobby.game.play_to_the_end()
    new = lobby.host("POST", "/rematch").json["game_id"]
    assert load(service.installation, new).header.presence


def test_a_game_is_shown_without_it_while_redis_cannot_say_it(service, monkeypatch):
    lobby = Lobby(service, HUMAN, HUMAN, presence=True)

    def broken(*_):
        raise redis.ConnectionError

    monkeypatch.setattr(presence, "seats", broken)
    assert "presence" not in lobby.shown()
    check_problem(lobby.send_request("GET", "/presence"), 503, "store_unavailable")


def test_a_deleted_player_leaves_no_presence(service):
    ann = player(service)
    service.installation.store.presence.note({(ann.id, FEED): time.time()})
    assert ann.send("DELETE", "/me").status_code == 204
    assert keys(service, f"*{ann.id}*:presence") == []


def test_the_thread_writes_automatically(service):
    lobby = Lobby(service, HUMAN, HUMAN, presence=True)
    lobby.game.view(0)
    store, deadline = service.installation.store.presence, time.monotonic() + 10
    while not store.of([lobby.game_id])[0] and time.monotonic() < deadline:
        service.installation.hub.ended.wait(0.02)
    assert [*store.of([lobby.game_id])[0]] == ["0"]


@pytest.mark.parametrize("name", [name for name in NAMES if name in HOSTED])
def test_it_reveals_nothing_hidden(service, name):
    ruleset, now = PLAYED[name], datetime.now(UTC)
    body = {"ruleset": name, "seats": [HUMAN] * ruleset.min_seats, "presence": True}
    game = load(service.installation, service.client.post("/v1/games", json=body).json["game_id"])
    seen(service, game.header.game_id, 5)
    still = replace(service.installation, sources=replace(service.installation.sources, now=lambda: now))
    for seat in range(ruleset.min_seats):
        for dealt in redeals(ruleset, game.position.state, seat, "presence"):
            position = msgspec.structs.replace(game.position, state=dealt)
            assert presence.seats(still, replace(game, position=position)) == presence.seats(still, game)


# What one process notes


def test_a_seat_is_written_once_in_ten_seconds(noting):
    noting, stored, moments = noting
    noting.enable("g")
    for _ in range(40):
        noting.record(("g", "0"))
        noting.write()
        moments.now += 1
    times = [write["g", "0"] for write in stored.writes]
    assert all(later - earlier >= WRITE_SECONDS for earlier, later in pairwise(times))
    assert len(times) == 4


def test_the_last_sign_is_written_in_the_end(noting):
    noting, stored, moments = noting
    noting.enable("g")
    for later in (0, 3):
        moments.now += later
        noting.record(("g", "0"))
        noting.write()
    moments.now += WRITE_SECONDS
    noting.write()
    assert [write["g", "0"] for write in stored.writes] == [1000.0, 1003.0]


def test_a_request_before_the_game_is_known_is_not_lost(noting):
    noting, stored, _ = noting
    noting.record(("g", "0"))
    noting.write()
    assert stored.writes == []
    noting.enable("g")
    noting.write()
    assert stored.writes == [{("g", "0"): 1000.0}]


def test_unneeded_presence_is_not_held_in_memory(noting):
    noting, stored, moments = noting
    noting.record(("g", "0"))
    moments.now += 60
    noting.write()
    assert (stored.writes, noting._seen) == ([], {})


def test_a_connected_player_is_seen_repeatedly(noting):
    noting, stored, moments = noting
    noting.enable("g")
    with noting.connected(("g", "0")), noting.connected(("g", "0")):
        for _ in range(3):
            noting.write()
            moments.now += WRITE_SECONDS
    noting.write()
    assert [write["g", "0"] for write in stored.writes] == [1000.0, 1010.0, 1020.0, 1030.0]


def test_an_outage_harms_no_request(noting):
    noting, stored, moments = noting
    noting.enable("g")
    noting.record(("g", "0"))
    stored.broken = True
    noting.write()
    stored.broken = False
    moments.now += WRITE_SECONDS
    noting.record(("g", "0"))
    noting.write()
    assert stored.writes == [{("g", "0"): 1010.0}]
