"""Test an evening event as a whole way: entering, the call to the table, the games, the final stage, the podium."""

import random

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content, keys_in
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import arrives, requested
from tests.browser.tournament import PATIENCE, STICKS_OUT, button, founded, look, organiser
from tests.browser.venue import TELEVISION

__all__ = ["organiser"]
STAGES = {"format": "swiss", "rounds": 1, "qualify": 2}, {"format": "knockout"}
NAMES = ("Ada", "Bruno", "Carla", "Dario")


@pytest.fixture
def guests(service):
    """Create the players of the evening; return their keys by name."""
    return {name: requested(service, "/players", {"name": name})["key"] for name in NAMES}


def enter(open_page, service, path, key, **settings):
    """Enter a tournament on its page; return the page."""
    page = look(open_page, service, path, key, **settings)
    button(page, "Take part").click()
    page.get_by_text("You take part as").wait_for()
    return page


def play_round(service, path, guests):
    """Play all running games of a tournament to their end through the API, at random."""
    keys = {requested(service, "/me", token=key)["player"]: key for key in guests.values()}
    entrants = [keys[each["player"]] for each in requested(service, f"{path}/entrants")["entrants"]]
    dice = random.Random(4)
    for table in requested(service, f"{path}/rounds")["rounds"][-1]["tables"]:
        for game in table["games"]:
            play_game(service, game["game_id"], [entrants[each] for each in game["seats"]], dice)


def play_game(service, game, keys, dice):
    path = f"/games/{game}"
    while to_act := requested(service, f"{path}/view", token=keys[0])["to_act"]:
        key = keys[to_act[0]]
        listed = requested(service, f"{path}/actions", token=key)
        body = {"ruleset": "riddle", "decision": listed["decision"], "action": dice.choice(listed["actions"])}
        requested(service, f"{path}/actions", body, token=key)


def test_an_evening_goes_from_the_entry_to_the_podium(open_page, service, organiser, guests):
    path = founded(service, organiser, *STAGES, entrants=[], registration="open")
    ada = enter(open_page, service, path, guests["Ada"], viewport=DESKTOP)
    bruno = enter(open_page, service, path, guests["Bruno"], viewport=PHONE)
    for name in NAMES[2:]:
        requested(service, f"{path}/entrants", {}, token=guests[name])
    screen = look(open_page, service, path.replace("tournaments", "venue"), viewport=TELEVISION)
    requested(service, f"{path}/start", {}, token=organiser)
    for page, name in ((ada, "Ada"), (bruno, "Bruno")):
        page.get_by_text(f"{name}, your table is ready. Please sit down.").wait_for(timeout=PATIENCE)
        assert page.title().startswith("Your table is ready")
        assert_axe_is_content(page, SCHEMES)
        assert page.evaluate(STICKS_OUT) == 0
    bruno.locator(".cup-own a.primary").click()
    bruno.wait_for_selector(".player.own")
    play_round(service, path, guests)
    arrives(bruno.locator(".results"))
    bruno.get_by_role("link", name="Tournament, round 1").click()
    for page in (ada, bruno):
        arrives(page.get_by_role("heading", name="Round 2"))
    play_round(service, path, guests)
    for page in (ada, bruno):
        arrives(page.locator(".cup-podium"))
        assert_podium(page, service, path)
    arrives(screen.locator(".venue .cup-podium"))
    assert_podium(screen, service, path)
    assert screen.get_by_text("Final stage first, then points").is_visible()


def assert_podium(page, service, path):
    """Check the names of the podium, and that the page is accessible."""
    first, second, third, _ = [each["name"] for each in requested(service, f"{path}/standings")["standings"]]
    assert page.locator(".cup-podium li strong").all_inner_texts() == [first, second, third]
    assert page.get_by_role("heading", name=f"{first} wins the tournament").is_visible()
    assert page.evaluate(STICKS_OUT) == 0
    assert not keys_in(page)
    assert_axe_is_content(page, SCHEMES)


def test_the_standings_say_why_a_player_with_fewer_points_ranks_higher(open_page, service, organiser, guests):
    entrants = [{"player": requested(service, "/me", token=key)["player"]} for key in guests.values()]
    path = founded(service, organiser, *STAGES, entrants=entrants)
    requested(service, f"{path}/start", {}, token=organiser)
    page = look(open_page, service, path)
    page.wait_for_selector(".cup-table")
    play_round(service, path, guests)
    arrives(page.locator(".cup-stage"))
    assert page.locator(".cup-stage").all_inner_texts() == ["Final stage: Knock-out", "Stage 1: Swiss"]
    assert page.locator(".cup-order").inner_text().startswith("The final stage counts first")
