"""Run webhook receivers: real servers with configured responses that store what they receive."""

import socketserver
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field

NOTHING = b"HTTP/1.1 204 No Content\r\n\r\n"
BROKEN = b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"


@dataclass
class Sent:
    """A received request."""

    target: str
    headers: dict
    body: str

    @property
    def id(self):
        return self.headers.get("webhook-id", "")


@dataclass
class Receiver:
    """Responds as `respond` returns for the request and the count of its id; None makes it hang."""

    respond: Callable[[Sent, int], bytes | None]
    got: list = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    address: tuple = ("", 0)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self):
        return f"http://{self.address[0]}:{self.address[1]}/hooks"

    def ids(self):
        """Count the requests for each id."""
        with self.lock:
            return Counter(each.id for each in self.got)

    def serve(self, request):
        """Read one request, store it, and respond."""
        sent = _read(request.makefile("rb"))
        if sent is None:
            return
        with self.lock:
            times = sum(each.id == sent.id for each in self.got)
            self.got.append(sent)
        reply = self.respond(sent, times)
        if reply is None:
            self.ended.wait()
        else:
            request.sendall(reply)


@contextmanager
def receiving(respond=lambda _sent, _times: NOTHING, host="127.0.0.2", wrap=lambda request: request):
    """Run a receiver during a block; `wrap` encrypts its connections."""
    receiver = Receiver(respond)

    class Handler(socketserver.BaseRequestHandler):
        def handle(self):
            try:
                with wrap(self.request) as connection:
                    receiver.serve(connection)
            except OSError:
                return

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server((host, 0), Handler) as server:
        receiver.address = server.server_address
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield receiver
        finally:
            receiver.ended.set()
            server.shutdown()
            thread.join()


def _read(stream):
    """Read a request; None at the end of the connection."""
    first = stream.readline().decode()
    if not first:
        return None
    lines = iter(lambda: stream.readline().decode().strip(), "")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = stream.read(int(headers.get("content-length", 0))).decode()
    return Sent(first.split()[1], headers, body)
