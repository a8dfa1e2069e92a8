"""Test the front end of the guide in a real browser; `make browser` runs this, since it needs a Chromium.

The page comes from a host name that is no secure context, as in a local network without certificates. Its origin
differs from that of the service.
"""

import json
import os
import subprocess
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread

import pytest

from tests.guides.front_end import FRONT_END, judge
from tests.processes import Process

HOSTNAME = "bottega.home"
LONGEST_SECONDS = 120
PAGE = """<!doctype html><title>A front end</title><script type="module">
globalThis.process = {{ env: {{ API: "{api}" }} }};
const output = [];
console.log = (line) => output.push(line);
try {{
  if (isSecureContext || crypto.randomUUID) throw new Error("This is a secure context.");
  await import("/front-end.mjs");
}} catch (error) {{
  output.push(`${{error.stack}}`);
}}
await fetch("/output", {{ method: "POST", body: JSON.stringify(output) }});
</script>"""


class FrontDoor(ThreadingHTTPServer):
    """Serves the pages, and receives the output of the page."""

    def __init__(self, service):
        super().__init__(("127.0.0.1", 0), Visitor)
        page = PAGE.format(api=f"{service}/v1")
        self.pages = {"/": ("text/html", page), "/front-end.mjs": ("text/javascript", FRONT_END)}
        self.output = Queue()


class Visitor(BaseHTTPRequestHandler):
    """One connection of the browser."""

    server: FrontDoor

    def do_GET(self):
        if self.path in self.server.pages:
            media_type, text = self.server.pages[self.path]
            self._answer(200, media_type, text.encode())
        else:
            self._answer(404, "text/plain", b"")

    def do_POST(self):
        output = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._answer(200, "text/plain", b"")
        self.server.output.put(output)

    def log_message(self, *_):
        """Write no log."""

    def _answer(self, status, media_type, body):
        """Send a response; the end of the connection is the end of the body."""
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def front_door(service):
    """Serve the page from an origin other than the service's."""
    with FrontDoor(service.address) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@contextmanager
def chromium(address, directory):
    """Open a page in a new browser profile, until the block ends."""
    confined = () if os.getuid() else ("--no-sandbox",)  # Chromium's own sandbox does not work for root
    resolved = f"--host-resolver-rules=MAP {HOSTNAME} 127.0.0.1"
    own = (f"--user-data-dir={directory}", "--headless", "--disable-gpu", "--no-first-run")
    command = [os.environ["CHROMIUM"], *own, *confined, resolved, address]
    with Process(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        yield
        process.terminate()


def test_the_front_end_of_the_guide_runs_in_a_browser_on_a_page_without_tls(front_door, tmp_path):
    with chromium(f"http://{HOSTNAME}:{front_door.server_port}/", tmp_path / "profile"):
        judge(front_door.output.get(timeout=LONGEST_SECONDS))
