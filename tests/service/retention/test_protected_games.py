"""Test that a deadline protects its game from removal, and that a removal is reported to the players."""

from dataclasses import replace
from datetime import datetime
from itertools import product
from typing import get_args

import pytest
from msgspec.json import encode
from msgspec.structs import replace as replace_header

from domain.clock import MOST_SECONDS
from domain.clock_days import MOST_DAYS
from service.resources.clocks import Clock
from service.retention.lifetimes import HANDLING_SECONDS
from service.settings import DAY
from service.tournaments.subject import TOURNAMENTS
from service.webhooks import deliveries
from service.webhooks.subject import WEBHOOKS
from tests.service.helpers.games.clocks import timed
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.games.stored import leftovers
from tests.service.helpers.players.notices import FUTURE
from tests.service.helpers.players.player import player
from tests.service.helpers.players.webhooks import OK, URL, bodies
from tests.service.helpers.tournaments import games_of, has_started, rounds
from workers.processes.clock_keeper import resolve_deadlines
from workers.processes.expiry import expire_games
from workers.processes.sweeper import sweep_of

NIGHTS = {"from": "20:00", "to": "08:00"}
WEEKENDS = {"from": "00:00", "to": "00:00", "weekdays": ["saturday", "sunday"]}
CLOCKS = (
    {"kind": "per_decision", "seconds": 1},
    {"kind": "per_decision", "seconds": MOST_SECONDS},
    {"kind": "budget", "seconds": 60, "increment": 5},
    {"kind": "budget", "seconds": MOST_SECONDS, "delay": 3600},
    {"kind": "days", "days": 1},
    {"kind": "days", "days": 7},
    {"kind": "days", "days": 14},
    {"kind": "days", "days": MOST_DAYS},
    {"kind": "days", "days": MOST_DAYS, "pause": NIGHTS},
    {"kind": "days", "days": 30, "pause": WEEKENDS},
)
LIFETIMES = (1, DAY, 7 * DAY, 14 * DAY, 90 * DAY)


def deadline_of(service, game_id):
    """Return the latest deadline that the view of a game shows, in Unix time."""
    shown = service.client.get(f"/v1/games/{game_id}/view").json["clocks"]
    return max(datetime.fromisoformat(each["deadline"]).timestamp() for each in shown if "deadline" in each)


def exists(service, game_id):
    return service.client.get(f"/v1/games/{game_id}/view").status_code == 200


def lives(service, game_id, *moments):
    """Check the lifetimes at each moment; return whether the game exists after each."""
    found = []
    for moment in moments:
        expire_games(service.installation, moment)
        found.append(exists(service, game_id))
    return found


def with_lifetimes(service, seconds):
    installation = service.installation
    settings = replace(installation.settings, unclaimed_seconds=seconds, inactive_seconds=seconds)
    service.app.extensions["bottega"] = replace(installation, settings=settings)


def test_the_clocks_of_this_module_have_all_kinds_of_the_contract():
    tags = {each.__struct_config__.tag for each in get_args(Clock)}
    assert {each["kind"] for each in CLOCKS} == tags


@pytest.mark.parametrize("acts", [False, True], ids=["untouched", "played"])
@pytest.mark.parametrize("rated", [False, True], ids=["casual", "rated"])
def test_each_clock_protects_its_game_from_each_lifetime(service, acts, rated):
    found = {}
    for clock, seconds in product(CLOCKS, LIFETIMES):
        with_lifetimes(service, seconds)
        created = timed(service, clock, sandbox=None, rated=rated)
        game_id, now = created.json["game_id"], service.installation.sources.now().timestamp()
        if acts:
            assert service.opened(created).act(0).status_code == 200
        until = deadline_of(service, game_id)
        last = max(until + HANDLING_SECONDS, now + seconds) + 60
        protected = sorted([now + seconds - 1, until - 1, until, until + 60])
        found[str(clock), seconds] = lives(service, game_id, *protected, last)
    assert found == {each: [True, True, True, True, False] for each in found}


@pytest.mark.parametrize("clock", CLOCKS, ids=str)
def test_a_virtual_clock_protects_its_game_for_the_time_that_it_has_left(sandbox, clock):
    with_lifetimes(sandbox, 1)
    created = timed(sandbox, clock).json
    game_id, until = created["game_id"], deadline_of(sandbox, created["game_id"])
    assert lives(sandbox, game_id, until - 1, until, until + HANDLING_SECONDS + 60) == [True, True, False]


def test_a_deadline_at_the_edge_of_the_lifetime_is_met(service):
    created = timed(service, {"kind": "days", "days": 7}, sandbox=None).json
    until = deadline_of(service, created["game_id"])
    service.pass_time(seconds=until - service.installation.sources.now().timestamp() + 1)
    assert lives(service, created["game_id"], until, until + 1) == [True, True]
    resolve_deadlines(service.installation, service.installation.sources.now().timestamp())
    events = service.client.get(f"/v1/games/{created['game_id']}/events").json["events"]
    assert [each["by"] for each in events] == [{"kind": "clock", "reason": "time"}]
    assert deadline_of(service, created["game_id"]) > until + 6 * DAY


def test_an_outage_over_the_deadline_gives_its_time_to_the_protection(service):
    created = timed(service, {"kind": "days", "days": 7}, sandbox=None).json
    until = deadline_of(service, created["game_id"])
    service.installation.store.outages.note(until - DAY)
    service.installation.store.outages.note(until + 5 * DAY)
    service.pass_time(days=13)
    assert lives(service, created["game_id"], until + 6 * DAY) == [True]


@pytest.mark.parametrize("clock", [{"kind": "days", "days": 14}, {"kind": "days", "days": 60, "pause": NIGHTS}])
def test_a_round_of_a_tournament_stays_until_the_deadlines_of_its_games(service, clock):
    who, address = has_started(service, clock=clock)
    first = games_of(who, address)
    latest = max(deadline_of(service, each) for each in first)
    for moment in (latest - 1, latest + 60):
        expire_games(service.installation, moment)
        sweep_of(TOURNAMENTS.due)(service.installation, moment)
    assert [exists(service, each) for each in first] == [True] * len(first)
    assert len(rounds(who, address)) == 1


def kinds(who):
    """List the notices in the feed of a player: type, seat and reason."""
    return [(each["type"], each["seat"], each.get("reason")) for each in who.get("/me/events").json["events"]]


def seated(creator, *others):
    """Create a game in which each player has a seat; return its id."""
    return creator.create([{"kind": "human", "player": each.id} for each in (creator, *others)]).json["game_id"]


def test_players_get_a_notice_of_a_game_that_nobody_plays(service):
    ann, ben = player(service, "Ann"), player(service, "Ben")
    seated(ann, ben)
    expire_games(service.installation, service.installation.sources.now().timestamp() + 8 * DAY)
    assert [kinds(each)[-1] for each in (ann, ben)] == [("deleted", 0, "inactive"), ("deleted", 1, "inactive")]


def test_players_get_a_notice_of_a_game_that_its_creator_deletes(service):
    ann, ben = player(service, "Ann"), player(service, "Ben")
    assert ann.send("DELETE", f"/games/{seated(ann, ben)}").status_code == 204
    assert [kinds(each)[-1] for each in (ann, ben)] == [("deleted", 0, "creator"), ("deleted", 1, "creator")]


def test_players_get_a_notice_of_a_finished_game_that_is_stored_no_longer(service):
    ann, ben = player(service, "Ann"), player(service, "Ben")
    game_id = seated(ann, ben)
    finish_and_score(service, game_id)
    expire_games(service.installation, service.installation.sources.now().timestamp() + 366 * DAY)
    assert kinds(ben)[-1] == ("deleted", 1, "finished")


def test_webhooks_of_the_creator_and_of_the_game_report_the_deletion_once(service):
    ann, ben = player(service, "Ann"), player(service, "Ben")
    own = ann.post("/me/webhooks", {"url": URL, "scope": "created", "event_types": ["deleted"]}).json["webhook_id"]
    game_id = seated(ann, ben)
    path = f"/games/{game_id}/webhooks"
    of_game = ann.post(path, {"url": URL, "event_types": ["deleted"]}).json["webhook_id"]
    idle = ann.post(path, {"url": URL, "event_types": ["scored"]}).json["webhook_id"]
    assert ann.send("DELETE", f"/games/{game_id}").status_code == 204
    assert bodies(service.installation, ann.id, own) == [("deleted", None, None)]
    assert bodies(service.installation, game_id, of_game) == [("deleted", None, None)]
    assert service.installation.store.webhooks.get(game_id, idle) is None


def test_a_webhook_of_a_deleted_game_goes_after_its_last_delivery(service):
    ann = player(service, "Ann")
    game_id = ann.create().json["game_id"]
    hook = ann.post(f"/games/{game_id}/webhooks", {"url": URL, "event_types": ["deleted"]}).json["webhook_id"]
    assert ann.send("DELETE", f"/games/{game_id}").status_code == 204
    now = service.installation.sources.now().timestamp()
    sweep_of(WEBHOOKS.due)(service.installation, now + 10)
    taken = deliveries.take(service.installation, game_id, hook, now + 10)
    deliveries.record_attempt(service.installation, game_id, taken, OK, now + 11, 0.0)
    sweep_of(WEBHOOKS.due)(service.installation, FUTURE)
    assert not [each for each in leftovers(service) if game_id.encode() in each]


def test_a_webhook_of_a_deleted_game_expires_if_its_receiver_never_responds(service):
    ann = player(service, "Ann")
    game_id = ann.create().json["game_id"]
    ann.post(f"/games/{game_id}/webhooks", {"url": URL, "event_types": ["deleted"]})
    ann.send("DELETE", f"/games/{game_id}")
    client = service.installation.store.servers.client
    left = [each for each in leftovers(service) if game_id.encode() in each]
    assert left != []
    assert [each for each in left if client.ttl(each) < 0] == []


def test_a_deleted_game_is_remembered_as_long_as_its_creation_may_be_retried(start):
    service = start(idempotency_seconds=30 * DAY)
    ann = player(service, "Ann")
    game_id = ann.create().json["game_id"]
    ann.send("DELETE", f"/games/{game_id}")
    assert service.installation.store.servers.client.ttl(f"bottega:{{{game_id}}}:deleted") > 29 * DAY


def test_a_feed_that_has_expired_repeats_no_notice_before_a_late_deadline(service):
    ann, ben = player(service, "Ann"), player(service, "Ben")
    seats = [{"kind": "human", "player": each.id} for each in (ann, ben)]
    game_id = ann.create(seats, clock={"kind": "days", "days": MOST_DAYS}).json["game_id"]
    known = ann.get("/me/events").json["events"][0]["id"]
    service.installation.store.servers.client.delete(f"bottega:{{{ann.id}}}:feed")  # as its expiry does
    assert ann.get(f"/me/events?after={known}").status_code == 410
    low = deadline_of(service, game_id) - DAY
    service.pass_time(seconds=low - service.installation.sources.now().timestamp() + 1)
    resolve_deadlines(service.installation, service.installation.sources.now().timestamp())
    assert kinds(ann) == [("clock_low", 0, None)]


def test_players_get_a_notice_of_a_deleted_game_that_is_unreadable_or_has_no_rules_here(service):
    ann, ben = player(service, "Ann"), player(service, "Ben")
    damaged, older = seated(ann, ben), seated(ann, ben)
    store = service.installation.store
    store.servers.client.set(f"bottega:{{{damaged}}}:state", b"damaged")
    header = replace_header(store.header(older), rules_version=99)
    store.servers.client.set(f"bottega:{{{older}}}:header", encode(header))
    before = len(kinds(ben))
    expire_games(service.installation, service.installation.sources.now().timestamp() + 8 * DAY)
    assert kinds(ben)[before:] == [("deleted", 1, "inactive")] * 2
    assert [store.header(each) for each in (damaged, older)] == [None, None]
