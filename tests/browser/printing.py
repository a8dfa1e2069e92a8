"""Test what the printer gets of a tournament and of a game: pairings, result slips, standings and score sheets."""

import re

import pytest

from tests.browser.accessibility import assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.browser.tournament import PATIENCE, STICKS_OUT, look, organiser

__all__ = ["organiser"]
PLAYERS = 23
SHEETS = {
    "tables": ".sheet-table",
    "names": ".sheet-index",
    "slips": ".slip",
    "standings": ".cup-standings tbody",
    "scores": ".score-page",
}
INK = "element => getComputedStyle(element).color"
WHITE_PAPER_INK = "rgb(42, 32, 25)"
"""The ink of a light page."""


@pytest.fixture(scope="session")
def evening(service, organiser):
    """Play a round of 23 AI players in fours to its end; return the path of the tournament."""
    plan = {
        "name": "Club evening",
        "ruleset": "riddle",
        "stages": [{"format": "swiss", "table_size": 4, "rounds": 1}],
        "entrants": [{"level": "random", "name": f"Player {number}"} for number in range(1, PLAYERS + 1)],
    }
    path = f"/tournaments/{requested(service, '/tournaments', plan, token=organiser)['tournament']}"
    requested(service, f"{path}/start", {}, token=organiser)
    return path


def opened(open_page, service, path, sheet, **settings):
    """Open a sheet once the tournament is over."""
    page = look(open_page, service, path, **settings)
    page.wait_for_selector(".cup-status.over", timeout=PATIENCE)
    page.goto(f"{service.address}/#{path.replace('tournaments', 'print')}/{sheet}")
    page.wait_for_selector(SHEETS[sheet], timeout=PATIENCE)
    return page


def pages_of(page, size):
    """Return the number of pages on which the browser prints."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size, prefer_css_page_size=True)))


def printed(page):
    """List the lines that the printer gets."""
    page.emulate_media(media="print")
    return page.locator("body").inner_text().splitlines()


def test_a_page_about_a_tournament_leads_to_its_sheets(open_page, service, evening):
    page = look(open_page, service, evening)
    page.get_by_role("link", name="Print", exact=True).click()
    page.wait_for_selector(".sheet-table", timeout=PATIENCE)
    page.get_by_role("link", name="Pairings by name", exact=True).click()
    page.wait_for_selector(".sheet-index", timeout=PATIENCE)
    names = page.locator(".sheet-index strong").all_inner_texts()
    assert names == [f"Player {number}" for number in range(1, PLAYERS + 1)]


@pytest.mark.parametrize("sheet", SHEETS)
def test_nothing_but_the_sheet_is_printed(open_page, service, evening, sheet):
    page = opened(open_page, service, evening, sheet)
    expected = page.locator(".sheet").inner_text().splitlines()
    assert "Bottega" not in printed(page)
    assert [each for each in printed(page) if each not in expected] == []


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("sheet", ["tables", "names", "standings"])
def test_a_sheet_of_a_club_evening_fits_on_one_page(open_page, service, evening, sheet, size):
    assert pages_of(opened(open_page, service, evening, sheet), size) == 1


def test_four_result_slips_fit_on_a_page(open_page, service, evening):
    page = opened(open_page, service, evening, "slips")
    assert (page.locator(".slip").count(), pages_of(page, "A4")) == (6, 2)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_is_accessible_on_the_screen(open_page, service, evening, sheet, viewport):
    page = opened(open_page, service, evening, sheet, viewport=viewport)
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page, ("light", "dark"))


def test_a_dark_page_is_printed_in_the_colours_of_a_light_one(open_page, service, evening):
    page = look(open_page, service, evening, scheme="dark")
    title = page.locator("h1")
    assert title.evaluate(INK) != WHITE_PAPER_INK
    page.emulate_media(media="print", color_scheme="dark")
    assert title.evaluate(INK) == WHITE_PAPER_INK


def test_the_score_sheet_of_a_game_is_printed_alone(open_page, service, evening):
    opened(open_page, service, evening, "tables")
    game = requested(service, f"{evening}/rounds")["rounds"][0]["tables"][0]["games"][0]["game_id"]
    page = open_page(f"{service.address}/#/game/{game}")
    page.wait_for_selector(".score-sheet tbody tr")
    page.emulate_media(media="print")
    assert page.locator(".results h2, .results table").count() == page.locator("h2:visible, table:visible").count() == 2
    assert page.locator(".top:visible, .board:visible, button:visible, a:visible").count() == 0
