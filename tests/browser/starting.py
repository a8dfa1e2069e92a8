"""Test that open pages show a start and an abort, which are no events, in several real pages at once."""

import pytest

from tests.browser.playing import LEGAL, OFFERED, created, human, requested, sit_down

OPEN = {"kind": "open"}
MAY_ACT = f"{LEGAL}, {OFFERED}"


def gathering(service):
    """Create a game that starts when its open seat is taken."""
    return created(service, "azul", human("Ada"), OPEN, options={"start_seat": 0}, starts="when_seated")


def join(open_page, service, game):
    """Take the open seat in a page of its own, as with the link of an invitation."""
    page = open_page(f"{service.address}/#/join/{game['game_id']}")
    page.fill(".field input", "Bruno")
    page.click(".seat-list .primary")
    page.wait_for_selector(".game")
    return page


def test_the_page_of_the_creator_shows_the_start_of_the_game(open_page, service):
    game = gathering(service)
    ada = sit_down(open_page, service, game, 0)
    ada.wait_for_selector(".waiting-screen")
    bruno = join(open_page, service, game)
    ada.wait_for_selector(".panel.deciding")
    assert ada.locator(MAY_ACT).count()
    bruno.wait_for_selector(".waiting-panel")
    assert "Bruno" in ada.locator(".players").inner_text()


@pytest.mark.parametrize("screen", ["game", "watch"])
def test_the_page_of_a_spectator_shows_the_start_and_the_abort_of_the_game(open_page, service, screen):
    game = gathering(service)
    page = open_page(f"{service.address}/#/{screen}/{game['game_id']}")
    page.wait_for_selector(".players")
    assert "Bruno" not in page.locator(".players").inner_text()
    bruno = join(open_page, service, game)
    page.wait_for_selector(".players >> text=Bruno")
    requested(service, f"/games/{game['game_id']}/abort", token=game["creator_token"], method="POST")
    bruno.wait_for_selector("text=The game was aborted")
    page.wait_for_selector("text=The game was aborted")
