"""Test feed tickets: each opens the feed of one player only, for a minute. Open feeds end with their key."""

import json
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from service.players.credentials import Credential
from service.resources.tickets import TicketRequest
from service.store import START, StoredNotice
from service.streams.feeds import FeedLog
from service.streams.streams import Stream
from service.streams.tickets import FEED, issue
from tests.service.helpers.client.service import SECRET
from tests.service.helpers.client.streams import FORMS, NEWER, past
from tests.service.helpers.client.streams import ticket_of as ticket_of_seat
from tests.service.helpers.players.notices import joined, page
from tests.service.helpers.players.player import player, rejected
from tests.workers.waiting import until


@pytest.fixture
def ada(service):
    """Return a player."""
    return player(service, "Ada")


@pytest.fixture
def ben(service):
    """Return another player."""
    return player(service, "Ben")


def ticket_of(who, **body):
    """Create a ticket and return it."""
    response = who.post("/me/stream-ticket", body)
    assert response.status_code == 201, response.text
    return response.json["ticket"]


def by_ticket(who, ticket, form="ndjson", query="", **headers):
    """Open a feed with a ticket only."""
    return who.service.client.get(f"/v1/me/events/{form}?ticket={ticket}{query}", headers=headers)


def first_of(response):
    """Return the first message of a feed after its start, and close the feed."""
    chunks = response.iter_encoded()
    reported = [next(chunks), next(chunks)][1]
    response.close()
    return reported


def other_key(who):
    """Create another key of a player; return the player with it, and the id of the first key."""
    made = who.post("/me/keys", {}).json
    first = next(each["key_id"] for each in who.get("/me/keys").json["keys"] if each["key_id"] != made["key_id"])
    return replace(who, key=made["key"]), first


def revoke(who):
    """Revoke the first key of a player with another key."""
    other, first = other_key(who)
    assert other.send("DELETE", f"/me/keys/{first}").status_code == 204


@pytest.mark.parametrize("form", FORMS)
def test_a_ticket_opens_the_feed_of_its_player_and_of_no_other(ada, ben, form):
    joined(ada, ben)
    by_key = [first_of(each.send("GET", f"/me/events/{form}")) for each in (ada, ben)]
    assert by_key[0] != by_key[1]
    assert [first_of(by_ticket(each, ticket_of(each), form)) for each in (ada, ben)] == by_key


@pytest.mark.parametrize("form", FORMS)
def test_a_feed_opened_by_a_ticket_continues_from_any_position_with_its_actions(ada, form):
    joined(ada)
    seated, _ = page(ada)["events"]
    after = f"&include=actions&after={seated['id']}"
    by_key = first_of(ada.send("GET", f"/me/events/{form}?{after}"))
    assert first_of(by_ticket(ada, ticket_of(ada), form, after)) == by_key
    response = by_ticket(ada, ticket_of(ada), form, "&include=actions", **{"Last-Event-ID": seated["id"]})
    assert first_of(response) == by_key


def test_a_ticket_names_its_player_and_the_end_of_its_validity(ada):
    reported = ada.post("/me/stream-ticket", {}).json
    left = datetime.fromisoformat(reported.pop("expires_at")) - datetime.now(UTC)
    assert timedelta(seconds=50) < left <= timedelta(seconds=60)
    assert ada.key not in json.dumps(reported)
    assert reported == {"player": ada.id, "ticket": reported["ticket"]}


def test_a_ticket_opens_no_feed_after_its_minute(ada):
    fresh, stale = (
        issue(past(ada.service, seconds=ago), FEED, "", Credential(ada.caller), TicketRequest(60))[0]
        for ago in (50, 61)
    )
    assert by_ticket(ada, fresh).status_code == 200
    assert rejected(by_ticket(ada, stale)) == (401, "ticket_expired")


def test_no_ticket_passes_for_another_and_none_for_a_key(service, ada):
    game = service.new_game()
    assert rejected(by_ticket(ada, ticket_of_seat(game, 0))) == (401, "invalid_ticket")
    assert rejected(game.get(f"/events/ndjson?ticket={ticket_of(ada)}")) == (401, "invalid_ticket")
    assert rejected(by_ticket(ada, ada.key)) == (401, "invalid_ticket")
    assert rejected(replace(ada, key=ticket_of(ada)).get("/me/events/ndjson")) == (401, "invalid_token")


def test_a_ticket_is_valid_for_streams_only(ada):
    ticket = ticket_of(ada)
    for path in ("/me", "/me/events", "/me/games"):
        assert rejected(ada.get(f"{path}?ticket={ticket}")) == (422, "invalid_request")


def test_a_changed_ticket_is_rejected(ada, ben):
    _player, key, until, expires, signature = ticket_of(ada).split(".")
    forged = (
        f"{ben.id}.{key}.{until}.{expires}.{signature}",
        f"{ada.id}..{until}.{expires}.{signature}",
        f"{ada.id}.{key}.{until}.{int(expires) + 1}.{signature}",
        "ticket",
    )
    for each in forged:
        assert rejected(by_ticket(ada, each)) == (401, "invalid_ticket")


def test_only_a_player_who_may_play_gets_a_ticket(service, ada):
    path, game = "/v1/me/stream-ticket", service.new_game()
    assert rejected(service.client.post(path, json={})) == (401, "token_required")
    assert rejected(service.client.post(path, json={}, headers=game.authorization(0))) == (403, "token_mismatch")
    assert rejected(ada.with_scopes("create").post("/me/stream-ticket", {})) == (403, "insufficient_scope")


def test_a_ticket_is_neither_cached_nor_compressed_on_the_way(ada):
    response = ada.post("/me/stream-ticket", {}, **{"Accept-Encoding": "gzip"})
    assert response.headers["Cache-Control"] == "no-store, no-transform"
    assert "Content-Encoding" not in response.headers


def test_a_platform_gets_a_ticket_for_the_feed_of_its_user(ada):
    platform = ada.with_scopes("play", "create", "organise")
    user = platform.acting_for("user 1")
    joined(user)
    assert first_of(by_ticket(user, ticket_of(user))) == first_of(user.get("/me/events/ndjson"))


def test_a_ticket_outlives_a_new_secret(start):
    before = player(start(secrets=(SECRET,)))
    ticket = ticket_of(before)
    statuses = []
    for secrets in ((SECRET, NEWER), (NEWER,)):
        with start(secrets=secrets).client.get(f"/v1/me/events/ndjson?ticket={ticket}") as response:
            statuses.append(response.status_code)
    assert statuses == [200, 401]


def test_a_ticket_is_void_once_its_key_is_revoked(ada):
    ticket = ticket_of(ada)
    revoke(ada)
    assert rejected(by_ticket(ada, ticket)) == (401, "invalid_ticket")


def test_a_ticket_is_void_once_its_player_is_deleted(ada):
    ticket = ticket_of(ada)
    assert ada.send("DELETE", "/me").status_code == 204
    assert rejected(by_ticket(ada, ticket)) == (401, "invalid_ticket")


def test_a_feed_that_is_never_silent_ends_as_soon(ada):
    installation = ada.service.installation
    stream = Stream(FeedLog(installation, ada.caller), START, keep_alive=0.05)
    chunks = iter(stream)
    revoke(ada)

    def ended():
        turn = StoredNotice("your_turn", "2026-01-01T00:00:00.000000Z", "g" * 20, "tiny", time.monotonic_ns(), 0, 0)
        installation.store.feeds.append({ada.id: [turn]}, time.time())
        return next(chunks, "ended") == "ended"

    until(ended, "the feed ends")
    stream.close()


def test_an_outage_of_the_store_invalidates_no_key(ada, monkeypatch):
    """An open feed waits for Redis, as it does for its notices."""
    installation = ada.service.installation
    stream = Stream(FeedLog(installation, ada.caller), START, keep_alive=0.01)
    chunks = iter(stream)
    client = installation.store.servers.client
    pool = client.connection_pool
    monkeypatch.setitem(pool.connection_kwargs, "path", "/nowhere/redis.sock")
    pool.disconnect(inuse_connections=False)  # those of others are closed under their hands else
    assert [next(chunks) for _ in range(3)] == [None] * 3
    monkeypatch.undo()
    pool.reset()  # connections made in the meantime lead nowhere
    joined(ada)
    assert json.loads(next(filter(None, chunks)).data)["type"] == "seated"
    stream.close()
