"""Test a knock-out of teams: founding it, its bracket with board results, live, on the large screen and on paper."""

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content, keys_in
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.lineups import pair_next
from tests.browser.playing import requested
from tests.browser.tournament import ALL_OPEN, PATIENCE, STICKS_OUT, button, look, organiser

__all__ = ["organiser"]
TEAMS = ("Rooks", "Bishops", "Knights", "Queens")
LIST = "\n".join(f"{team} {board} [{team}]" for team in TEAMS for board in (1, 2))
SLOTS = ".cup-bracket .bracket-name"


def found_cup(page):
    """Found a knock-out of teams at two boards, with a list of guests in four teams."""
    page.get_by_label("Name", exact=True).fill("Team cup")
    page.get_by_role("combobox", name="Game", exact=True).select_option("riddle")
    page.get_by_label("Format").select_option("knockout")
    page.get_by_text("Matches of teams").click()
    page.get_by_label("Boards of a match of teams").fill("2")
    page.get_by_label("Match points of a team").select_option("3,1,0")
    page.get_by_text("goes to the team with more points at the first board where they differ").wait_for()
    page.get_by_label("Next round").select_option("organiser")
    assert page.evaluate(STICKS_OUT) == 0
    button(page, "Create").click()
    page.get_by_label("Names, one a line").fill(LIST)
    page.locator(".cup-add button[type=submit]").click()
    page.get_by_text("8 players were added.").wait_for()


def decide(service, path, key, match, *winners):
    """Set the results of a match of teams: each board is won by the team with this number."""
    latest = requested(service, f"{path}/rounds")["rounds"][-1]
    tables = {each["table"]: each["entrants"] for each in latest["tables"]}
    teams = {each["entrant"]: each["team"] for each in requested(service, f"{path}/entrants")["entrants"]}
    shown = latest["team_matches"][match]
    for table, winner in zip(shown["tables"], winners, strict=True):
        won = shown["teams"][winner]["team"]
        ranks = [1 if teams[each["entrant"]] == won else 2 for each in tables[table]]
        address = f"{path}/rounds/{latest['round']}/tables/{table}/result"
        requested(service, address, {"ranks": ranks, "reason": "As played."}, token=key, method="PUT")
    return [each["team"] for each in shown["teams"]]


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_knockout_of_teams_is_founded_and_followed_live(open_page, service, organiser, viewport):
    page = look(open_page, service, "/new-tournament", organiser, viewport=viewport)
    found_cup(page)
    path = f"/tournaments/{page.url.rpartition('/')[2]}"
    assert requested(service, path)["team_matches"] == {"boards": 2, "match_points": [3, 1, 0]}
    button(page, "Start").click()
    pair_next(page)
    page.locator(".cup-part h3", has_text="Rooks").wait_for(timeout=PATIENCE)
    page.evaluate("window.isTheSame = true")
    one, other = decide(service, path, organiser, 0, 1, 0)
    page.get_by_text(f"Level on board points. {other}: more points at the first board where they differ.").wait_for()
    assert page.locator(f"{SLOTS}.on").all_inner_texts().count(other) == 0
    page.locator(f"{SLOTS}.on", has_text=other).wait_for()
    page.locator(f"{SLOTS}.out", has_text=one).wait_for()
    page.locator(SLOTS, has_text="12").nth(1).wait_for()
    decide(service, path, organiser, 1, 0, 0)
    pair_next(page)
    page.locator(".cup-part h3", has_text=other).wait_for(timeout=PATIENCE)
    page.evaluate(ALL_OPEN)
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page, SCHEMES)
    winner = decide(service, path, organiser, 0, 0, 0)[0]
    page.get_by_role("heading", name=f"Winner: {winner}").wait_for(timeout=PATIENCE)
    assert page.evaluate("window.isTheSame")
    assert not keys_in(page)


def with_teams(service, organiser):
    """Start a knock-out of teams whose games are running; return its path."""
    named = [(requested(service, "/players", {"name": f"{team} {board}"}), team) for team in TEAMS for board in (1, 2)]
    entrants = [{"player": each["player"], "team": team} for each, team in named]
    plan = {"name": "Team cup", "ruleset": "riddle", "stages": [{"format": "knockout"}], "entrants": entrants}
    terms = {"team_matches": {"boards": 2}, "next_round": "organiser"}
    path = f"/tournaments/{requested(service, '/tournaments', {**plan, **terms}, token=organiser)['tournament']}"
    requested(service, f"{path}/start", {}, token=organiser)
    requested(service, f"{path}/rounds", {}, token=organiser)
    return path


def test_the_large_screen_and_the_sheets_name_the_teams(open_page, service, organiser):
    path = with_teams(service, organiser)
    name = path.rpartition("/")[2]
    page = look(open_page, service, f"/venue/{name}", organiser, viewport=DESKTOP)
    page.locator(".venue-pairings h3", has_text="Rooks").wait_for(timeout=PATIENCE)
    page.locator(".venue-standings bdi", has_text="Rooks").wait_for(timeout=PATIENCE)
    page.locator(".bracket-name", has_text="Queens").first.wait_for(timeout=PATIENCE)
    assert page.evaluate(STICKS_OUT) == 0
    page.goto(f"{service.address}/#/print/{name}/tables")
    page.locator(".sheet-table caption", has_text="Queens").wait_for(timeout=PATIENCE)
    page.goto(f"{service.address}/#/print/{name}/standings")
    page.locator(".sheet .cup-teams").wait_for(timeout=PATIENCE)
    assert_axe_is_content(page)
