"""Test games of teams and of all players together, from packages: who plays with whom, and who has won."""

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import created, human, requested, sit_down
from tests.workers.packages import serving_packages

NAMES = ("Ada", "Bruno", "Carla", "Dario")
ENOUGH = 10
"""More turns than a game of Fireworks has."""


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """Run a service with a game of two teams, and with a cooperative one."""
    with serving_packages(tmp_path_factory.mktemp("packages"), ("odds_and_evens", "fireworks")) as served:
        yield served


def act(service, game, seat, action):
    token = next(each["token"] for each in game["tokens"] if each["seat"] == seat)
    path = f"/games/{game['game_id']}"
    decision = requested(service, f"{path}/actions", token=token)["decision"]
    return requested(
        service, f"{path}/actions", {"ruleset": game["ruleset"], "decision": decision, "action": action}, token=token
    )


def texts(page, selector):
    return [each.strip() for each in page.locator(selector).all_inner_texts()]


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_players_see_their_teams_during_the_game_and_the_winning_team_at_its_end(open_page, service, viewport):
    game = created(service, "odds_and_evens", *map(human, NAMES), options={"rounds": 1})
    page = sit_down(open_page, service, game, 1, viewport=viewport)
    page.wait_for_selector(".player-team")
    assert texts(page, ".player-team") == ["Evens", "Odds", "Evens", "Odds"]
    assert_axe_is_content(page, SCHEMES)
    for seat, fingers in enumerate((1, 1, 1, 2)):
        act(service, game, seat, {"type": "choose_fingers", "fingers": fingers})
    page.wait_for_selector("#over-title:has-text('You win!')")
    page.wait_for_selector(".score-sheet tbody:not([aria-busy=true]) tr")
    heads = texts(page, ".score-sheet thead th small")
    assert [each.replace("\u00a0", " ") for each in heads] == ["★ Odds", "★ Odds", "Evens", "Evens"]
    assert texts(page, ".player-note") == ["Lost", "Won", "Lost", "Won"]
    assert_axe_is_content(page, SCHEMES)


def test_players_see_that_all_have_lost_together(open_page, service):
    game = created(service, "fireworks", *map(human, NAMES[:2]))
    page = sit_down(open_page, service, game, 0)
    page.wait_for_selector(".plain-card h3")
    assert texts(page, ".plain-card h3") == list(NAMES[:2])
    page.get_by_role("button", name="Resign", exact=True).click()
    assert page.locator("dialog p").first.inner_text() == "The game ends. All players lose together."
    page.keyboard.press("Escape")
    for number in range(ENOUGH):
        if not requested(service, f"/games/{game['game_id']}/view")["to_act"]:
            break
        act(service, game, number % 2, {"type": "play_card", "position": 0})
    page.wait_for_selector("#over-title:has-text('All players lose together')")
    assert page.locator(".player-team").count() == 0
    assert page.locator(".laurel").count() == 0
    assert texts(page, ".player-note") == ["Lost", "Lost"]
