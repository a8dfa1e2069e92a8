"""Test that streams share reads of Redis, and that the stream of a client that has left ends without one."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from service.live.shared_reads import AT_ONCE, SharedReads
from service.players.credentials import SPECTATOR
from service.store import START
from service.streams.game_log import GameLog
from service.streams.streams import Stream
from tests.workers.waiting import until

CALLERS = 8


class Counter:
    """A read that counts its calls, and waits until it may go on."""

    def __init__(self):
        self.calls, self.may_end, self.has_started = 0, Event(), Event()

    def __call__(self):
        self.calls += 1
        number = self.calls
        self.has_started.set()
        self.may_end.wait(30)
        return number


def waiters(reads, key):
    """Return how many callers wait for the read of another one."""
    read = reads._waiting.get(key)
    return 0 if read is None else len(read.ended._cond._waiters)


def commands(service, name):
    """Return how often Redis has executed a command."""
    found = service.installation.store.servers.client.info("commandstats")
    return found.get(f"cmdstat_{name}", {"calls": 0})["calls"]


def test_callers_share_one_read_that_starts_after_their_call():
    reads, first, second = SharedReads(), Counter(), Counter()
    second.may_end.set()
    with ThreadPoolExecutor(AT_ONCE + CALLERS) as pool:
        blocking = [pool.submit(reads.read, number, first) for number in range(AT_ONCE)]
        until(lambda: first.calls == AT_ONCE, "all turns are taken")
        waiting = [pool.submit(reads.read, "game", second) for _ in range(CALLERS)]
        until(lambda: waiters(reads, "game") == CALLERS - 1, "all but one wait for the read of one")
        first.may_end.set()
        assert {each.result(30) for each in waiting} == {1}
        assert len({each.result(30) for each in blocking}) == AT_ONCE
    assert second.calls == 1


def test_a_read_that_has_started_serves_no_later_caller():
    reads, read = SharedReads(), Counter()
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(reads.read, "game", read)
        assert read.has_started.wait(30)
        second = pool.submit(reads.read, "game", read)
        until(lambda: read.calls == 2, "the second caller reads")
        read.may_end.set()
        assert (first.result(30), second.result(30)) == (1, 2)


def test_each_caller_gets_the_error_of_a_shared_read():
    reads, blocking = SharedReads(), Counter()

    def fail():
        raise ValueError("unreadable")

    with ThreadPoolExecutor(AT_ONCE + CALLERS) as pool:
        for number in range(AT_ONCE):
            pool.submit(reads.read, number, blocking)
        until(lambda: blocking.calls == AT_ONCE, "all turns are taken")
        waiting = [pool.submit(reads.read, "game", fail) for _ in range(CALLERS)]
        blocking.may_end.set()
        for each in waiting:
            with pytest.raises(ValueError, match="unreadable"):
                each.result(30)
    assert reads.read("game", lambda: 1) == 1


def test_the_next_caller_reads_after_a_read_whose_thread_was_ended():
    reads = SharedReads()

    def end():
        raise SystemExit

    with pytest.raises(SystemExit):
        reads.read("game", end)
    assert reads.read("game", lambda: 1) == 1


def test_the_stream_of_a_client_that_has_left_ends_without_a_read(game):
    stream = Stream(GameLog(game.service.installation, game.game_id, SPECTATOR), START)
    messages = iter(stream)
    assert next(messages) is None
    hub = game.service.installation.hub
    until(lambda: not hub._is_woken, "the subscription is complete")
    before = commands(game.service, "eval")
    stream.leave()
    assert list(messages) == []
    assert commands(game.service, "eval") == before
    stream.close()


def test_many_subscriptions_that_end_at_once_wake_the_listener_once(game):
    hub = game.service.installation.hub
    subscribers = [hub.subscribe(f"game {number}") for number in range(50)]
    until(
        lambda: len(game.service.installation.store.servers.client.pubsub_channels("*game*")) == 50,
        "all are subscribed",
    )
    before = commands(game.service, "publish")
    with hub._lock:  # the listening thread cannot update its subscriptions yet
        wakes = [hub._leave(subscriber, source) for subscriber in subscribers for source in subscriber.sources]
        for _ in wakes:
            hub._wake()
    assert all(wakes)
    until(lambda: not game.service.installation.store.servers.client.pubsub_channels("*game*"), "none is subscribed")
    assert commands(game.service, "publish") - before <= 2  # before and after the thread begins to wait
