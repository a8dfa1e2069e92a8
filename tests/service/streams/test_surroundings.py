"""Test the surroundings of a game in streams and pages: what changes without an event."""

import json
import time

import msgspec
import pytest

from service.game.includes import Includes
from service.players.credentials import SPECTATOR
from service.resources.surroundings import SURROUNDINGS
from service.store import START
from service.streams.game_log import REMATCH_SECONDS, GameLog
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.client.streams import opened
from tests.service.helpers.games.clocks import work
from tests.service.helpers.games.lobby import OPEN
from tests.service.streams.test_messages import GAME, read, types

ALL = "?include=" + ",".join(sorted(SURROUNDINGS))
EVERYTHING = {"undo": "consent", "presence": True, "queued_actions": True}
WITHOUT = {"seats": None, "presence": None, "undo_offers": None, "queue": None, "faulty": None}


def created(service, *seats, **terms):
    """Create a game of the tiny ruleset."""
    body = {"ruleset": "tiny", "seats": list(seats or HUMANS), **terms}
    return service.opened(service.client.post("/v1/games", json=body))


class Following:
    """A stream that is read message by message."""

    def __init__(self, game, seat=None, query=ALL, form="stream"):
        self._form = form
        _, self._chunks = opened(game, form, seat, query)

    def next(self, kind):
        """Return the data of the next message of this type."""
        for chunk in self._chunks:
            (message,) = read(chunk)
            if message["type"] == kind:
                assert types(GAME, [message]) == [kind]
                return message["data"]
        raise AssertionError(f"the stream has ended before a message {kind}")

    def rest(self):
        """Return the types of all messages up to the end."""
        return types(GAME, read(b"".join(self._chunks)))


def first(game, seat, query=ALL):
    """Return the messages of a stream before those of its first event, by type."""
    game.service.installation.hub.ended.set()
    _, chunks = opened(game, "stream", seat, query)
    return {each["type"]: each["data"] for each in read(b"".join(chunks))}


def undo(game, seat, to=None):
    return game.post("/undo", seat, {} if to is None else {"to": to})


def decline(game, seat):
    path = f"/v1/games/{game.game_id}/undo"
    return game.service.client.delete(path, headers=game.authorization(seat))


def rounds(game):
    """Play until no seat can undo its action alone."""
    for seat in (0, 0, 1):
        assert game.act(seat).status_code == 200


def test_a_stream_starts_with_the_requested_surroundings(service):
    game = created(service, **EVERYTHING)
    found = first(game, 0)
    listed = service.client.get(f"/v1/games/{game.game_id}/seats").json["seats"]
    queue = game.get("/queue", 0).json
    assert {name: found[name] for name in WITHOUT} == {
        "seats": {"seats": listed},
        "presence": {"presence": [{"seat": 0, "connected": False}, {"seat": 1, "connected": False}]},
        "undo_offers": {"undo_offers": []},
        "queue": {"queue": queue},
        "faulty": {"faulty": False},
    }


def test_a_stream_has_no_surroundings_unless_they_are_requested(service):
    game = created(service, **EVERYTHING)
    assert first(game, 0, "") == {}


def test_a_spectator_sees_neither_undo_requests_nor_queues(service):
    game = created(service, **EVERYTHING)
    rounds(game)
    undo(game, 0)
    assert first(game, None).keys() == {"event", "seats", "presence", "faulty"}


def test_a_game_without_presence_undo_and_queues_has_no_messages_about_them(service):
    assert first(created(service, queued_actions=False), 0).keys() == {"seats", "faulty"}


def test_an_undo_request_its_consent_and_its_refusal_arrive_at_once(service):
    game = created(service, HUMANS[0], HUMANS[0], HUMANS[0], undo="consent")
    for seat in (0, 0, 1, 2):
        game.act(seat)
    following = Following(game, 1, "?include=undo_offers")
    assert following.next("undo_offers") == {"undo_offers": []}
    undo(game, 0)
    assert following.next("undo_offers") == {"undo_offers": [{"seat": 0, "to": 1, "agreed": [0]}]}
    undo(game, 2, 1)
    assert following.next("undo_offers") == {"undo_offers": [{"seat": 0, "to": 1, "agreed": [0, 2]}]}
    assert decline(game, 1).status_code == 204
    assert following.next("undo_offers") == {"undo_offers": []}


def test_an_action_that_cancels_an_undo_request_is_followed_by_the_change(service):
    game = created(service, undo="consent")
    rounds(game)
    following = Following(game, 0, "?include=undo_offers&after=3")
    assert following.next("undo_offers") == {"undo_offers": []}
    undo(game, 0)
    assert following.next("undo_offers")["undo_offers"]
    game.act(game.view()["to_act"][0])
    assert following.next("event")["version"] == 4
    assert following.next("undo_offers") == {"undo_offers": []}


def test_a_player_who_takes_a_seat_is_announced(service):
    game = created(service, HUMANS[0], OPEN)
    following = Following(game, 0, "?include=seats")
    assert [each.get("claimed") for each in following.next("seats")["seats"]] == [None, False]
    game.post("/seats/1/claim", None, {"name": "Bruno"})
    assert following.next("seats")["seats"][1] == {"seat": 1, "kind": "open", "name": "Bruno", "claimed": True}


def test_a_player_who_comes_is_announced(service):
    game = created(service, presence=True)
    following = Following(game, 0, "?include=presence")
    connected = {each["seat"]: each["connected"] for each in following.next("presence")["presence"]}
    while not connected[0]:
        connected = {each["seat"]: each["connected"] for each in following.next("presence")["presence"]}
    game.view(1)
    assert following.next("presence")["presence"][1] == {"seat": 1, "connected": True}


def test_a_stream_waits_until_a_player_may_count_as_absent_and_no_longer(service):
    game = created(service, presence=True)
    service.installation.store.presence.note({(game.game_id, "1"): time.time() - 15})
    log = GameLog(service.installation, game.game_id, SPECTATOR, START, Includes(surroundings=frozenset({"presence"})))
    assert msgspec.to_builtins(log.surroundings())["presence"][1] == {"seat": 1, "connected": True}
    assert 0 < log.patience() <= 15


def test_only_the_seat_of_a_queue_sees_it(service):
    game = created(service, queued_actions=True)
    following = Following(game, 1, "?include=queue")
    assert following.next("queue")["queue"]["actions"] == []
    action = {"type": "seal_card", "card": game.view(1)["view"]["hand"][0]}
    body = {"ruleset": "tiny", "version": 0, "actions": [{"action": action, "condition": {"latest_version": 0}}]}
    service.client.put(f"/v1/games/{game.game_id}/queue", json=body, headers=game.authorization(1))
    assert following.next("queue")["queue"]["actions"] == body["actions"]
    game.act(0, {"type": "set_stake", "stake": 1})
    work(service, game)
    assert following.next("queue")["queue"]["dropped"] == {"version": 1, "reason": "condition"}
    assert first(game, 0, "?include=queue")["queue"]["queue"]["actions"] == []


def test_the_rematch_follows_the_end_and_ends_the_stream(service):
    game = created(service)
    game.play_to_the_end()
    following = Following(game, 1, f"?include=rematch&after={len(game.events())}")
    assert following.next("over") == {"version": len(game.events())}
    rematch = game.post("/rematch", 0).json["game_id"]
    assert following.next("rematch") == {"rematch": rematch}
    assert following.rest() == []


def test_a_stream_of_a_game_with_a_rematch_ends_with_it(service):
    game = created(service)
    game.play_to_the_end()
    game.post("/rematch", 0)
    assert Following(game, 0, f"?include=rematch&after={len(game.events())}").rest() == ["over", "rematch"]


def test_a_stream_without_the_word_rematch_ends_with_the_game(service):
    game = created(service)
    game.play_to_the_end()
    assert Following(game, 0, "?include=seats").rest()[-1] == "over"


def test_a_stream_waits_for_a_rematch_no_longer_than_an_hour(service):
    game = created(service)
    game.play_to_the_end()
    version = len(game.events())
    service.pass_time(minutes=REMATCH_SECONDS / 60 + 1)
    response = game.get(f"/events/stream?include=rematch&after={version}", 0)
    assert response.status_code == 204


def test_lines_have_the_same_surroundings_with_one_field_each(service):
    game = created(service, **EVERYTHING)
    service.installation.hub.ended.set()
    _, chunks = opened(game, "ndjson", 0, ALL)
    assert [sorted(json.loads(chunk)) for chunk in chunks] == [
        ["seats"],
        ["presence"],
        ["undo_offers"],
        ["queue"],
        ["faulty"],
    ]


@pytest.mark.parametrize("seat", [0, None])
def test_a_page_has_the_same_surroundings_as_the_stream(service, seat):
    game = created(service, **EVERYTHING)
    game.play_to_the_end()
    game.post("/rematch", 0)
    service.installation.presence.write()
    page = game.get(f"/events{ALL}", seat).json["surroundings"]
    messages = {name: data for name, data in first(game, seat).items() if name in SURROUNDINGS}
    assert {name: {name: value} for name, value in page.items()} == messages


def test_a_page_has_no_surroundings_unless_they_are_requested(service):
    assert "surroundings" not in created(service).get("/events").json
