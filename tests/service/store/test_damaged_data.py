"""Test that a list omits a damaged game, player, webhook or tournament and logs it once; all others are listed."""

import logging
import time

import pytest

from service.game.game import load
from service.playing import games
from service.runtime import throttled_log
from service.store import ConflictingWrite
from service.store.keys import DUE
from service.store.unreadable import reading
from service.tournaments.subject import TOURNAMENTS
from tests.service.helpers.client.contract import published
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.games.stored import DAMAGES, damage
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import games_of, has_started
from workers.processes.clock_keeper import resolve_deadlines
from workers.processes.expiry import expire_games
from workers.processes.sweeper import sweep, sweep_of

sweep_tournaments = sweep_of(TOURNAMENTS.due)

LISTS = {
    "/v1/games": "games",
    "/v1/me/games": "games",
    "/v1/records": "records",
}
"""The lists of games, and their field with the games."""


@pytest.fixture(autouse=True)
def nothing_logged():
    """Reset the record of logged faults."""
    throttled_log._known.clear()


def two_games(service):
    """Create two games that are played to their ends; return a player of both, and their ids."""
    ada, bob = player(service, "Ada"), player(service, "Bob")
    seats = [{"kind": "human", "player": ada.id}, {"kind": "human", "player": bob.id}]
    made = [ada.create(seats, label="all").json["game_id"] for _ in range(2)]
    for game_id in made:
        finish_and_score(service, game_id)
    return ada, *made


def listed(who, path, members):
    """Return the ids of the games in a list."""
    response = who.get(path.removeprefix("/v1"))
    assert response.status_code == 200, (path, response.text)
    return {each["game_id"] for each in response.json[members]}


@pytest.mark.parametrize("how", DAMAGES)
def test_every_list_of_games_has_the_others(service, how, caplog):
    ada, whole, broken = two_games(service)
    damage(service, broken, how)
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            for path, members in LISTS.items():
                assert whole in listed(ada, path, members), path
            assert whole in listed(ada, "/v1/games?label=all", "games")
    reported = [record.getMessage() for record in caplog.records]
    assert len(reported) == len(set(reported)) <= 4
    assert all(broken in each and "Traceback" not in each for each in reported)


@pytest.mark.parametrize("how", DAMAGES)
def test_reads_of_other_data_succeed_beside_a_broken_game(service, how):
    ada, whole, broken = two_games(service)
    who, address = has_started(service, rated=False)
    played = games_of(who, address)
    damage(service, broken, how)
    damage(service, played[0], how)
    known = {"game_id": whole, "seat": "0", "player": ada.id, "tournament": address.rpartition("/")[2]}
    known |= {"ruleset": "tiny", "number": "1", "round": "1", "table": "1", "entrant": "0"}
    number = 0
    for path, methods in published()["paths"].items():
        if "get" not in methods or "ndjson" in path or path.endswith("/stream"):
            continue
        place = path
        for each, value in known.items():
            place = place.replace(f"{{{each}}}", value)
        if "{" in place or not place.startswith("/v1") or "text/event-stream" in str(methods["get"]["responses"]):
            continue
        response = ada.get(place.removeprefix("/v1"))
        assert response.status_code < 500, (path, response.text)
        number += 1
    assert number > 30


@pytest.mark.parametrize("how", DAMAGES)
def test_the_sweeper_and_the_clocks_see_to_all_others(service, how, caplog):
    installation = service.installation
    client = installation.store.servers.client
    seats = [{"kind": "ai", "level": "random"}, {"kind": "human"}]
    clock = {"kind": "per_decision", "seconds": 1}
    body = {"ruleset": "tiny", "seats": seats[::-1], "clock": clock}
    broken, whole = (service.client.post("/v1/games", json=body).json["game_id"] for _ in range(2))
    damage(service, broken, how)
    now = time.time() + 10
    client.zadd(DUE, {broken: now - 9, whole: now - 8})
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            sweep(installation, now)
            resolve_deadlines(installation, now)
            sweep_tournaments(installation, now)
            now += 10
        expire_games(installation, now + 8 * 24 * 3600)
    reported = [record.getMessage() for record in caplog.records]
    assert len(reported) == len(set(reported))
    assert all(broken in each for each in reported)
    assert installation.store.due.holds(whole) is False or installation.store.header(whole) is None


def test_a_tournament_continues_beside_a_game_that_cannot_be_read(service):
    who, address = has_started(service, rated=False)
    first, *others = games_of(who, address)
    damage(service, first, "state")
    for game_id in others:
        finish_and_score(service, game_id)
    sweep_tournaments(service.installation, time.time() + 100)
    tables = who.get(f"{address}/rounds").json["rounds"][-1]["tables"]
    assert sorted("result" in each or "ranks" in str(each) for each in tables) == [False, True]


BROKEN_THINGS = {
    "profile": lambda client, who: client.set(f"bottega:{{{who}}}:profile", b"xx"),
    "key": lambda client, who: client.hset(f"bottega:{{{who}}}:keys", "broken", b"xx"),
    "webhook": lambda client, who: client.hset(f"bottega:{{{who}}}:webhooks", "wh_broken", b"xx"),
    "notice": lambda client, who: client.xadd(f"bottega:{{{who}}}:feed", {"notice": b"xx", "ended": "", "mark": 1}),
    "seeks": lambda client, who: client.set(f"bottega:{{{who}}}:seeks", b"xx"),
}


@pytest.mark.parametrize("what", BROKEN_THINGS)
def test_broken_data_of_a_player_is_left_out_of_the_lists_of_others(service, what):
    ada, whole, _ = two_games(service)
    bob = next(each for each in service.installation.store.claims(whole).values() if each.player != ada.id)
    client = service.installation.store.servers.client
    BROKEN_THINGS[what](client, bob.player)
    if what in ("key", "webhook", "notice"):
        BROKEN_THINGS[what](client, ada.id)
    for path in ("/games", "/me/games", "/me/keys", "/me/webhooks", "/me/feed", "/seeks", "/me/seeks", "/ratings"):
        response = ada.get(path)
        assert response.status_code in (200, 404), (path, response.text)
    assert whole in listed(ada, "/v1/games", "games")
    assert ada.create().status_code == 201


def test_a_broken_tournament_is_left_out_of_the_list(service):
    who, address = has_started(service, rated=False)
    _, other = has_started(service, rated=False)
    name = address.rpartition("/")[2]
    service.installation.store.servers.client.set(f"bottega:{{{name}}}:progress", b"xx")
    found = [each["tournament"] for each in who.get("/tournaments").json["tournaments"]]
    assert found == [other.rpartition("/")[2]]


@pytest.mark.parametrize("fault", [TypeError, ValueError, LookupError])
def test_a_fault_of_the_service_in_a_call_to_redis_is_not_named_damage(game, fault):
    def fails(_client):
        raise fault("a fault of the service")

    with pytest.raises(fault), reading(game.game_id, "header"):
        game.service.installation.store.servers.call(game.game_id, fails)


@pytest.mark.parametrize("how", ["log missing", "log cut"])
def test_a_game_whose_log_is_lost_is_damaged_and_not_busy(game, how):
    for seat in (0, 1):
        game.act(seat)
    action = game.action_body(0)
    damage(game.service, game.game_id, how)
    game.service.installation.store.cache.take(game.game_id)
    for response in (game.get("/view", 0), game.post("/actions", 0, action)):
        assert (response.status_code, response.json["code"]) == (500, "internal_error")


@pytest.mark.parametrize("is_cached", [False, True], ids=["read", "cached"])
def test_a_game_without_its_header_takes_no_action(service, is_cached):
    game, store = service.new_game(), service.installation.store
    if is_cached:
        game.act(0)
    before, action = store.last_event(game.game_id), game.action_body(1 if is_cached else 0)
    store.servers.client.delete(f"bottega:{{{game.game_id}}}:header")
    response = game.post("/actions", 1 if is_cached else 0, action)
    assert (response.status_code, response.json["code"]) == (404, "game_not_found")
    assert store.last_event(game.game_id) == before


def test_no_process_writes_to_a_game_whose_header_is_lost_at_this_moment(service):
    game, store = service.new_game(), service.installation.store
    loaded = load(service.installation, game.game_id)
    action = loaded.ruleset.legal_actions(loaded.position.state, 0)[0]
    event = games.perform(service.installation, loaded, 0, action)
    store.servers.client.delete(f"bottega:{{{game.game_id}}}:header")
    with pytest.raises(ConflictingWrite):
        games.write_events(service.installation, loaded, [event])
    assert store.last_event(game.game_id) is None
