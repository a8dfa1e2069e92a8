"""Record outages: times without a check of the clocks, since Redis or all clock keepers were away.

    bottega:{bottega:clocks}:outages    sorted set: `alive` -> latest check by a keeper; start -> end of each outage,
                                        Unix times

Clock keepers record each second that they run. A gap is an outage: the first keeper after it records it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.store.keys import OUTAGES_KEY
from service.store.servers import Servers

NOTED_SECONDS = 1.0
LEAST_SECONDS = 5.0
"""The shortest gap that counts as an outage."""
STORED_SECONDS = 3 * 365 * 24 * 60 * 60
"""How long outages are stored: clocks are credited at a deadline, which pauses can put off for a year and more."""
ALIVE = b"alive"


class Outage(NamedTuple):
    """A time in which the service could not accept actions."""

    begin: float
    """The start of the outage, in Unix time."""
    end: float


class OutageList:
    """The outages of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def note(self, now: float) -> None:
        """Record a check of the clocks; the first caller after an outage records the outage."""
        last = self._servers.call(OUTAGES_KEY, lambda client: client.zscore(OUTAGES_KEY, ALIVE))
        if last is not None and 0 <= now - last < NOTED_SECONDS:
            return
        is_new = last is not None and now - last > LEAST_SECONDS
        outage = {repr(last).encode(): now} if is_new else {}
        self._servers.call(OUTAGES_KEY, lambda client: _write(client, outage, now))

    def since(self, moment: float) -> list[Outage]:
        """Return the outages that ended after a time, oldest first."""
        found = self._servers.call(
            OUTAGES_KEY, lambda client: client.zrange(OUTAGES_KEY, moment, "inf", byscore=True, withscores=True)
        )
        return [Outage(float(begin), end) for begin, end in found if begin != ALIVE]


def _write(client: Any, outage: Mapping[bytes, float], now: float) -> None:
    """Write new entries and delete old ones. The earlier of two ends of an outage stays."""
    pipeline = client.pipeline(transaction=True)
    pipeline.zadd(OUTAGES_KEY, {ALIVE: now})
    if outage:
        pipeline.zadd(OUTAGES_KEY, outage, nx=True)
    pipeline.zremrangebyscore(OUTAGES_KEY, "-inf", now - STORED_SECONDS).execute()
