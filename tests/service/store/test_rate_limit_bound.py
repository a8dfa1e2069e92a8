"""Test that each process grants at most `MOST_DEFERRED` requests beyond a limit, in any order."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress

import pytest
import redis

from service.store.rate_limits import MOST_DEFERRED, RateLimits, open_rate_limits
from tests.service.helpers.client.interruptions import interrupted_client

BUCKET, CLIENT = "requests", "203.0.113.8"


def send_request(limits, most):
    """Count one request as the service does, later if possible; return whether it is granted."""
    deferred = limits.defer(BUCKET, CLIENT, most)
    return (deferred or limits.take(BUCKET, CLIENT, most)).granted


def granted_of(url, most, connections):
    """Return the granted requests of a process that sends twice the limit on many connections."""
    limits = open_rate_limits(url)
    with ThreadPoolExecutor(connections) as pool:
        return sum(pool.map(lambda _: send_request(limits, most), range(2 * most)))


MOST = 1000
DEPTH = 3
PROCESSES, CONNECTIONS = 3, 24


def interrupted(url, during):
    """Return rate limits that call `during` after Redis has a command, and before its reply is read."""
    return RateLimits(interrupted_client(url, b"EVAL", during))


def counted(url):
    """Return the requests that Redis has counted."""
    with redis.from_url(url) as client:
        return int(client.get(f"bottega:limits:{BUCKET}:{CLIENT}"))


def test_requests_during_a_round_trip_are_counted(redis_url):
    granted, depth = [], 0

    def during():
        nonlocal depth
        if depth < DEPTH:
            depth += 1
            granted.extend([send_request(limits, MOST) for _ in range(20)])
            depth -= 1

    limits = interrupted(redis_url, during)
    while not granted or granted[-1]:
        granted.append(send_request(limits, MOST))
    assert MOST <= granted.count(True) <= MOST + MOST_DEFERRED
    assert granted.count(True) - counted(redis_url) in range(MOST_DEFERRED + 1)


def test_each_of_several_processes_grants_few_requests_beyond_the_limit(redis_url):
    with ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as pool:
        started = [pool.submit(granted_of, redis_url, MOST, CONNECTIONS) for _ in range(PROCESSES)]
        granted = sum(each.result() for each in started)
    assert MOST <= granted <= MOST + PROCESSES * MOST_DEFERRED


def test_requests_of_a_lost_round_trip_are_counted_with_the_next_one(redis_url):
    lost = [redis.ConnectionError("lost")]

    def during():
        if limits.limits and lost:
            raise lost.pop()

    limits = interrupted(redis_url, during)
    for _ in range(MOST_DEFERRED + 2):  # the last one loses its reply
        assert send_request(limits, MOST)
    limits._paused_until = 0.0
    assert limits.take(BUCKET, CLIENT, MOST).used == counted(redis_url)
    assert counted(redis_url) >= MOST_DEFERRED + 3


def test_an_interrupted_request_leaves_the_others_to_be_counted(redis_url):
    class Ended(BaseException):
        """The end of a greenlet."""

    ends = [Ended()]

    def during():
        if limits.limits and ends:
            raise ends.pop()

    limits = interrupted(redis_url, during)
    for _ in range(MOST_DEFERRED + 1):
        send_request(limits, MOST)
    with suppress(Ended):
        send_request(limits, MOST)
    (minute,) = limits.limits.values()
    assert (minute.waiting, minute.moving) == (MOST_DEFERRED, 0)


@pytest.mark.parametrize("most", [5, 500])
def test_a_process_adds_what_it_granted_during_an_outage(redis_url, most):
    limits, other = open_rate_limits(redis_url), open_rate_limits(redis_url)
    limits._paused_until = float("inf")
    assert [limits.take(BUCKET, CLIENT, most).granted for _ in range(4)] == [True] * 4
    limits._paused_until = 0.0
    assert limits.take(BUCKET, CLIENT, most).used == 5
    assert other.take(BUCKET, CLIENT, most).granted is (most > 5)


def test_a_late_reply_changes_nothing(redis_url):
    late = open_rate_limits(redis_url)
    command = late.command(BUCKET, CLIENT, MOST)
    first = late.client.execute_command(*command)
    for _ in range(3):
        late.client.execute_command(*command)
    newest = late.counted(BUCKET, CLIENT, MOST, late.client.execute_command(*command))
    assert newest.used == late.counted(BUCKET, CLIENT, MOST, first).used == 5


def test_a_large_request_is_rejected_without_a_share_of_the_limit(redis_url):
    limits = open_rate_limits(redis_url)
    assert limits.take(BUCKET, CLIENT, 5, 3).used == 3
    assert not limits.take(BUCKET, CLIENT, 5, 3).granted
    assert limits.take(BUCKET, CLIENT, 5, 2).granted
    assert not limits.take(BUCKET, CLIENT, 5).granted
