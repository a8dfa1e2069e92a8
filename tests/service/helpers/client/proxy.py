"""A proxy between the service and Redis that can lose a reply, or be slow."""

import contextlib
import re
import select
import socket
import threading
import time
from pathlib import Path

WRITES = re.compile(rb"\r\n(EVAL|SET|ZADD|ZREM|HSET|XADD|RPUSH|LPUSH|SADD)\r\n")
"""Commands to which Redis replies after it has flushed its file."""


class Proxy:
    """Forwards bytes between its own Unix socket and Redis; `lose` cuts a connection at a chosen request."""

    delay = 0.0
    """Additional seconds of each write, as on a slow disk."""

    def __init__(self, own: Path, redis_url: str) -> None:
        self.url = f"unix://{own}"
        self.target = redis_url.removeprefix("unix://")
        self.marker = b""
        self.times = 0
        self.lost = 0
        self.lock = threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(own))
        self.listener.listen()
        self.threads = [threading.Thread(target=self._accept)]
        self.threads[0].start()

    def lose(self, marker: bytes, times: int = 1) -> None:
        """Cut the connection of the next request that contains `marker`, after Redis has executed it.

        With `times` the connections of this many following requests are cut too, such as its retry.
        """
        with self.lock:
            self.marker, self.times = marker, times

    def close(self) -> None:
        """Stop all threads, once the clients have disconnected."""
        self.listener.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join()
        self.listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.threads.append(threading.Thread(target=self._serve, args=(client,)))
            self.threads[-1].start()

    def _serve(self, client: socket.socket) -> None:
        """Forward bytes until a side closes: a killed client closes while a reply is on its way."""
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self.target)
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                self._forward(client, server)

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        """Forward bytes in both directions; a request that contains the marker must fit into one read."""
        losing = False
        while True:
            for ready in select.select([client, server], [], [])[0]:
                data = ready.recv(1 << 20)
                if not data or (losing and ready is server):
                    return
                if ready is client and self.delay and WRITES.search(data):
                    time.sleep(self.delay)
                if ready is client:
                    losing = losing or self._loses(data)
                (server if ready is client else client).sendall(data)

    def _loses(self, request: bytes) -> bool:
        """Whether the reply to this request must be lost."""
        with self.lock:
            if not (self.marker and self.marker in request):
                return False
            self.times -= 1
            self.marker = self.marker if self.times else b""
            self.lost += 1
            return True
