"""Test rounds with play-by times on the page: founding, the open round, a later time, and the end of the round."""

from datetime import UTC, datetime, timedelta

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import PHONE
from tests.browser.playing import requested
from tests.browser.tournament import PATIENCE, STICKS_OUT, button, look, new_players, organiser

__all__ = ["organiser"]
FIRST_END, SECOND_END = "2090-02-01T18:00", "2090-02-08T18:00"
LATER, SECOND_LATER, LAST = "2090-02-03T18:00", "2090-02-10T18:00", "2090-02-09T12:00"


def found(page):
    """Found a Swiss of two rounds in the form, each open for a week."""
    page.get_by_label("Name", exact=True).fill("Slow league")
    page.get_by_role("combobox", name="Game", exact=True).select_option("riddle")
    page.get_by_role("spinbutton", name="Rounds", exact=True).fill("2")
    page.get_by_text("Play-by times of the rounds").click()
    for number, end in enumerate((FIRST_END, SECOND_END)):
        page.locator("input[name=round_ends]").nth(number).fill(end)
    assert page.locator("input[name=round_ends]").count() == 3
    assert page.evaluate(STICKS_OUT) == 0
    button(page, "Create").click()
    page.wait_for_url("**/#/tournament/*")
    return f"/tournaments/{page.url.rpartition('/')[2]}"


def changed_to(page, end, later, last):
    """Let the open round end at another time, and the later one at its own, in the dialog of the organiser."""
    button(page, "Change").click()
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_label("Round 1 is open until").input_value() == FIRST_END
    dialog.get_by_label("Round 1 is open until").fill(end)
    dialog.get_by_text("Play-by times of the rounds").click()
    ends = dialog.locator("input[name=round_ends]")
    assert [each.input_value() for each in ends.all()] == [later, ""], "a later round moves by as much"
    dialog.get_by_label("Round 2").fill(last)
    assert page.evaluate(STICKS_OUT) == 0
    dialog.locator(".primary").click()
    dialog.wait_for(state="detached")


def test_a_round_is_open_until_its_time_and_then_decided(open_page, service, organiser):
    page = look(open_page, service, "/new-tournament", organiser, viewport=PHONE, timezone_id="UTC")
    path = found(page)
    for each in new_players(service):
        requested(service, f"{path}/entrants", each, token=organiser)
    button(page, "Start").click()
    page.get_by_text("open until Feb 1, 2090").wait_for(timeout=PATIENCE)
    assert_axe_is_content(page, SCHEMES)
    changed_to(page, LATER, SECOND_LATER, LAST)
    page.get_by_text("open until Feb 3, 2090").wait_for()
    assert requested(service, path)["round_ends"] == ["2090-02-03T18:00:00.000000Z", "2090-02-09T12:00:00.000000Z"]
    soon = datetime.now(UTC) + timedelta(seconds=1)
    ends = [f"{soon:%Y-%m-%dT%H:%M:%SZ}", "2090-02-10T18:00:00Z"]
    requested(service, path, {"round_ends": ends}, token=organiser, method="PATCH")
    page.get_by_role("button", name="Round 2").wait_for(timeout=PATIENCE)
    page.get_by_text("open until Feb 10, 2090").wait_for()
    page.get_by_text("Tournament log").click()
    page.get_by_text("The round was open until").first.wait_for()
