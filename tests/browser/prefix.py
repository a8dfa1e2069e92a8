"""Test a service under a path of its host, behind a proxy that keeps the path or removes it.

No page requests anything outside of the path: the proxy would serve another application there.
"""

import re

import pytest

from tests.browser.conftest import DESKTOP
from tests.browser.installing import CLICK, READY, RECORD
from tests.browser.playing import LEGAL, created, human, play, requested, sit_down
from tests.browser.starting import OPEN, join
from tests.workers.packages import serving_packages
from tests.workers.path_proxy import proxying

PREFIX = "/games/bottega"
KEEPING, REMOVING = "a proxy that keeps the path", "a proxy that removes the path"
STYLED = (
    """() => [...document.styleSheets].every((sheet) => sheet.cssRules.length > 0) && document.styleSheets.length > 0"""
)
DRAWN = """() => [...document.images].every((each) => !each.complete || each.naturalWidth > 0)"""
"""Whether each image of a page is there, unless it is loaded later."""
DECISIONS = 4


@pytest.fixture(scope="module")
def proxies(tmp_path_factory):
    """Run a service behind both proxies, which have hosts of their own."""
    with proxying(PREFIX, keeps=True) as keeping, proxying(PREFIX, keeps=False) as removing:
        settings = {"BOTTEGA_PUBLIC_URL": f"{keeping.address}/", "BOTTEGA_SANDBOX": "on"}
        with serving_packages(tmp_path_factory.mktemp("prefix"), ("connect_four",), **settings) as served:
            keeping.service = removing.service = served.address
            yield {KEEPING: keeping, REMOVING: removing}


@pytest.fixture(params=[KEEPING, REMOVING])
def service(proxies, request):
    """Return the service as a client of a proxy reaches it; a request outside of the path fails the test."""
    proxy = proxies[request.param]
    yield proxy
    assert proxy.outside == []


def lobby(open_page, service, **settings):
    page = open_page(f"{service.address}/", **settings)
    page.wait_for_selector(".box")
    return page


def version(service, page):
    game = re.search(r"#/game/(\w+)", page.url)[1]
    return requested(service, f"/games/{game}/view")["version"]


def test_a_game_is_created_and_played_from_the_lobby(open_page, service):
    page = lobby(open_page, service)
    page.wait_for_function(DRAWN)
    page.locator(".box").first.click()
    page.locator("form.create .primary.big").click()
    page.wait_for_selector(".game .board")
    page.wait_for_selector(f"{LEGAL}, .panel .chip.legal")
    play(page, until=lambda page: version(service, page) >= DECISIONS)
    page.wait_for_function(DRAWN)
    assert {key.partition(".")[0] for key in page.evaluate("Object.keys(localStorage)")} == {f"bottega{PREFIX}"}
    page.reload()
    page.wait_for_selector(".game .board")


def test_an_invitation_link_opens_the_free_seat_in_another_browser(open_page, service):
    game = created(service, "azul", human("Ada"), OPEN, options={"start_seat": 0})
    ada = sit_down(open_page, service, game, 0)
    ada.locator(".free-seats").get_by_role("button", name="Share").click()
    invitation = ada.locator(".links li", has_text="Join the free seat")
    invitation.get_by_role("button", name="QR").click()
    assert invitation.locator("input").input_value() == f"{service.address}/#/join/{game['game_id']}"
    frame = ada.locator(".embed input").input_value()
    assert f'src="{service.address}/widget#/game/{game["game_id"]}"' in frame
    ada.keyboard.press("Escape")
    join(open_page, service, game)
    ada.locator(".players", has_text="Bruno").wait_for()


def test_the_board_of_a_package_is_drawn_and_played(open_page, service):
    game = created(service, "connect_four", human("Ada"), human("Bruno"))
    page = sit_down(open_page, service, game, 0)
    page.wait_for_selector(".drawing > svg.board")
    play(page, until=lambda page: version(service, page) >= 1)


def test_the_widget_shows_a_game_and_links_to_the_whole_page(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"))["game_id"]
    page = open_page(f"{service.address}/widget#/game/{game}")
    page.wait_for_selector(".widget .board")
    assert page.evaluate(STYLED)
    link = page.locator(".widget-foot a")
    assert link.evaluate("each => each.href") == f"{service.address}/#/game/{game}"


@pytest.mark.parametrize("path", ["", "/introduction", "/reference/games/createGame", "/how-to-play/azul"])
def test_a_page_of_the_documentation_has_its_style_and_its_images(open_page, service, path):
    page = open_page(f"{service.address}/docs{path}")
    assert page.evaluate(STYLED)
    page.wait_for_function(DRAWN)
    assert page.locator("nav a").first.evaluate("each => each.href") == f"{service.address}/docs"


def test_the_search_of_the_documentation_leads_to_a_section(open_page, service):
    page = open_page(f"{service.address}/docs/", viewport=DESKTOP)
    assert page.url == f"{service.address}/docs"
    page.keyboard.press("Control+k")
    page.keyboard.type("pagination")
    page.wait_for_selector("dialog li")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{service.address}/docs/glossary#pagination")


def test_the_lobby_leads_to_the_documentation_and_the_first_page_to_packages_that_can_be_loaded(open_page, service):
    page = lobby(open_page, service)
    page.locator(f"a[href='{PREFIX}/docs']").click()
    page.wait_for_url(f"{service.address}/docs")
    packages = re.findall(r"http://[^\s\"]+/clients/[^\s\"]+", page.locator("article").text_content())
    assert len({*packages}) > 3
    assert {page.request.get(each).status for each in packages} == {200}


def test_the_installed_page_controls_its_path_and_opens_offline(open_page, service):
    open_page.expects("^net::ERR_INTERNET_DISCONNECTED ")
    page = lobby(open_page, service, permissions=["notifications"], service_workers="allow")
    assert page.evaluate(READY)
    scope = "navigator.serviceWorker.ready.then(({ scope }) => scope)"
    assert page.evaluate(scope) == f"{service.address}/"
    manifest = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert (manifest["errors"], manifest["manifest"]["startUrl"]) == ([], f"{service.address}/")
    assert page.evaluate("caches.keys()") == [f"bottega{PREFIX}-{built_version(page)}", "bottega-data"]
    page.context.set_offline(True)
    page.reload()
    page.locator(".box").nth(2).wait_for()


def built_version(page):
    return page.evaluate(f"fetch('{PREFIX}/table/manifest.json').then((response) => response.json())")["version"]


def test_a_notification_opens_its_game_in_the_tab_of_the_installed_page(open_page, service):
    page = lobby(open_page, service, permissions=["notifications"], service_workers="allow")
    assert page.evaluate(READY)
    game = created(service, "azul", human("Ada"), human("Bruno"))["game_id"]
    worker = page.context.service_workers[0]
    worker.evaluate(RECORD)
    worker.evaluate(CLICK, f"{service.address}/#/game/{game}")
    page.wait_for_selector(".game .board")
    assert page.url == f"{service.address}/#/game/{game}"
