"""Posting to a URL that a stranger chose, from inside a network that the stranger cannot see.

The host name is resolved here, each of its IP addresses is checked, and the connection goes to one of these and no
other: changing the name's addresses a moment later does not help. TLS and the header `Host` use the name. No redirect
is followed, no proxy is used, and neither a response nor a missing one holds up other deliveries. Errors name no IP
address, and do not say whether a name without a public one exists: the owner of a webhook reads them.
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
from service.runtime.retry_after import seconds_to_wait
from service.runtime.webhook_targets import NO_PUBLIC_ADDRESS, Address, Rejected, check, read_url
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


class PinnedNetworkBackend(httpcore.AsyncNetworkBackend):
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
        raise Rejected("nothing is sent to a file")

    async def sleep(self, seconds: float) -> None:  # noqa: D102
        await self._backend.sleep(seconds)


def resolve(host: str, port: int) -> Sequence[Address]:
    """Return all IP addresses of a host name, as the system knows them; raises Rejected if there is none."""
    asked = _resolvers.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = asked.result(CONNECT_SECONDS)
    except (OSError, UnicodeError, Unresolved):
        raise Rejected(NO_PUBLIC_ADDRESS) from None
    return [ip_address(each[4][0]) for each in found]


def post(
    url: str, headers: Mapping[str, str], body: bytes, allowed: Sequence[Network] = (), resolve: Resolve = resolve
) -> Attempt:
    """Post to a webhook's URL where that is allowed, and return how the attempt went, whatever goes wrong."""
    begun, wait = time.monotonic(), 0.0
    try:
        status, retry_after = asyncio.run(_within_time(url, headers, body, _addresses(url, allowed, resolve)))
        error = "" if 200 <= status < 300 else f"the response was {status}"
        wait = seconds_to_wait(retry_after, time.time()) if error else 0.0
    except Rejected as rejected:
        status, error = 0, f"not sent: {rejected}"
    except (TimeoutError, httpcore.TimeoutException):
        status, error = 0, "no response in time"
    except Exception as broken:  # noqa: BLE001  # anything that a stranger's server causes is a failed attempt
        status, error = 0, f"no response: {type(broken).__name__}"
    return Attempt(status, error, int(1000 * (time.monotonic() - begun)), wait)


def _addresses(url: str, allowed: Sequence[Network], resolve: Resolve) -> Sequence[Address]:
    """Return what a webhook's host stands for; raises Rejected if nothing may be sent to any of it."""
    parts = read_url(url, allowed)
    addresses = resolve(parts.hostname or "", parts.port or PORTS[parts.scheme])
    for address in addresses:
        check(address, parts.scheme, allowed)
    return addresses


async def _within_time(
    url: str, headers: Mapping[str, str], body: bytes, addresses: Sequence[Address]
) -> tuple[int, str | None]:
    """Post to one of these addresses; return status and `Retry-After` of the response. Raises TimeoutError."""
    limits = {"connect": CONNECT_SECONDS, "read": TOTAL_SECONDS, "write": TOTAL_SECONDS, "pool": TOTAL_SECONDS}
    sent = [("Connection", "close"), *headers.items()]
    async with (
        asyncio.timeout(TOTAL_SECONDS),
        httpcore.AsyncConnectionPool(_encryption(), network_backend=PinnedNetworkBackend(addresses)) as pool,
        pool.stream("POST", url, headers=sent, content=body, extensions={"timeout": limits}) as answer,
    ):
        await _read_a_little(answer)
        retry_after = next((value for name, value in answer.headers if name.lower() == b"retry-after"), None)
        return int(answer.status), None if retry_after is None else retry_after.decode("latin-1")


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
