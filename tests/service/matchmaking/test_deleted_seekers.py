"""Test that a player deleted while a seek is matched leaves a game that ends, and no id."""

from functools import partial

import pytest

from service.game.game import load
from service.lobby import creation
from service.matchmaking import matchmaking
from service.matchmaking.store import Seeks
from service.matchmaking.subject import SEEKS
from service.players.deletion import delete_player
from service.playing import notices
from service.store.feeds import Feeds
from service.store.games import Store
from service.store.seats import Seats
from service.tournaments import progress
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.games.lists import finish_and_score, ids
from tests.service.helpers.games.stored import READERS, texts_of
from tests.service.helpers.players.notices import FUTURE
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.players.seeks import due, new_seek, seated_in, seek
from tests.service.helpers.tournaments import found, organiser
from workers.processes.sweeper import sweep, sweep_of

STEPS = [
    (Seeks, "note"),
    (Seeks, "add_or_match"),
    (matchmaking, "seat"),
    (creation, "create_game"),
    (creation, "store_game"),
    (notices, "send_now"),
    (matchmaking, "_note_game"),
    (Seeks, "delete_match"),
]
"""The steps of a request that creates a seek and is matched, in order."""


def places_of(service, who):
    """List the Redis keys with a player's id, except those that prevent a second creation of the player."""
    client, found = service.installation.store.servers.client, []
    for name in client.keys("*"):
        parts = (name, *READERS[client.type(name)](client, name))
        if b":deleted" not in name and any(who.id in text for part in parts for text in texts_of(part)):
            found.append(name.decode())
    return found


def check_left(service, gone):
    """Settle all parties; check that no data names the deleted player, and that the game has ended."""
    sweep_of(SEEKS.due)(service.installation, FUTURE)
    sweep(service.installation, FUTURE)
    assert due(service) == []
    assert places_of(service, gone) == []
    for game_id in ids(service, limit=100):
        game = load(service.installation, game_id)
        assert gone.id not in seated_in(service, game_id).values()
        assert game.status == "over"


@pytest.mark.parametrize("is_last", [False, True], ids=["who waited", "who came last"])
@pytest.mark.parametrize(("where", "name"), STEPS, ids=lambda each: each if isinstance(each, str) else "")
def test_a_player_who_is_deleted_before_any_step_of_the_match_leaves_no_trace(
    service, monkeypatch, where, name, is_last
):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seek(ann)
    gone, step, done = bea if is_last else ann, getattr(where, name), []

    def delete_first(*arguments, **named):
        if not done:
            done.append(True)
            delete_player(service.installation, gone.id)
        return step(*arguments, **named)

    with monkeypatch.context() as patch:
        patch.setattr(where, name, delete_first)
        assert bea.post("/seeks", new_seek()).status_code < 500
    check_left(service, gone)


def test_a_player_who_is_deleted_while_claiming_a_seat_leaves_no_trace(service, monkeypatch):
    creator, ann = player(service, "Host"), player(service, "Ann")
    game_id = creator.create([{"kind": "open"}, {"kind": "open"}]).json["game_id"]
    claim = Seats.claim

    def delete_first(*arguments, **named):
        delete_player(service.installation, ann.id)
        return claim(*arguments, **named)

    with monkeypatch.context() as patch:
        patch.setattr(Seats, "claim", delete_first)
        assert rejected(ann.claim(game_id, 0)) == (401, "invalid_token")
    assert places_of(service, ann) == []


@pytest.mark.parametrize("number", range(8))
def test_a_player_who_is_deleted_while_others_seek_leaves_no_trace(service, number):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    calls = [partial(bea.post, "/seeks", new_seek()), partial(ann.send, "DELETE", "/me")]
    seek(ann)
    responses = at_once(calls if number % 2 else calls[::-1])
    assert [response.status_code < 500 for response in responses] == [True, True]
    check_left(service, ann)


def deleted_before(monkeypatch, service, where, name, gone):
    """Delete a player before a step runs for the first time."""
    step, done = getattr(where, name), []

    def delete_first(*arguments, **named):
        if not done:
            done.append(True)
            delete_player(service.installation, gone.id)
        return step(*arguments, **named)

    monkeypatch.setattr(where, name, delete_first)


CREATING = [(creation, "store_game"), (Store, "create"), (notices, "send_now"), (Feeds, "append")]
"""The steps of a request that creates a game for players, in order."""


@pytest.mark.parametrize("is_creator", [False, True], ids=["seated", "creator"])
@pytest.mark.parametrize(("where", "name"), CREATING, ids=lambda each: each if isinstance(each, str) else "")
def test_a_player_who_is_deleted_while_a_game_is_created_leaves_no_trace(service, monkeypatch, where, name, is_creator):
    creator, ann = player(service, "Host"), player(service, "Ann")
    gone = creator if is_creator else ann
    with monkeypatch.context() as patch:
        deleted_before(patch, service, where, name, gone)
        assert creator.create([{"kind": "human", "player": ann.id}, {"kind": "human"}]).status_code < 500
    if is_creator:
        assert places_of(service, gone) == []
    else:
        check_left(service, gone)


@pytest.mark.parametrize(("where", "name"), CREATING, ids=lambda each: each if isinstance(each, str) else "")
def test_a_player_who_is_deleted_while_a_rematch_is_created_leaves_no_trace(service, monkeypatch, where, name):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    game_id = ann.create([{"kind": "human", "player": each.id} for each in (ann, bea)]).json["game_id"]
    finish_and_score(service, game_id)
    with monkeypatch.context() as patch:
        deleted_before(patch, service, where, name, ann)
        assert bea.post(f"/games/{game_id}/rematch").status_code == 201
    check_left(service, ann)


@pytest.mark.parametrize(("where", "name"), CREATING, ids=lambda each: each if isinstance(each, str) else "")
def test_a_player_who_is_deleted_while_a_round_is_seated_leaves_no_trace(service, monkeypatch, where, name):
    olga, ann, bea = organiser(service), player(service, "Ann"), player(service, "Bea")
    path = found(olga, entrants=[{"player": ann.id}, {"player": bea.id}])
    with monkeypatch.context() as patch:
        deleted_before(patch, service, where, name, ann)
        assert olga.post(f"{path}/start").status_code < 300
        progress.drive(service.installation, path.rpartition("/")[2])
    check_left(service, ann)


@pytest.mark.parametrize(("where", "name"), [(Seats, "hold"), (notices, "send_now"), (Feeds, "append")])
def test_a_player_who_is_deleted_while_keeping_a_guest_seat_leaves_no_trace(service, monkeypatch, where, name):
    ann = player(service, "Ann")
    made = player(service, "Host").create([{"kind": "human"}] * 2).json
    with monkeypatch.context() as patch:
        deleted_before(patch, service, where, name, ann)
        body = {"token": made["tokens"][0]["token"]}
        assert rejected(ann.post(f"/games/{made['game_id']}/seats/0/claim", body)) == (401, "invalid_token")
    assert places_of(service, ann) == []


@pytest.mark.parametrize(("where", "name"), [(Store, "replace_info"), (notices, "send_now"), (Feeds, "append")])
def test_a_player_who_is_deleted_while_being_invited_leaves_no_trace(service, monkeypatch, where, name):
    creator, ann = player(service, "Host"), player(service, "Ann")
    game_id = creator.create([{"kind": "open"}, {"kind": "open"}]).json["game_id"]
    with monkeypatch.context() as patch:
        deleted_before(patch, service, where, name, ann)
        assert creator.post(f"/games/{game_id}/seats/0/invitation", {"player": ann.id}).status_code == 201
    assert places_of(service, ann) == []


@pytest.mark.parametrize("number", range(8))
def test_a_player_who_is_deleted_while_others_seat_and_invite_leaves_no_trace(service, number):
    creator, ann = player(service, "Host"), player(service, "Ann")
    waiting, invited = (creator.create([{"kind": "open"}, {"kind": "open"}]).json["game_id"] for _ in range(2))
    calls = [
        partial(creator.create, [{"kind": "human", "player": ann.id}, {"kind": "human"}]),
        partial(creator.post, f"/games/{invited}/seats/0/invitation", {"player": ann.id}),
        partial(ann.claim, waiting, 0),
        partial(ann.create, [{"kind": "human", "player": ann.id}, {"kind": "human"}]),
        partial(ann.send, "DELETE", "/me"),
    ]
    responses = at_once([*calls[number % 5 :], *calls[: number % 5]])
    assert max(response.status_code for response in responses) < 500
    assert places_of(service, ann) == []
