"""Test several browsers in one game, broken connections, and pages of other origins."""

import gzip
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from domain.registry import RULESETS
from service.api.pages import BUILT, manifest
from tests.browser.playing import LISTED, computer, created, human, play, requested, sit_down

CLIENT = Path(BUILT)
MOST_BYTES = 80_000
MOST_BYTES_OF_TOURNAMENTS = 40_000
ICONS_FETCHED = """performance.getEntriesByType("resource")
  .filter((each) => each.name.includes("/icons") && each.transferSize).map((each) => each.name)"""
FOREIGN = """<!doctype html><title>elsewhere</title><script type="module">
const [api, game, token] = location.hash.slice(1).split("|");
const headers = {
  Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": "elsewhere-first",
};
const view = await (await fetch(`${api}/games/${game}/view`, { headers })).json();
const { actions } = await (await fetch(`${api}/games/${game}/actions`, { headers })).json();
const body = JSON.stringify({ ruleset: view.ruleset, decision: view.decision, action: actions[0] });
const answer = await fetch(`${api}/games/${game}/actions`, { method: "POST", headers, body });
document.title = `${answer.status} ${(await answer.json()).version}`;
</script>"""


def test_two_browsers_in_one_game_see_the_moves_of_each_other(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), options={"start_seat": 0})
    ada, bruno = (sit_down(open_page, service, game, seat) for seat in (0, 1))
    assert "Ada" in bruno.locator(".turn").inner_text()
    play(ada, until=lambda page: page.locator(".entry").count() > 0)
    bruno.wait_for_selector(".panel.deciding")
    play(bruno, until=lambda page: page.locator(".entry").count() > 1)
    ada.locator(".entry").nth(1).wait_for()


def test_a_spectator_sees_the_moves_and_gets_no_decision(open_page, service):
    game = created(service, "azul", human("Ada"), computer(), options={"start_seat": 0})
    spectator = open_page(f"{service.address}/#/game/{game['game_id']}")
    spectator.wait_for_selector(".game")
    ada = sit_down(open_page, service, game, 0)
    play(ada, until=lambda page: page.locator(".entry").count() > 1)
    spectator.locator(".entry").nth(1).wait_for()
    assert spectator.locator(".deciding").count() == 0


def requests_of(page):
    """Collect the requests of a page to the service from now on, except for icons and its own files."""
    requested_jobs = []
    page.on("request", lambda request: requested_jobs.append((request.method, urlsplit(request.url).path)))
    return lambda: [each for each in requested_jobs if "/icons" not in each[1] and "/table/" not in each[1]]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_turn_needs_one_request_and_watching_none(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), computer())
    spectator = open_page(f"{service.address}/#/game/{game['game_id']}", service_workers="allow")
    ada = sit_down(open_page, service, game, 0, service_workers="allow")
    for page in (spectator, ada):
        page.wait_for_selector(".table svg")
        page.wait_for_timeout(500)  # the stream is open, and the service worker has what it keeps
    watched, played = requests_of(spectator), requests_of(ada)
    play(ada, until=lambda page: page.locator(".entry.seat-0").count() > 4)
    requested, turns = played(), ada.locator(".entry.seat-0")
    turns.nth(len(requested) - 1).wait_for()  # the last one may be on its way
    assert requested == [("POST", f"/v1/games/{game['game_id']}/actions")] * turns.count()
    assert watched() == []


def test_all_icons_are_fetched_in_one_request(open_page, service):
    game = created(service, "leonardo", human("Ada"), computer())
    page = sit_down(open_page, service, game, 0)
    page.wait_for_selector(".table svg image")
    play(page, until=lambda now: now.locator(".entry").count() > 8)
    icons = page.evaluate(ICONS_FETCHED)
    assert len(icons) == 1


def test_a_disconnected_page_catches_up_automatically(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), options={"start_seat": 0})
    ada, bruno = (sit_down(open_page, service, game, seat) for seat in (0, 1))
    bruno.context.set_offline(True)
    play(ada, until=lambda page: page.locator(".entry").count() > 0)
    bruno.context.set_offline(False)
    bruno.wait_for_selector(".panel.deciding", timeout=60_000)
    assert bruno.locator(".entry").count() == 1


@pytest.fixture
def elsewhere():
    """Serve a page of another origin."""

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(FOREIGN.encode())

        def log_message(self, *_):
            """Write no log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_page_from_another_origin_plays(open_page, service, elsewhere):
    game = created(service, "azul", human("Ada"), human("Bruno"), options={"start_seat": 0})
    page = open_page(f"{elsewhere}#{service.address}/v1|{game['game_id']}|{game['tokens'][0]['token']}")
    page.wait_for_function("() => document.title === '200 1'")


def test_no_token_is_ever_in_a_url(open_page, service):
    game = created(service, "azul", human("Ada"), computer())
    addresses = []
    page = open_page(f"{service.address}/#/")
    page.on("request", lambda request: addresses.append(request.url))
    token = game["tokens"][0]["token"]
    page.goto(f"{service.address}/table/icon.svg")
    page.goto(f"{service.address}/#/game/{game['game_id']}/token/{token}")
    page.wait_for_selector(".game")
    assert token not in page.url
    assert not [address for address in addresses if token in address.split("#")[0]]


def test_a_seat_is_passed_on_by_a_link_and_as_a_code(open_page, service):
    game = created(service, "azul", human("Ada"), {"kind": "open"})
    page = sit_down(open_page, service, game, 0)
    page.locator(".tools button").first.click()
    page.locator("dialog .link-row button[aria-expanded]").last.click()
    page.wait_for_selector(".qr")
    link = page.locator(".link-text").input_value()
    other = open_page(link)
    other.wait_for_selector(".player.own")
    assert "Ada" in other.locator(".player.own").inner_text()


def test_a_free_seat_is_claimed_in_the_lobby(open_page, service):
    game = created(service, "azul", human("Ada"), {"kind": "open"})
    page = open_page(f"{service.address}/#/join/{game['game_id']}")
    page.fill(".field input", "Bruno")
    page.locator(".seat-list .primary").click()
    page.wait_for_selector(".player.own")
    assert requested(service, f"/games/{game['game_id']}/seats")["seats"][1]["claimed"]


def weight(files):
    """Return the size of files in bytes as they are sent."""
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)


def first_scripts():
    """List the URLs of the scripts that the page loads first."""
    return re.findall(r'(?:href|src)="(/table/[^"]+\.js)"', (CLIENT / "index.html").read_text(encoding="utf-8"))


def largest(pattern):
    return max(CLIENT.glob(pattern), key=lambda path: weight([path]))


def test_script_and_style_keep_within_their_budget():
    first = {CLIENT / Path(url).name for url in [*first_scripts(), manifest()["styles"]["page"]]}
    words = max((CLIENT / Path(url).name for url in manifest()["words"].values()), key=lambda path: weight([path]))
    board = largest("board-*.js")  # a page loads one of the boards, and one language
    assert weight({*first, board, words}) < MOST_BYTES


def test_lazily_loaded_scripts_and_styles_of_tournaments_have_their_own_budget():
    styles = CLIENT / Path(manifest()["styles"]["tournament"]).name
    assert weight({*CLIENT.glob("page-*.js"), styles}) < MOST_BYTES_OF_TOURNAMENTS


def test_the_page_lists_the_modules_that_it_loads_first(open_page, service):
    page = open_page(f"{service.address}/#/")
    page.wait_for_selector(".box")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname)")
    scripts = {path for path in loaded if path.endswith(".js")} - {*manifest()["words"].values()}
    assert scripts - {"/table/serviceworker.js"} == {*first_scripts()}


SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
"""A round trip of 150 ms and 1.6 Mbit/s, in bytes per second."""
MOST_BYTES_TO_BOARD = {"azul": 105_000, "leonardo": 116_000, "riddle": 103_000}
"""Compressed bytes from an empty cache to the board. If the computer starts, its first move takes 6,000 of them."""
MOST_REQUESTS_TO_BOARD = 30


@pytest.mark.parametrize("language", ["en", "ru"])  # Russian texts are the largest
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_first_board_needs_few_bytes_and_requests(open_page, service, ruleset, language):
    page = open_page("about:blank", language=language)  # the requests of a service worker would not be slowed down
    network = page.context.new_cdp_session(page)
    requests, received = [], []
    page.on("request", lambda request: requests.append(request.url) if request.url.startswith("http") else None)
    network.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW)
    page.goto(f"{service.address}/#/")
    box = page.locator(".box-card", has=page.locator(f"a[href='#/new/{ruleset}']"))
    box.wait_for()
    page.wait_for_function(LISTED)
    box.locator(".box-ways .primary").click()
    page.wait_for_selector(".game .board")
    assert sum(received) < MOST_BYTES_TO_BOARD[ruleset]
    assert len(requests) <= MOST_REQUESTS_TO_BOARD
