"""Send commands to the Redis server that holds a key: a single server, or a node of a cluster.

Every call names a game or a key, and uses the server that holds it. All keys of a game are in one slot of a cluster. A
script or pipeline of one game thus always runs on one server.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import redis
from redis.cluster import ClusterNode, RedisCluster, get_node_name

from service.redis_address import RedisUrl, read_address
from service.store.connection import DISCOVERY_SECONDS, OUTAGES, TIMEOUT_SECONDS, connect, exchange
from service.store.durability import Command, DurabilityLevel

T = TypeVar("T")
Node = tuple[str, int]
"""Host and port."""

MOST_TRIES = 3
"""The maximum number of attempts of one call, while a cluster moves its slot."""
UPDATE_PAUSE_SECONDS = 0.2
SAMPLES = 10_000
"""The number of sample keys: enough for one key on each node of a cluster of usual size."""


class Servers:
    """A single server, or one behind Sentinel."""

    is_cluster = False
    """Whether games may be on several servers, each of which can fail separately."""

    def __init__(self, client: Any, durability_level: DurabilityLevel) -> None:
        self.client = client
        """Returns bytes, unlike its published types."""
        self.durability_level = durability_level

    def call(self, about: str, use: Callable[[Any], T], *, repeats: bool = True) -> T:  # noqa: ARG002  # see Cluster
        """Use the client of the server that holds a game or a key; retry once if the connection breaks.

        `repeats` means that `use` may run twice without harm.
        """
        try:
            return use(self.client)
        except redis.ConnectionError:
            if not repeats:
                raise
            return use(self.client)

    def write(self, about: str, fill: Callable[[Any], object], *, repeats: bool = True) -> list[Any]:
        """Run the commands that `fill` adds to a pipeline, and return the replies once they are durable.

        Raises NotDurable.
        """
        return self.call(about, lambda client: self.durability_level.execute(_pipeline(client, fill)), repeats=repeats)

    def run(self, about: str, *commands: Command, repeats: bool = True) -> list[Any]:
        """Run commands, the last a write, and return the replies once they are durable.

        It takes less time than `write`. Raises NotDurable, and the first error that Redis replies.
        """
        return self.call(about, lambda client: self._run(client, commands), repeats=repeats)

    def _run(self, client: Any, commands: Sequence[Command]) -> list[Any]:
        replies = exchange(client, *commands, *self.durability_level.wait_commands())
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return self.durability_level.check(replies)

    def write_before(self, about: str, fill: Callable[[Any], object]) -> list[Any]:
        """Run commands that must not be lost before a later write, and return the replies.

        A single server loses the latest writes first. On several servers the commands must be durable.
        """
        if self.is_cluster:
            return self.write(about, fill)
        return self.call(about, lambda client: list(_pipeline(client, fill).execute()))

    def write_each(self, names: Sequence[str], fill: Callable[[Any, str], object]) -> None:
        """Run the commands that `fill` adds to a pipeline for each game or player, and wait until all are durable.

        The commands may run twice. Raises NotDurable.
        """
        self.each(names, lambda client, some: self._write_all(client, some, fill))

    def _write_all(self, client: Any, names: Sequence[str], fill: Callable[[Any, str], object]) -> Sequence[str]:
        pipeline = client.pipeline(transaction=False)
        for name in names:
            fill(pipeline, name)
        self.durability_level.execute(pipeline)
        return names

    def each(self, names: Sequence[str], use: Callable[[Any, Sequence[str]], Sequence[T]]) -> list[T]:
        """Return a value for each of many names: `use` gets a client and the names that its server holds."""
        return [*self.call("", lambda client: use(client, names))]

    def samples(self, prefix: str) -> Sequence[str]:
        """Return a key of this prefix for each server."""
        return [prefix]

    def close(self) -> None:
        """Close all connections."""
        self.client.close()


class Cluster(Servers):
    """The nodes of a Redis Cluster.

    RedisCluster of redis-py locates the keys. Calls go directly to the node, since a pipeline and the wait for
    durability need one connection.
    """

    is_cluster = True

    def __init__(self, address: RedisUrl, durability_level: DurabilityLevel) -> None:
        super().__init__(None, durability_level)
        self._address = address
        self._topology: Any = None
        self._clients: dict[Node, Any] = {}
        self._lock = threading.Lock()
        self._updated = 0.0

    def call(self, about: str, use: Callable[[Any], T], *, repeats: bool = True) -> T:
        """Use the client of the node that holds a key; retry if the key has moved or the connection breaks.

        A node that does not hold the key does nothing. A failover makes the call fail. The next call finds the new
        node.
        """
        for tries in range(1, MOST_TRIES):
            node = self._node(about)
            try:
                return use(self._client(node))
            except redis.exceptions.MovedError:
                self._update_topology(node)
            except redis.ConnectionError:
                self._update_topology(node)
                if not repeats or tries > 1:
                    raise
            except OUTAGES:
                self._update_topology(node)
                raise
        return use(self._client(self._node(about)))

    def each(self, names: Sequence[str], use: Callable[[Any, Sequence[str]], Sequence[T]]) -> list[T]:
        """Return a value for each of many names: `use` gets a client and the names that its node holds."""
        for _ in range(1, MOST_TRIES):
            with contextlib.suppress(redis.exceptions.MovedError):
                return self._each(names, use)
        return self._each(names, use)

    def samples(self, prefix: str) -> Sequence[str]:
        """Return a key of this prefix for each node that holds any."""
        found: dict[Node, str] = {}
        nodes = {(node.host, node.port) for node in self._cluster().get_primaries()}
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
            found.update(zip(group, self._call_one(group, use), strict=True))
        return [found[name] for name in names]

    def _call_one(self, group: Sequence[str], use: Callable[[Any, Sequence[str]], Sequence[T]]) -> Sequence[T]:
        return self.call(group[0], lambda client: use(client, group))

    def _client(self, node: Node) -> Any:
        with self._lock:
            if node not in self._clients:
                self._clients[node] = connect(self._address.url_of(*node), socket_timeout=TIMEOUT_SECONDS["cluster"])
            return self._clients[node]

    def _node(self, name: str) -> Node:
        try:
            node = self._cluster().get_node_from_key(name)
        except redis.exceptions.RedisClusterException:
            self._update_topology()
            raise
        return node.host, node.port

    def _cluster(self) -> Any:
        """Return the known topology of the cluster; the first call requests it."""
        with self._lock:
            if self._topology is None:
                nodes = [ClusterNode(*node) for node in self._address.nodes]  # type: ignore[no-untyped-call]
                patience: Any = {"socket_timeout": DISCOVERY_SECONDS, "socket_connect_timeout": DISCOVERY_SECONDS}
                self._topology = RedisCluster(
                    startup_nodes=nodes, require_full_coverage=False, **patience, **self._address.options
                )
            return self._topology

    def _update_topology(self, failed: Node = ("", 0)) -> None:
        """Update the topology, unless that was done just now. Without a response it stays as it was.

        The `failed` node is asked last.
        """
        with self._lock:
            now = time.monotonic()
            if self._topology is None or now < self._updated + UPDATE_PAUSE_SECONDS:
                return
            self._updated = now
        with contextlib.suppress(*OUTAGES):
            self._topology.nodes_manager.initialize(last_failed_node_name=get_node_name(*failed))


def open_servers(url: str, durability_level: DurabilityLevel) -> Servers:
    """Return the servers of a URL. They connect with the first command, so this does not fail."""
    address = read_address(url)
    return Cluster(address, durability_level) if address.kind == "cluster" else Servers(connect(url), durability_level)


def _pipeline(client: Any, fill: Callable[[Any], object]) -> Any:
    pipeline = client.pipeline(transaction=False)
    fill(pipeline)
    return pipeline
