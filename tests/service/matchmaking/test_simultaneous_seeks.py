"""Test simultaneous seeks: each seeker gets one seat."""

import time
from collections import Counter
from random import Random

import pytest

from service.game.game import load
from service.matchmaking import matchmaking
from service.matchmaking.store import seeks_in
from service.matchmaking.subject import SEEKS
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.games.lists import ids
from tests.service.helpers.players.notices import FUTURE
from tests.service.helpers.players.seeks import due, look, new_seek, seated_in, seek
from tests.service.matchmaking.seekers import broken_off, new_players
from workers.processes.sweeper import sweep_of


def check_tables(service, strangers, sought):
    """Check that each player has one seat, all games are full, and no matching players wait."""
    found = [look(who, each) for who, each in zip(strangers, sought, strict=True)]
    games = {}
    for who, each in zip(strangers, found, strict=True):
        if each["status"] == "matched":
            games.setdefault(each["game_id"], {})[each["seat"]] = who.id
    assert {game_id: seated_in(service, game_id) for game_id in games} == games
    for game_id, seated in games.items():
        assert sorted(seated) == list(range(len(load(service.installation, game_id).seats)))
    assert sorted(ids(service, limit=100)) == sorted(games)
    waiting = Counter(size for each in found if each["status"] == "waiting" for size in each["seats"])
    assert all(count < size for size, count in waiting.items())
    assert due(service) == []
    return found


@pytest.mark.parametrize("seed", range(3))
def test_sixty_four_simultaneous_seekers_are_seated_once_each_in_full_games(service, seed):
    rng, strangers = Random(seed), new_players(service, 64)
    sizes = [rng.sample([2, 3, 4, 5], rng.choice([1, 1, 2])) for _ in strangers]
    bodies = [{"ruleset": "leonardo", "seats": each} for each in sizes]
    responses = at_once(
        [lambda who=who, body=body: who.post("/seeks", body) for who, body in zip(strangers, bodies, strict=True)]
    )
    assert {response.status_code for response in responses} == {201}
    found = check_tables(service, strangers, [response.json for response in responses])
    tables = [(len(load(service.installation, each["game_id"]).seats), each) for each in found if "game_id" in each]
    assert all(size in each["seats"] for size, each in tables)


@pytest.mark.parametrize("seed", range(6))
def test_no_player_is_seated_twice_by_any_order_of_seeks_renewals_and_failures(service, monkeypatch, seed):
    rng, strangers, sought = Random(seed), new_players(service, 8), []
    seat, dying = matchmaking.seat, []

    def seat_unless_killed(*arguments):
        return 1 // 0 if dying else seat(*arguments)

    monkeypatch.setattr(matchmaking, "seat", seat_unless_killed)
    for step in range(80):
        who = rng.choice(strangers)
        dying[:] = [True] if rng.random() < 0.3 else []
        match rng.choice(["seek", "seek", "seek", "look", "delete", "list", "sweep", "time"]):
            case "seek":
                wish = new_seek(rng.sample([2, 3, 4], rng.choice([1, 2])), options={"hand": rng.choice([2, 3])})
                who.post("/seeks", wish, **({"Idempotency-Key": f"key {step}"} if rng.random() < 0.5 else {}))
            case "look" if sought:
                who, each = rng.choice(sought)
                who.get(f"/seeks/{each}")
            case "delete" if sought:
                who, each = rng.choice(sought)
                who.send("DELETE", f"/seeks/{each}")
            case "list":
                who.get("/seeks")
            case "sweep":
                sweep_of(SEEKS.due)(service.installation, FUTURE)
            case "time":
                service.pass_time(seconds=800)
        known = {each for _, each in sought}
        stored = [
            (other, each.seek) for other in strangers for each in seeks_in(service.installation.store).of(other.id)
        ]
        sought += [each for each in stored if each[1] not in known]
    dying.clear()
    sweep_of(SEEKS.due)(service.installation, FUTURE)
    responses = [(who, who.get(f"/seeks/{each}")) for who, each in sought]
    found = [(who, response.json) for who, response in responses if response.status_code == 200]
    seats = Counter((each["game_id"], who.id) for who, each in found if each["status"] == "matched")
    assert set(seats.values()) == {1}
    assert set(seats) == {
        (game_id, holder) for game_id in ids(service, limit=100) for holder in seated_in(service, game_id).values()
    }
    assert due(service) == []


def test_a_player_with_many_simultaneous_seeks_has_one_seek_and_one_seat(service):
    ann, bea = new_players(service)
    for hand in (2, 3, 4, 5):
        wish, key = new_seek(options={"hand": hand}), {"Idempotency-Key": f"key {hand}"}
        calls = [lambda wish=wish, key=key: ann.post("/seeks", wish, **key)] * 24
        responses = at_once([*calls, lambda wish=wish: bea.post("/seeks", wish)])
        assert {response.status_code for response in responses} == {201}
        assert len({response.json["seek"] for response in responses[:-1]}) == 1
    assert len(ids(service)) == 4


def test_seeking_and_withdrawing_at_once_leaves_no_data(service):
    strangers = new_players(service, 16)

    def hesitate(who):
        sought = seek(who, [3])
        return who.send("DELETE", f"/seeks/{sought['seek']}").status_code, sought

    came = at_once([lambda who=who: hesitate(who) for who in strangers])
    assert {code for code, _ in came} <= {204, 409}
    for (code, sought), who in zip(came, strangers, strict=True):
        assert (code == 204) == (who.get(f"/seeks/{sought['seek']}").status_code == 404)
    assert 3 * len(ids(service)) == [code for code, _ in came].count(409)
    assert service.client.get("/v1/seeks").json["waiting_seeks"] == []


def test_simultaneous_sweepers_create_one_game(service, monkeypatch):
    for _ in range(4):
        before = len(ids(service, limit=100))
        broken_off(service, monkeypatch, matchmaking, "seat")
        at_once([lambda: sweep_of(SEEKS.due)(service.installation, time.time() + 100)] * 8)
        sweep_of(SEEKS.due)(service.installation, FUTURE)
        assert (len(ids(service, limit=100)), due(service)) == (before + 1, [])


def test_the_data_of_seeks_expires_automatically(service):
    ann, bea = new_players(service)
    seek(ann)
    seek(bea)
    seek(ann, [4])
    client = service.installation.store.servers.client
    lasting = [each for each in client.keys("*seeks*") if client.ttl(each) < 0]
    assert lasting == []
