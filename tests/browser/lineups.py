"""Test that teams meet on the page, captains set line-ups, and an organiser keeps groups of entrants apart."""

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content, keys_in
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.browser.tournament import ALL_OPEN, PATIENCE, STICKS_OUT, button, decide, look, organiser

__all__ = ["organiser"]
LIST = "Ada [Rooks]\nBruno [Rooks]\nCyril [Rooks]\nDana [Bishops]\nEmil [Bishops]"
SWISS = {"format": "swiss", "rounds": 2}


def found_match(page):
    """Found a round robin of teams at two boards, with a list of guests in two teams."""
    page.get_by_label("Name", exact=True).fill("League")
    page.get_by_role("combobox", name="Game", exact=True).select_option("riddle")
    page.get_by_label("Format").select_option(label="Round robin")
    page.locator("[name='stages.rounds']").fill("0")
    page.get_by_text("Matches of teams").click()
    page.get_by_label("Boards of a match of teams").fill("2")
    page.get_by_label("Next round").select_option("organiser")
    assert page.evaluate(STICKS_OUT) == 0
    button(page, "Create").click()
    page.get_by_label("Names, one a line").fill(LIST)
    page.locator(".cup-add button[type=submit]").click()
    page.get_by_text("5 players were added.").wait_for()


def put_on_board(page, team, board, name):
    page.locator("summary", has_text="Line-ups").click()
    lineup = page.get_by_role("form", name=f"{team}: line-up for round 1")
    lineup.get_by_label(f"Board {board}").select_option(label=name)
    lineup.get_by_role("button", name="Set the line-up").click()


def pair_next(page):
    button(page, "Pair the next round").click(timeout=PATIENCE)
    page.locator(".cup-preview li").first.wait_for()
    button(page, "Pair this round").click()


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_teams_meet_by_their_line_ups(open_page, service, organiser, viewport):
    page = look(open_page, service, "/new-tournament", organiser, viewport=viewport)
    found_match(page)
    path = f"/tournaments/{page.url.rpartition('/')[2]}"
    put_on_board(page, "Rooks", 1, "Cyril")
    page.get_by_text("Reserves: Ada").wait_for()
    page.evaluate(ALL_OPEN)
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page, SCHEMES)
    button(page, "Start").click()
    pair_next(page)
    page.locator(".cup-part h3", has_text="Rooks").wait_for(timeout=PATIENCE)
    tables = requested(service, f"{path}/rounds/1")["tables"]
    assert [{each["entrant"] for each in table["entrants"]} for table in tables] == [{2, 3}, {1, 4}]
    page.get_by_role("form", name="Rooks: line-up").wait_for(state="detached")
    decide(service, path, organiser)
    page.wait_for_selector(".cup-status.over", timeout=PATIENCE)
    page.get_by_role("columnheader", name="Match points").wait_for(timeout=PATIENCE)
    page.evaluate(ALL_OPEN)
    page.get_by_text("Rooks: line-up set for round 1").wait_for()
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page, SCHEMES)
    assert not keys_in(page)
    page.goto(f"{service.address}/#/venue/{path.rpartition('/')[2]}")
    page.locator(".venue-standings bdi", has_text="Bishops").wait_for(timeout=PATIENCE)


def with_four(service, organiser):
    """Create a Swiss of four whose rounds the organiser creates; return its path."""
    entrants = [{"level": "random", "name": name} for name in ("Ada", "Bruno", "Cyril", "Dana")]
    plan = {"name": "Cup", "ruleset": "riddle", "stages": [SWISS], "entrants": entrants, "next_round": "organiser"}
    return f"/tournaments/{requested(service, '/tournaments', plan, token=organiser)['tournament']}"


def test_an_organiser_names_groups_who_do_not_meet(open_page, service, organiser):
    path = with_four(service, organiser)
    page = look(open_page, service, path, organiser)
    button(page, "Change").click()
    groups = page.get_by_label("Others who do not meet")
    groups.fill("Ada, Bruno, Gino")
    page.get_by_text("No entrant has this name: Gino.").wait_for()
    assert page.locator("dialog .primary").is_disabled()
    groups.fill("Ada, Bruno, Cyril, Dana")
    page.locator("dialog .primary").click()
    page.locator("dialog").wait_for(state="detached")
    assert requested(service, path)["keep_apart"]["groups"] == [[0, 1, 2, 3]]
    button(page, "Start").click()
    button(page, "Pair the next round").click(timeout=PATIENCE)
    page.locator("dialog").get_by_text("no pairing of the round avoids it").first.wait_for()
    assert_axe_is_content(page, SCHEMES)


def test_the_large_screen_shows_who_meets_against_the_wish(open_page, service, organiser):
    players = [requested(service, "/players", {"name": name})["player"] for name in ("Ada", "Bruno", "Cyril", "Dana")]
    plan = {"name": "Cup", "ruleset": "riddle", "stages": [SWISS], "keep_apart": {"groups": [[0, 1, 2, 3]]}}
    entrants = [{"player": each} for each in players]
    sent = requested(service, "/tournaments", {**plan, "entrants": entrants}, token=organiser)
    requested(service, f"/tournaments/{sent['tournament']}/start", {}, token=organiser)
    page = look(open_page, service, f"/venue/{sent['tournament']}", viewport=DESKTOP)
    page.get_by_text("These players meet although they should not:").wait_for(timeout=PATIENCE)
    page.get_by_text("no pairing of the round avoids it").first.wait_for()
    assert page.evaluate(STICKS_OUT) == 0
