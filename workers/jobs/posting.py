"""Posting to an address that a stranger chose, from inside of a network that he cannot see.

The name is resolved here, each address that it stands for is checked, and the connection goes to one of these and no
other: it does not help to let the name stand for something else a moment later. The name is what TLS and the header
`Host` are about. No redirect is followed, no proxy used, and neither an answer nor the lack of one holds anybody up.
"""

import asyncio
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Unresolved
from functools import cache
from ipaddress import ip_address
from typing import Any

import httpcore

from service.play.deliveries import Attempt
from service.runtime.targets import Address, Refused, check, read_url
from service.settings import Network

CONNECT_SECONDS = 3.0
TOTAL_SECONDS = 10.0
"""From the connection to the end of the answer."""
MOST_READ = 4096
"""Bytes of the answer's body."""
PORTS: Mapping[str, int] = {"https": 443, "http": 80}

Resolve = Callable[[str, int], Sequence[Address]]

_resolvers = ThreadPoolExecutor(32, "resolver")
"""The system's resolver has no time limit of its own; whoever waits for it has."""


class Pinned(httpcore.AsyncNetworkBackend):
    """Connects to addresses that were checked, whatever name is asked for."""

    def __init__(self, addresses: Sequence[Address]) -> None:
        self._addresses = addresses
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(  # noqa: D102  # as its base says
        self,
        host: str,  # noqa: ARG002
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        *others, last = map(str, self._addresses)
        for address in others:
            try:
                return await self._backend.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await self._backend.connect_tcp(last, port, timeout, local_address, socket_options)

    async def connect_unix_socket(self, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:  # noqa: D102
        raise Refused("nothing is sent to a file")

    async def sleep(self, seconds: float) -> None:  # noqa: D102
        await self._backend.sleep(seconds)


def resolve(host: str, port: int) -> Sequence[Address]:
    """Return all addresses that a name stands for, as the system knows them; raises Refused if there is none."""
    asked = _resolvers.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = asked.result(CONNECT_SECONDS)
    except (OSError, UnicodeError, Unresolved):
        raise Refused("its name stands for no address") from None
    return [ip_address(each[4][0]) for each in found]


def post(
    url: str, headers: Mapping[str, str], body: bytes, allowed: Sequence[Network] = (), resolve: Resolve = resolve
) -> Attempt:
    """Post to a webhook's address, where that is allowed, and tell how it went; whatever goes wrong is told, too."""
    begun = time.monotonic()
    try:
        status = asyncio.run(_within_time(url, headers, body, _addresses(url, allowed, resolve)))
        error = "" if 200 <= status < 300 else f"the answer was {status}"
    except Refused as refused:
        status, error = 0, f"not sent: {refused}"
    except (TimeoutError, httpcore.TimeoutException):
        status, error = 0, "no answer in time"
    except Exception as broken:  # noqa: BLE001  # whatever a stranger's server brings about is a failure of its own
        status, error = 0, f"no answer: {type(broken).__name__}"
    return Attempt(status, error, int(1000 * (time.monotonic() - begun)))


def _addresses(url: str, allowed: Sequence[Network], resolve: Resolve) -> Sequence[Address]:
    """Return what a webhook's host stands for; raises Refused if nothing may be sent to any of it."""
    parts = read_url(url, allowed)
    addresses = resolve(parts.hostname or "", parts.port or PORTS[parts.scheme])
    for address in addresses:
        check(address, parts.scheme, allowed)
    return addresses


async def _within_time(url: str, headers: Mapping[str, str], body: bytes, addresses: Sequence[Address]) -> int:
    """Post to one of these addresses and return the status of the answer; raises TimeoutError."""
    limits = {"connect": CONNECT_SECONDS, "read": TOTAL_SECONDS, "write": TOTAL_SECONDS, "pool": TOTAL_SECONDS}
    sent = [("Connection", "close"), *headers.items()]
    async with (
        asyncio.timeout(TOTAL_SECONDS),
        httpcore.AsyncConnectionPool(_encryption(), network_backend=Pinned(addresses)) as pool,
        pool.stream("POST", url, headers=sent, content=body, extensions={"timeout": limits}) as answer,
    ):
        await _read_a_little(answer)
        return int(answer.status)


async def _read_a_little(answer: httpcore.Response) -> None:
    """Read what a receiver has to say, as far as anybody would."""
    read = 0
    async for part in answer.aiter_stream():
        read += len(part)
        if read >= MOST_READ:
            return


@cache
def _encryption() -> ssl.SSLContext:
    """Return what verifies receivers: the certificates that the system trusts."""
    return ssl.create_default_context()
