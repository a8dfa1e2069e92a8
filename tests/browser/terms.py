"""Test what surrounds the moves of a game: clocks, undo, resignation, rematch, and the ways into a game."""

import re

from tests.browser.playing import created, human, play, requested, sit_down

CALM = {"clock": {"kind": "budget", "seconds": 600}, "absence": {"on_timeout": "forfeit"}}
FIRST = {"options": {"start_seat": 0}}


def signed_up(page, name):
    """Create a player in the open dialog."""
    page.locator("dialog .field input").first.fill(name)
    page.locator("dialog form .primary").first.click()


def test_each_player_sees_the_time_left_and_whose_turn_it_is(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), **CALM, **FIRST)
    ada, bruno = (sit_down(open_page, service, game, seat) for seat in (0, 1))
    ada.wait_for_function("() => document.title.startsWith('● Your turn')")
    assert re.fullmatch(r"9:\d\d|10:00", ada.locator(".player.own .clock.running").inner_text())
    assert bruno.locator(".player.own .clock:not(.running)").inner_text() == "10:00"
    assert bruno.title().startswith("Azul")


def test_a_player_is_warned_before_the_time_is_up(open_page, service):
    clock = {"clock": {"kind": "per_decision", "seconds": 19}, "absence": {"on_timeout": "forfeit"}}
    game = created(service, "azul", human("Ada"), human("Bruno"), **clock, **FIRST)
    page = sit_down(open_page, service, game, 0)
    page.wait_for_selector(".panel .hurry .clock.low")


def test_an_own_move_is_undone_and_struck_out_in_the_log(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), undo="own", **FIRST)
    page = sit_down(open_page, service, game, 0)
    assert page.get_by_role("button", name="Undo", exact=True).is_disabled()
    play(page, until=lambda now: now.locator(".entry").count() > 0)
    page.get_by_role("button", name="Undo", exact=True).click()
    page.wait_for_selector(".entry.undone")
    assert "Ada goes back to the start" in page.locator(".entry").nth(1).inner_text()
    page.wait_for_selector(".panel.deciding")
    assert requested(service, f"/games/{game['game_id']}/view")["version"] == 2


def test_an_undo_that_others_must_allow_is_offered_to_them(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), undo="consent", **FIRST)
    ada, bruno = (sit_down(open_page, service, game, seat) for seat in (0, 1))
    play(ada, until=lambda now: now.locator(".entry").count() > 0)
    play(bruno, until=lambda now: now.locator(".entry").count() > 1)
    ada.get_by_role("button", name="Undo", exact=True).click()
    ada.wait_for_selector(".notice:has-text('must agree')")
    bruno.get_by_role("button", name="Agree").click()
    for page in (ada, bruno):
        page.wait_for_selector(".entry.undone")
    assert requested(service, f"/games/{game['game_id']}/view")["to_act"] == [0]


def test_a_seat_that_a_level_has_taken_over_is_taken_back(open_page, service):
    clock = {"clock": {"kind": "per_decision", "seconds": 1}, "absence": {"on_timeout": "level", "level": "random"}}
    game = created(service, "azul", human("Ada"), human("Bruno"), **clock, **FIRST)
    page = sit_down(open_page, service, game, 0)
    page.get_by_role("button", name="Take my seat back").click(timeout=60_000)
    page.wait_for_selector(".entry:has-text('plays again')")
    assert page.locator(".entry .substitute").count() > 0


def test_a_game_is_created_with_its_terms(open_page, service):
    page = open_page(f"{service.address}/#/new/azul")
    page.locator(".terms summary").click()
    page.get_by_role("combobox", name="Time", exact=True).select_option("budget")
    page.get_by_label("Undo").select_option("consent")
    page.get_by_label("Who can find the game").select_option("unlisted")
    page.locator(".create .primary").click()
    page.wait_for_selector(".player .clock")
    view = requested(service, f"/games/{page.url.split('/')[-1]}/view")
    assert (view["undo"], view["clock"]["kind"], view["absence"]["on_timeout"]) == ("consent", "budget", "level_once")
    assert view["absence"]["level"] == "normal"


def test_one_click_starts_a_game_against_the_computer(open_page, service):
    page = open_page(f"{service.address}/#/")
    page.get_by_role("button", name="Play against the computer").first.click()
    page.wait_for_selector(".player.own")
    assert page.locator(".player").count() == 2


def test_two_players_who_look_for_opponents_meet_and_find_their_game_on_another_device(open_page, service):
    pages = [open_page(f"{service.address}/#/") for _ in range(2)]
    for page, name in zip(pages, ("Ada", "Bruno"), strict=True):
        page.get_by_role("button", name="Find opponents").first.click()
        page.locator("dialog").get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Look for opponents").click()
    for page in pages:
        page.wait_for_selector(".player.own")
    assert_found_elsewhere(open_page, service, pages[0], "Ada")


def assert_found_elsewhere(open_page, service, page, name):
    """Check that the player who is signed in on a page finds the game on another device."""
    key = page.evaluate("localStorage.getItem('bottega.key')")
    other = open_page(f"{service.address}/#/")
    other.locator(".top .identity").click()
    other.locator("dialog input[type=password]").fill(key)
    other.locator("dialog form").last.locator("button").click()
    other.locator("section[aria-labelledby=account-title] .game-link").first.click()
    other.wait_for_selector(f".player.own:has-text('{name}')")


def test_signed_in_players_create_and_join_a_rated_game(open_page, service):
    ada, bruno = (open_page(f"{service.address}/#/new/azul") for _ in range(2))
    ada.click(".terms summary")
    assert ada.get_by_label("Rated game").is_disabled()
    for page, name in ((ada, "Ada"), (bruno, "Bruno")):
        page.locator(".top .identity").click()
        signed_up(page, name)
        page.wait_for_selector(f".top .identity:has-text('{name}')")
    ada.get_by_label("Rated game").check()
    ada.get_by_label("Player 1: Name").fill("Ada")
    ada.get_by_label("Player 2: Player").select_option("open")
    ada.locator(".create .primary").click()
    ada.wait_for_url("**/#/game/*")
    game = ada.url.rpartition("/")[2]
    bruno.goto(f"{service.address}/#/join/{game}")
    bruno.get_by_role("button", name="Take seat 2").click()
    bruno.wait_for_selector(".player.own:has-text('Bruno')")
    info = requested(service, f"/games/{game}")
    assert info["rated"]
    assert all(seat["player"] for seat in info["seats"])
    for page, name in ((ada, "Ada"), (bruno, "Bruno")):
        assert_found_elsewhere(open_page, service, page, name)
