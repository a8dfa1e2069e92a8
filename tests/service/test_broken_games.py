"""Test that a list omits a damaged game, player, webhook or tournament and logs it once; all others are listed."""

import logging
import time

import pytest

from service.game.game import load
from service.playing import games
from service.runtime import throttled_log
from service.store.keys import DUE
from service.tournaments.extension import TOURNAMENTS
from tests.service.broken_games import DAMAGES, damage
from tests.service.contract import published
from tests.service.lists import finish_and_score
from tests.service.players import player
from tests.service.tournaments_api import games_of, has_started
from workers.processes.clock_keeper import resolve_deadlines
from workers.processes.sweeper import expire_games, sweep, sweep_of

sweep_tournaments = sweep_of(TOURNAMENTS)

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
    wanted = 0
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
        wanted += 1
    assert wanted > 30


@pytest.mark.parametrize("how", DAMAGES)
def test_the_sweeper_and_the_clocks_see_to_all_others(service, how, caplog):
    bottega = service.bottega
    client = bottega.store.servers.client
    seats = [{"kind": "ai", "level": "random"}, {"kind": "human"}]
    clock = {"kind": "per_decision", "seconds": 1}
    body = {"ruleset": "tiny", "seats": seats[::-1], "clock": clock}
    broken, whole = (service.client.post("/v1/games", json=body).json["game_id"] for _ in range(2))
    damage(service, broken, how)
    now = time.time() + 10
    client.zadd(DUE, {broken: now - 9, whole: now - 8})
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            sweep(bottega, now)
            resolve_deadlines(bottega, now)
            sweep_tournaments(bottega, now)
            now += 10
        expire_games(bottega, now + 8 * 24 * 3600)
    reported = [record.getMessage() for record in caplog.records]
    assert len(reported) == len(set(reported))
    assert all(broken in each for each in reported)
    assert bottega.store.due.holds(whole) is False or bottega.store.header(whole) is None


def test_a_tournament_continues_beside_a_game_that_cannot_be_read(service):
    who, address = has_started(service, rated=False)
    first, *others = games_of(who, address)
    damage(service, first, "state")
    for game_id in others:
        finish_and_score(service, game_id)
    sweep_tournaments(service.bottega, time.time() + 100)
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
    bob = next(each for each in service.bottega.store.claims(whole).values() if each.player != ada.id)
    client = service.bottega.store.servers.client
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
    service.bottega.store.servers.client.set(f"bottega:{{{name}}}:progress", b"xx")
    found = [each["tournament"] for each in who.get("/tournaments").json["tournaments"]]
    assert found == [other.rpartition("/")[2]]


@pytest.mark.parametrize("kept", [False, True], ids=["read", "kept"])
def test_a_game_without_its_header_takes_no_action(service, kept):
    table, store = service.table(), service.bottega.store
    if kept:
        table.act(0)
    before, action = store.last_event(table.game_id), table.action_body(1 if kept else 0)
    store.servers.client.delete(f"bottega:{{{table.game_id}}}:header")
    response = table.post("/actions", 1 if kept else 0, action)
    assert (response.status_code, response.json["code"]) == (404, "game_not_found")
    assert store.last_event(table.game_id) == before


def test_no_process_writes_to_a_game_whose_header_is_lost_at_this_moment(service):
    table, store = service.table(), service.bottega.store
    game = load(service.bottega, table.game_id)
    action = game.ruleset.legal_actions(game.position.state, 0)[0]
    event = games.happen(service.bottega, game, 0, action, None)
    store.servers.client.delete(f"bottega:{{{table.game_id}}}:header")
    assert games.store(service.bottega, game, game.info, [event]) == "conflict"
    assert store.last_event(table.game_id) is None
