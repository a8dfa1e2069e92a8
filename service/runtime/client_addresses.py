"""Who a connection comes from, as far as counting needs it: an address, or the network that one customer has."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from service.settings import Network

V6_PREFIX = 64
"""Bits of an IPv6 address that name a customer; the rest the customer chooses freely."""

MOST_KNOWN = 1000
"""So many addresses are kept in mind, with what is counted of them."""

LOCAL = "local"
"""What is counted of a peer without an address: it has come by a socket in the file system."""

_BRACKETED = re.compile(r"\[([^\]]+)\](?::[^:]*)?")
_PART = r'(?:[^",]|"(?:\\.|[^"\\])*")'
_FORWARDED = re.compile(rf"{_PART}*(?:,{_PART}*)*")
_ELEMENT = re.compile(rf"(?:(?<=,)|^){_PART}*")
_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*("[^"]*"|[^;"\s]*)\s*(?=;|$)', re.IGNORECASE)


class TooMany(Exception):
    """An address has as many connections as it may have."""


@lru_cache(MOST_KNOWN)
def origin(address: str) -> str:
    """Return what is counted of an address.

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


class Client(NamedTuple):
    """What is counted of whose request it is."""

    counted: str
    """An address, or the network of one customer."""
    unreadable: bool = False
    """Whether no header says whose it is: then the address is that of the proxy."""


@lru_cache(MOST_KNOWN)
def client_origin(peer: str, x_forwarded: str, forwarded: str, trusted: tuple[Network, ...]) -> Client:
    """Return what is counted of whose request it is; of the proxy where it does not say so readably.

    A trusted proxy says it in `X-Forwarded-For` or `Forwarded` (RFC 7239). Its own entry is the last one; anybody may
    have written what stands before the entries of trusted proxies. Two headers must agree: a proxy that writes one of
    them may pass the other on as it came.
    """
    told = [chain for chain in (_x_forwarded(x_forwarded), _forwarded(forwarded)) if chain]
    found = {_last_untrusted(peer, chain, trusted) for chain in told or [()]}
    return found.pop() if len(found) == 1 else Client(_origin_of_peer(peer), unreadable=True)


def _last_untrusted(peer: str, chain: Sequence[str], trusted: Sequence[Network]) -> Client:
    """Return the last one that is no trusted proxy; the first one where all are trusted."""
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
    """Return what is counted of a peer; LOCAL of one without an address."""
    try:
        return origin(peer)
    except ValueError:
        return LOCAL


def _is_proxy(counted: str, trusted: Sequence[Network]) -> bool:
    """Whether a peer is a trusted proxy; one without an address is nobody who is trusted."""
    return counted != LOCAL and is_trusted(counted, trusted)


def _x_forwarded(header: str) -> tuple[str, ...]:
    """Read the entries of `X-Forwarded-For`."""
    return tuple(entry.strip() for entry in header.split(",")) if header.strip() else ()


def _forwarded(header: str) -> tuple[str, ...]:
    """Read the `for` of each element of `Forwarded` (RFC 7239); empty where an element has none."""
    if not header.strip():
        return ()
    if not _FORWARDED.fullmatch(header):
        return ("",)
    elements = [element.group() for element in _ELEMENT.finditer(header)]
    return tuple(found.group(1) if (found := _FOR.search(element)) else "" for element in elements)


def _without_port(entry: str) -> str:
    """Return the address of an entry without quotes, brackets and port.

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
    """Counts the connections of one process by origin; those of trusted proxies carry everybody and are not limited."""

    def __init__(self, most: int, trusted: Sequence[Network]) -> None:
        self._most, self._trusted = most, trusted
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """Count a connection for a block; raises TooMany, and counts nothing, at the limit."""
        known_as = origin(address)
        if not is_trusted(known_as, self._trusted) and self._open[known_as] >= self._most:
            raise TooMany(known_as)
        self._open[known_as] += 1
        try:
            yield
        finally:
            self._open[known_as] -= 1
            if not self._open[known_as]:
                del self._open[known_as]
