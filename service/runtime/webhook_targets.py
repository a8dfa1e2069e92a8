"""Allow webhooks to the public internet, and to the networks that the operator names.

The owner of a webhook chooses a URL that this service connects to from inside. Host names are therefore not trusted:
each IP address of a name is checked at each attempt. The package advocate does this only for the client requests.
"""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from service.settings import Network

Address = IPv4Address | IPv6Address

NOT_PUBLIC: Sequence[Network] = tuple(
    ip_network(each)
    for each in (
        "100.64.0.0/10",  # shared by the customers of a carrier; some clouds publish secrets of a machine there
        "168.63.129.16/32",  # a cloud's own services, as seen by its machines
        "192.0.0.0/24",  # protocols
        "192.88.99.0/24",  # relays from IPv6 to IPv4
        "::ffff:0:0/96",  # IPv4 written as IPv6, as are the next three
        "64:ff9b::/96",
        "64:ff9b:1::/48",
        "2002::/16",
        "2001::/23",  # tunnels and other protocols
        "fec0::/10",  # once private
    )
)
"""Networks that some versions of Python wrongly report as public."""


NO_PUBLIC_ADDRESS = "the host name has no public IP address"
"""The message for a private and for an unknown host name: the owner of a webhook must not learn which names exist."""


class Rejected(Exception):
    """A webhook may not be sent to this URL; the message says why."""


def read_url(url: str, allowed: Sequence[Network]) -> SplitResult:
    """Return the parts of a webhook's URL; raises Rejected if no webhook may be sent to it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Rejected("it is not a URL") from None
    if parts.scheme not in (("https", "http") if allowed else ("https",)):
        raise Rejected("the URL must begin with https://")
    if not parts.hostname or "%" in parts.hostname or port == 0:
        raise Rejected("the URL must name a host")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Rejected("the URL must not have a user, a password or a fragment")
    literal = _literal(parts.hostname)
    if literal is not None:
        check(literal, parts.scheme, allowed)
    return parts


def check(address: Address, scheme: str, allowed: Sequence[Network]) -> None:
    """Raise Rejected unless webhooks may be sent to this IP address with this scheme."""
    if any(address in network for network in allowed):
        return
    if scheme != "https":
        raise Rejected("http is only allowed to networks that the operator names")
    if not is_public(address):
        raise Rejected(NO_PUBLIC_ADDRESS)


def is_public(address: Address) -> bool:
    """Whether an IP address belongs to the public internet."""
    special = address.is_multicast or address.is_reserved or address.is_unspecified
    return address.is_global and not special and not any(address in network for network in NOT_PUBLIC)


def _literal(host: str) -> Address | None:
    """Return a host that is written as an IP address; None for a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None
