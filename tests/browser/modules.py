"""Test a page of another origin that loads the client as a module, as the first page of the documentation shows it."""

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from service.api.client_packages import newest
from tests.client.pages import samples

PAGE = "<!doctype html><title>A page without a build</title>{imports}<script type='module'>{program}</script>"
CHANGED = "sha384-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"


@contextmanager
def page_of(text):
    """Serve a page from an origin of its own; return its URL."""

    class Visit(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            """Write no log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Visit) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def sample(service):
    """Return the import map and the program of the first page."""
    page = service.get("/docs")[1].decode()
    return samples(page, 1)["JavaScript"][1], samples(page, 2)["JavaScript"][0]


def test_a_page_without_a_build_plays_a_turn(open_page, sample):
    imports, program = sample
    shown = "document.body.textContent = `${action.type} ${after.version}`;"
    with page_of(PAGE.format(imports=imports, program=program + shown)) as url:
        page = open_page(url)
        page.get_by_text("draft_tiles").wait_for()


def test_a_module_with_another_hash_is_not_run(open_page, sample):
    imports, program = sample
    known = newest()["bottega-client.js"].integrity
    open_page.expects("integrity")
    with page_of(PAGE.format(imports=imports.replace(known, CHANGED), program=program)) as url:
        errors = []
        page = open_page("about:blank")
        page.on("console", lambda message: errors.append(message.text))
        page.goto(url)
        assert any("integrity" in each for each in errors)
