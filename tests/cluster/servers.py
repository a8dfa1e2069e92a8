"""Run real servers: a cluster of six nodes, and a server with its replica and three sentinels."""

import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import redis

from service.runtime.redis_server import find_binary
from tests.workers.running import lasting_port
from tests.workers.waiting import until

SLOTS = 16384
MASTERS = 3
DOWN_MILLISECONDS = 1000
"""Milliseconds without a response after which a server counts as dead."""
NAME = "bottega"


@dataclass
class Server:
    """One server process."""

    port: int
    command: Sequence[str]
    client: Any
    process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    @property
    def address(self) -> str:
        """Return host and port."""
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server, for the first time or after it has ended."""
        self.process = subprocess.Popen(self.command)

    def kill(self) -> None:
        """End the server as a power failure does."""
        self.process.kill()
        self.process.wait()

    def pause(self) -> None:
        """Suspend the server."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Resume the server after a pause."""
        self.process.send_signal(signal.SIGCONT)

    def role(self) -> str:
        """Return `master` or `slave`; empty while the server does not respond."""
        try:
            return str(self.client.info("replication")["role"])
        except (redis.ConnectionError, redis.TimeoutError):
            return ""


@dataclass
class Several:
    """Servers that replace one another."""

    url: str
    servers: list[Server]

    def masters(self) -> list[Server]:
        """List the servers that accept writes."""
        return [server for server in self.servers if server.role() == "master"]

    def holder(self, game_id: str) -> Server:
        """Return the server of a cluster that stores a game."""
        slot = self.servers[0].client.execute_command("CLUSTER KEYSLOT", game_id)
        ports = {
            port
            for first, last, (_, port, *_), *_ in self.servers[0].client.execute_command("CLUSTER SLOTS")
            if first <= slot <= last
        }
        return next(server for server in self.servers if server.port in ports)


@contextmanager
def cluster(directory: Path) -> Iterator[Several]:
    """Run three masters with a replica each; yields once every slot is assigned and every replica follows."""
    with _starting(directory) as start:
        options = ("--cluster-enabled", "yes", "--cluster-node-timeout", str(DOWN_MILLISECONDS))
        more = ("--cluster-require-full-coverage", "no", "--appendonly", "yes", "--appendfsync", "everysec")
        buses = [lasting_port() for _ in range(2 * MASTERS)]
        nodes = [start(*options, *more, "--cluster-port", str(bus)) for bus in buses]
        masters, replicas = nodes[:MASTERS], nodes[MASTERS:]
        for number, master in enumerate(masters):
            first, last = SLOTS * number // MASTERS, SLOTS * (number + 1) // MASTERS - 1
            master.client.execute_command("CLUSTER ADDSLOTSRANGE", first, last)
            master.client.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
        for node, bus in zip(nodes[1:], buses[1:], strict=True):
            nodes[0].client.execute_command("CLUSTER MEET", "127.0.0.1", node.port, bus)
        until(lambda: all(_known(node) == len(nodes) for node in nodes), "the nodes know one another")
        for master, replica in zip(masters, replicas, strict=True):
            replica.client.execute_command("CLUSTER REPLICATE", master.client.execute_command("CLUSTER MYID"))
        until(lambda: all(_is_well(node) for node in nodes), "the cluster is ready")
        yield Several(f"redis+cluster://{masters[0].address},{masters[1].address}", nodes)


@contextmanager
def behind_sentinels(directory: Path) -> Iterator[Several]:
    """Run a server, its replica and three sentinels; yields once they know one another."""
    with _starting(directory) as start:
        options = ("--appendonly", "yes", "--appendfsync", "everysec", "--save", "")
        first = start(*options)
        replica = start(*options, "--replicaof", f"127.0.0.1 {first.port}")
        sentinels = [start(sentinel_of=first.port) for _ in range(3)]
        until(lambda: all(_sees_all(sentinel) for sentinel in sentinels), "the sentinels know all")
        hosts = ",".join(sentinel.address for sentinel in sentinels)
        yield Several(f"redis+sentinel://{hosts}/{NAME}", [first, replica])


@contextmanager
def _starting(directory: Path) -> Iterator[Callable[..., Server]]:
    """Return a function that starts a server in a directory of its own; all end with the block."""
    with ExitStack() as stack:

        def start(*options: str, sentinel_of: int | None = None) -> Server:
            port = lasting_port()
            own = directory / str(port)
            own.mkdir(parents=True)
            configuration = own / "redis.conf"
            configuration.write_text("" if sentinel_of is None else _sentinel(sentinel_of))
            sentinel = () if sentinel_of is None else ("--sentinel",)
            place = ("--port", str(port), "--dir", str(own), "--logfile", str(own / "log"))
            client: Any = stack.enter_context(redis.Redis(port=port, retry=None, socket_timeout=1))
            server = Server(port, [find_binary(), str(configuration), *sentinel, *place, *options], client)
            stack.callback(server.kill)
            until(lambda: _responses(client), f"the server at {port} answers")
            return server

        yield start


def _sentinel(port: int) -> str:
    """Write the configuration of a sentinel."""
    return "\n".join(
        [
            f"sentinel monitor {NAME} 127.0.0.1 {port} 2",
            f"sentinel down-after-milliseconds {NAME} {DOWN_MILLISECONDS}",
            f"sentinel failover-timeout {NAME} 6000",
        ]
    )


def _responses(client: Any) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


def _known(node: Server) -> int:
    return int(_info(node)["cluster_known_nodes"])


def _is_well(node: Server) -> bool:
    """Whether a node sees all slots assigned, and replicas follow their masters."""
    followed = node.client.info("replication")
    linked = followed["role"] == "master" or followed["master_link_status"] == "up"
    return linked and _info(node)["cluster_state"] == "ok" and int(_info(node)["cluster_slots_ok"]) == SLOTS


def _info(node: Server) -> dict[str, str]:
    response: bytes | dict[str, str] = node.client.execute_command("CLUSTER INFO")
    lines = response.decode().split() if isinstance(response, bytes) else []
    return response if isinstance(response, dict) else dict(line.split(":", 1) for line in lines)


def _sees_all(sentinel: Server) -> bool:
    """Whether a sentinel knows the two others and the replica."""
    seen = sentinel.client.sentinel_master(NAME)
    return bool(seen["num-other-sentinels"] == 2 and seen["num-slaves"] == 1)
