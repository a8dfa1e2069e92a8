"""Test that a tab with an old version of the page gets a new one: as a whole, and without losing what was entered."""

import re
import shutil
from pathlib import Path

import pytest

from tests.browser.playing import LEGAL, LISTED, created, human, sit_down
from tests.workers.running import ROOT, Served, environ_for, lasting_port

HASHED = re.compile(r"-([0-9A-Z]{8})(?=\.(?:js|css)\b)")
VERSION = re.compile(r'(?<=")[0-9a-f]{12}(?=")')
SCRIPT = "document.querySelector('script[type=module]').getAttribute('src')"
LOADED = "[...new Set(performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname))]"
RETURN = """() => {
  for (const state of ["hidden", "visible"]) {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }
}"""
READY = "navigator.serviceWorker.ready.then(() => undefined)"
GONE = (r"404 GET .*/table/", r"ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)")
"""What a tab reports whose service ends, and whose files are gone afterwards."""
RELOAD = {"name": "Reload"}


class Replaced:
    """A service with a copy of the web client, which another version replaces."""

    def __init__(self, folder):
        self._folder, self._client = folder, folder / "code" / "service" / "web_client"
        shutil.copytree(
            ROOT / "service",
            folder / "code" / "service",
            ignore=shutil.ignore_patterns("__pycache__", "node_modules", "src", "tests"),
        )
        for name in ("deploy", "domain", "workers"):  # processes run where the package `workers` is
            (folder / "code" / name).symlink_to(ROOT / name)
        changes = {"BOTTEGA_PORT": str(lasting_port()), "BOTTEGA_SANDBOX": "on"}
        self._environ = environ_for(folder / "data", **changes, PYTHONPATH=str(folder / "code"))
        self._served = Served(self._environ, folder / "errors")
        self.address = self._served.address

    @property
    def files(self):
        """Return the folder of the built web client."""
        return self._client / "built"

    def replace(self):
        """End the service, and start one whose files have other names: those of the first version are gone."""
        self.end()
        for path in sorted(self.files.iterdir()):
            if path.suffix in (".js", ".css", ".html", ".json"):
                text = path.read_text(encoding="utf-8")
                path.unlink()
                newer = path.with_name(HASHED.sub(turned, path.name))
                newer.write_text(VERSION.sub(turned, HASHED.sub(turned, text)), encoding="utf-8")
        self._served = Served(self._environ, self._folder / "errors")

    def end(self):
        """End the service."""
        if self._served.process.poll() is None:
            self._served.end()


def turned(found):
    """Return a name with its hash turned round."""
    return found[0][::-1] if found[0][0] != "-" else f"-{found[1][::-1]}"


@pytest.fixture
def service(tmp_path):
    replaced = Replaced(tmp_path)
    yield replaced
    replaced.end()


@pytest.fixture
def lobby(open_page, service):
    """Open the lobby in a browser without a service worker, which has no module of any other screen."""
    open_page.expects(*GONE)
    page = open_page(f"{service.address}/#/")
    page.locator(".box-card").first.wait_for()
    page.wait_for_function(LISTED)
    return page


def scripts_of(page, service):
    """Return the scripts that a page has loaded, and those of the version that the service has."""
    loaded = {Path(each).name for each in page.evaluate(LOADED) if each.endswith(".js")}
    return loaded, {path.name for path in service.files.iterdir()}


def is_whole(page, service):
    """Whether all scripts of a page are of the version that the service has."""
    loaded, present = scripts_of(page, service)
    return loaded <= present


def test_a_click_on_a_screen_that_is_gone_opens_it_in_the_new_version(lobby, service):
    first = lobby.evaluate(SCRIPT)
    service.replace()
    lobby.locator(".box").first.click()
    lobby.wait_for_selector("form.create")
    assert lobby.evaluate(SCRIPT) != first
    assert is_whole(lobby, service)


def test_a_return_to_the_tab_brings_the_new_version(lobby, service):
    first = lobby.evaluate(SCRIPT)
    service.replace()
    lobby.evaluate(RETURN)
    lobby.wait_for_function(f"first => {SCRIPT} !== first", arg=first)
    lobby.locator(".box-card").first.wait_for()
    assert is_whole(lobby, service)


def test_a_name_that_is_typed_is_not_lost_and_the_new_version_is_offered(open_page, service):
    open_page.expects(*GONE)
    game = created(service, "azul", human("Ada"), {"kind": "open"})
    page = open_page(f"{service.address}/#/join/{game['game_id']}")
    page.get_by_label("Your name").fill("Bruno")
    first = page.evaluate(SCRIPT)
    service.replace()
    page.evaluate(RETURN)
    page.get_by_role("button", **RELOAD).wait_for()
    assert (page.evaluate(SCRIPT), page.get_by_label("Your name").input_value()) == (first, "Bruno")
    page.get_by_role("button", **RELOAD).click()
    page.wait_for_function(f"first => {SCRIPT} !== first", arg=first)


def test_a_half_made_choice_stays_and_the_move_is_made(open_page, service):
    open_page.expects(*GONE)
    game = created(service, "azul", human("Ada"), human("Bruno"), options={"start_seat": 0})
    page = sit_down(open_page, service, game, 0)
    page.locator(LEGAL).first.locator(".hit").last.click()
    sentence = page.locator(".selected-action .primary").inner_text()
    first = page.evaluate(SCRIPT)
    service.replace()
    page.get_by_role("button", **RELOAD).wait_for(timeout=60_000)  # the stream is open again
    assert page.locator(".selected-action .primary").inner_text() == sentence
    page.locator(".selected-action .primary").click()
    # nothing is chosen any more, and what the page shows next is gone
    page.wait_for_function(f"first => {SCRIPT} !== first", arg=first, timeout=60_000)
    page.locator(".entry").wait_for()
    assert is_whole(page, service)


def test_a_tab_with_a_service_worker_loads_screens_of_its_own_version(open_page, service):
    open_page.expects(*GONE)
    page = open_page(f"{service.address}/#/", service_workers="allow")
    page.locator(".box-card").first.wait_for()
    page.evaluate(READY)
    first, (_, before) = page.evaluate(SCRIPT), scripts_of(page, service)
    service.replace()
    page.locator(".box").first.click()
    page.wait_for_selector("form.create")
    assert page.evaluate(SCRIPT) == first
    assert scripts_of(page, service)[0] <= before


def test_the_old_version_works_offline_until_the_new_one_is_whole(open_page, service):
    open_page.expects(*GONE, r"ERR_INTERNET_DISCONNECTED")
    page = open_page(f"{service.address}/#/", service_workers="allow")
    page.locator(".box-card").first.wait_for()
    page.evaluate(READY)
    first = page.evaluate(SCRIPT)
    service.replace()
    (service.files / "serviceworker.js").unlink()  # the new version cannot be installed
    page.reload()
    page.locator(".box-card").first.wait_for()
    assert page.evaluate(SCRIPT) != first
    page.context.set_offline(True)
    page.reload()
    page.get_by_text("You are offline.").wait_for()
    page.goto(f"{service.address}/#/record")
    page.wait_for_selector(".drop-zone")
    assert page.evaluate(SCRIPT) == first


def test_a_new_service_worker_keeps_the_cached_games(open_page, service):
    open_page.expects(*GONE)
    page = open_page(f"{service.address}/#/", service_workers="allow")
    page.evaluate(READY)
    page.evaluate("caches.open('bottega-games-1').then(() => undefined)")
    page.evaluate("caches.open('bottega-000000000000').then(() => undefined)")  # two versions ago
    service.replace()
    page.evaluate("navigator.serviceWorker.ready.then((each) => each.update()).then(() => undefined)")
    page.wait_for_function("() => caches.has('bottega-000000000000').then((isThere) => !isThere)")
    assert page.evaluate("caches.has('bottega-games-1')")
