"""Restart several instances of the API one after the other: behind a load balancer, or on one socket."""

import secrets
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from typing import Self

from tests.workers.running import BOTTEGA, lasting_port
from tests.workers.waiting import PATIENCE_SECONDS, until

LOOK_SECONDS = 0.2
HAND_ON = """import os, sys
os.dup2(int(os.environ["LISTENER"]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.argv[1], sys.argv[1:])"""
SOCKET = (sys.executable, "-ISc", HAND_ON)
"""Passes a socket to a process as systemd does: as file descriptor 3."""


@dataclass
class Instance:
    """One instance of the API."""

    environ: Mapping[str, str]
    port: int
    listener: socket.socket | None = None
    """The shared socket that the instance is started with, if any."""
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start the instance and wait until it is ready; on a shared socket, until it notifies systemd."""
        if self.listener is None:
            self.process = subprocess.Popen([*BOTTEGA, "api"], env=self.environ)
            until(self.is_ready, "the instance is ready")
            return self
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as reported:
            reported.bind(f"\0bottega-{secrets.token_hex(8)}")
            reported.settimeout(PATIENCE_SECONDS)
            name, file = reported.getsockname().decode().replace("\0", "@"), self.listener.fileno()
            own = {"NOTIFY_SOCKET": name, "LISTENER": str(file)}
            self.process = subprocess.Popen([*SOCKET, *BOTTEGA, "api"], env={**self.environ, **own}, pass_fds=[file])
            assert reported.recv(1024).startswith(b"READY=1")
        return self

    def end(self) -> None:
        """Shut the instance down in order."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            assert self.process.wait(60) == 0
            self.process = None

    def is_ready(self) -> bool:
        """Whether the instance reports that it is ready."""
        with suppress(OSError, HTTPException), closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        return False


class Balancer:
    """A load balancer: forwards each connection to one of the ready instances, in turn, without reading requests."""

    def __init__(self, instances: Sequence[Instance]) -> None:
        self._instances, self._over = instances, threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ready = [each for each in instances if each.is_ready()]
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._look, self._accept)]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop the load balancer."""
        self._over.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _look(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            self._ready = [each for each in self._instances if each.is_ready()]

    def _accept(self) -> None:
        for turn in cycle(range(1000)):
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            ready = self._ready
            target = ready[turn % len(ready)]
            threading.Thread(target=_splice, args=(client, target.port), daemon=True).start()


def _splice(client: socket.socket, port: int) -> None:
    """Forward bytes in both directions until one side has closed."""
    with client, suppress(OSError), socket.create_connection(("127.0.0.1", port)) as server:
        other = {client: server, server: client}
        while True:
            for each in select.select([client, server], [], [])[0]:
                data = each.recv(1 << 16)
                if not data:
                    return
                other[each].sendall(data)


@contextmanager
def balanced(environ: Mapping[str, str]) -> Iterator[tuple[str, Sequence[Instance]]]:
    """Run two instances behind a load balancer; yield its URL."""
    ports = [lasting_port() for _ in range(2)]
    instances = [Instance({**environ, "BOTTEGA_PORT": str(port)}, port) for port in ports]
    with ExitStack() as stack:
        for each in instances:
            stack.callback(each.start().end)
        balancer = Balancer(instances)
        stack.callback(balancer.close)
        yield balancer.address, instances


@contextmanager
def sharing_a_socket(environ: Mapping[str, str]) -> Iterator[tuple[str, Sequence[Instance]]]:
    """Run two instances on one socket that another process holds open; yield its URL."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=256))
        port = listener.getsockname()[1]
        instances = [Instance({**environ, "BOTTEGA_PORT": str(port)}, port, listener) for _ in range(2)]
        for each in instances:
            stack.callback(each.start().end)
        yield f"http://127.0.0.1:{port}", instances
