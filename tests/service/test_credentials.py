"""Test credentials: keys created with a key end with it, and streams end with their credentials."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import product
from typing import Any

import pytest

from service.players import players
from service.problems import InvalidToken
from service.resources.players import NewKey
from service.store import StoredNotice
from tests.service.contract import committed
from tests.service.feed import joined
from tests.service.issuer import AUDIENCE, issuing
from tests.service.players import Player, player, rejected
from tests.service.races import at_once
from tests.service.running import running
from tests.service.table import Service, Table, settings
from tests.service.tournaments_api import found
from tests.workers.waiting import until


@pytest.fixture
def ada(service: Service) -> Player:
    return player(service, "Ada")


def made_with(who: Player, **body: Any) -> Player:
    """Create a key with the key of a player."""
    created = who.post("/me/keys", body)
    assert created.status_code == 201, created.text
    return replace(who, key=created.json["key"])


def key_id(who: Player) -> str:
    return who.key.split("_")[1]


def revoke(who: Player, by: Player) -> None:
    assert by.send("DELETE", f"/me/keys/{key_id(who)}").status_code == 204


def opens(who: Player) -> bool:
    return bool(who.get("/me").status_code == 200)


def expiry(who: Player) -> datetime | None:
    listed = next(each for each in who.get("/me/keys").json["keys"] if each["key_id"] == key_id(who))
    return datetime.fromisoformat(listed["expires_at"]) if "expires_at" in listed else None


@pytest.mark.parametrize("wanted", [{}, {"expires_in": 3600}])
def test_a_key_expires_no_later_than_the_key_it_was_made_with(ada: Player, wanted: Any) -> None:
    parent = made_with(ada, expires_in=120)
    child = made_with(parent, **wanted)
    grandchild = made_with(child, **wanted)
    assert expiry(grandchild) == expiry(child) == expiry(parent)
    assert expiry(made_with(parent, expires_in=60)) < expiry(parent)
    ada.service.pass_time(seconds=121)
    assert [opens(each) for each in (ada, parent, child, grandchild)] == [True, False, False, False]


def test_revoking_a_key_revokes_all_that_were_made_with_it_and_no_other(ada: Player) -> None:
    parent, other = made_with(ada), made_with(ada)
    child = made_with(parent)
    grandchild = made_with(child)
    revoke(parent, by=ada)
    assert [opens(each) for each in (ada, other, parent, child, grandchild)] == [True, True, False, False, False]


def test_a_key_is_exchanged_by_one_that_was_made_with_it(ada: Player) -> None:
    new, other = made_with(ada), made_with(ada)
    revoke(ada, by=new)
    assert [opens(each) for each in (ada, other, new)] == [False, False, True]
    newest = made_with(new)
    revoke(new, by=newest)
    assert [opens(each) for each in (new, newest)] == [False, True]


def test_an_exchanged_key_expires_as_the_first_one(ada: Player) -> None:
    parent = made_with(ada, expires_in=120)
    child = made_with(parent)
    revoke(parent, by=child)
    assert expiry(child) is not None
    revoke_all = made_with(child)
    revoke(child, by=ada)
    assert [opens(each) for each in (child, revoke_all)] == [False, False]


def test_no_key_is_made_with_one_that_is_revoked_at_that_moment(ada: Player) -> None:
    parent = made_with(ada)
    caller = parent.caller
    revoke(parent, by=ada)
    with pytest.raises(InvalidToken):
        players.add_key(ada.service.bottega, caller, NewKey())


def test_no_key_remains_of_those_created_while_their_parent_is_revoked(ada: Player) -> None:
    parent = made_with(ada)

    make, end = partial(parent.post, "/me/keys", {}), partial(ada.send, "DELETE", f"/me/keys/{key_id(parent)}")
    responses = at_once([make, make, make, end, make, make, make])
    assert {each.status_code for each in responses} <= {201, 204, 401}
    assert [each["key_id"] for each in ada.get("/me/keys").json["keys"]] == [key_id(ada)]


def test_keys_of_a_platforms_user_end_with_the_platforms_key(ada: Player) -> None:
    platform = ada.with_scopes("play", "create", "organise")
    own = replace(made_with(platform.acting_for("user 1")), user="")
    further = made_with(own)
    assert opens(own)
    revoke(platform, by=replace(platform, key=ada.with_scopes("play", "create", "organise", "admin").key))
    assert [opens(each) for each in (own, further)] == [False, False]


def test_a_key_made_with_an_identity_expires_with_it(redis_url: str) -> None:
    with (
        issuing() as issuer,
        running(settings(redis_url, oidc_issuer=issuer.address, oidc_audience=AUDIENCE)) as trusting,
    ):
        ann = Player(trusting, "", issuer.sign("ann"))
        own = made_with(ann, expires_in=86400)
        assert expiry(own) < datetime.now(UTC) + timedelta(seconds=400)
        trusting.pass_time(seconds=400)
        assert not opens(own)


NEWS = 987654
"""The decision of a notice that can no longer be read."""


def _is_stream(operation: Any) -> bool:
    content = operation["responses"].get("200", {}).get("content", {})
    return bool({"text/event-stream", "application/x-ndjson"} & content.keys())


STREAMS = {
    operation["operationId"]: path
    for path, item in committed()["paths"].items()
    for method, operation in item.items()
    if method == "get" and _is_stream(operation)
}
"""Every operation of the contract whose response is a stream, with its path."""
SEAT_STREAMS = [name for name, path in STREAMS.items() if path.startswith("/v1/games/")]


@dataclass
class Reader:
    """Reads a stream in a thread until it ends."""

    response: Any

    def __post_init__(self) -> None:
        assert self.response.status_code == 200, self.response.text
        self.read: list[bytes] = []
        self.thread = threading.Thread(target=lambda: self.read.extend(self.response.iter_encoded()), daemon=True)
        self.thread.start()

    def has_ended(self) -> bool:
        """Whether the stream ends within 5 seconds; a silent one would go on with a keep-alive after 15."""
        self.thread.join(5)
        return not self.thread.is_alive()


@dataclass
class Scene:
    """A player with a seat in a game and a private tournament, who uses a narrow key."""

    ada: Player
    reader: Player
    table: Table
    tournament: str

    def open(self, stream: str, shown: str) -> Reader:
        """Open a stream with the key, or with a ticket that was created with it."""
        return Reader(self.ask(stream, self.ticket(stream) if shown == "ticket" else None))

    def ask(self, stream: str, ticket: str | None) -> Any:
        path = self.path(stream)
        if ticket is None:
            return self.ada.service.client.get(path, headers=self.reader.authorization)
        return self.ada.service.client.get(f"{path}?ticket={ticket}")

    def ticket(self, stream: str) -> str:
        at = self.path(stream).partition("/events")[0].removeprefix("/v1")
        created = self.reader.post(f"{at}/stream-ticket", {})
        assert created.status_code == 201, created.text
        return str(created.json["ticket"])

    def path(self, stream: str) -> str:
        return STREAMS[stream].format(game_id=self.table.game_id, tournament=self.tournament)

    def happen(self) -> None:
        """Cause an event in the game and in the feed."""
        assert self.table.act(0).status_code == 200
        now = time.time()
        turn = StoredNotice("your_turn", "2026-01-01T00:00:00.000000Z", "g" * 20, "tiny", time.monotonic_ns(), 0, NEWS)
        self.ada.service.bottega.store.feeds.append({self.ada.id: [turn]}, now)


def everything(ada: Player) -> Player:
    """Return the player with a key from the operator that has all scopes."""
    return ada.with_scopes("play", "create", "organise", "admin")


@pytest.fixture
def scene(ada: Player) -> Scene:
    organiser = ada.with_scopes("play", "create", "organise")
    table = joined(player(ada.service), ada)
    tournament = found(organiser, visibility="private").rpartition("/")[2]
    return Scene(organiser, made_with(organiser), table, tournament)


def is_revoked(scene: Scene) -> None:
    revoke(scene.reader, by=scene.ada)


def loses_its_parent(scene: Scene) -> None:
    revoke(scene.ada, by=everything(scene.ada))


def loses_its_player(scene: Scene) -> None:
    assert everything(scene.ada).send("DELETE", "/me").status_code == 204


ENDS: Mapping[str, Callable[[Scene], None]] = {
    each.__name__: each for each in (is_revoked, loses_its_parent, loses_its_player)
}


@pytest.mark.parametrize("shown", ["key", "ticket"])
@pytest.mark.parametrize(("stream", "end"), [*product(STREAMS, ENDS)])
def test_an_open_stream_ends_with_its_key_and_sends_no_more(scene: Scene, stream: str, end: str, shown: str) -> None:
    reader = scene.open(stream, shown)
    ENDS[end](scene)
    scene.happen()
    assert reader.has_ended()
    said = b"".join(reader.read)
    assert b"set_stake" not in said
    assert str(NEWS).encode() not in said


@pytest.mark.parametrize(("stream", "end"), [*product(STREAMS, ENDS)])
def test_a_ticket_opens_no_stream_after_the_end_of_its_key(scene: Scene, stream: str, end: str) -> None:
    ticket = scene.ticket(stream)
    ENDS[end](scene)
    assert rejected(scene.ask(stream, ticket)) == (401, "invalid_ticket")


@pytest.mark.parametrize("stream", STREAMS)
def test_an_open_stream_continues_when_another_key_is_revoked(scene: Scene, stream: str) -> None:
    reader = scene.open(stream, "key")
    revoke(made_with(scene.ada), by=scene.ada)
    scene.happen()
    scene.ada.post(f"/tournaments/{scene.tournament}/entrants", {"name": "Level", "level": "random"})
    until(lambda: b'"version":1' in b"".join(reader.read) or b"entered" in b"".join(reader.read), "news")
    is_revoked(scene)
    assert reader.has_ended()


@pytest.mark.parametrize("stream", STREAMS)
def test_an_open_stream_ends_when_its_key_expires(scene: Scene, stream: str) -> None:
    scene.reader = made_with(scene.ada, expires_in=1)
    assert scene.open(stream, "key").has_ended()


@pytest.mark.parametrize("shown", ["token", "ticket"])
@pytest.mark.parametrize("stream", SEAT_STREAMS)
def test_a_stream_of_a_seat_ends_when_its_token_is_rotated(service: Service, stream: str, shown: str) -> None:
    host = player(service)
    table = host.table()
    path = STREAMS[stream].format(game_id=table.game_id).removeprefix(f"/v1/games/{table.game_id}")
    ticket = table.post("/stream-ticket", 1, {}).json["ticket"]
    reader = Reader(table.get(path, 1) if shown == "token" else table.get(f"{path}?ticket={ticket}"))
    assert host.post(f"/games/{table.game_id}/seats/1/token", {}).status_code == 201
    assert table.act(0).status_code == 200
    assert reader.has_ended()
    assert b'"version":1' not in b"".join(reader.read)
    assert rejected(table.get(f"{path}?ticket={ticket}")) == (401, "invalid_ticket")


@pytest.mark.parametrize("stream", [name for name in STREAMS if name not in SEAT_STREAMS])
def test_a_stream_that_was_opened_with_an_identity_ends_with_it(redis_url: str, stream: str) -> None:
    with (
        issuing() as issuer,
        running(settings(redis_url, oidc_issuer=issuer.address, oidc_audience=AUDIENCE)) as trusting,
    ):
        soon = int(time.time()) - 28  # clocks may differ by 30 seconds
        ann = Player(trusting, "", issuer.sign("ann", exp=soon))
        tournament = found(player(trusting).with_scopes("organise", "create", "play")).rpartition("/")[2]
        path = STREAMS[stream].format(tournament=tournament)
        assert Reader(trusting.client.get(path, headers=ann.authorization)).has_ended()


@pytest.mark.parametrize("path", ["/me/events?wait=20", "/games/{game_id}/events?wait=20"])
def test_a_waiting_request_returns_no_data_after_the_end_of_its_key(scene: Scene, path: str) -> None:
    responses: list[Any] = []
    waiting = path.format(game_id=scene.table.game_id)
    if "after" not in waiting and waiting.startswith("/me"):
        waiting += f"&after={scene.reader.get('/me/events').json['after']}"
    thread = threading.Thread(target=lambda: responses.append(scene.reader.get(waiting)))
    thread.start()
    until(lambda: len(scene.ada.service.bottega.hub) == 1, "the request waits")
    is_revoked(scene)
    scene.happen()
    thread.join(10)
    assert rejected(responses[0]) == (401, "invalid_token")
