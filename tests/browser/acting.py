"""Test what the web client shows of the moves of others, and how a player acts on the board."""

import pytest

from tests.browser.playing import created, human, play, sit_down

MOVED = ".table [data-moved]"


def two_browsers(open_page, service, ruleset="azul", **settings):
    """Open a game of two human players in two browsers; return both pages."""
    options = {"start_seat": 0} if ruleset == "azul" else {}
    game = created(service, ruleset, human("Ada"), human("Bruno"), options=options)
    return [sit_down(open_page, service, game, seat, **settings) for seat in (0, 1)]


def acts(page):
    """Play until the log of a page has an event more."""
    page.wait_for_selector(".panel.deciding")
    before = page.locator(".entry").count()
    play(page, until=lambda now: now.locator(".entry").count() > before)


@pytest.mark.parametrize("is_plain", [False, True], ids=["drawn", "plain"])
def test_what_an_opponent_has_moved_is_marked_until_the_next_action(open_page, service, is_plain):
    ada, bruno = two_browsers(open_page, service)
    if is_plain:
        ada.click(".board-switch")
    acts(ada)
    assert ada.locator(MOVED).count() == 0
    acts(bruno)
    ada.wait_for_selector(f"{MOVED} >> visible=true")
    play(ada, until=lambda page: page.locator(".selection").count() > 0)
    assert ada.locator(MOVED).count() > 0
    acts(ada)
    assert ada.locator(MOVED).count() == 0


def test_the_latest_moves_are_shown_again(open_page, service):
    ada, bruno = two_browsers(open_page, service)
    acts(ada)
    acts(bruno)
    ada.wait_for_selector(".show-again")
    ada.click("h1", force=True)
    ada.keyboard.press("Shift+ArrowLeft")
    ada.wait_for_selector(".is-past")
    assert ada.locator(".slider-number").inner_text() == "1/2"
    ada.wait_for_selector(".is-past", state="detached")
    assert ada.locator(".panel.deciding").count() == 1
