"""Test that an organiser founds a series on the page, follows it to its next event, and ends it."""

import pytest

from tests.browser.accessibility import assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.browser.tournament import STICKS_OUT, button, look, organiser

__all__ = ["organiser"]


def change_time(page, time):
    """Let the later events start at another time, in the dialog of the organiser."""
    button(page, "Change").click()
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_label("Most events").input_value() == "3"
    dialog.get_by_label("Time of the later events").fill(time)
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page)
    dialog.locator(".primary").click()
    dialog.wait_for(state="detached")


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_club_evening_repeats_each_sunday_until_the_organiser_ends_it(open_page, service, organiser, viewport):
    page = look(open_page, service, "/new-tournament", organiser, viewport=viewport)
    page.get_by_label("Name", exact=True).fill("Sunday club")
    page.get_by_role("combobox", name="Game", exact=True).select_option("riddle")
    page.get_by_label("Random", exact=True).fill("2")
    assert page.get_by_label("Repeats").count() == 0, "without a start nothing repeats"
    page.get_by_label("Start time").fill("2099-01-04T18:00")
    page.get_by_label("Repeats").select_option(label="Every week")
    page.get_by_label("Time zone").select_option("Europe/Prague")
    page.get_by_label("Wednesday").check()
    page.get_by_label("Most events").fill("3")
    page.get_by_label("Last date").fill("2099-06-30")
    page.get_by_text("Repeats every Wednesday and every Sunday at").wait_for()
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page)
    button(page, "Create").click()
    page.get_by_role("heading", name="Sunday club").wait_for()
    page.get_by_text("At most 3 events, this one included.").wait_for()
    path = f"/tournaments/{page.url.rpartition('/')[2]}"
    rule = requested(service, path)["repeats"]
    assert (rule["weekdays"], rule["time_zone"], rule["until"]) == (
        ["wednesday", "sunday"],
        "Europe/Prague",
        "2099-06-30",
    )
    change_time(page, "19:30")
    page.get_by_text("every Sunday at 19:30").wait_for()
    assert requested(service, path)["repeats"] == {**rule, "time": "19:30"}
    button(page, "Start").click()
    page.get_by_role("link", name="Next event: Jan 7, 2099").click()
    page.get_by_text("At most 2 events, this one included.").wait_for()
    page.get_by_role("link", name="Previous event").wait_for()
    button(page, "End the series").click()
    page.locator("dialog .primary").click()
    page.get_by_text("This is the last event of its series.").wait_for()
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page)
    page.get_by_role("link", name="Previous event").click()
    page.get_by_role("link", name="Next event").wait_for()
    assert button(page, "End the series").count() == 0


def test_others_see_the_rule_of_a_series_without_its_button(open_page, service, organiser):
    rule = {"days": 14, "time_zone": "Europe/Prague"}
    plan = {"name": "Club", "ruleset": "riddle", "stages": [{"format": "swiss", "rounds": 1}]}
    sent = {**plan, "starts_at": "2099-01-04T17:00:00Z", "repeats": rule}
    path = f"/tournaments/{requested(service, '/tournaments', sent, token=organiser)['tournament']}"
    page = look(open_page, service, path)
    page.get_by_text("Repeats every 14 days at 18:00 (Europe/Prague).").wait_for()
    assert button(page, "End the series").count() == 0
