"""Test how long games are stored, and that a removed game is gone permanently."""

import time
from dataclasses import replace

import pytest

from service import problems
from service.lobby import creation, seating
from service.players.credentials import SPECTATOR
from service.playing import games
from service.retention import lifetimes
from service.settings import DAY
from service.store import START, Commit, ConflictingWrite, Holder, SeatSetup
from service.streams.game_log import GameLog
from service.streams.streams import Stream
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.lists import finish_and_score, ids
from tests.service.helpers.games.stored import leftovers
from tests.tiny import TINY
from workers.processes.expiry import expire_games

KEY = {"Idempotency-Key": "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"}

OPEN = {"kind": "open"}
UNCLAIMED, UNTOUCHED, LISTED, FINISHED = 7, 90, 30, 365


def after(service, days):
    """Advance the time by days, and let the sweeper check everything that is due, day by day."""
    for day in range(days + 1):
        expire_games(service.installation, time.time() + day * DAY + 60)


def is_there(game):
    return game.get("/view").status_code == 200


def test_a_game_without_actions_is_removed(service):
    game = service.new_game()
    after(service, UNCLAIMED - 1)
    assert is_there(game)
    after(service, UNCLAIMED)
    check_problem(game.get("/view"), 404, "game_not_found")
    assert ids(service) == []
    assert leftovers(service) == set()


def test_a_game_with_an_open_seat_waits_as_long_after_its_last_action(service):
    waiting, claimed = service.new_game([HUMANS[0], OPEN]), service.new_game([HUMANS[0], OPEN])
    claimed.post("/seats/1/claim", None, {})
    for game in (waiting, claimed):
        assert game.act(0).status_code == 200
    after(service, UNCLAIMED)
    assert (is_there(waiting), is_there(claimed)) == (False, True)


def test_an_abandoned_game_is_removed(service):
    game = service.new_game()
    game.act(0)
    after(service, UNTOUCHED - 1)
    assert is_there(game)
    after(service, UNTOUCHED)
    assert not is_there(game)


def test_a_finished_game_is_unlisted_then_removed_with_its_record(service):
    game = service.new_game()
    finish_and_score(service, game.game_id)
    after(service, LISTED - 1)
    assert ids(service) == [game.game_id]
    after(service, LISTED)
    assert ids(service) == ids(service, status="over") == []
    assert len(service.client.get("/v1/records").json["records"]) == 1
    assert game.get("/result").status_code == game.get("/record").status_code == 200
    after(service, FINISHED)
    assert not is_there(game)
    assert service.client.get("/v1/records").json["records"] == []
    assert leftovers(service) == set()


def test_a_game_without_an_expiry_stays(service):
    forever = dict.fromkeys(("unclaimed_seconds", "inactive_seconds", "listed_seconds", "finished_seconds"), 0)
    installation = service.installation
    service.app.extensions["bottega"] = replace(installation, settings=replace(installation.settings, **forever))
    new, started, over = service.new_game(), service.new_game(), service.new_game()
    started.act(0)
    finish_and_score(service, over.game_id)
    after(service, 2 * FINISHED)
    assert ids(service) == [over.game_id, started.game_id, new.game_id]


def test_a_game_that_was_listed_and_never_created_is_checked_once(service):
    header = service.installation.store.header(service.new_game().game_id)
    service.installation.store.lists.add(replace_id(header, "0" * 20))
    after(service, 1)
    assert service.installation.store.lists.take_due(time.time() + FINISHED * DAY, 0, 10) == [header.game_id]


def replace_id(header, game_id):
    return type(header)(**{name: getattr(header, name) for name in header.__struct_fields__} | {"game_id": game_id})


def test_an_unreadable_game_stops_no_other(service, caplog):
    broken, game = service.new_game(), service.new_game()
    service.installation.store.servers.client.set(f"bottega:{{{broken.game_id}}}:header", b"damaged")
    after(service, UNCLAIMED)
    assert not is_there(game)
    assert "the game is kept" in caplog.text


@pytest.fixture
def created(service):
    body = {"ruleset": "tiny", "options": {}, "seats": list(HUMANS)}
    return service.client.post("/v1/games", json=body, headers=KEY).json


def delete(service, game_id, token=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return service.client.delete(f"/v1/games/{game_id}", headers=headers)


def test_its_creator_deletes_a_game_and_all_its_data(service, created):
    game_id, response = created["game_id"], {"ruleset": "tiny", "decision": 0, "action": {"type": "stake", "stakes": 1}}
    assert (delete(service, game_id, created["creator_token"]).status_code, ids(service)) == (204, [])
    assert all(b"creation" in name for name in leftovers(service))
    check_problem(delete(service, game_id, created["creator_token"]), 404, "game_not_found")
    headers = {"Authorization": f"Bearer {created['tokens'][0]['token']}"}
    check_problem(
        service.client.post(f"/v1/games/{game_id}/actions", json=response, headers=headers), 404, "game_not_found"
    )


@pytest.mark.parametrize("events", [0, 1])
def test_a_stream_of_a_game_that_is_deleted_ends(service, events):
    game = service.new_game()
    if events:
        game.act(0)
    installation = service.installation
    stream = Stream(GameLog(installation, game.game_id, SPECTATOR), START, keep_alive=0.01)
    following = iter(stream)
    assert [next(following) is not None for _ in range(2)] == [bool(events), False]
    installation.store.remove(installation.store.header(game.game_id))
    assert [each for each in following if each is not None] == []
    stream.close()


def test_no_other_caller_deletes_it(service, created):
    other = service.client.post("/v1/games", json={"ruleset": "tiny", "options": {}, "seats": list(HUMANS)}).json
    game_id = created["game_id"]
    check_problem(delete(service, game_id), 401, "token_required")
    check_problem(delete(service, game_id, created["tokens"][0]["token"]), 403, "token_mismatch")
    check_problem(delete(service, game_id, other["creator_token"]), 403, "token_mismatch")
    check_problem(delete(service, game_id, created["creator_token"] + "x"), 401, "invalid_token")
    assert service.client.get(f"/v1/games/{game_id}/view").status_code == 200


def test_the_creators_token_opens_no_seat(service, created):
    headers = {"Authorization": f"Bearer {created['creator_token']}"}
    for path in ("/view", "/actions", "/events"):
        check_problem(
            service.client.get(f"/v1/games/{created['game_id']}{path}", headers=headers), 403, "token_mismatch"
        )


def test_a_rated_game_stays(service):
    body = {"ruleset": "tiny", "options": {}, "seats": list(HUMANS), "rated": True}
    created = service.client.post("/v1/games", json=body).json
    check_problem(delete(service, created["game_id"], created["creator_token"]), 409, "rated_game_protected")


def test_a_write_after_a_removal_restores_nothing(service):
    installation = service.installation
    seats = [SeatSetup("human", name="Ada"), SeatSetup("open")]
    created, _ = creation.create_game(installation, TINY, TINY.options_type(), seats)
    game_id = created.game_id
    stored = installation.store.load(game_id)
    game = service.new_game()
    installation.store.remove(stored.header)
    event = installation.store.last_event(game.game_id)
    assert event is None
    with pytest.raises(problems.GameNotFound):
        seating.claim_seat(installation, game_id, 1)
    assert installation.store.seats.claim(game_id, 1, Holder(), Holder("d1"), None, 1).outcome == "deleted"
    installation.store.results.save(game_id, b"{}")
    game.act(0)
    late = installation.store.last_event(game.game_id)
    with pytest.raises(ConflictingWrite):
        installation.store.commit(Commit(before=stored, events=[late], snapshot=b"", info=stored.info))
    assert not any(game_id.encode() in name for name in leftovers(service))
    with pytest.raises(problems.GameNotFound):
        games.score(installation, game_id)


def test_a_game_may_be_removed_again_after_a_removal_that_broke_off(service):
    game = service.new_game()
    header = service.installation.store.header(game.game_id)
    service.installation.store.lists.remove(header, {})
    assert ids(service) == []
    after(service, UNCLAIMED)
    assert not is_there(game)
    lifetimes.apply_lifetime(service.installation, game.game_id, time.time())
    assert leftovers(service) == set()
