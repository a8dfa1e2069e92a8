"""Test that a large round is created in portions: responses stay fast, and nothing is lost or done twice."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.game.game import load
from service.matchmaking.store import seeks_in
from service.tournaments import log, progress
from service.tournaments.rules.events import Started, TakenBack
from service.tournaments.rules.plan_events import Changed, PlanChange
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.subject import TOURNAMENTS
from service.tournaments.time_slices import SLICE_SECONDS
from tests.service.helpers.client.proxy import Proxy
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.players.player import rejected
from tests.service.helpers.tournaments import LEVEL, entries, found, games_of, new_players, organiser, rounds
from tests.workers.waiting import until
from workers.processes.sweeper import SWEEPS, sweep_of

sweep_tournaments = sweep_of(TOURNAMENTS.due)

PORTION = 0.0
"""Seconds per portion: 0 allows one game, or one step, at a time."""
FLUSH_SECONDS = 0.03
PATIENCE_SECONDS = 25
"""A request that nothing wakes waits for 30 seconds."""


@pytest.fixture
def proxy(tmp_path, redis_url):
    proxy = Proxy(tmp_path / "wire", redis_url)
    yield proxy
    proxy.close()


@pytest.fixture
def slow(proxy):
    """Run the application on a Redis that can be slow."""
    with running(settings(proxy.url)) as service:
        service.use(elapsed=time.monotonic)
        yield service


def waiting(service, *, levels=8, **terms):
    """Create a tournament of four players and some levels; return its organiser and its URL."""
    who = organiser(service)
    entrants = [{"player": each.id} for each in new_players(service)] + [{"level": LEVEL}] * levels
    return who, found(who, entrants=entrants, **terms)


def begin(service, address, portion=PORTION):
    """Close registration, and run the first portion of the following work."""
    name = address.rpartition("/")[2]
    log.change(service.installation, name, lambda _running: [log.new_entry(service.installation, Started)])
    return name, progress.drive(service.installation, name, portion)


def left(service, name):
    """Run portion by portion until nothing is left; yields after each portion."""
    while progress.drive(service.installation, name, PORTION) <= service.installation.sources.now().timestamp():
        yield


def existing(service):
    return sorted(service.installation.store.lists.all_games())


def test_each_portion_creates_the_next_games_and_shows_how_many_there_are(service):
    who, address = waiting(service)
    name, _ = begin(service, address)
    reported = [who.get(address).json["seating"]]
    reported += [who.get(address).json.get("seating") for _ in left(service, name)]
    assert reported == [{"round": 1, "games_created": number, "games": 6} for number in range(1, 6)]
    assert "seating" not in who.get(address).json
    assert existing(service) == sorted(games_of(who, address))
    assert [each["type"] for each in entries(who, address)].count("opened") == 1


def test_a_waiting_request_returns_the_progress_of_a_round_that_is_being_created(service):
    who, address = waiting(service)
    name, _ = begin(service, address)
    before = who.get(address).json["version"]
    with ThreadPoolExecutor() as pool:
        reading = pool.submit(service.client.get, f"/v1{address}/events?after={before}&wait=30")
        until(lambda: len(service.installation.hub) == 1, "the request waits")
        progress.drive(service.installation, name, PORTION)
        page = reading.result(timeout=PATIENCE_SECONDS).json
    assert page == {"events": [], "status": "running", "seating": {"round": 1, "games_created": 2, "games": 6}}


def test_a_change_is_visible_at_once_while_a_round_is_being_created(service):
    who, address = waiting(service)
    name, _ = begin(service, address)
    before = who.get(address)
    change = PlanChange(name="Autumn Cup")
    log.change(
        service.installation, name, lambda _running: [log.new_entry(service.installation, Changed, change=change)]
    )
    after = who.get(address)
    assert (after.json["name"], "seating" in after.json) == ("Autumn Cup", True)
    assert after.headers["ETag"] != before.headers["ETag"]


def test_a_portion_that_is_lost_in_between_is_done_again_without_a_game_twice(service):
    who, address = waiting(service)
    name, _ = begin(service, address)
    running = log.load(service.installation, name)
    (round_,) = progress.unopened(running)
    service.installation.store.servers.client.delete(f"bottega:{{{name}}}:created")
    assert len(existing(service)) == 1
    for _ in left(service, name):
        pass
    assert existing(service) == sorted(game for table in round_.tables for game in table.seating.games)
    assert games_of(who, address) == [game for table in round_.tables for game in table.seating.games]


def test_players_are_notified_once_although_each_portion_reaches_one_of_them(service):
    who = organiser(service)
    players = new_players(service)
    address = found(who, entrants=[{"player": each.id} for each in players])
    name, _ = begin(service, address)
    for _ in left(service, name):
        pass
    for each in (who, *players):
        notices = each.get("/me/events").json["events"]
        happened = [notice["tournament_event"] for notice in notices if notice["type"] == "tournament"]
        assert happened == [*(() if each is who else ("entered",)), "started", "opened"]


def test_a_player_who_withdraws_between_two_portions_prevents_no_other_notices(service):
    who = organiser(service)
    players = new_players(service)
    address = found(who, entrants=[{"player": each.id} for each in players])
    tournaments_in(service.installation.store).note_sent(address.rpartition("/")[2], 0, 2)
    who.post(f"{address}/entrants/0/withdraw", {})
    begin(service, address, SLICE_SECONDS)
    for each in players[1:]:
        notices = each.get("/me/events").json["events"]
        happened = [notice["tournament_event"] for notice in notices if notice["type"] == "tournament"]
        assert happened == ["entered", "started", "opened"]


@pytest.mark.parametrize(("verb", "status"), [("pause", "paused"), ("cancel", "cancelled")])
def test_an_order_during_the_creation_of_a_round_counts_once_its_games_exist(service, verb, status):
    who, address = waiting(service)
    name, _ = begin(service, address)
    shown = who.post(f"{address}/{verb}", {})
    assert (shown.status_code, shown.json["status"], "seating" in shown.json) == (200, status, False)
    assert existing(service) == sorted(games_of(who, address))
    assert {each["type"] for each in entries(who, address)[-2:]} == {status, "opened"}
    assert progress.drive(service.installation, name) is None or status == "paused"


def test_a_game_that_ends_while_others_are_created_leaves_those_to_the_sweeper(service):
    _, address = waiting(service, levels=8, stages=[{"format": "arena", "table_size": 2, "matches": 3}])
    begin(service, address)
    (game_id,) = existing(service)
    progress.note_result(service.installation, load(service.installation, game_id))
    assert existing(service) == [game_id]


def test_a_start_on_a_slow_disk_responds_after_its_portion_and_the_sweeper_continues(slow, proxy):
    who, address = waiting(slow, levels=36)
    proxy.delay = FLUSH_SECONDS
    started = who.post(f"{address}/start", {})
    assert (started.status_code, started.headers["Retry-After"], started.json["status"]) == (202, "2", "running")
    seating = started.json["seating"]
    assert (seating["round"], seating["games"]) == (1, 20)
    assert 0 < seating["games_created"] < 20
    portions = [seating["games_created"]]
    while sweep_tournaments(slow.installation, time.time()):
        portions.append(who.get(address).json.get("seating", {}).get("games_created", 20))
    assert portions == sorted(portions)
    assert "seating" not in who.get(address).json
    assert existing(slow) == sorted(games_of(who, address))


def test_a_round_that_the_organiser_has_drawn_or_seated_is_created_after_the_response(slow, proxy):
    tables = [{"entrants": [2 * table, 2 * table + 1]} for table in range(20)]
    for body in ({}, {"tables": tables, "reason": "By hand."}):
        who, address = waiting(slow, levels=36, next_round="organiser")
        assert who.post(f"{address}/start", {}).status_code == 200
        proxy.delay = FLUSH_SECONDS
        paired = who.post(f"{address}/rounds", body)
        proxy.delay = 0.0
        assert (paired.status_code, paired.json["games"], rounds(who, address)) == (202, 20, [])
        while sweep_tournaments(slow.installation, time.time()):
            pass
        assert len(games_of(who, address)) == 20


def test_the_sweeper_sends_a_heartbeat_before_each_item_of_every_due_list(service):
    past = time.time() - 1
    store = service.installation.store
    for due in (store.due, store.webhooks.due, seeks_in(store).due, tournaments_in(store).due):
        for number in range(3):
            due.put(f"tn_{number:020d}", past)
    beats = []
    for sweep in SWEEPS:
        before = len(beats)
        sweep(service.installation, time.time(), lambda: beats.append(1))
        assert len(beats) == before + 3


def test_a_cancellation_waits_while_a_large_round_is_created_and_may_be_repeated(slow, proxy):
    who, address = waiting(slow, levels=60)
    proxy.delay = FLUSH_SECONDS
    assert who.post(f"{address}/start", {}).status_code == 202
    busy = who.post(f"{address}/cancel", {})
    assert rejected(busy) == (503, "tournament_busy")
    proxy.delay = 0.0
    cancelled = until(lambda: repeated(who, f"{address}/cancel"), "the cancellation is accepted")
    assert cancelled.json["status"] == "cancelled"
    assert existing(slow) == sorted(games_of(who, address))


def repeated(who, path):
    """Send a request again; return its response unless the tournament is still busy."""
    response = who.post(path, {})
    return None if response.status_code == 503 else response


def test_the_games_of_a_withdrawn_round_are_stopped_in_portions(service):
    _, address = waiting(service)
    name, _ = begin(service, address, SLICE_SECONDS)
    log.change(service.installation, name, lambda _running: [log.new_entry(service.installation, TakenBack, round=1)])
    counts = [len(log.load(service.installation, name).tournament.games_to_stop)]
    counts += [len(log.load(service.installation, name).tournament.games_to_stop) for _ in left(service, name)]
    assert counts[:7] == [6, 5, 4, 3, 2, 1, 0]
