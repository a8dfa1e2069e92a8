"""Test what spectators see of a tournament: the large screen, the top table, all seats side by side, and the widget."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import quote, unquote

import pytest

from domain.registry import RULESETS
from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.acting import OVERFLOW
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import computer, created, human, requested
from tests.browser.tournament import PATIENCE, STICKS_OUT, decide, new_players, organiser

__all__ = ["organiser"]
TELEVISION = {"width": 1920, "height": 1080}
KNOCKOUT = {"format": "knockout", "table_size": 2}
"""Text of this size, in pixels of a television, is about 2.5 cm high on a screen of 50 inches."""
READABLE = 40


@pytest.fixture(scope="session")
def cup(service, organiser):
    """Start a knock-out of eight players; return its path."""
    entrants = [*new_players(service), *new_players(service)]
    plan = {
        "name": "Open",
        "ruleset": "riddle",
        "stages": [KNOCKOUT],
        "entrants": entrants,
        "clock": {"kind": "budget", "seconds": 900},
    }
    path = f"/tournaments/{requested(service, '/tournaments', plan, token=organiser)['tournament']}"
    requested(service, f"{path}/start", {}, token=organiser)
    return path


class Elsewhere(BaseHTTPRequestHandler):
    """Another site: each page holds the frame whose URL is its query."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<iframe src='{unquote(self.path[2:])}' width='600' height='400'></iframe>".encode())

    def log_message(self, *_):
        """Write nothing."""


@pytest.fixture
def framed(open_page):
    """Return a function that opens a page of another site with a URL in a frame."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    Thread(target=server.serve_forever, daemon=True).start()
    yield lambda url: open_page(f"http://127.0.0.1:{server.server_port}/?{quote(url)}")
    server.shutdown()
    server.server_close()


def shown(open_page, service, path, **settings):
    return open_page(f"{service.address}/#{path}", **settings)


@pytest.mark.parametrize("viewport", [TELEVISION, PHONE], ids=["television", "phone"])
def test_a_large_screen_shows_a_board_and_its_clocks(open_page, service, cup, viewport):
    page = shown(open_page, service, cup.replace("tournaments", "venue"), viewport=viewport)
    page.wait_for_selector(".venue .board", timeout=PATIENCE)
    page.locator(".venue .clock").nth(1).wait_for()
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page, SCHEMES)


def test_text_on_a_large_screen_is_readable_from_five_metres(open_page, service, cup):
    page = shown(open_page, service, cup.replace("tournaments", "venue"), viewport=TELEVISION)
    page.wait_for_selector(".venue .board", timeout=PATIENCE)
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    for part in (".venue-head time", ".venue .clock", ".venue .player-name"):
        assert page.locator(part).first.evaluate(size) >= READABLE * 0.9


def test_a_large_screen_is_filled_without_scrolling(open_page, service, cup):
    page = shown(open_page, service, cup.replace("tournaments", "venue"), viewport=TELEVISION)
    page.wait_for_selector(".venue .board", timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollHeight") == TELEVISION["height"]
    assert page.locator(".venue .table").bounding_box()["height"] > 0.6 * TELEVISION["height"]


def test_a_large_screen_shows_who_sits_where_and_how_long_the_round_lasts(open_page, service, cup):
    page = shown(open_page, service, f"{cup.replace('tournaments', 'venue')}/90", viewport=TELEVISION)
    page.wait_for_selector(".venue-pairings", timeout=PATIENCE)
    page.get_by_role("timer").wait_for()
    tables = requested(service, f"{cup}/rounds")["rounds"][0]["tables"]
    names = [each["name"] for each in requested(service, f"{cup}/entrants")["entrants"]]
    expected = [" \N{EN DASH} ".join(names[each["entrant"]] for each in table["entrants"]) for table in tables]
    assert page.locator(".venue-pairings li > span").all_inner_texts() == expected
    assert page.get_by_role("timer").inner_text().startswith("Round ends in 1:")
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    assert page.locator(".venue-pairings li").first.evaluate(size) >= READABLE * 0.9
    assert page.evaluate("document.documentElement.scrollHeight") == TELEVISION["height"]
    assert_axe_is_content(page, SCHEMES)


def test_the_bracket_comes_between_the_boards(open_page, service, organiser):
    plan = {
        "name": "Cup",
        "ruleset": "riddle",
        "stages": [KNOCKOUT],
        "entrants": [*new_players(service), *new_players(service)],
    }
    path = f"/tournaments/{requested(service, '/tournaments', plan, token=organiser)['tournament']}"
    requested(service, f"{path}/start", {}, token=organiser)
    page = open_page(f"{service.address}/table/icon.svg", viewport=TELEVISION)
    page.clock.install()
    page.goto(f"{service.address}/#{path.replace('tournaments', 'venue')}")
    page.locator(".venue-pairings").wait_for(timeout=PATIENCE)
    page.clock.fast_forward(12_000)
    for expected in ("Table 1", "Table 2", None, "Table 3"):
        waited = page.locator(".venue-board h2", has_text=expected) if expected else page.locator(".bracket-page")
        waited.wait_for(timeout=PATIENCE)
        page.clock.fast_forward(12_000)


def test_the_top_table_is_followed(open_page, service, cup):
    page = shown(open_page, service, cup.replace("tournaments", "top-table"))
    page.wait_for_selector(".watch .board", timeout=PATIENCE)
    assert "table 1" in page.locator(".watch-top").inner_text()
    assert page.locator(".watch-boards .board").count() == 2


PARTS = {"standings": ".cup-standings", "bracket": ".cup-bracket svg"}


@pytest.mark.parametrize("kind", PARTS)
def test_another_site_shows_a_part_of_a_tournament_in_a_frame(framed, service, cup, kind):
    page = framed(f"{service.address}/widget#{cup.replace('tournaments', kind)}")
    page.frame_locator("iframe").locator(PARTS[kind]).wait_for(timeout=PATIENCE)


def test_another_site_cannot_show_the_web_client_in_a_frame(framed, open_page, service):
    open_page.expects("ERR_BLOCKED_BY_RESPONSE", r"blocked\.\s*$")
    page = framed(f"{service.address}/")
    assert page.frames[1].url.startswith("chrome-error:")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_widget_shows_a_game_as_spectators_see_it(open_page, service, viewport):
    game = created(service, "azul", human("Ada"), computer(), spectators={"kind": "delayed", "events": 3})
    page = open_page(f"{service.address}/widget#/game/{game['game_id']}", viewport=viewport)
    page.wait_for_selector(".widget .board")
    assert page.get_by_text("Shown 3 moves later.").is_visible()
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_widget_shows_a_whole_board_in_the_size_of_its_line(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), human("Bruno"))
    page = open_page(f"{service.address}/widget#/game/{game['game_id']}", viewport={"width": 640, "height": 480})
    page.wait_for_selector(".widget .board")
    assert page.evaluate(OVERFLOW) == [0, 0]


def test_a_spectator_sees_all_seats_side_by_side_and_the_moves(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), human("Carla"), options={"start_seat": 0})
    page = open_page(f"{service.address}/#/game/{game['game_id']}")
    page.get_by_role("link", name="All seats side by side").click()
    page.wait_for_selector(".watch .board")
    assert page.locator(".watch-boards h2").all_inner_texts() == ["Ada", "Bruno", "Carla"]
    assert_axe_is_content(page)
    token = game["tokens"][0]["token"]
    view = requested(service, f"/games/{game['game_id']}/view?include=actions", token=token)
    body = {"ruleset": "azul", "decision": view["decision"], "action": view["actions"][0]}
    requested(service, f"/games/{game['game_id']}/actions", body, token=token)
    page.locator(".watch-latest", has_text="Ada takes").wait_for()


def test_the_bracket_is_on_the_large_screen(open_page, service, organiser):
    entrants = new_players(service)
    plan = {"name": "Cup", "ruleset": "riddle", "stages": [KNOCKOUT], "entrants": entrants}
    path = f"/tournaments/{requested(service, '/tournaments', plan, token=organiser)['tournament']}"
    requested(service, f"{path}/start", {}, token=organiser)
    page = shown(open_page, service, path.replace("tournaments", "venue"), viewport=TELEVISION)
    page.wait_for_selector(".venue .board", timeout=PATIENCE)
    decide(service, path, organiser)
    page.wait_for_selector(".venue .bracket-page", timeout=PATIENCE)
    size = "element => element.getBoundingClientRect().height"
    assert page.locator(".bracket-name").first.evaluate(size) >= READABLE * 0.9
