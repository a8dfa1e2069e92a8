"""Allow webhooks to the public internet, and to the networks that the operator names.

The owner of a webhook chooses a URL that this service connects to from inside. Host names are therefore not trusted:
each IP address of a name is checked at each attempt. The package advocate does this only for the client requests.
"""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from service.setting_values import Network

Address = IPv4Address | IPv6Address

GLOBAL_IPV6 = IPv6Network("2000::/3")
"""The networks of IPv6 that are assigned to the public internet. All others are private, special or unassigned."""
NOT_PUBLIC: Sequence[Network] = tuple(
    ip_network(each)
    for each in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # shared by the customers of a carrier; some clouds publish secrets of a machine there
        "127.0.0.0/8",
        "168.63.129.16/32",  # a cloud's own services, as seen by its machines
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocols
        "192.0.2.0/24",  # documentation, as are 198.51.100.0/24 and 203.0.113.0/24
        "192.88.99.0/24",  # relays from IPv6 to IPv4
        "192.168.0.0/16",
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",  # multicast, reserved, broadcast
        "2001::/23",  # tunnels and other protocols
        "2001:db8::/32",  # documentation
        "2002::/16",  # IPv4 in IPv6
        "3ffe::/16",  # once a test network
        "3fff::/20",  # documentation
    )
)
"""Networks that are not public, by the IANA special-purpose registries of IPv4, and of IPv6 within GLOBAL_IPV6.

The versions of Python differ in what they report as public, and know no network that is newer than they are.
"""


URL = re.compile(r"[\x21-\x7e]+")
"""Printable ASCII. The parser would remove line feeds and tabs."""
HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")
"""A host name or an IP address. Parsers disagree about hosts with other characters, such as a backslash."""
DEFAULT_PORTS = {"https": 443, "http": 80}
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
    if not URL.fullmatch(url):
        raise Rejected("it is not a URL")
    host = parts.hostname or ""
    if not HOST.fullmatch(host) or port == 0:
        raise Rejected("the URL must name a host")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Rejected("the URL must not have a user, a password or a fragment")
    literal = _literal(host)
    if literal is not None:
        check(literal, parts.scheme, allowed)
    return parts


def one_form(parts: SplitResult) -> str:
    """Return the URL in the one form of its destination.

    HTTPS://Push.Example.org:443/a?  https://push.example.org/a
    """
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = "" if parts.port in (None, DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"
    return parts._replace(netloc=f"{host}{port}", path=parts.path or "/").geturl()


def check(address: Address, scheme: str, allowed: Sequence[Network]) -> None:
    """Raise Rejected unless webhooks may be sent to this IP address with this scheme."""
    if any(address in network for network in allowed):
        return
    if scheme != "https":
        raise Rejected("http is only allowed to networks that the operator names")
    if not is_public(address):
        raise Rejected(NO_PUBLIC_ADDRESS)


def is_public(address: Address) -> bool:
    """Whether an IP address belongs to the public internet. IPv4 within IPv6 does not."""
    is_assigned = address.version == 4 or address in GLOBAL_IPV6
    return is_assigned and not any(address in network for network in NOT_PUBLIC)


def _literal(host: str) -> Address | None:
    """Return a host that is written as an IP address; None for a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None
