"""Test how strangers meet in the lobby: what they look for, who waits, and the game that begins on both pages."""

from collections import Counter

import pytest

from domain.languages import LANGUAGES
from tests.browser.accessibility import SCHEMES, assert_axe_is_content, keys_in
from tests.browser.conftest import DESKTOP, LOST, PHONE
from tests.browser.playing import requested
from tests.browser.together import ON_PHONE
from tests.browser.tournament import STICKS_OUT
from tests.workers.running import serving

SIZES = {"phone": PHONE, "tablet": {"width": 820, "height": 1180}, "wide": {"width": 1440, "height": 900}}
SOUGHT = "Azul: Summer Pavilion · 2 players · 30 seconds for each decision"


def lobby(open_page, service, **settings):
    page = open_page(f"{service.address}/#/", **settings)
    page.wait_for_selector(".box")
    return page


def look_for(page, game="Azul", *, time, name=None, seats=None, strength="any"):
    """Look for opponents in the dialog of a game."""
    page.locator(".box-card", has_text=game).get_by_role("button", name="Find opponents").click()
    dialog = page.locator("dialog[open]")
    if name:
        dialog.get_by_label("Your name").fill(name)
    for box in dialog.locator(".seek-sizes input").all() if seats else ():
        box.set_checked(box.evaluate("each => Number(each.parentElement.textContent)") in seats)
    dialog.get_by_role("combobox", name="Time").select_option(time)
    dialog.get_by_role("combobox", name="Strength").select_option(strength)
    dialog.get_by_role("button", name="Look for opponents").click()
    page.locator(".search").wait_for()


def open_seek(page, terms):
    """Return the seek of another player with these terms that a lobby lists."""
    return page.locator("[aria-labelledby=seeks-title] .open-seek", has_text=terms)


def test_a_stranger_without_an_account_joins_from_the_lobby_and_the_game_begins_on_both_pages(open_page, service):
    ada = lobby(open_page, service)
    look_for(ada, time="fast", name="Ada", seats=[2])
    ada.get_by_text(SOUGHT).first.wait_for()
    assert ada.locator(".search p").inner_text().split("\n") == ["Looking for opponents", SOUGHT]
    assert_axe_is_content(ada, SCHEMES)
    bruno = lobby(open_page, service, **ON_PHONE)
    bruno.get_by_label("Your name").fill("Bruno")
    assert open_seek(bruno, "30 seconds").get_by_text("1 player is waiting").is_visible()
    assert_axe_is_content(bruno, SCHEMES)
    open_seek(bruno, "30 seconds").get_by_role("button", name="Join").tap()
    for page in (ada, bruno):
        page.wait_for_selector(".game .players")
        assert sorted(page.locator(".player-name").all_inner_texts()) == ["Ada", "Bruno"]
        assert page.locator(".search").count() == 0
    assert ada.url == bruno.url
    assert ada.locator(".panel.deciding").count() + bruno.locator(".panel.deciding").count() == 1
    assert ada.locator(".player .clock").count() == bruno.locator(".player .clock").count() == 1


def test_the_lobby_joins_a_search_with_the_terms_of_another_client(open_page, service):
    clock = {"kind": "budget", "seconds": 4321}
    terms = {"options": {"start_seat": 1}, "rated": True, "spectators": {"kind": "delayed", "events": 3}}
    zora = requested(service, "/players", {"name": "Zora"})["key"]
    requested(service, "/seeks", {"ruleset": "azul", "seats": [2, 4], "clock": clock, **terms}, token=zora)
    page = lobby(open_page, service)
    page.get_by_label("Your name").fill("Bruno")
    open_seek(page, "72 min").get_by_role("button").click()
    page.wait_for_selector(".player-name >> text=Zora")
    view = requested(service, f"/games/{page.url.rpartition('/')[2]}/view")
    assert (view["clock"]["seconds"], view["rated"], len(view["seats"])) == (4321, True, 2)


def test_a_lobby_that_is_open_lists_a_new_search_with_its_ratings(open_page, service):
    bruno = lobby(open_page, service)
    ada = lobby(open_page, service)
    look_for(ada, time="budget", name="Ada", strength="near", seats=[2])
    open_seek(bruno, "10 min").wait_for()
    assert "rating " in open_seek(bruno, "10 min").inner_text()
    ada.get_by_role("button", name="Stop looking").click()
    open_seek(bruno, "10 min").wait_for(state="detached")


def test_a_search_is_withdrawn_and_disappears_from_the_lobbies_of_others(open_page, service):
    ada = lobby(open_page, service)
    look_for(ada, time="calm", name="Ada")
    bruno = lobby(open_page, service)
    open_seek(bruno, "2 minutes").wait_for()
    ada.get_by_role("button", name="Stop looking").click()
    ada.locator(".search").wait_for(state="detached")
    bruno.reload()
    bruno.wait_for_selector(".box")
    assert open_seek(bruno, "2 minutes").count() == 0


def test_the_lobby_does_not_offer_the_own_search(open_page, service):
    ada = lobby(open_page, service)
    look_for(ada, time="long", name="Ada")
    ada.reload()
    ada.locator(".search").wait_for()
    assert open_seek(ada, "30 min").count() == 0
    ada.get_by_role("button", name="Stop looking").click()
    ada.locator(".search").wait_for(state="detached")


def test_a_search_lasts_over_a_reload_and_on_other_screens_and_opens_its_game(open_page, service):
    ada = lobby(open_page, service)
    look_for(ada, time="budget", name="Ada", seats=[2])
    ada.reload()
    ada.locator(".search").wait_for()
    ada.goto(f"{service.address}/#/how-to-play/azul")
    bruno = lobby(open_page, service)
    open_seek(bruno, "10 min").get_by_role("button").click()
    for page in (ada, bruno):
        page.wait_for_selector(".game .player.own")


def test_a_game_that_was_found_does_not_close_the_one_that_is_played(open_page, service):
    ada = lobby(open_page, service)
    look_for(ada, time="days", name="Ada", seats=[2])
    ada.evaluate("location.hash = '#/learn/azul'")
    bruno = lobby(open_page, service)
    open_seek(bruno, "3 days").get_by_role("button").click()
    ada.get_by_text("Your game of Azul: Summer Pavilion is ready.").wait_for()
    ada.get_by_role("link", name="Open the game").click()
    ada.wait_for_selector(".game .player.own")
    assert ada.locator(".search").count() == 0


def test_a_waiting_page_sends_no_requests_until_its_game_is_found(open_page, service):
    ada = open_page("about:blank")
    ada.clock.install()
    ada.goto(f"{service.address}/#/")
    look_for(ada, time="day", name="Ada")
    sent = []
    ada.on("request", lambda request: sent.append(request.url))
    ada.clock.run_for(25_000)
    bruno = lobby(open_page, service)
    open_seek(bruno, "1 day").wait_for()
    assert all(count == 1 for count in Counter(sent).values()), "the lists of the lobby, once more"
    ada.get_by_role("button", name="Stop looking").click()
    ada.locator(".search").wait_for(state="detached")


def test_the_dialog_says_that_the_operator_creates_the_players(open_page, tmp_path):
    open_page.expects("^403 POST .*/players", LOST)
    with serving(tmp_path, BOTTEGA_PLAYERS="closed") as closed:
        page = lobby(open_page, closed)
        page.get_by_role("button", name="Find opponents").first.click()
        page.get_by_role("button", name="Look for opponents").click()
        page.locator("dialog [role=alert]").wait_for()
        page.locator("dialog .identity").click()
        page.get_by_label("Player key").wait_for()
        page.context.close()


@pytest.mark.parametrize(("language", "viewport"), [*zip(LANGUAGES, (DESKTOP, *SIZES.values()), strict=True)])
def test_the_search_is_accessible_in_every_size_and_language(open_page, service, language, viewport):
    body = {"ruleset": "azul", "seats": [2, 3], "rated": True, "clock": {"kind": "budget", "seconds": 1234}}
    other = requested(service, "/players", {"name": "Zora"})["key"]
    seek = requested(service, "/seeks", body, token=other)["seek"]
    page = lobby(open_page, service, language=language, viewport=viewport)
    page.locator(".open-seek").first.wait_for()
    page.locator(".box-ways button:nth-of-type(2)").first.click()
    page.wait_for_selector("dialog .seek-sizes")
    assert_axe_is_content(page, SCHEMES)
    assert not keys_in(page)
    page.locator("dialog [type=submit]").click()
    page.wait_for_selector(".search")
    assert_axe_is_content(page, SCHEMES)
    assert page.evaluate(STICKS_OUT) == 0
    assert not keys_in(page)
    page.locator(".search button").click()
    page.locator(".search").wait_for(state="detached")
    requested(service, f"/seeks/{seek}", token=other, method="DELETE")
