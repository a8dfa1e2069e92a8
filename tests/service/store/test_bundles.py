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
from service.store import Commit, ConflictingWrite, bundles, game_dump, open_store
from service.store.bundles import NEWEST, SIZES, read_bundle, read_list, write_bundle, write_list
from service.store.clock_types import SeatClock
from service.store.game_types import LogPosition
from service.store.log_entries import write_entry, write_log
from tests.service.helpers.client import round_trips
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.client.round_trips import Counted
from tests.service.helpers.games.archiving import Killed, kill, settle
from tests.service.helpers.games.events import EVENTS
from tests.service.helpers.games.played import Client, Past
from workers.processes.sweeper import sweep

AZUL = EVENTS["azul"][:240]
SIZE, LARGE = SIZES
DUE = SIZE + NEWEST
"""The first version at which entries are old enough."""
FUTURE = 1e10


class Log:
    """A game whose log is written directly to Redis, with events of another game."""

    def __init__(self, service):
        self.game_id, self.store = Client(service, "azul", {}, 2).game_id, service.installation.store
        self.redis, self.name = self.store.servers.client, f"bottega:{{{self.game_id}}}:log"

    def commit(self, event, before=None):
        """Commit an event to a game as it was read before, by default just now; False after a conflicting write."""
        before = before or self.stored
        try:
            self.store.commit(Commit(before=before, events=[event], snapshot=b"", info=before.info))
        except ConflictingWrite:
            return False
        return True

    def carry_on(self, event):
        """Commit the next event of the game."""
        assert self.commit(event)

    def bundle(self):
        """Bundle old events as the sweeper does."""
        self.store.bundle_log(self.game_id)

    @property
    def stored(self):
        return self.store.load(self.game_id)

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
        log.bundle()
        assert log.redis.llen(log.name) == version
        assert log.bundled == max(0, version - NEWEST) // SIZE * SIZE
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
    games.score(service.installation, past.game_id)
    service.installation.store.bundle_log(past.game_id)
    log = f"bottega:{{{past.game_id}}}:log"
    redis, last = service.installation.store.servers.client, len(past.served) - 1
    now, events = redis.lrange(log, 0, -1), service.installation.store.events(past.game_id, 0, 10_000)[1]

    def reported():
        paths = ["/view", "/events/ndjson", "/record", "/view?include=events&since=1", f"/events?after={last - 1}"]
        paths += [f"/events?after={after}&limit=3" for after in range(0, last, 10)]  # meets every position in a bundle
        paths += [f"/events?after={last // 2}&limit=9&patches=true", "/events?after=3"]
        responses = [past.get(viewer, path) for path in paths for viewer in past.viewers]
        assert [each.text for each in responses if each.status_code != 200] == []
        pages = [log_positions.read_on(service.installation, past.game_id, event.position, 7) for event in events]
        return [(each.data, each.headers.get("ETag")) for each in responses], pages

    def is_served(version):
        return past.served_at(version) == past.served[version]

    assert sum(entry.isdigit() for entry in now) >= (last - 6) // 3 * 2
    assert b"8" in now or last < 14
    bundled, moments = reported(), [0, 1, last // 3, last // 2, last - 1]
    assert all(map(is_served, moments))
    assert game_repair.faults(service.installation, past.game_id) == []
    redis.delete(log)
    redis.rpush(log, *(write_entry(ruleset, event) for event in events))
    assert reported() == bundled


def test_a_long_log_without_bundles_is_bundled_at_once(log):
    log.put(singles(AZUL))
    log.bundle()
    assert (log.events, log.entries) == (AZUL, write_list("azul", AZUL))


def test_a_bundle_becomes_due_whenever_another_group_of_events_is_old():
    due = [version for version in range(1, 300) if bundles.becomes_due(version - 1, version)]
    assert due == [*range(DUE, 300, SIZE)]
    assert [bundles.becomes_due(DUE - 1 - before, DUE) for before in (0, 5, 40)] == [True] * 3
    assert not bundles.becomes_due(DUE, DUE + SIZE - 1)


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


def meanwhile(monkeypatch, change):
    """Call a function after the next reading of old entries, before their bundle is written."""
    write = bundles.write_bundle

    def delayed(*what):
        monkeypatch.undo()
        change()
        return write(*what)

    monkeypatch.setattr(bundles, "write_bundle", delayed)


def test_the_second_bundling_of_the_same_entries_changes_nothing(log, redis_url, monkeypatch):
    log.put(singles(AZUL[:DUE]))
    other, seen = open_store(redis_url), []

    def bundle_elsewhere():
        other.bundle_log(log.game_id)
        seen.append(log.entries)

    meanwhile(monkeypatch, bundle_elsewhere)
    log.bundle()
    assert seen == [write_list("azul", AZUL[:DUE])] == [log.entries]
    other.close()


def test_an_event_that_is_committed_during_the_bundling_stays(log, monkeypatch):
    log.put(singles(AZUL[:DUE]))
    meanwhile(monkeypatch, lambda: log.carry_on(AZUL[DUE]))
    log.bundle()
    assert (log.bundled, log.events) == (SIZE, AZUL[: DUE + 1])


def test_a_game_that_is_removed_during_the_bundling_stays_removed(log, monkeypatch):
    log.put(singles(AZUL[:DUE]))
    meanwhile(monkeypatch, lambda: log.store.remove(log.store.header(log.game_id)))
    log.bundle()
    log.bundle()
    assert log.redis.keys(f"bottega:{{{log.game_id}}}:*") == [f"bottega:{{{log.game_id}}}:deleted".encode()]


def test_a_copy_that_was_read_before_the_bundling_can_be_committed_to(log):
    log.put(singles(AZUL[:DUE]))
    log.store.load(log.game_id)
    log.bundle()
    assert log.commit(AZUL[DUE], log.store.cache.take(log.game_id))
    assert (log.bundled, log.events) == (SIZE, AZUL[: DUE + 1])


def test_a_game_that_is_bundled_while_many_play_and_read_it_loses_nothing(log):
    written = []

    def act(number):
        while (version := len(written)) < len(AZUL):
            event = replace(AZUL[version], attempt=f"{number:08x}")
            if log.commit(event):
                written.append(event)

    def bundle():
        while len(written) < len(AZUL):
            log.bundle()

    def read():
        seen = []
        while len(seen) < len(AZUL):
            position = seen[-1].position if seen else LogPosition(0)
            first = max(position.number - 1, 0)
            _, events = log.store.events(log.game_id, first, 7)
            assert not seen or events[0].position == position
            seen += events[position.number - first :]
        return seen

    acted = [lambda number=number: act(number) for number in range(4)]
    *_, first, second = at_once([*acted, bundle, bundle, read, read])
    log.bundle()
    assert log.events == first == second == sorted(written, key=lambda event: event.version)
    assert [entry[:1] for entry in log.entries] == [entry[:1] for entry in write_list("azul", AZUL)]


def test_a_process_that_acts_on_its_own_copies_reads_the_game_once(log):
    log.stored  # noqa: B018  # reads the game
    for event in AZUL:
        assert log.commit(event, log.store.cache.take(log.game_id))
    assert log.events == AZUL


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("step", [1, 2])
def test_a_process_killed_during_the_bundling_loses_nothing(log, monkeypatch, step, done):
    log.put(singles(AZUL[:DUE]))
    with monkeypatch.context() as patch:
        kill(patch, log.store.servers, "call", step, done=done)
        with pytest.raises(Killed):
            log.bundle()
    assert (log.bundled, log.events) == (SIZE * (done and step == 2), AZUL[:DUE])
    log.bundle()
    assert (log.bundled, log.events) == (SIZE, AZUL[:DUE])


def test_a_commit_that_is_repeated_finds_its_own_event_in_a_bundle_too(log):
    log.put(write_list("azul", AZUL))
    for event in AZUL:
        assert (log.commit(event), log.commit(replace(event, attempt="00000000"))) == (True, False)


def test_entries_that_differ_from_those_that_were_read_are_not_bundled(log, monkeypatch):
    log.put(singles(AZUL[:DUE]))
    other = singles([replace(AZUL[7], attempt="00000000")])[0]
    # as where a server has died, and the game has taken another course
    meanwhile(monkeypatch, lambda: log.redis.lset(log.name, 7, other))
    log.bundle()
    assert (log.bundled, log.entries[7]) == (0, other)
    log.bundle()
    assert (log.bundled, log.events[7].attempt) == (SIZE, "00000000")


def test_unreadable_entries_stay_unchanged_and_the_game_continues(log):
    for broken in (b"\xff", singles(AZUL[8:9])[0]):
        log.put(singles(AZUL[:DUE]))
        log.redis.lset(log.name, 7, broken)
        log.bundle()
        log.carry_on(AZUL[DUE])
        assert (log.bundled, log.entries[7]) == (0, broken)


def test_the_version_of_a_game_without_bundles_or_events_is_known(log):
    log.bundle()
    assert (log.events, log.store.load(log.game_id).position) == ([], LogPosition(0))
    log.put(singles(AZUL[: DUE - 1]))
    log.bundle()
    assert log.entries == singles(AZUL[: DUE - 1])


def played(service):
    """Return a finished game with bundles."""
    past = Past(service, "azul", 2, number=3)
    games.score(service.installation, past.game_id)
    service.installation.store.bundle_log(past.game_id)
    return past


@pytest.mark.parametrize(("index", "entry", "version"), [(8, b"\x08broken", 9), (0, b"1", 1), (3, b"{}", 9)])
def test_a_broken_bundle_is_reported_with_its_version(service, monkeypatch, index, entry, version):
    monkeypatch.setattr(bundles, "SIZES", (8,))
    long = played(service)
    service.installation.store.servers.client.lset(f"bottega:{{{long.game_id}}}:log", index, entry)
    with pytest.raises(BrokenLog) as broken:
        game_repair.faults(service.installation, long.game_id)
    assert broken.value.version == version


def test_a_game_with_bundles_is_archived_like_one_without_and_restored_with_them(archival):
    past = played(archival)
    settle(archival)
    store, name = archival.installation.store, f"bottega:{{{past.game_id}}}:log"
    redis = store.servers.client
    events = store.events(past.game_id, 0, 10_000)[1]
    read = store.servers.call(past.game_id, lambda client: game_dump.read(client, past.game_id))
    assert read.dump.events == write_log(events)
    assert archiving.archive(archival.installation, past.game_id)
    assert store.events(past.game_id, 0, 10_000) == (len(events), events)
    assert archiving.restore(archival.installation, past.game_id)
    assert (redis.lrange(name, 0, -1), store.events(past.game_id, 3, 40)[1]) == (
        write_list("azul", events),
        events[3:43],
    )


def test_a_game_whose_log_is_bundled_while_it_is_archived_stays_and_is_archived_later(archival, monkeypatch):
    past = played(archival)
    settle(archival)
    store, name = archival.installation.store, f"bottega:{{{past.game_id}}}:log"
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
        assert not archiving.archive(archival.installation, past.game_id)
    assert redis.lrange(name, 0, -1) == entries
    assert archiving.archive(archival.installation, past.game_id)


def test_the_sweeper_bundles_a_game_and_no_action_needs_another_round_trip(service):
    client, store = Client(service, "azul", {}, 2), service.installation.store
    round_trips.count(service.installation)
    client.act(client.get("/view").json["to_act"][0])
    taken = [trips_of_a_turn(client) for _ in range(DUE - 2)]
    assert store.due.before(FUTURE, 10) == []
    taken.append(trips_of_a_turn(client))
    assert [game_id for game_id, _ in store.due.before(FUTURE, 10)] == [client.game_id]
    taken += [trips_of_a_turn(client) for _ in range(3)]
    assert {*taken} == {1 + 1 + 1}
    sweep(service.installation, FUTURE)
    assert store.servers.client.lindex(f"bottega:{{{client.game_id}}}:log", 1) == b"1"
    assert store.due.before(FUTURE, 10) == []


def trips_of_a_turn(client):
    """Get the view, list the legal actions, and act; return the number of round trips."""
    before = Counted.trips
    client.act(client.get("/view").json["to_act"][0])
    return Counted.trips - before
