"""A player who is deleted while a seek is matched into a party leaves a game that ends, and no id behind."""

import pytest

from service.play import creation, matchmaking, missed_decisions, notices
from service.play.game import load
from service.play.player_deletion import forget
from service.store.seats import Seats
from service.store.seeks import Seeks
from tests.service.people import player, rejected
from tests.service.test_forgetting import READERS, texts_of
from tests.service.test_lists import ids
from tests.service.test_notices import FUTURE
from tests.service.test_seeks import asked, due, seated_in, seek
from workers.processes.sweeper import sweep, sweep_parties

STEPS = [
    (Seeks, "note"),
    (Seeks, "enter"),
    (matchmaking, "seat"),
    (creation, "create_game"),
    (creation, "write"),
    (notices, "tell_now"),
    (matchmaking, "_tell"),
    (Seeks, "dissolve"),
]
"""What a request does that seeks and is matched, in this order."""


def places_of(service, who):
    """List the keys of Redis that hold a player's id, but for those that keep the player from being created again."""
    client, found = service.bottega.store.servers.client, []
    for name in client.keys("*"):
        parts = (name, *READERS[client.type(name)](client, name))
        if b":gone" not in name and any(who.id in text for part in parts for text in texts_of(part)):
            found.append(name.decode())
    return found


def check_left(service, gone):
    """Settle all parties; see that nothing names the player who has gone, and that the game has come to its end."""
    sweep_parties(service.bottega, FUTURE)
    sweep(service.bottega, FUTURE)
    assert due(service) == []
    assert places_of(service, gone) == []
    for game_id in ids(service, limit=100):
        while missed_decisions.play_out(service.bottega, game_id):
            pass
        game = load(service.bottega, game_id)
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
            forget(service.bottega, gone.id)
        return step(*arguments, **named)

    with monkeypatch.context() as patch:
        patch.setattr(where, name, delete_first)
        assert bea.post("/seeks", asked()).status_code < 500
    check_left(service, gone)


def test_a_player_who_is_deleted_while_claiming_a_seat_leaves_no_trace(service, monkeypatch):
    host, ann = player(service, "Host"), player(service, "Ann")
    game_id = host.create([{"kind": "open"}, {"kind": "open"}]).json["game_id"]
    claim = Seats.claim

    def delete_first(*arguments, **named):
        forget(service.bottega, ann.id)
        return claim(*arguments, **named)

    with monkeypatch.context() as patch:
        patch.setattr(Seats, "claim", delete_first)
        assert rejected(ann.claim(game_id, 0)) == (401, "invalid_token")
    assert places_of(service, ann) == []
