"""Test that bundling old events of a live game changes no response."""

from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.registry import PUBLISHED
from domain.seat_changes import SeatChange
from service.game import log_positions
from service.game.log_replay import BrokenLog
from service.playing import games
from service.repair import game_repair
from service.resources.clocks import By
from service.retention import archiving
from service.store import BundledEntries, bundles, game_dump, open_store
from service.store.bundles import NEWEST, SIZES, read_bundle, read_list, write_bundle, write_list
from service.store.clock_types import SeatClock
from service.store.game_types import LogPosition
from service.store.log_entries import write_entry, write_log
from tests.service import round_trips
from tests.service.archiving import Killed, kill, settle
from tests.service.contract import HOSTED
from tests.service.packing import EVENTS
from tests.service.past import Past
from tests.service.races import at_once
from tests.service.round_trips import Counted
from tests.service.whole_games import Client

AZUL = EVENTS["azul"][:240]
SIZE, LARGE = SIZES
DUE = SIZE + NEWEST
"""The first version at which entries are old enough."""


class Log:
    """A game whose log is written directly to Redis, with events of another game."""

    def __init__(self, service):
        self.game_id, self.store = service.table().game_id, service.bottega.store
        self.redis, self.name = self.store.servers.client, f"bottega:{{{self.game_id}}}:log"

    def commit(self, event, source=None):
        return self.store.commit(self.game_id, [event], b"", ruleset="azul", due=None, source=source)

    def carry_on(self, event):
        """Commit an event as a process that has read the game."""
        assert self.commit(event, self.stored) == "committed"

    @property
    def stored(self):
        return self.store.load(self.game_id)

    @property
    def old(self):
        return self.stored.old

    @property
    def entries(self):
        return self.redis.lrange(self.name, 0, -1)

    @property
    def events(self):
        return self.store.events(self.game_id, 0, 10_000)[1]

    @property
    def bundled(self):
        """Count the entries before the single ones."""
        return sum(entry[:1].isdigit() or entry[0] == 8 for entry in self.entries)

    def put(self, entries):
        """Replace all log entries."""
        self.redis.delete(self.name)
        if entries:
            self.redis.rpush(self.name, *entries)


@pytest.fixture
def log(service):
    return Log(service)


def singles(events):
    """Return events as single entries, the form before bundling."""
    return [write_entry("azul", event) for event in events]


def test_old_events_are_bundled_as_a_game_continues_and_all_are_read_as_before(log):
    for version, event in enumerate(AZUL, 1):
        log.carry_on(event)
        assert log.redis.llen(log.name) == version
        assert log.bundled == max(0, version - 1 - NEWEST) // SIZE * SIZE
        assert log.store.load(log.game_id).position == log.store.last_event(log.game_id).position == event.position
    assert (log.events, log.entries) == (AZUL, write_list("azul", AZUL))


def test_every_page_of_a_log_is_unchanged(log):
    log.put(write_list("azul", AZUL))
    for after, limit in product(range(len(AZUL) + 2), (0, 1, 2, SIZE, LARGE + 1, 300)):
        assert log.store.events(log.game_id, after, limit) == (len(AZUL), AZUL[after : after + limit])


def test_bundling_half_of_a_log_halves_its_memory(log):
    for name in PUBLISHED:
        events = EVENTS[name][: 4 * SIZE]
        bundled = sum(len(write_bundle(name, events[first : first + SIZE])) for first in range(0, 4 * SIZE, SIZE))
        assert bundled < 0.6 * sum(len(write_entry(name, event)) for event in events)


@pytest.mark.parametrize("ruleset", HOSTED)
def test_a_game_reads_the_same_bytes_with_and_without_bundles(service, ruleset, monkeypatch):
    monkeypatch.setattr(bundles, "SIZES", (3, 9))
    monkeypatch.setattr(bundles, "NEWEST", 2)
    past = Past(service, ruleset, HOSTED[ruleset].min_seats, number=5)
    games.score(service.bottega, past.game_id)
    log = f"bottega:{{{past.game_id}}}:log"
    redis, last = service.bottega.store.servers.client, len(past.served) - 1
    now, events = redis.lrange(log, 0, -1), service.bottega.store.events(past.game_id, 0, 10_000)[1]

    def reported():
        paths = ["/view", "/events/ndjson", "/record", "/view?include=events&since=1", f"/events?after={last - 1}"]
        paths += [f"/events?after={after}&limit=3" for after in range(0, last, 10)]  # meets every position in a bundle
        paths += [f"/events?after={last // 2}&limit=9&patches=true", "/events?after=3"]
        responses = [past.get(viewer, path) for path in paths for viewer in past.viewers]
        assert [each.text for each in responses if each.status_code != 200] == []
        pages = [log_positions.read_on(service.bottega, past.game_id, event.position, 7) for event in events]
        return [(each.data, each.headers.get("ETag")) for each in responses], pages

    def is_served(version):
        return past.served_at(version) == past.served[version]

    assert sum(entry.isdigit() for entry in now) >= (last - 6) // 3 * 2
    assert b"8" in now or last < 14
    bundled, moments = reported(), [0, 1, last // 3, last // 2, last - 1]
    assert all(map(is_served, moments))
    assert game_repair.faults(service.bottega, past.game_id) == []
    redis.delete(log)
    redis.rpush(log, *(write_entry(ruleset, event) for event in events))
    assert reported() == bundled


def test_a_log_without_bundles_is_bundled_in_steps_while_the_game_continues(log):
    log.put(singles(AZUL[:100]))
    assert log.events == AZUL[:100]
    seen = []
    for event in AZUL[100:105]:
        log.carry_on(event)
        seen.append(log.bundled)
        assert log.events == AZUL[: event.version]
    assert seen == [SIZE, 2 * SIZE, 2 * SIZE, 2 * SIZE, 2 * SIZE]


def test_events_of_every_kind_survive_a_bundle():
    event = replace(
        AZUL[1],
        decisions=(),
        to_act=(),
        by=By("clock", "time"),
        change=SeatChange("forfeited", "random", 3),
        undoes=0,
        clocks=(SeatClock(),) * 2,
        players={0: "pl_aaaaaaaaaaaaaaaaaaaa"},
        over=True,
    )
    for events in ([AZUL[0], event, AZUL[2]], [event]):
        assert read_bundle(write_bundle("azul", events), events[0].version - 1) == events


@given(st.lists(st.sampled_from(EVENTS["riddle"]), min_size=1, max_size=40), st.integers(0, 100))
def test_any_range_of_events_survives_a_round_trip(chosen, after):
    events = [replace(event, version=version) for version, event in enumerate(chosen, after + 1)]
    assert read_bundle(write_bundle("riddle", events), after) == events
    assert read_list(write_list("riddle", events), after) == events


@given(st.binary(max_size=200), st.integers(0, 5))
def test_an_invalid_bundle_raises_a_value_error(anything, after):
    for entries in ([b"\x08" + anything], [anything], [b"1"]):
        try:
            read_list(entries, after)
        except (ValueError, msgspec.MsgspecError):
            continue


def test_the_second_bundling_of_the_same_entries_changes_nothing(log, redis_url):
    log.put(singles(AZUL[:DUE]))
    other = open_store(redis_url)
    first, second = log.stored, other.load(log.game_id)
    assert first.old == second.old == BundledEntries(0, singles(AZUL[:SIZE]))
    log.commit(AZUL[DUE], first)
    bundled = log.entries
    again = [replace(AZUL[DUE], attempt="00000000")]
    assert other.commit(log.game_id, again, b"", due=None, source=second) == "conflict"
    assert other.commit(log.game_id, [AZUL[DUE + 1]], b"", ruleset="azul", due=None, source=second) == "committed"
    assert log.entries == [*bundled, *singles(AZUL[DUE + 1 : DUE + 2])]
    other.close()


def test_many_simultaneous_players_of_a_game_bundle_it_and_lose_nothing(log):
    written = []

    def act(number):
        while (version := len(written)) < len(AZUL):
            event = replace(AZUL[version], attempt=f"{number:08x}")
            if log.commit(event, log.stored) == "committed":
                written.append(event)

    at_once([lambda number=number: act(number) for number in range(8)])
    assert log.events == sorted(written, key=lambda event: event.version)
    assert log.bundled >= 3 * SIZE


def test_a_process_that_acts_on_its_own_copies_reads_the_game_for_each_bundle(log):
    for event in AZUL:
        kept = log.store.recent.take(log.game_id)
        assert log.commit(event, kept or log.stored) == "committed"
        assert (kept is None) == ((event.version - 1) % NEWEST == 0)
    assert (log.bundled, log.events) == (len(AZUL) - len(AZUL) % SIZE - SIZE, AZUL)


@pytest.mark.parametrize("done", [False, True])
def test_a_process_killed_with_a_pending_bundle_loses_nothing(log, monkeypatch, done):
    log.put(singles(AZUL[:DUE]))
    with monkeypatch.context() as patch:
        kill(patch, log.store.servers, "run", 1, done=done)
        with pytest.raises(Killed):
            log.carry_on(AZUL[DUE])
    assert (log.bundled, log.events) == (SIZE * done, AZUL[: DUE + done])
    assert log.commit(AZUL[DUE], log.stored) == "committed"  # as the request that is sent again does
    assert (log.bundled, log.events) == (SIZE, AZUL[: DUE + 1])


def test_a_commit_that_is_repeated_finds_its_own_event_in_a_bundle_too(log):
    log.put(write_list("azul", AZUL))
    for event in AZUL:
        assert (log.commit(event), log.commit(replace(event, attempt="00000000"))) == ("committed", "conflict")


def test_entries_that_differ_from_those_that_were_read_are_not_bundled(log):
    log.put(singles(AZUL[:DUE]))
    stored, other = log.stored, singles([replace(AZUL[7], attempt="00000000")])[0]
    log.redis.lset(log.name, 7, other)  # as where a server has died, and the game has taken another course
    assert log.commit(AZUL[DUE], stored) == "committed"
    assert (log.bundled, log.entries[7]) == (0, other)


def test_unreadable_entries_stay_unchanged_and_the_game_continues(log):
    for broken in (b"\xff", singles(AZUL[8:9])[0]):
        log.put(singles(AZUL[:DUE]))
        log.redis.lset(log.name, 7, broken)
        log.carry_on(AZUL[DUE])
        assert log.bundled == 0


def test_the_version_of_a_game_without_bundles_or_events_is_known(log):
    assert (log.old, log.events, log.store.load(log.game_id).position) == (None, [], LogPosition(0))
    log.put(singles(AZUL[: DUE - 1]))
    assert log.old is None


def played(service):
    """Return a finished game with bundles."""
    past = Past(service, "azul", 2, number=3)
    games.score(service.bottega, past.game_id)
    return past


@pytest.mark.parametrize(("index", "entry", "version"), [(8, b"\x08broken", 9), (0, b"1", 1), (3, b"{}", 9)])
def test_a_broken_bundle_is_reported_with_its_version(service, monkeypatch, index, entry, version):
    monkeypatch.setattr(bundles, "SIZES", (8,))
    long = played(service)
    service.bottega.store.servers.client.lset(f"bottega:{{{long.game_id}}}:log", index, entry)
    with pytest.raises(BrokenLog) as broken:
        game_repair.faults(service.bottega, long.game_id)
    assert broken.value.version == version


def test_a_game_with_bundles_is_archived_like_one_without_and_restored_with_them(archival):
    past = played(archival)
    settle(archival)
    store, name = archival.bottega.store, f"bottega:{{{past.game_id}}}:log"
    redis = store.servers.client
    events = store.events(past.game_id, 0, 10_000)[1]
    read = store.servers.call(past.game_id, lambda client: game_dump.read(client, past.game_id))
    assert read.dump.events == write_log(events)
    assert archiving.archive(archival.bottega, past.game_id)
    assert store.events(past.game_id, 0, 10_000) == (len(events), events)
    assert archiving.restore(archival.bottega, past.game_id)
    assert (redis.lrange(name, 0, -1), store.events(past.game_id, 3, 40)[1]) == (
        write_list("azul", events),
        events[3:43],
    )


def test_a_game_whose_log_is_bundled_while_it_is_archived_stays_and_is_archived_later(archival, monkeypatch):
    past = played(archival)
    settle(archival)
    store, name = archival.bottega.store, f"bottega:{{{past.game_id}}}:log"
    redis, archive = store.servers.client, store.archived.copies.archive
    entries = redis.lrange(name, 0, -1)
    redis.delete(name)
    redis.rpush(name, *singles(read_list(entries)))
    put = archive.put

    def bundled_in_between(*what):
        put(*what)
        redis.delete(name)
        redis.rpush(name, *entries)

    with monkeypatch.context() as patch:
        patch.setattr(archive, "put", bundled_in_between)
        assert not archiving.archive(archival.bottega, past.game_id)
    assert redis.lrange(name, 0, -1) == entries
    assert archiving.archive(archival.bottega, past.game_id)


def test_bundling_costs_no_round_trip(service):
    client = Client(service, "azul", {}, 2)
    round_trips.count(service.bottega)
    client.act(client.get("/view").json["to_act"][0])
    taken = [trips_of_a_turn(client) for _ in range(DUE)]
    assert {*taken} == {1 + 1 + 1}
    assert service.bottega.store.servers.client.lindex(f"bottega:{{{client.game_id}}}:log", 1) == b"1"


def trips_of_a_turn(client):
    """Get the view, list the legal actions, and act; return the number of round trips."""
    before = Counted.trips
    client.act(client.get("/view").json["to_act"][0])
    return Counted.trips - before
