"""Test a season on the page alone: founding, its tables, who rises and falls, and its link at a tournament."""

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.browser.tournament import PATIENCE, STICKS_OUT, button, founded, look, organiser

__all__ = ["organiser"]
UPPER, LOWER = ("Ada", "Bruno", "Carla", "Dario"), ("Elena", "Fabio", "Gino", "Hana")


@pytest.fixture
def evenings(service, organiser):
    """Return the paths of two finished tournaments of computers, one for each division."""
    return [finished(service, organiser, *each) for each in (("Upper evening", UPPER), ("Lower evening", LOWER))]


def finished(service, key, name, entrants):
    """Found a tournament of one game, and set its result; return its path."""
    levels = [{"level": "random", "name": each} for each in entrants]
    path = founded(service, key, {"format": "swiss", "table_size": 4, "rounds": 1}, name=name, entrants=levels)
    requested(service, f"{path}/start", {}, token=key)
    result = {"ranks": [1, 2, 3, 4], "reason": "As on the score sheet."}
    requested(service, f"{path}/rounds/1/tables/1/result", result, token=key, method="PUT")
    return path


def fill_in(page):
    """Fill in the dialog: two divisions with one tournament each, and one player who rises."""
    page.get_by_label("Name", exact=True).fill("Spring league")
    page.get_by_label("Description").fill("Each Friday in spring.")
    page.get_by_label("Upper evening").check()
    button(page, "Add a division").click()
    page.get_by_label("Name of the division").last.fill("Second division")
    page.get_by_label("Lower evening").last.check()
    for field in page.get_by_label("Points for the places").all():
        field.fill("10, 6, 3, 1")
    page.get_by_label("Players or teams who rise and fall between divisions").fill("1")
    assert page.evaluate(STICKS_OUT) == 0
    page.get_by_role("dialog").get_by_role("button", name="Create a season").click()


def rows(page, number):
    """Return the cells of the table of a division."""
    table = page.locator(".cup-standings").nth(number).locator("tbody tr")
    return [" ".join(each.split()) for each in table.all_inner_texts()]


def test_an_organiser_founds_a_season_and_confirms_who_rises(open_page, service, organiser, evenings):
    page = look(open_page, service, "/seasons", organiser, viewport=DESKTOP)
    button(page, "Create a season").click()
    fill_in(page)
    page.get_by_role("heading", name="Second division").wait_for(timeout=PATIENCE)
    assert [row.split()[0] for row in rows(page, 0)] == ["1", "2", "3", "4"]
    assert [row.split()[-1] for row in rows(page, 1)] == ["10", "6", "3", "1"]
    assert "▼ falls" in rows(page, 0)[-1]
    assert "▲ rises" in rows(page, 1)[0]
    confirm(page)
    found_next(page, service)
    stranger = look(open_page, service, evenings[0], viewport=PHONE)
    stranger.get_by_role("link", name="Season: Spring league").click()
    stranger.get_by_role("heading", name="Entrants of the next season").first.wait_for()
    assert stranger.evaluate(STICKS_OUT) == 0
    assert not button(stranger, "Change the season").count()
    button(page, "Delete the season").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the season").click()
    page.get_by_role("heading", name="Seasons").wait_for()


def found_next(page, service):
    """Create the next tournament of the first division: its plan and its entrants are filled in."""
    season = page.url
    names = page.locator(".cup-standings").first.locator("ol li").all_inner_texts()
    page.get_by_role("link", name="Create the next tournament").first.click()
    name = page.get_by_label("Name", exact=True)
    assert name.input_value() == "Upper evening"
    name.fill("Second season")
    for each in names:
        assert page.get_by_role("checkbox", name=each, exact=True).is_checked()
    page.get_by_role("checkbox", name=names[-1], exact=True).uncheck()
    assert page.evaluate(STICKS_OUT) == 0
    button(page, "Create").click()
    page.get_by_role("heading", name="Second season").wait_for(timeout=PATIENCE)
    path = f"/tournaments/{page.url.rpartition('/')[2]}"
    entrants = requested(service, f"{path}/entrants")["entrants"]
    assert [(each["name"], each["kind"]) for each in entrants] == [(each, "level") for each in names[:-1]]
    assert requested(service, path)["stages"] == [{"format": "swiss", "table_size": 4, "rounds": 1}]
    page.goto(season)
    page.get_by_text("Won the play-off.").wait_for()


def confirm(page):
    """Confirm who rises, but keep the last player of the first division there."""
    name = page.locator(".cup-standings").first.locator("tbody tr th").last.locator("bdi").inner_text()
    button(page, "Confirm who rises and falls").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name=name, exact=True).select_option("First division")
    dialog.get_by_label("Reason for the changes").fill("Won the play-off.")
    dialog.get_by_role("button", name="Confirm who rises and falls").click()
    page.get_by_text("Won the play-off.").wait_for()
    assert page.locator(".cup-standings").first.locator("ol li").count() == 5
    assert page.locator(".cup-standings").last.locator("ol li").count() == 3


def test_the_page_and_the_dialogs_of_a_season_are_accessible(open_page, service, organiser, evenings):
    names = [each.rpartition("/")[2] for each in evenings]
    divisions = [{"name": f"Division {number}", "tournaments": [name]} for number, name in enumerate(names, 1)]
    season = requested(service, "/seasons", {"name": "League", "divisions": divisions, "risers": 1}, token=organiser)
    page = look(open_page, service, f"/season/{season['season']}", organiser)
    page.get_by_role("heading", name="Division 2").wait_for()
    assert_axe_is_content(page, SCHEMES)
    for name in ("Change the season", "Confirm who rises and falls"):
        button(page, name).click()
        assert_axe_is_content(page)
        button(page.get_by_role("dialog"), "Close").click()


def test_the_table_of_a_team_league_has_match_points_and_board_points(open_page, service, organiser):
    entrants = [
        {"level": "random", "name": f"{team} {board}", "team": team, "board": board}
        for team in ("Rooks", "Bishops")
        for board in (1, 2)
    ]
    stage = {"format": "round_robin", "table_size": 2}
    path = founded(service, organiser, stage, entrants=entrants, team_matches={"boards": 2}, name="Team evening")
    requested(service, f"{path}/start", {}, token=organiser)
    for table in requested(service, f"{path}/rounds/1")["tables"]:
        ranks = [1, 2] if table["entrants"][0]["entrant"] < 2 else [2, 1]
        result = {"ranks": ranks, "reason": "As on the score sheet."}
        requested(service, f"{path}/rounds/1/tables/{table['table']}/result", result, token=organiser, method="PUT")
    divisions = [{"name": "Teams", "tournaments": [path.rpartition("/")[2]]}]
    body = {"name": "Team league", "divisions": divisions}
    season = requested(service, "/seasons", body, token=organiser)["season"]
    requested(service, f"/seasons/{season}", {"confirmation": {}}, token=organiser, method="PATCH")
    page = look(open_page, service, f"/season/{season}", viewport=PHONE)
    page.get_by_role("columnheader", name="Board points").wait_for(timeout=PATIENCE)
    assert rows(page, 0) == ["1 Rooks 2 24 2", "2 Bishops 0 0 0"]
    assert page.get_by_text("Bishops 2 Bishops").is_visible()
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page, SCHEMES)
