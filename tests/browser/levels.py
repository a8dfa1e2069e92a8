"""Test that a player chooses only among AI levels that differ with the number of seats."""

import pytest

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested

RULESET = "riddle"
"""The ruleset with the most seats."""
NOTE = "some levels play about equally well"


@pytest.fixture
def ruleset(service):
    return requested(service, f"/rulesets/{RULESET}")


def nearest(ruleset, offered, level):
    """Return the level, or the next lower one that is offered."""
    order = ruleset["levels"]
    return max((each for each in offered if order.index(each) <= order.index(level)), key=order.index)


def choose_best(page, ruleset):
    """Choose the strongest level for the second seat of a new game; return it."""
    best = ruleset["levels_by_seats"][0]["levels"][-1]
    page.get_by_label("Player 2: Strength").select_option(best)
    return best


def shown(page, seats):
    """Return the levels that a form lists for a seat, and the chosen one."""
    chosen = page.get_by_label(f"Player {seats}: Strength")
    return chosen.locator("option").evaluate_all("all => all.map(({ value }) => value)"), chosen.input_value()


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_levels_of_a_new_game_follow_the_number_of_seats(open_page, service, ruleset, viewport):
    page = open_page(f"{service.address}/#/new/{RULESET}", viewport=viewport)
    best = choose_best(page, ruleset)
    for each in ruleset["levels_by_seats"]:
        seats, offered = each["seats"], each["levels"]
        if seats > ruleset["min_seats"]:
            page.get_by_role("button", name="Add a seat").click()
        assert shown(page, 2) == (offered, nearest(ruleset, offered, best))
        assert shown(page, seats)[0] == offered
        assert page.get_by_text(NOTE).count() == (len(offered) < len(ruleset["levels"]))
    for _ in ruleset["levels_by_seats"][1:]:
        page.get_by_role("button", name="Remove: ").last.click()
    assert shown(page, 2) == (ruleset["levels_by_seats"][0]["levels"], best)


def test_a_game_is_created_with_the_levels_that_the_form_shows(open_page, service, ruleset):
    page = open_page(f"{service.address}/#/new/{RULESET}")
    choose_best(page, ruleset)
    for _ in ruleset["levels_by_seats"][1:]:
        page.get_by_role("button", name="Add a seat").click()
    levels = [shown(page, seat)[1] for seat in range(2, ruleset["max_seats"] + 1)]
    page.locator(".create .primary").click()
    page.wait_for_selector(".player.own")
    info = requested(service, f"/games/{page.url.split('/')[-1]}")
    assert [each["level"] for each in info["seats"][1:]] == levels
