"""A proxy between a client and the service that cuts streams, and loses responses."""

import contextlib
import select
import socket
import threading
from random import Random
from urllib.parse import urlsplit

LOST = {
    "nothing": lambda _: b"",
    "a part": lambda response: response[:-20],
    "an error of a proxy": lambda _: b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
    "a date to retry": lambda _: (
        b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Length: 0\r\n\r\n"
    ),
}
"""What a client receives in place of a response that is lost."""
STREAM = b"/events/stream"
LEAST, MOST = 600, 4000
"""Range of the bytes of a stream before its connection is cut."""


class Cutter:
    """Forwards bytes. `cuts` counts streams that were cut, `lost` lost responses, and `sent` requests."""

    def __init__(self, address):
        self.target = urlsplit(address)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.lock = threading.Lock()
        self.random = Random(1)
        self.cuts = self.lost = self.sent = 0
        self.is_cutting = False
        self.marker, self.times = b"", 0
        self.age = 0
        self.closed, self.waker = socket.socketpair()
        self.threads = [threading.Thread(target=self._accept)]
        self.threads[0].start()

    def lose(self, marker, instead=lambda response: b"", times=1):
        """Lose the responses to the next requests that contain `marker`; the client gets what `instead` returns."""
        self.marker, self.instead, self.times = marker, instead, times

    def freeze(self):
        """Forward nothing more over the connections that there are, and leave them open: the network is lost."""
        self.age += 1

    def close(self):
        """Close all connections and end all threads."""
        self.waker.close()
        self.listener.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join()
        self.listener.close()
        self.closed.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.threads.append(threading.Thread(target=self._serve, args=(client,)))
            self.threads[-1].start()

    def _serve(self, client):
        broken = contextlib.suppress(BrokenPipeError, ConnectionResetError)
        with client, socket.create_connection((self.target.hostname, self.target.port)) as server, broken:
            self._forward(client, server)

    def _forward(self, client, server):
        """Forward bytes in both directions, until a side closes or the connection is cut."""
        left, losing, age = None, False, self.age
        while True:
            ready = select.select([client, server, self.closed], [], [])[0]
            if self.closed in ready:
                return
            if age != self.age:
                select.select([self.closed], [], [])
                return
            for side in ready:
                data = side.recv(1 << 16)
                if not data:
                    return
                if losing and side is server:
                    client.sendall(self.instead(data))
                    return
                if side is client:
                    losing = losing or self._loses(data)
                    left = self.random.randrange(LEAST, MOST) if self.is_cutting and STREAM in data else None
                    server.sendall(data)
                    self._count_sent()
                else:
                    client.sendall(data[:left])
                    left = None if left is None else left - len(data)
                    if left is not None and left <= 0:
                        self._count_cut()
                        return

    def _count_sent(self):
        with self.lock:
            self.sent += 1

    def _count_cut(self):
        with self.lock:
            self.cuts += 1

    def _loses(self, request):
        """Whether the response to this request must be lost."""
        with self.lock:
            if not self.times or self.marker not in request:
                return False
            self.times -= 1
            self.lost += 1
            return True
