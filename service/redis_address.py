"""The address of a Redis, as one setting names it: a server, or one of several that Sentinel or a cluster stand for.

    redis://[user:password@]host[:port][/number]                        rediss:// for TLS, unix:///path for a socket
    redis+sentinel://[user:password@]host[:port],host…/name[/number]    the sentinels, and what they call the server
    redis+cluster://[user:password@]host[:port],host…                   some nodes of the cluster

What follows `?` goes to redis-py, such as `ssl_ca_certs`; `sentinel_username` and `sentinel_password` to the sentinels.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast
from urllib.parse import SplitResult, urlsplit

from redis.connection import SSLConnection, parse_url

Kind = Literal["server", "sentinel", "cluster"]
PORTS: Mapping[Kind, int] = {"sentinel": 26379, "cluster": 6379}


@dataclass(frozen=True)
class RedisUrl:
    """Where a Redis is, and how to speak to it."""

    kind: Kind
    url: str
    """Of a server; of others that of the first node."""
    nodes: tuple[tuple[str, int], ...] = ()
    """Host and port of sentinels, or of nodes of the cluster."""
    name: str = ""
    """What the sentinels call the server."""
    sentinel: Mapping[str, str] = field(default_factory=dict)
    """User and password of the sentinels."""

    @property
    def options(self) -> dict[str, Any]:
        """Return credentials, TLS and number, as redis-py's clients of more than one server take them."""
        options: dict[str, Any] = parse_url(self.url)  # type: ignore[no-untyped-call]  # published without
        encrypted = {"ssl": True} if options.pop("connection_class", None) is SSLConnection else {}
        return {name: value for name, value in options.items() if name not in ("host", "port")} | encrypted

    def url_of(self, host: str, port: int) -> str:
        """Return the address of one node of the cluster."""
        parts = urlsplit(self.url)
        credentials, at, _ = parts.netloc.rpartition("@")
        return parts._replace(netloc=f"{credentials}{at}{f'[{host}]' if ':' in host else host}:{port}").geturl()


def read_address(url: str) -> RedisUrl:
    """Read an address; raises ValueError, which says what is wrong with it."""
    parts = urlsplit(url)
    scheme, _, kind = parts.scheme.partition("+")
    if not kind:
        parse_url(url)  # type: ignore[no-untyped-call]
        return RedisUrl("server", url)
    if kind not in PORTS or scheme not in ("redis", "rediss"):
        raise ValueError(f"{parts.scheme}:// is none of redis, rediss, unix, redis+sentinel and redis+cluster")
    return _of_several(cast("Kind", kind), parts._replace(scheme=scheme))


def _of_several(kind: Kind, parts: SplitResult) -> RedisUrl:
    """Read what stands for several servers."""
    credentials, at, hosts = parts.netloc.rpartition("@")
    nodes = tuple(_node(each, PORTS[kind]) for each in hosts.split(","))
    name, _, number = parts.path.strip("/").partition("/")
    if kind == "sentinel" and not name:
        raise ValueError("after the sentinels comes what they call the server: redis+sentinel://host:26379/name")
    if kind == "cluster" and name:
        raise ValueError("a cluster has no numbered databases")
    if number and not number.isdigit():
        raise ValueError(f"a database is a number, not {number!r}")
    own = [each for each in parts.query.split("&") if each.startswith("sentinel_")]
    sentinel = dict(each.removeprefix("sentinel_").split("=", 1) for each in own)
    if not sentinel.keys() <= {"username", "password"}:
        raise ValueError("of the sentinels only sentinel_username and sentinel_password can be told")
    query = "&".join(each for each in parts.query.split("&") if each and each not in own)
    first = f"{credentials}{at}{hosts.split(',')[0]}"
    url = parts._replace(netloc=first, path=f"/{number}" if number else "", query=query).geturl()
    parse_url(url)  # type: ignore[no-untyped-call]
    return RedisUrl(kind, url, nodes, name, sentinel)


def _node(text: str, port: int) -> tuple[str, int]:
    """Read host and port."""
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError(f"{text!r} names no host")
    return parts.hostname, parts.port or port
