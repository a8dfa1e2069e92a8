"""Test that a player plans moves while others act, and sees what becomes of them."""

import pytest

from tests.browser.accessibility import assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import LEGAL, created, human, point_at, requested, sit_down

AZUL = {"options": {"start_seat": 0}}
CONFIRM = ".plans .selected-action .primary"
ENTRIES = ".log .entry"


def act(service, game, seat, action=None):
    """Submit an action of a seat through the API, by default the first legal one; return it."""
    path, token = f"/games/{game['game_id']}", game["tokens"][seat]["token"]
    listed = requested(service, f"{path}/actions", token=token)
    chosen = action or listed["actions"][0]
    body = {"ruleset": "azul", "decision": listed["decision"], "action": chosen}
    requested(service, f"{path}/actions", body, token=token)
    return chosen


def queued(service, game):
    return requested(service, f"/games/{game['game_id']}/queue", token=game["tokens"][0]["token"])["actions"]


def waiting(open_page, service, **settings):
    """Open a game in which the first seat has acted and waits for the second."""
    game = created(service, "azul", human("Ada"), human("Bruno"), **AZUL)
    act(service, game, 0)
    return game, sit_down(open_page, service, game, 0, **settings)


def plan(page):
    """Plan the first move that the board offers."""
    page.get_by_role("button", name="Plan a move").click()
    point_at(page, page.locator(LEGAL).first)
    page.locator(CONFIRM).click()
    page.locator(".planned li").wait_for()


def test_a_planned_move_is_played_when_the_turn_begins(open_page, service):
    game, page = waiting(open_page, service)
    plan(page)
    [planned] = queued(service, game)
    path, token = f"/games/{game['game_id']}", game["tokens"][1]["token"]
    actions = requested(service, f"{path}/actions", token=token)["actions"]
    act(
        service,
        game,
        1,
        next(each for each in actions if each["source"] not in ("centre", planned["action"]["source"])),
    )
    page.locator(ENTRIES).nth(2).wait_for()
    page.locator(".waiting-panel .planned:empty").wait_for(state="attached")
    event = requested(service, f"{path}/events?after=2")["events"][0]
    assert (event["seat"], event["action"]) == (0, planned["action"])


def test_a_planned_move_is_removed(open_page, service):
    game, page = waiting(open_page, service)
    plan(page)
    page.locator(".planned").get_by_role("button").click()
    page.locator(".planned li").wait_for(state="detached")
    assert queued(service, game) == []


def test_a_player_is_informed_that_a_planned_move_has_become_illegal(open_page, service):
    game, page = waiting(open_page, service)
    plan(page)
    [planned] = queued(service, game)
    act(service, game, 1, planned["action"])
    page.locator(".deciding .notice", has_text="Your planned move is not legal now.").wait_for()
    page.locator(LEGAL).first.wait_for()
    assert_axe_is_content(page)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_move_of_another_player_keeps_the_selection(open_page, service, viewport):
    game = created(service, "azul", human("Ada"), human("Bruno"), human("Carla"), **AZUL)
    act(service, game, 0)
    page = sit_down(open_page, service, game, 0, viewport=viewport)
    page.get_by_role("button", name="Plan a move").click()
    point_at(page, page.locator(LEGAL).first)
    page.locator(CONFIRM).wait_for()
    assert_axe_is_content(page)
    act(service, game, 1)
    page.locator(ENTRIES).nth(1).wait_for()
    assert page.locator(CONFIRM).is_visible()


def test_no_move_is_planned_in_a_game_with_a_short_clock(open_page, service):
    clock = {"kind": "per_decision", "seconds": 60}
    game = created(service, "azul", human("Ada"), human("Bruno"), clock=clock, **AZUL)
    page = sit_down(open_page, service, game, 0)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    act(service, game, 0)
    page.locator(".entry").first.wait_for()
    page.wait_for_selector(".waiting-panel")
    assert not [url for url in requests if url.endswith("/queue")]
    assert page.get_by_role("button", name="Plan a move").count() == 0
