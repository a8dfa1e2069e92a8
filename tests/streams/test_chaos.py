"""Whatever breaks, what a reader has seen is the log."""

from random import Random

import redis

from domain.registry import RULESETS
from tests.streams.chaos import Chaos, play_in_chaos
from tests.workers.running import serving


def test_readers_see_the_whole_log_in_order_while_connections_break_and_processes_end(tmp_path, redis_url):
    with redis.Redis.from_url(redis_url) as client, serving(tmp_path, BOTTEGA_REDIS_URL=redis_url) as served:
        done = play_in_chaos(Chaos(served, client, Random(1)), next(iter(RULESETS)), 1)
    assert set(done) == {"kill", "end", "cut_news", "cut_requests", "reconnect"}
