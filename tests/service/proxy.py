"""A wire between the service and Redis that can lose a reply."""

import socket
import threading
from pathlib import Path


class Proxy:
    """Passes bytes on between a Unix socket of its own and Redis; `lose` cuts a connection in the right moment."""

    def __init__(self, own: Path, redis_url: str) -> None:
        self.url = f"unix://{own}"
        self.target = redis_url.removeprefix("unix://")
        self.marker = b""
        self.lost = 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(own))
        self.listener.listen()
        self.threads = [threading.Thread(target=self._accept)]
        self.threads[0].start()

    def lose(self, marker: bytes) -> None:
        """Cut the connection of the next request that contains `marker`, once Redis has carried it out."""
        self.marker = marker

    def close(self) -> None:
        """End all that was started, once the clients have gone."""
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
        """Pass requests and replies on in turn: a request of the tests fits into one read."""
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self.target)
            while request := client.recv(1 << 20):
                server.sendall(request)
                reply = server.recv(1 << 20)
                if self.marker and self.marker in request:
                    self.marker = b""
                    self.lost += 1
                    return
                client.sendall(reply)
