"""Post to webhook URLs that untrusted users chose, without access to the internal network.

This module resolves the host name and checks each of its IP addresses. It connects only to checked addresses, so a
later DNS change has no effect. TLS and the header `Host` use the host name. It follows no redirect, uses no proxy, and
limits the time of each delivery. Errors contain no IP address and do not reveal whether a private host name exists: the
owner of the webhook reads them.
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
from typing import Any, NamedTuple
from urllib.parse import SplitResult

import httpcore

from service.runtime.retry_after import seconds_to_wait
from service.runtime.webhook_targets import DEFAULT_PORTS, NO_PUBLIC_ADDRESS, Address, Rejected, check, read_url
from service.setting_values import Network
from service.webhooks.deliveries import Attempt

CONNECT_SECONDS = 3.0
TOTAL_SECONDS = 10.0
"""Timeout from the connection to the end of the response."""
MOST_READ = 4096
"""The maximum number of bytes read from the response body."""

Resolve = Callable[[str, int], Sequence[Address]]


class Reply(NamedTuple):
    """The response of a receiver, with the start of its body."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes

    def header(self, expected_name: bytes) -> str | None:
        """Return the first header of a name in lower case; None without one."""
        found = next((value for name, value in self.headers if name.lower() == expected_name), None)
        return None if found is None else found.decode("latin-1")


_resolvers = ThreadPoolExecutor(32, "resolver")
"""Threads for the system's resolver, which has no timeout; callers set one."""


class PinnedNetworkBackend(httpcore.AsyncNetworkBackend):
    """Connects to checked IP addresses, for any host name."""

    def __init__(self, addresses: Sequence[Address]) -> None:
        self._addresses = addresses
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(  # noqa: D102  # documented by the base class
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
    """Return all IP addresses of a host name, from the system's resolver; raises Rejected if there are none."""
    future = _resolvers.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = future.result(CONNECT_SECONDS)
    except (OSError, UnicodeError, Unresolved):
        raise Rejected(NO_PUBLIC_ADDRESS) from None
    return [ip_address(each[4][0]) for each in found]


def post(
    url: str, headers: Mapping[str, str], body: bytes, allowed: Sequence[Network] = (), resolve: Resolve = resolve
) -> Attempt:
    """Post to the URL of a webhook if the URL is allowed; return the attempt, also after any error."""
    started, wait = time.monotonic(), 0.0
    try:
        reply = exchange("POST", url, headers, body, allowed, resolve)
        status, error = reply.status, "" if 200 <= reply.status < 300 else f"the response was {reply.status}"
        wait = seconds_to_wait(reply.header(b"retry-after"), time.time()) if error else 0.0
    except Rejected as rejected:
        status, error = 0, f"not sent: {rejected}"
    except (TimeoutError, httpcore.TimeoutException):
        status, error = 0, "no response in time"
    except Exception as failure:  # noqa: BLE001  # any error is a failed attempt
        status, error = 0, f"no response: {type(failure).__name__}"
    return Attempt(status, error, int(1000 * (time.monotonic() - started)), wait)


def exchange(
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    allowed: Sequence[Network],
    resolve: Resolve = resolve,
    most_read: int = MOST_READ,
) -> Reply:
    """Send a request if its URL is allowed; return the response with `most_read` bytes of its body, or a little more.

    Raises Rejected, TimeoutError and errors of httpcore.
    """
    parts = read_url(url, allowed)
    return asyncio.run(_within_time(method, parts, headers, body, _addresses(parts, allowed, resolve), most_read))


def _addresses(parts: SplitResult, allowed: Sequence[Network], resolve: Resolve) -> Sequence[Address]:
    """Return the IP addresses of a webhook's host; raises Rejected if one of them is not allowed."""
    addresses = resolve(parts.hostname or "", parts.port or DEFAULT_PORTS[parts.scheme])
    for address in addresses:
        check(address, parts.scheme, allowed)
    return addresses


def _target(parts: SplitResult) -> httpcore.URL:
    """Return the checked parts of a URL, so that no other parser reads the URL."""
    path = parts.path or "/"
    return httpcore.URL(
        scheme=parts.scheme.encode(),
        host=(parts.hostname or "").encode(),
        port=parts.port,
        target=(f"{path}?{parts.query}" if parts.query else path).encode(),
    )


async def _within_time(
    method: str,
    parts: SplitResult,
    headers: Mapping[str, str],
    body: bytes,
    addresses: Sequence[Address],
    most_read: int,
) -> Reply:
    """Send a request to one of these IP addresses. Raises TimeoutError."""
    limits = {"connect": CONNECT_SECONDS, "read": TOTAL_SECONDS, "write": TOTAL_SECONDS, "pool": TOTAL_SECONDS}
    sent = [("Host", parts.netloc), ("Connection", "close"), *headers.items()]
    async with (
        asyncio.timeout(TOTAL_SECONDS),
        httpcore.AsyncConnectionPool(_encryption(), network_backend=PinnedNetworkBackend(addresses)) as pool,
        pool.stream(method, _target(parts), headers=sent, content=body, extensions={"timeout": limits}) as response,
    ):
        return Reply(int(response.status), response.headers, await _read_start(response, most_read))


async def _read_start(response: httpcore.Response, most_read: int) -> bytes:
    """Return the start of the response body: `most_read` bytes, or a little more."""
    read = b""
    async for part in response.aiter_stream():
        read += part
        if len(read) >= most_read:
            break
    return read


@cache
def _encryption() -> ssl.SSLContext:
    """Return a TLS context with the certificates that the system trusts."""
    return ssl.create_default_context()
