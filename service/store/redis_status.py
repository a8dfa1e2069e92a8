"""Check the servers of Redis, as far as the user of the URL has permission."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import redis

from service.store.channels import channel
from service.store.clock_list import ClockList
from service.store.connection import OUTAGES, WritesRejected
from service.store.due_list import DueList
from service.store.keys import key
from service.store.servers import Servers

PROBE = "doctor"
"""The id of a game that never exists."""


@dataclass(frozen=True)
class RedisStatus:
    """The status of one server, or of one node of a cluster that holds keys."""

    about: Mapping[str, Any]
    """The reply of INFO; empty without permission."""
    flushes: str = ""
    """The setting `appendfsync`; empty without permission."""
    ahead: float | None = None
    """Seconds by which the server's clock is ahead of this machine's; None without permission."""
    write_seconds: float = 0.0
    """Duration of a durable write."""
    rejected: str = ""
    """Why the write was rejected; empty if it succeeded."""
    forbidden: tuple[str, ...] = ()
    """Commands that the service uses and the user may not."""

    @property
    def product(self) -> str:
        """Return the program and its version."""
        if "valkey_version" in self.about:
            return f"Valkey {self.about['valkey_version']}"
        return f"Redis {self.about.get('redis_version', '?')}"


class Memory(NamedTuple):
    """The memory of one server, in bytes."""

    used: float
    limit: float
    """The setting `maxmemory`, or else the memory of its machine; 0 if unknown."""


def memory_in(about: Mapping[str, Any]) -> Memory:
    """Return the memory from the reply of INFO."""
    limit = float(about.get("maxmemory") or about.get("total_system_memory") or 0)
    return Memory(float(about.get("used_memory", 0)), limit)


def memory_of(servers: Servers) -> list[Memory]:
    """Return the memory of each server that the user may see. Raises one of OUTAGES."""
    found = [_reply(servers, name, lambda client: client.info("memory"), {}) for name in servers.samples(PROBE)]
    return [memory_in(about) for about in found if about]


def conditions(servers: Servers) -> list[RedisStatus]:
    """Return the status of each server, after a test write. Raises one of OUTAGES if any server is away."""
    return [_condition(servers, name) for name in servers.samples(PROBE)]


def overdue(lists: Sequence[DueList], clocks: ClockList, before: float, limit: int) -> tuple[int, float]:
    """Return the number of entries due before this time, up to a limit, and the earliest time."""
    due = [seen for each in lists for _, seen in each.before(before, limit)]
    clock = clocks.first()
    if clock is not None and clock <= before:
        due.append(clock)
    return len(due), min(due, default=before)


def _condition(servers: Servers, name: str) -> RedisStatus:
    """Return the status of the server that holds the keys of a name."""
    about = _reply(servers, name, lambda client: client.info(), {})
    flushes = _reply(servers, name, lambda client: client.config_get("appendfsync"), {})
    ahead, (took, rejected) = _ahead(servers, name), _written(servers, name)
    return RedisStatus(about, _text(flushes.get("appendfsync", "")), ahead, took, rejected, _forbidden(servers, name))


def _ahead(servers: Servers, name: str) -> float | None:
    """Return the lead of a server's clock, if request and reply take the same time."""
    started_at = time.time()
    there = _reply(servers, name, lambda client: client.time(), None)
    return None if there is None else there[0] + there[1] / 1e6 - (started_at + time.time()) / 2


def _written(servers: Servers, name: str) -> tuple[float, str]:
    """Write durably; return the duration, and why the write was rejected."""
    started_at = time.monotonic()
    try:
        servers.write(name, lambda pipeline: pipeline.set(key(name, "check"), b"", ex=1))
    except OUTAGES as error:
        return 0.0, str(error)
    return time.monotonic() - started_at, ""


def _forbidden(servers: Servers, name: str) -> tuple[str, ...]:
    """Try harmless commands that the service needs, and return those that the user may not run."""
    tries: Mapping[str, Callable[[Any], object]] = {
        "GET": lambda client: client.get(key(name, "check")),
        "EVAL": lambda client: client.eval("return redis.call('EXISTS', KEYS[1])", 1, key(name, "check")),
        "PUBLISH": lambda client: client.publish(channel(name), b""),
        "INFO": lambda client: client.info(),
    }
    return tuple(command for command, use in tries.items() if not _may(servers, name, use))


def _may(servers: Servers, name: str, use: Callable[[Any], object]) -> bool:
    try:
        servers.call(name, use)
    except redis.exceptions.NoPermissionError:
        return False
    except WritesRejected as error:
        return "ACL failure" not in str(error)  # a full disk rejects writes, which says nothing about permissions
    return True


def _reply(servers: Servers, name: str, use: Callable[[Any], Any], unknown: Any) -> Any:
    """Return the reply of a server; `unknown` without permission."""
    try:
        return servers.call(name, use)
    except redis.exceptions.NoPermissionError:
        return unknown


def _text(value: Any) -> str:
    """Return a text that redis-py returns as bytes or text."""
    return value.decode() if isinstance(value, bytes) else str(value)
