"""Find the IP address of a client, or the network of one customer, for limits and counts.

werkzeug's ProxyFix and python-ipware expect a fixed number of proxies in front of every client.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from service.setting_values import Network

V6_PREFIX = 64
"""Bits of an IPv6 address that identify a customer, who may choose the rest."""

NETWORK_PREFIXES = {4: 24, 6: 48}
"""Bits of an IP address that identify a network, by the version of the protocol."""

MOST_KNOWN = 1000
"""The maximum number of IP addresses in the cache."""

LOCAL = "local"
"""The origin of a peer without an IP address: a Unix socket."""

_BRACKETED = re.compile(r"\[([^\]]+)\](?::[^:]*)?")
_PART = r'(?:[^",]|"(?:\\.|[^"\\])*")'
_FORWARDED = re.compile(rf"{_PART}*(?:,{_PART}*)*")
_ELEMENT = re.compile(rf"(?:(?<=,)|^){_PART}*")
_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*("[^"]*"|[^;"\s]*)\s*(?=;|$)', re.IGNORECASE)


class TooManyFromAddress(Exception):
    """An IP address has reached its limit of connections."""


@lru_cache(MOST_KNOWN)
def origin(address: str) -> str:
    """Return the origin of an IP address, by which it is counted.

    203.0.113.9            203.0.113.9
    ::ffff:203.0.113.9     203.0.113.9
    2001:db8:1:2:3::4      2001:db8:1:2::/64

    """
    parsed = ip_address(address)
    if parsed.version == 4:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((address, V6_PREFIX), strict=False))


def network_of(counted: str) -> str:
    """Return the network of an origin, in which one customer or attacker may have many: IPv4 by /24, IPv6 by /48.

    203.0.113.9            203.0.113.0/24
    2001:db8:1:2::/64      2001:db8:1::/48
    local                  local

    """
    if counted == LOCAL:
        return LOCAL
    first = ip_network(counted).network_address
    return str(ip_network((first, NETWORK_PREFIXES[first.version]), strict=False))


class Client(NamedTuple):
    """The origin of a request."""

    counted: str
    """An IP address, or the network of one customer."""
    unreadable: bool = False
    """Whether no header names the client. The IP address is then that of the proxy."""


@lru_cache(MOST_KNOWN)
def client_origin(peer: str, x_forwarded: str, forwarded: str, trusted: tuple[Network, ...]) -> Client:
    """Return the origin of a request; the proxy's without a readable header.

    A trusted proxy names its client in `X-Forwarded-For` or `Forwarded` (RFC 7239), as the last entry. Clients may have
    forged the entries before those of trusted proxies. Two headers must agree: a proxy that writes one of them may pass
    the other on unchanged.
    """
    chains = [chain for chain in (_x_forwarded(x_forwarded), _forwarded(forwarded)) if chain]
    found = {_last_untrusted(peer, chain, trusted) for chain in chains or [()]}
    return found.pop() if len(found) == 1 else Client(_origin_of_peer(peer), unreadable=True)


def _last_untrusted(peer: str, chain: Sequence[str], trusted: Sequence[Network]) -> Client:
    """Return the last entry that is no trusted proxy; the first one if all are trusted."""
    counted = _origin_of_peer(peer)
    if not _is_proxy(counted, trusted):
        return Client(counted, unreadable=counted == LOCAL)
    if not chain:
        return Client(counted, unreadable=True)
    for entry in reversed(chain):
        try:
            known_as = origin(_without_port(entry))
        except ValueError:
            return Client(counted, unreadable=True)
        if not is_trusted(known_as, trusted):
            return Client(known_as)
        counted = known_as
    return Client(counted)


def _origin_of_peer(peer: str) -> str:
    """Return the origin of a peer; LOCAL without an IP address."""
    try:
        return origin(peer)
    except ValueError:
        return LOCAL


def _is_proxy(counted: str, trusted: Sequence[Network]) -> bool:
    """Whether a peer is a trusted proxy; False for LOCAL."""
    return counted != LOCAL and is_trusted(counted, trusted)


def _x_forwarded(header: str) -> tuple[str, ...]:
    return tuple(entry.strip() for entry in header.split(",")) if header.strip() else ()


def _forwarded(header: str) -> tuple[str, ...]:
    """Return the `for` of each element of `Forwarded` (RFC 7239); empty if an element has none."""
    if not header.strip():
        return ()
    if not _FORWARDED.fullmatch(header):
        return ("",)
    elements = [element.group() for element in _ELEMENT.finditer(header)]
    return tuple(found.group(1) if (found := _FOR.search(element)) else "" for element in elements)


def _without_port(entry: str) -> str:
    """Return the IP address of an entry without quotes, brackets and port.

    "[2001:db8::1]:4711"   2001:db8::1
    203.0.113.9:4711       203.0.113.9
    2001:db8::1            2001:db8::1

    """
    entry = entry.strip('"')
    bracketed = _BRACKETED.fullmatch(entry)
    if bracketed:
        return bracketed.group(1)
    return entry.partition(":")[0] if entry.count(":") == 1 else entry


def is_trusted(known_as: str, trusted: Sequence[Network]) -> bool:
    """Whether an origin is a trusted proxy."""
    if not trusted:
        return False
    network = ip_network(known_as)
    return any(network.version == each.version and network.subnet_of(each) for each in trusted)  # type: ignore[arg-type]  # of one version


class Connections:
    """The open connections of one process, by origin. Trusted proxies carry many clients and have no limit."""

    def __init__(self, most: int, trusted: Sequence[Network]) -> None:
        self._most, self._trusted = most, trusted
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """Count a connection for a block; raises TooManyFromAddress, and counts nothing, at the limit."""
        known_as = origin(address)
        if not is_trusted(known_as, self._trusted) and self._open[known_as] >= self._most:
            raise TooManyFromAddress(known_as)
        self._open[known_as] += 1
        try:
            yield
        finally:
            self._open[known_as] -= 1
            if not self._open[known_as]:
                del self._open[known_as]
