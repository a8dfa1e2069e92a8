"""Test the installed web client: manifest, offline start, and messages that arrive while the page is closed."""

import json
from urllib.parse import urljoin

import pytest

from tests.browser.accessibility import assert_axe_is_content
from tests.browser.playing import created, human, requested

READY = """navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null ||
  new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true))))"""
RECORD = """() => {
  self.shown = [];
  registration.showNotification = async (title, { body, tag, data }) => {
    self.shown.push({ title, body, tag, data });
  };
}"""
"""Records notifications: a headless browser shows none."""
PUSH = "message => dispatchEvent(new PushEvent('push', { data: JSON.stringify(message) }))"
CLICK = """url => dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"),
  { notification: { close() {}, data: { url } } }))"""


OFFLINE = "^net::ERR_INTERNET_DISCONNECTED "


@pytest.fixture
def installed(open_page, service):
    """Open the lobby once its service worker controls the page; requests may fail while the browser is offline."""
    open_page.expects(OFFLINE)
    page = open_page(f"{service.address}/#/", permissions=["notifications"], service_workers="allow")
    page.wait_for_selector(".box")
    assert page.evaluate(READY)
    return page


def test_the_browser_finds_the_page_installable(installed):
    client = installed.context.new_cdp_session(installed)
    manifest = client.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert client.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],  # every test has a private profile
    )
    for icon in json.loads(manifest["data"])["icons"]:
        assert installed.request.get(urljoin(manifest["url"], icon["src"])).status == 200


def test_the_page_opens_offline_with_the_games_and_their_rules(installed, service):
    installed.goto(f"{service.address}/#/rules/azul")
    installed.wait_for_selector(".help li")
    installed.context.set_offline(True)
    installed.goto(f"{service.address}/#/")
    installed.reload()
    installed.get_by_text("You are offline.").wait_for()
    installed.locator(".box").nth(2).wait_for()
    assert_axe_is_content(installed)
    installed.goto(f"{service.address}/#/rules/azul")
    installed.wait_for_selector(".rule")


def test_the_page_opens_offline_after_one_visit_and_offers_nothing_that_needs_the_service(installed):
    installed.context.set_offline(True)
    installed.reload()
    installed.locator(".box").nth(2).wait_for()
    assert installed.locator(".box-ways").all_inner_texts() == ["How to play"] * 3
    assert installed.locator(".lobby .loading, .lobby .error-message").count() == 0


def test_a_message_becomes_a_notification_that_opens_its_game(installed, service):
    game = created(service, "azul", human("Ada"), human("Bruno"))["game_id"]
    message = {"title": "Your turn: Azul", "body": "Players: Ada, Bruno.", "url": f"/#/game/{game}", "tag": game}
    worker = installed.context.service_workers[0]
    worker.evaluate(RECORD)
    worker.evaluate(PUSH, message)
    shown = {"title": message["title"], "body": message["body"], "tag": game, "data": {"url": message["url"]}}
    assert worker.evaluate("self.shown") == [shown]
    worker.evaluate(CLICK, message["url"])
    installed.wait_for_selector(".game .board")
    assert installed.url.endswith(message["url"])


def test_a_signed_in_player_finds_the_switch_in_the_account(installed, service):
    key = requested(service, "/players", {"name": "Ada"})["key"]
    installed.evaluate("key => localStorage.setItem('bottega.key', key)", key)
    installed.reload()
    installed.get_by_role("button", name="Ada").click()
    installed.wait_for_selector("dialog[open]")
    installed.get_by_text("otif").first.wait_for()
    assert_axe_is_content(installed)
