"""Copy all keys of one Redis to another one.

The keys of the job queues stay behind: due lists name all pending work, and the sweeper enqueues it again.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from service.store.keys import OUTAGES_KEY
from service.store.outages import ALIVE
from service.store.servers import Servers
from service.store.stored_format import FORMAT_KEY

_PATTERN = "bottega:*"
_AT_ONCE = 500
_RUNNING_SECONDS = 10.0
"""A service that runs notes this more often."""
_FOR_GOOD = -1
"""What PTTL replies for a key that does not expire."""


def has_keys(servers: Servers) -> bool:
    """Whether any server holds a key of an installation."""
    return any(servers.call(name, _has_keys) for name in servers.samples("bottega"))


def is_in_use(servers: Servers, now: float) -> bool:
    """Whether a service uses these servers at this Unix time."""
    last = servers.call(OUTAGES_KEY, lambda client: client.zscore(OUTAGES_KEY, ALIVE))
    return last is not None and abs(now - last) < _RUNNING_SECONDS


def lasting_keys(servers: Servers) -> int:
    """Count the keys of one server that do not expire, without the one that names the format."""
    client = servers.client
    return sum(_lifetimes(client, some).count(_FOR_GOOD) for some in _all_keys(client))


def copy_keys(origin: Servers, target: Servers) -> None:
    """Copy all keys of one server, with their expiry, to empty servers; returns once they are durable.

    The key that names the format stays behind.
    """
    for names in _all_keys(origin.client):
        _copy(origin.client, names, target)


def _copy(client: Any, names: Sequence[bytes], target: Servers) -> None:
    pipeline = client.pipeline(transaction=True)
    for name in names:
        pipeline.dump(name)
        pipeline.pexpiretime(name)
    replies = pipeline.execute()
    held = {
        name.decode(): (dumped, max(expires, 0))
        for name, dumped, expires in zip(names, replies[::2], replies[1::2], strict=True)
        if dumped is not None  # it has just expired
    }

    def fill(to: Any, name: str) -> None:
        dumped, expires = held[name]
        to.restore(name, expires, dumped, replace=True, absttl=True)  # SCAN may return a key twice

    target.write_each([*held], fill)


def _all_keys(client: Any) -> Iterator[list[bytes]]:
    found = iter(client.scan_iter(match=_PATTERN, count=_AT_ONCE))
    while some := [*islice(found, _AT_ONCE)]:
        yield [each for each in dict.fromkeys(some) if each != FORMAT_KEY.encode()]


def _has_keys(client: Any) -> bool:
    return next(iter(client.scan_iter(match=_PATTERN, count=_AT_ONCE)), None) is not None


def _lifetimes(client: Any, names: Sequence[bytes]) -> list[int]:
    pipeline = client.pipeline(transaction=False)
    for name in names:
        pipeline.pttl(name)
    lifetimes: list[int] = pipeline.execute()
    return lifetimes
