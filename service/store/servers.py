"""Where Redis keeps what: one server, or the nodes of a cluster, each of which holds some of the keys.

Every call names what it is about, a game or a key, and speaks to the server that holds it. All keys of a game are in
one slot of a cluster, so a script or a pipeline of one game runs on one server, as if there were no others.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import redis
from redis.cluster import ClusterNode, RedisCluster, get_node_name

from service.redis_address import RedisUrl, read_address
from service.store.connection import ASK_SECONDS, OUTAGES, TIMEOUT_SECONDS, connect
from service.store.durability import DurabilityLevel

T = TypeVar("T")
Node = tuple[str, int]
"""Host and port."""

MOST_TRIES = 3
"""Of one call, while a cluster moves the slot that it is about."""
LOOK_PAUSE_SECONDS = 0.2
SAMPLES = 10_000
"""So many keys lie on every node of a cluster of any size that is used."""


class Servers:
    """One server, by itself or behind Sentinel."""

    spread = False
    """Whether two games may be on two servers, which lose each its own when they die."""

    def __init__(self, client: Any, promise: DurabilityLevel) -> None:
        self.client = client
        """Answers bytes; its published types do not say so."""
        self.promise = promise

    def call(self, about: str, use: Callable[[Any], T], *, repeats: bool = True) -> T:  # noqa: ARG002  # see Cluster
        """Use the client of the server that holds a game or a key; once more if the connection breaks.

        `repeats` says that it does no harm if `use` is carried out twice.
        """
        try:
            return use(self.client)
        except redis.ConnectionError:
            if not repeats:
                raise
            return use(self.client)

    def write(self, about: str, fill: Callable[[Any], object], *, repeats: bool = True) -> list[Any]:
        """Carry out what `fill` puts into a pipeline, and return the replies once all has arrived as promised.

        Raises NotDurable.
        """
        return self.call(about, lambda client: self.promise.execute(_filled(client, fill)), repeats=repeats)

    def write_before(self, about: str, fill: Callable[[Any], object]) -> list[Any]:
        """Carry out what must not be lost unless what is written after it is lost too, and return the replies.

        One server sees to that itself, since it loses what came last. Of several each must have it before.
        """
        if self.spread:
            return self.write(about, fill)
        return self.call(about, lambda client: list(_filled(client, fill).execute()))

    def write_each(self, names: Sequence[str], fill: Callable[[Any, str], object]) -> None:
        """Carry out what `fill` puts into a pipeline for each game or player, and wait until all has arrived.

        The commands may be carried out twice. Raises NotDurable.
        """
        self.each(names, lambda client, some: self._write_all(client, some, fill))

    def _write_all(self, client: Any, names: Sequence[str], fill: Callable[[Any, str], object]) -> Sequence[str]:
        pipeline = client.pipeline(transaction=False)
        for name in names:
            fill(pipeline, name)
        self.promise.execute(pipeline)
        return names

    def each(self, names: Sequence[str], use: Callable[[Any, Sequence[str]], Sequence[T]]) -> list[T]:
        """Read something of many games: `use` is given a client and those that its server holds."""
        return [*self.call("", lambda client: use(client, names))]

    def samples(self, prefix: str) -> Sequence[str]:
        """Return a key of this prefix for each server."""
        return [prefix]

    def close(self) -> None:
        """Close all connections."""
        self.client.close()


class Cluster(Servers):
    """The nodes of a Redis Cluster.

    RedisCluster of redis-py knows which node holds what. The calls go to the node itself, since a pipeline and the wait
    until it has arrived need one connection.
    """

    spread = True

    def __init__(self, address: RedisUrl, promise: DurabilityLevel) -> None:
        super().__init__(None, promise)
        self._address = address
        self._topology: Any = None
        self._clients: dict[Node, Any] = {}
        self._lock = threading.Lock()
        self._looked = 0.0

    def call(self, about: str, use: Callable[[Any], T], *, repeats: bool = True) -> T:
        """Use the client of the node that holds a game or a key; again if it does so no more, or the connection breaks.

        A node that does not hold the key says so and does nothing. In a failover that ends the call: the next one finds
        the new node.
        """
        for tries in range(1, MOST_TRIES):
            node = self._node(about)
            try:
                return use(self._client(node))
            except redis.exceptions.MovedError:
                self._look(node)
            except redis.ConnectionError:
                self._look(node)
                if not repeats or tries > 1:
                    raise
            except OUTAGES:
                self._look(node)
                raise
        return use(self._client(self._node(about)))

    def each(self, names: Sequence[str], use: Callable[[Any, Sequence[str]], Sequence[T]]) -> list[T]:
        """Read something of many games: `use` is given a client and those that its node holds, node by node."""
        for _ in range(1, MOST_TRIES):
            with contextlib.suppress(redis.exceptions.MovedError):
                return self._each(names, use)
        return self._each(names, use)

    def samples(self, prefix: str) -> Sequence[str]:
        """Return a key of this prefix for each node that holds any."""
        found: dict[Node, str] = {}
        nodes = {(node.host, node.port) for node in self._known().get_primaries()}
        for number in range(SAMPLES):
            if found.keys() >= nodes:
                break
            found.setdefault(self._node(f"{prefix}:{number}"), f"{prefix}:{number}")
        return [*found.values()]

    def close(self) -> None:
        """Close all connections."""
        for client in filter(None, [*self._clients.values(), self._topology]):
            client.close()

    def _each(self, names: Sequence[str], use: Callable[[Any, Sequence[str]], Sequence[T]]) -> list[T]:
        groups: dict[Node, list[str]] = {}
        for name in names:
            groups.setdefault(self._node(name), []).append(name)
        found: dict[str, T] = {}
        for group in groups.values():
            found.update(zip(group, self._of_one(group, use), strict=True))
        return [found[name] for name in names]

    def _of_one(self, group: Sequence[str], use: Callable[[Any, Sequence[str]], Sequence[T]]) -> Sequence[T]:
        return self.call(group[0], lambda client: use(client, group))

    def _client(self, node: Node) -> Any:
        """Return the client of a node."""
        with self._lock:
            if node not in self._clients:
                self._clients[node] = connect(self._address.url_of(*node), socket_timeout=TIMEOUT_SECONDS["cluster"])
            return self._clients[node]

    def _node(self, name: str) -> Node:
        """Return host and port of the node that holds a name."""
        try:
            node = self._known().get_node_from_key(name)
        except redis.exceptions.RedisClusterException:
            self._look()
            raise
        return node.host, node.port

    def _known(self) -> Any:
        """Return what is known of the cluster, which is asked first if nothing is."""
        with self._lock:
            if self._topology is None:
                nodes = [ClusterNode(*node) for node in self._address.nodes]  # type: ignore[no-untyped-call]
                patience: Any = {"socket_timeout": ASK_SECONDS, "socket_connect_timeout": ASK_SECONDS}
                self._topology = RedisCluster(
                    startup_nodes=nodes, require_full_coverage=False, **patience, **self._address.options
                )
            return self._topology

    def _look(self, failed: Node = ("", 0)) -> None:
        """Ask anew which node holds what, unless that was done just now; without an answer all stays as it was.

        The one that has `failed`, if any, is asked last.
        """
        with self._lock:
            now = time.monotonic()
            if self._topology is None or now < self._looked + LOOK_PAUSE_SECONDS:
                return
            self._looked = now
        with contextlib.suppress(*OUTAGES):
            self._topology.nodes_manager.initialize(last_failed_node_name=get_node_name(*failed))


def open_servers(url: str, promise: DurabilityLevel) -> Servers:
    """Connect to a Redis, whatever its address stands for; connections are made when needed, so this does not fail."""
    address = read_address(url)
    return Cluster(address, promise) if address.kind == "cluster" else Servers(connect(url), promise)


def _filled(client: Any, fill: Callable[[Any], object]) -> Any:
    """Make a pipeline of what `fill` puts into it."""
    pipeline = client.pipeline(transaction=False)
    fill(pipeline)
    return pipeline
