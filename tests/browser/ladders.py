"""Test a ladder on the page alone: two players enter, one challenges the other and wins, and they change places."""

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.browser.tournament import PATIENCE, STICKS_OUT, button, look, organiser

__all__ = ["organiser"]
NAMES = ("Ada", "Bruno")


@pytest.fixture
def players(service):
    """Create two players; return their keys."""
    return [requested(service, "/players", {"name": name})["key"] for name in NAMES]


def found(open_page, service, key, order="By place"):
    """Found a ladder with an order on the page; return the page."""
    page = look(open_page, service, "/new-tournament", key, viewport=DESKTOP)
    page.get_by_label("Name", exact=True).fill("Club ladder")
    page.get_by_role("combobox", name="Game", exact=True).select_option("riddle")
    page.get_by_label("Format").select_option(label="Ladder")
    page.get_by_label("Order and challenges").select_option(label=order)
    page.get_by_label("Hours before the same two meet again").fill("0")
    assert page.evaluate(STICKS_OUT) == 0
    button(page, "Create").click()
    button(page, "Start").wait_for()
    return page


def places(page):
    """Return the names in the standings, by place."""
    return page.locator(".cup-standings tbody th bdi").all_inner_texts()


def is_first(page, name):
    page.locator(".cup-standings tbody tr").first.get_by_text(name, exact=True).wait_for(timeout=PATIENCE)


def test_two_players_of_a_ladder_enter_challenge_play_and_change_places(open_page, service, organiser, players):
    founded = found(open_page, service, organiser)
    path = f"/tournaments/{founded.url.rpartition('/')[2]}"
    ada, bruno = (
        look(open_page, service, path, key, viewport=size) for key, size in zip(players, (DESKTOP, PHONE), strict=True)
    )
    for page in (ada, bruno):
        button(page, "Take part").click()
        page.get_by_text("You take part as").wait_for()
    button(founded, "Start").click()
    bruno.get_by_text("You are in the ladder as Bruno.").wait_for(timeout=PATIENCE)
    is_first(bruno, "Ada")
    assert places(ada) == [*NAMES]
    assert not ada.get_by_role("button", name="Challenge").count()
    assert bruno.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(bruno, SCHEMES)
    button(bruno, "Challenge Ada").click()
    for page in (ada, bruno):
        page.locator(".cup-own a.primary").wait_for(timeout=PATIENCE)
    assert not bruno.get_by_role("button", name="Challenge").count()
    ada.locator(".cup-own a.primary").click()
    ada.wait_for_selector(".player.own")
    (game,) = requested(service, f"{path}/rounds")["rounds"][0]["tables"][0]["games"]
    requested(service, f"/games/{game['game_id']}/resign", {}, token=players[0])
    is_first(bruno, "Bruno")
    assert places(bruno) == ["Bruno", "Ada"]
    assert bruno.locator(".cup-standings").get_by_text("1 place up").count() == 1
    bruno.locator(".cup-log summary").click()
    bruno.get_by_text("Bruno challenges Ada").wait_for()
    assert_axe_is_content(bruno, SCHEMES)
    end(founded)
    bruno.wait_for_selector(".cup-podium", timeout=PATIENCE)


def test_a_ladder_by_rating_offers_challenges_above_and_below(open_page, service, organiser, players):
    founded = found(open_page, service, organiser, "By rating")
    path = f"/tournaments/{founded.url.rpartition('/')[2]}"
    ada, bruno = (look(open_page, service, path, key, viewport=PHONE) for key in players)
    for page in (ada, bruno):
        button(page, "Take part").click()
        page.get_by_text("You take part as").wait_for()
    button(founded, "Start").click()
    button(bruno, "Challenge Ada").wait_for(timeout=PATIENCE)
    assert ada.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(ada, SCHEMES)
    button(ada, "Challenge Bruno").click()
    bruno.locator(".cup-own a.primary").wait_for(timeout=PATIENCE)
    (game,) = requested(service, f"{path}/rounds")["rounds"][0]["tables"][0]["games"]
    requested(service, f"/games/{game['game_id']}/resign", {}, token=players[0])
    is_first(ada, "Bruno")
    ada.locator(".cup-standings").get_by_text("1016").wait_for()
    ada.locator(".cup-standings").get_by_text("984").wait_for()


def end(page):
    """End the ladder as its organiser."""
    button(page, "End the ladder").click()
    page.get_by_role("dialog").get_by_role("button", name="End the ladder").click()
    page.wait_for_selector(".cup-status.over", timeout=PATIENCE)
