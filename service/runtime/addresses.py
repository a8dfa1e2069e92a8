"""Who a connection comes from, as far as counting needs it: an address, or the network that one customer has."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import ip_address, ip_network

from service.settings import Network

V6_PREFIX = 64
"""Bits of an IPv6 address that name a customer; the rest the customer chooses freely."""

MOST_KNOWN = 1000
"""So many addresses are kept in mind, with what is counted of them."""


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


@lru_cache(MOST_KNOWN)
def client_origin(peer: str, forwarded: str, trusted: tuple[Network, ...]) -> str | None:
    """Return what is counted of whose request it is; None if that is unknown."""
    address = client_address(peer, forwarded, trusted)
    return None if address is None else origin(address)


def client_address(peer: str, forwarded: str, trusted: Sequence[Network]) -> str | None:
    """Return whose request it is; None if that is unknown.

    A trusted proxy tells it in X-Forwarded-For, whose last entry it has written itself; what stands before those of
    trusted proxies anybody may have written.
    """
    for address in _chain(peer, forwarded):
        try:
            known_as = origin(address)
        except ValueError:
            return None
        if not is_trusted(known_as, trusted):
            return address
    return None


def _chain(peer: str, forwarded: str) -> Iterator[str]:
    """List who has passed a request on, the last one first."""
    yield peer
    for address in reversed(forwarded.split(",")):
        yield address.strip()


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
