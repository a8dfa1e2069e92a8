"""Test that streams end with their credentials, and when their callers see something else than at the opening."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from service.store.seats import Seats
from tests.service.helpers.client.contract import committed
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import Service, settings
from tests.service.helpers.players.credentials import (
    KINDS,
    NOTICES,
    SEAT_STREAMS,
    STREAMS,
    Held,
    Reader,
    Scene,
    made_with,
    revoke,
)
from tests.service.helpers.players.issuer import AUDIENCE, Issuer, issuing
from tests.service.helpers.players.notices import joined
from tests.service.helpers.players.player import Player, player, rejected
from tests.service.helpers.tournaments import found
from tests.workers.waiting import until


@pytest.fixture
def ada(service: Service) -> Player:
    return player(service, "Ada")


def everything(ada: Player) -> Player:
    """Return the player with a key from the operator that has all scopes."""
    return ada.with_scopes("play", "create", "organise", "admin")


@pytest.fixture
def scene(ada: Player) -> Scene:
    organiser = ada.with_scopes("play", "create", "organise")
    game = joined(player(ada.service), ada)
    tournament = found(organiser, visibility="private").rpartition("/")[2]
    return Scene(organiser, made_with(organiser), game, tournament)


def is_revoked(scene: Scene) -> None:
    revoke(scene.reader, by=scene.ada)


def loses_its_parent(scene: Scene) -> None:
    revoke(scene.ada, by=everything(scene.ada))


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    with issuing() as opened:
        yield opened


@pytest.fixture
def trusting(redis_url: str, issuer: Issuer) -> Iterator[Service]:
    with running(settings(redis_url, oidc_issuer=issuer.address, oidc_audience=AUDIENCE)) as service:
        yield service


def scene_of(held: Held) -> Scene:
    """Return a game and a private tournament that the player of a credential takes part in."""
    service = held.who.service
    organiser = player(service, "Olga").with_scopes("play", "create", "organise")
    entered = found(organiser, visibility="private", entrants=[{"player": held.who.id}])
    game = joined(player(service), held.who, seats=OPEN_SEATS)
    return Scene(held.strong, held.who, game, entered.rpartition("/")[2])


def said(reader: Reader, scene: Scene) -> bytes:
    """Return what a stream sends after the end of its credential, until it ends."""
    scene.happen()
    assert reader.has_ended()
    return b"".join(reader.read)


OPEN_SEATS = [{"kind": "open"}] * 3
"""The game continues when one of three seats resigns, as that of a deleted player does."""
CASES = [(kind, end) for kind, ends in KINDS.items() for end in ends]


@pytest.mark.parametrize("shown", ["key", "ticket"])
@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize(("kind", "end"), CASES)
def test_an_open_stream_ends_with_its_credential_and_sends_no_more(
    trusting: Service, issuer: Issuer, kind: Any, end: Any, stream: str, shown: str
) -> None:
    held = kind(trusting, issuer)
    scene = scene_of(held)
    reader = scene.open(stream, shown)
    end(held)
    after = said(reader, scene)
    assert b"set_stake" not in after
    assert str(NOTICES).encode() not in after


@pytest.mark.parametrize("stream", SEAT_STREAMS)
@pytest.mark.parametrize(("kind", "end"), CASES)
def test_a_spectators_stream_ends_with_the_credential_that_opened_it(
    trusting: Service, issuer: Issuer, kind: Any, end: Any, stream: str
) -> None:
    held = kind(trusting, issuer)
    scene = replace(scene_of(held), game=joined(player(trusting), player(trusting)))
    reader = scene.open(stream, "key")
    end(held)
    assert b"set_stake" not in said(reader, scene)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize(("kind", "end"), CASES)
def test_a_ticket_opens_no_stream_after_the_end_of_its_credential(
    trusting: Service, issuer: Issuer, kind: Any, end: Any, stream: str
) -> None:
    held = kind(trusting, issuer)
    scene = scene_of(held)
    ticket = scene.ticket(stream)
    end(held)
    assert rejected(scene.send_request(stream, ticket)) == (401, "invalid_ticket")


def test_each_kind_of_credential_in_the_contract_is_tested() -> None:
    schemes = committed()["components"]["securitySchemes"].keys()
    assert {"playerKey": len(KINDS), "seatToken": 1, "creatorToken": 0}.keys() == schemes


@pytest.mark.parametrize("stream", STREAMS)
def test_an_open_stream_ends_when_the_parent_of_its_key_is_revoked(scene: Scene, stream: str) -> None:
    reader = scene.open(stream, "key")
    loses_its_parent(scene)
    assert b"set_stake" not in said(reader, scene)


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
    game = host.new_game()
    path = STREAMS[stream].format(game_id=game.game_id).removeprefix(f"/v1/games/{game.game_id}")
    ticket = game.post("/stream-ticket", 1, {}).json["ticket"]
    reader = Reader(game.get(path, 1) if shown == "token" else game.get(f"{path}?ticket={ticket}"))
    assert host.post(f"/games/{game.game_id}/seats/1/token", {}).status_code == 201
    assert game.act(0).status_code == 200
    assert reader.has_ended()
    assert b'"version":1' not in b"".join(reader.read)
    assert rejected(game.get(f"{path}?ticket={ticket}")) == (401, "invalid_ticket")


@pytest.mark.parametrize("stream", [name for name in STREAMS if name not in SEAT_STREAMS])
def test_a_stream_that_was_opened_with_an_identity_ends_with_it(redis_url: str, stream: str) -> None:
    with (
        issuing() as issuer,
        running(settings(redis_url, oidc_issuer=issuer.address, oidc_audience=AUDIENCE)) as trusting,
    ):
        tournament = found(player(trusting).with_scopes("organise", "create", "play")).rpartition("/")[2]
        soon = int(time.time()) - 25  # clocks may differ by 30 seconds
        ann = Player(trusting, "", issuer.sign("ann", exp=soon))
        path = STREAMS[stream].format(tournament=tournament)
        assert Reader(trusting.client.get(path, headers=ann.authorization)).has_ended()


@pytest.mark.parametrize("path", ["/me/events?wait=20", "/games/{game_id}/events?wait=20"])
def test_a_waiting_request_returns_no_data_after_the_end_of_its_key(scene: Scene, path: str) -> None:
    responses: list[Any] = []
    waiting = path.format(game_id=scene.game.game_id)
    if "after" not in waiting and waiting.startswith("/me"):
        waiting += f"&after={scene.reader.get('/me/events').json['after']}"
    thread = threading.Thread(target=lambda: responses.append(scene.reader.get(waiting)))
    thread.start()
    until(lambda: len(scene.ada.service.installation.hub) == 1, "the request waits")
    is_revoked(scene)
    scene.happen()
    thread.join(10)
    assert rejected(responses[0]) == (401, "invalid_token")


def seated_elsewhere(scene: Scene) -> None:
    """Let the reader leave seat 1 of a waiting game and take seat 0."""
    assert scene.reader.post(f"/games/{scene.game.game_id}/seats/1/leave", {}).status_code == 204
    assert scene.reader.claim(scene.game.game_id, 0).status_code == 201


def is_seated(scene: Scene) -> None:
    assert scene.reader.claim(scene.game.game_id, 1).status_code == 201


def leaves(scene: Scene) -> None:
    assert scene.reader.post(f"/games/{scene.game.game_id}/seats/1/leave", {}).status_code == 204


def takes_a_guests_seat(scene: Scene) -> None:
    token = scene.game.post("/seats/1/claim").json["token"]
    assert scene.reader.claim(scene.game.game_id, 1, {"token": token}).status_code in (200, 201)


def has_no_seat(_: Scene) -> None:
    """Leave the game as it is."""


MOVES = (
    (has_no_seat, is_seated),
    (has_no_seat, takes_a_guests_seat),
    (is_seated, leaves),
    (is_seated, seated_elsewhere),
)
"""What changes the seat of a player, after what made the player sit or not."""


def gathering(ada: Player) -> Scene:
    """Return a waiting game with three open seats."""
    game = ada.service.opened(ada.create([{"kind": "open"}] * 3, starts="when_seated"))
    return Scene(ada, made_with(ada), game, "")


@pytest.mark.parametrize(("before", "move"), MOVES)
@pytest.mark.parametrize("stream", SEAT_STREAMS)
def test_a_stream_of_a_game_ends_when_its_player_gets_or_loses_a_seat(
    ada: Player, stream: str, before: Any, move: Any
) -> None:
    scene = gathering(ada)
    before(scene)
    reader = scene.open(stream, "key")
    move(scene)
    assert reader.has_ended()


def test_a_waiting_request_returns_what_its_player_may_see_after_getting_a_seat(ada: Player) -> None:
    game = ada.service.opened(ada.create([{"kind": "human"}, {"kind": "open"}]))
    responses: list[Any] = []
    path = f"/games/{game.game_id}/events?wait=20&include=actions"
    thread = threading.Thread(target=lambda: responses.append(ada.get(path)))
    thread.start()
    until(lambda: len(ada.service.installation.hub) == 1, "the request waits")
    assert ada.claim(game.game_id, 1).status_code == 201
    game.act(0)
    thread.join(10)
    (event,) = responses[0].json["events"]
    assert event["next_decision"]["decision"] == ada.get(f"/games/{game.game_id}/actions").json["decision"]


@pytest.mark.parametrize("stream", SEAT_STREAMS)
def test_a_follower_of_a_merged_player_never_becomes_a_spectator(ada: Player, stream: str) -> None:
    phone = player(ada.service, "Ada's phone")
    scene = Scene(phone, phone, joined(player(ada.service), phone), "")
    reader = scene.open(stream, "key")
    assert ada.post("/me/merge", {"credential": phone.key}).status_code == 200
    assert reader.has_ended()
    assert rejected(scene.send_request(stream, None)) == (401, "invalid_token")


def test_no_key_of_a_merged_player_is_valid_when_the_first_seat_moves(
    ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = player(ada.service, "Ada's phone")
    game = joined(player(ada.service), phone)
    hold, seen = Seats.hold, []

    def held(*arguments: Any) -> bool:
        (response,) = at_once([lambda: phone.get(f"/games/{game.game_id}/view")])
        seen.append(rejected(response))
        return hold(*arguments)

    monkeypatch.setattr(Seats, "hold", held)
    assert ada.post("/me/merge", {"credential": phone.key}).status_code == 200
    assert seen == [(401, "invalid_token")]


def test_an_open_stream_continues_after_its_ticket_has_expired(service: Service) -> None:
    game = service.new_game()
    ticket = game.post("/stream-ticket", 1, {"expires_in": 1}).json["ticket"]
    reader = Reader(game.get(f"/events/stream?ticket={ticket}"))
    until(lambda: game.get(f"/events/stream?ticket={ticket}").status_code == 401, "the ticket has expired")
    assert game.act(0).status_code == 200
    until(lambda: b"set_stake" in b"".join(reader.read), "the event is sent")
    service.installation.hub.end()
    assert reader.has_ended()
