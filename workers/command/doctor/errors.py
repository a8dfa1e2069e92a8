"""Turn errors of Redis into findings."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from shutil import disk_usage

import redis

from service.redis_address import split_hosts
from service.runtime.redis_server import FULL_BYTES
from service.store import OUTAGES
from service.store.connection import remedy
from workers.command.doctor.checks import Finding
from workers.command.masking import hidden, masked


def guarded(check: str, variable: str, address: str, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Run the checks of a Redis; an unavailable server becomes a finding."""
    try:
        yield from look()
    except (*OUTAGES, redis.RedisError) as error:
        found, todo = _explained(error, variable, address)
        yield Finding(check, "fail", f"{masked(address)}: {found}", todo)


def _explained(error: Exception, variable: str, address: str) -> tuple[str, str]:
    """Return what an error of a Redis says, and what to do."""
    found, known = hidden(in_a_line(error), address), full_disk(address) or remedy(error)
    if known:
        return found, known
    if isinstance(error, redis.AuthenticationError) or "HELLO must be called" in str(error):
        return "Redis rejects user or password", f"correct user and password in {variable}"
    return found, f"correct the URL in {variable}, or start Redis there"


def full_disk(address: str) -> str:
    """Return advice if a socket or file is on a full local disk; empty otherwise."""
    parts, _ = split_hosts(address)
    directory = Path(parts.path).parent
    if parts.scheme not in ("unix", "sqlite", "file") or not directory.is_dir():
        return ""
    return f"make room on the disk of {directory}" if disk_usage(directory).free < FULL_BYTES else ""


def in_a_line(error: Exception) -> str:
    """Return the message of an error on one line."""
    return " ".join(str(error).split())
