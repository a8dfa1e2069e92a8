"""The front end of the guide in a real browser; `make browser` runs this, since it needs a Chromium.

The page comes from a host name that is no secure context, as in a house without certificates. Its server is another one
than the service's and passes `/v1/` on, as the guide advises: a browser lets a page ask only where it comes from.
"""

import json
import os
import subprocess
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from urllib.parse import urlsplit

import pytest

from tests.guides.front_end import FRONT_END, judge

HOST = "bottega.home"
LONGEST_SECONDS = 120
PAGE = """<!doctype html><title>A front end</title><script type="module">
const told = [];
console.log = (line) => told.push(line);
try {
  if (isSecureContext || crypto.randomUUID) throw new Error("This is a secure context.");
  await import("/front-end.mjs");
} catch (error) {
  told.push(`${error.stack}`);
}
await fetch("/told", { method: "POST", body: JSON.stringify(told) });
</script>"""
PAGES = {"/": ("text/html", PAGE), "/front-end.mjs": ("text/javascript", FRONT_END)}
NOT_PASSED_ON = {"host", "connection", "transfer-encoding", "server", "date"}


class FrontDoor(ThreadingHTTPServer):
    """Hands the pages out, passes on what is for the service, and hears what the page has told."""

    def __init__(self, service):
        super().__init__(("127.0.0.1", 0), Visitor)
        self.service = service
        self.told = Queue()


class Visitor(BaseHTTPRequestHandler):
    """One connection of the browser."""

    server: FrontDoor

    def do_GET(self):
        if self.path in PAGES:
            media_type, text = PAGES[self.path]
            self._answer(200, {"Content-Type": media_type}, [text.encode()])
        elif self.path.startswith("/v1/"):
            self._pass_on(None)
        else:
            self._answer(404, {}, [])

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/told":
            self._answer(204, {}, [])
            self.server.told.put(json.loads(body))
        else:
            self._pass_on(body)

    def log_message(self, *_):
        """Be silent."""

    def _pass_on(self, body):
        """Ask the service the same, and pass its answer on as it comes."""
        with closing(HTTPConnection(self.server.service)) as connection:
            connection.request(self.command, self.path, body, _kept(self.headers))
            response = connection.getresponse()
            self._answer(response.status, _kept(response.headers), iter(response.read1, b""))

    def _answer(self, status, headers, parts):
        """Answer, part by part; the end of the connection is the end of the body."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        for part in parts:
            self.wfile.write(part)


def _kept(headers):
    """Return the headers that are passed on."""
    return {name: value for name, value in headers.items() if name.lower() not in NOT_PASSED_ON}


@pytest.fixture
def front_door(service):
    """Serve the page, in front of the service."""
    with FrontDoor(urlsplit(service.address).netloc) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@contextmanager
def chromium(address, directory):
    """Open a page in a browser of its own, until the context ends."""
    confined = () if os.getuid() else ("--no-sandbox",)  # Chromium's own sandbox does not work for root
    resolved = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    own = (f"--user-data-dir={directory}", "--headless", "--disable-gpu", "--no-first-run")
    command = [os.environ["CHROMIUM"], *own, *confined, resolved, address]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        yield
        process.terminate()


def test_the_front_end_of_the_guide_runs_in_a_browser_on_a_page_without_tls(front_door, tmp_path):
    with chromium(f"http://{HOST}:{front_door.server_port}/", tmp_path / "profile"):
        judge(front_door.told.get(timeout=LONGEST_SECONDS))
