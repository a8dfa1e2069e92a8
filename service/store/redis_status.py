"""In what condition the servers of Redis are, as far as the user of the address may see it."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import redis

from service.store.channels import channel
from service.store.clock_list import ClockList
from service.store.connection import OUTAGES, WritesRejected
from service.store.due_list import DueList
from service.store.keys import key
from service.store.servers import Servers

PROBE = "doctor"
"""Stands for the id of a game that there never is."""


@dataclass(frozen=True)
class RedisStatus:
    """One server, or one node of a cluster that holds keys."""

    about: Mapping[str, Any]
    """What INFO tells; nothing where the user may not ask."""
    flushes: str = ""
    """`appendfsync`; empty where the user may not ask."""
    ahead: float | None = None
    """By how many seconds its clock is ahead of this machine's; None where the user may not ask."""
    write_seconds: float = 0.0
    """How long a write took until it had arrived as is promised."""
    rejected: str = ""
    """Why it has not; empty if it has."""
    forbidden: tuple[str, ...] = ()
    """What the service does and the user may not."""

    @property
    def product(self) -> str:
        """Name the program and its version."""
        if "valkey_version" in self.about:
            return f"Valkey {self.about['valkey_version']}"
        return f"Redis {self.about.get('redis_version', '?')}"


def conditions(servers: Servers) -> list[RedisStatus]:
    """Look at each server, and write a key to each that expires at once; raises one of OUTAGES if any is away."""
    return [_condition(servers, name) for name in servers.samples(PROBE)]


def overdue(lists: Sequence[DueList], clocks: ClockList, before: float, limit: int) -> tuple[int, float]:
    """Return how many things have been due since before that time, up to a limit, and since when the first has been."""
    due = [seen for each in lists for _, seen in each.before(before, limit)]
    clock = clocks.first()
    if clock is not None and clock <= before:
        due.append(clock)
    return len(due), min(due, default=before)


def _condition(servers: Servers, name: str) -> RedisStatus:
    """Look at the server that holds the keys of a name."""
    about = _asked(servers, name, lambda client: client.info(), {})
    flushes = _asked(servers, name, lambda client: client.config_get("appendfsync"), {})
    ahead, (took, rejected) = _ahead(servers, name), _written(servers, name)
    return RedisStatus(about, _text(flushes.get("appendfsync", "")), ahead, took, rejected, _forbidden(servers, name))


def _ahead(servers: Servers, name: str) -> float | None:
    """Return by how much the clock of a server is ahead, as if the answer took as long each way."""
    began = time.time()
    there = _asked(servers, name, lambda client: client.time(), None)
    return None if there is None else there[0] + there[1] / 1e6 - (began + time.time()) / 2


def _written(servers: Servers, name: str) -> tuple[float, str]:
    """Write as durably as is promised; return how long that took, and why it was rejected."""
    began = time.monotonic()
    try:
        servers.write(name, lambda pipeline: pipeline.set(key(name, "check"), b"", ex=1))
    except OUTAGES as error:
        return 0.0, str(error)
    return time.monotonic() - began, ""


def _forbidden(servers: Servers, name: str) -> tuple[str, ...]:
    """Try what every part of the service does with games, where it does no harm; name what the user may not."""
    tries: Mapping[str, Callable[[Any], object]] = {
        "GET": lambda client: client.get(key(name, "check")),
        "EVAL": lambda client: client.eval("return redis.call('EXISTS', KEYS[1])", 1, key(name, "check")),
        "PUBLISH": lambda client: client.publish(channel(name), b""),
        "INFO": lambda client: client.info(),
    }
    return tuple(command for command, use in tries.items() if not _may(servers, name, use))


def _may(servers: Servers, name: str, use: Callable[[Any], object]) -> bool:
    """Whether the user may do something."""
    try:
        servers.call(name, use)
    except redis.exceptions.NoPermissionError:
        return False
    except WritesRejected as error:
        return "ACL failure" not in str(error)  # what a full disk rejects is no matter of rights
    return True


def _asked(servers: Servers, name: str, use: Callable[[Any], Any], unknown: Any) -> Any:
    """Ask a server; `unknown` is what a user learns who may not ask."""
    try:
        return servers.call(name, use)
    except redis.exceptions.NoPermissionError:
        return unknown


def _text(value: Any) -> str:
    """Read what redis-py gives as bytes or as text."""
    return value.decode() if isinstance(value, bytes) else str(value)
