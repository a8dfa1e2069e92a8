"""Read the URL of a Redis: one server, or several behind Sentinel or in a cluster.

    redis://[user:password@]host[:port][/number]                        rediss:// for TLS, unix:///path for a socket
    redis+sentinel://[user:password@]host[:port],host…/name[/number]    the sentinels, and their name of the server
    redis+cluster://[user:password@]host[:port],host…                   some nodes of the cluster

redis-py receives the query parameters, such as `ssl_ca_certs`. The sentinels receive `sentinel_username` and
`sentinel_password`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast
from urllib.parse import SplitResult, urlsplit

from redis.connection import SSLConnection, parse_url

Kind = Literal["server", "sentinel", "cluster"]
PORTS: Mapping[Kind, int] = {"sentinel": 26379, "cluster": 6379}
AUTHORITY = re.compile(r"(?<=://)[^/?#]*")
"""User, password, hosts and ports of a URL."""
PLACEHOLDER = re.compile(r"[A-Z]+_PASSWORD")
"""The passwords of `deploy/users.acl`, which everybody knows."""


@dataclass(frozen=True)
class RedisUrl:
    """The location of a Redis and its connection options."""

    kind: Kind
    url: str
    """The URL of a single server, or of the first node of several."""
    nodes: tuple[tuple[str, int], ...] = ()
    """Host and port of the sentinels, or of nodes of the cluster."""
    name: str = ""
    """The sentinels' name of the server."""
    sentinel: Mapping[str, str] = field(default_factory=dict)
    """User and password of the sentinels."""

    @property
    def options(self) -> dict[str, Any]:
        """Return credentials, TLS options and database number for redis-py's clients of several servers."""
        options: dict[str, Any] = parse_url(self.url)  # type: ignore[no-untyped-call]  # published without
        encrypted = {"ssl": True} if options.pop("connection_class", None) is SSLConnection else {}
        return {name: value for name, value in options.items() if name not in ("host", "port")} | encrypted

    def url_of(self, host: str, port: int) -> str:
        """Return the URL of one node of the cluster."""
        parts = urlsplit(self.url)
        credentials, at, _ = parts.netloc.rpartition("@")
        return parts._replace(netloc=f"{credentials}{at}{f'[{host}]' if ':' in host else host}:{port}").geturl()


def split_hosts(url: str) -> tuple[SplitResult, Sequence[str]]:
    """Return the parts of a URL with its first host alone, and all its hosts with their ports. Raises ValueError.

    `urlsplit` accepts no IPv6 address behind a comma.

    >>> split_hosts("redis+cluster://user:secret@a,[::1]:6380/")[1]
    ['a', '[::1]:6380']
    """
    found = AUTHORITY.search(url)
    credentials, at, hosts = (found[0] if found else "").rpartition("@")
    first, *others = hosts.split(",")
    return urlsplit(AUTHORITY.sub(lambda _: f"{credentials}{at}{first}", url, count=1)), [first, *others]


def read_address(url: str) -> RedisUrl:
    """Return the parts of a URL. Raises ValueError, which says what is wrong with the URL."""
    parts, hosts = split_hosts(url)
    if PLACEHOLDER.fullmatch(parts.password or ""):
        raise ValueError("its password is a placeholder of users.acl; replace it in both places by a random one")
    scheme, _, kind = parts.scheme.partition("+")
    if not kind:
        parse_url(url)  # type: ignore[no-untyped-call]
        return RedisUrl("server", url)
    if kind not in PORTS or scheme not in ("redis", "rediss"):
        raise ValueError(f"{parts.scheme}:// is none of redis, rediss, unix, redis+sentinel and redis+cluster")
    return _of_several(cast("Kind", kind), parts._replace(scheme=scheme), hosts)


def _of_several(kind: Kind, parts: SplitResult, hosts: Sequence[str]) -> RedisUrl:
    nodes = tuple(_node(each, PORTS[kind]) for each in hosts)
    name, _, number = parts.path.strip("/").partition("/")
    if kind == "sentinel" and not name:
        raise ValueError("the sentinels' name of the server must follow: redis+sentinel://host:26379/name")
    if kind == "cluster" and name:
        raise ValueError("a cluster has no numbered databases")
    if number and not (number.isascii() and number.isdigit()):
        raise ValueError(f"a database must be a number, not {number!r}")
    own = [each for each in parts.query.split("&") if each.startswith("sentinel_")]
    sentinel = dict(each.removeprefix("sentinel_").split("=", 1) for each in own)
    if not sentinel.keys() <= {"username", "password"}:
        raise ValueError("for sentinels only sentinel_username and sentinel_password are allowed")
    query = "&".join(each for each in parts.query.split("&") if each and each not in own)
    url = parts._replace(path=f"/{number}" if number else "", query=query).geturl()
    parse_url(url)  # type: ignore[no-untyped-call]
    return RedisUrl(kind, url, nodes, name, sentinel)


def _node(text: str, port: int) -> tuple[str, int]:
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError(f"{text!r} names no host")
    return parts.hostname, parts.port or port
