"""Test that an organiser enters teams on the page, keeps team mates apart, and sees and prints the team standings."""

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content, keys_in
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.browser.tournament import ALL_OPEN, PATIENCE, STICKS_OUT, button, decide, look, organiser

__all__ = ["organiser"]
LIST = "Ada [Rooks]\nBruno [Rooks]\nCyril [Bishops]\nDana [Bishops]"


def found_match(page):
    """Found a Swiss of two rounds in which team mates do not meet."""
    page.get_by_label("Name", exact=True).fill("Team match")
    page.get_by_role("combobox", name="Game", exact=True).select_option("riddle")
    page.get_by_role("spinbutton", name="Rounds", exact=True).fill("2")
    page.get_by_text("Pairing and places").click()
    page.get_by_label("Team mates do not meet").check()
    page.get_by_label("Next round").select_option("organiser")
    assert page.evaluate(STICKS_OUT) == 0
    button(page, "Create").click()
    page.get_by_label("Names, one a line").wait_for()


def pair_next(page):
    button(page, "Pair the next round").click(timeout=PATIENCE)
    button(page, "Pair this round").click()


def meetings(service, path, number):
    tables = requested(service, f"{path}/rounds/{number}")["tables"]
    return [{each["entrant"] for each in table["entrants"]} for table in tables]


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_team_mates_do_not_meet_and_their_team_has_a_place(open_page, service, organiser, viewport):
    page = look(open_page, service, "/new-tournament", organiser, viewport=viewport)
    found_match(page)
    path = f"/tournaments/{page.url.rpartition('/')[2]}"
    page.get_by_label("Names, one a line").fill(LIST)
    page.locator(".cup-add button[type=submit]").click()
    page.get_by_text("4 players were added.").wait_for()
    button(page, "Team: Bruno").click()
    page.get_by_role("spinbutton", name="Board", exact=False).fill("1")
    page.locator("dialog .primary").click()
    page.get_by_text("Rooks, board 1").wait_for()
    button(page, "Start").click()
    for number in (1, 2):
        pair_next(page)
        page.get_by_role("heading", name=f"Round {number}").wait_for(timeout=PATIENCE)
        assert {0, 1} not in meetings(service, path, number)
        decide(service, path, organiser)
    page.wait_for_selector(".cup-status.over", timeout=PATIENCE)
    shown = requested(service, f"{path}/standings")["teams"]
    page.locator(".cup-teams tbody tr:first-child bdi", has_text=shown[0]["team"]).wait_for(timeout=PATIENCE)
    assert page.locator(".cup-teams tbody tr").count() == len(shown) == 2
    page.evaluate(ALL_OPEN)
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page, SCHEMES)
    assert not keys_in(page)
    page.goto(f"{service.address}/#/print/{path.rpartition('/')[2]}/standings")
    page.locator(".sheet .cup-teams").wait_for()


def test_a_round_names_team_mates_who_must_meet(open_page, service, organiser):
    entrants = [{"level": "random", "name": name, "team": "Rooks"} for name in ("Ada", "Bruno")]
    plan = {"name": "Cup", "ruleset": "riddle", "stages": [{"format": "swiss", "rounds": 1}], "entrants": entrants}
    sent = requested(service, "/tournaments", {**plan, "keep_apart": {"team_mates": True}}, token=organiser)
    path = f"/tournaments/{sent['tournament']}"
    requested(service, f"{path}/start", {}, token=organiser)
    page = look(open_page, service, path)
    page.get_by_text("These players meet although they should not:").wait_for(timeout=PATIENCE)
    page.get_by_text("no pairing of the round avoids it").wait_for()
