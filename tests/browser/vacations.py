"""Test a vacation on the page: the opponent sees it, the clock stands still, and the player returns."""

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.browser.tournament import PATIENCE, STICKS_OUT, button, look, organiser

__all__ = ["organiser"]


def found(open_page, service, key):
    """Found a slow tournament with ten vacation days on the page; return its path."""
    page = look(open_page, service, "/new-tournament", key, viewport=PHONE)
    page.get_by_label("Name", exact=True).fill("Slow cup")
    page.get_by_role("combobox", name="Game", exact=True).select_option("riddle")
    page.get_by_label("Format").select_option(label="Knock-out")
    page.get_by_label("Time control").select_option(label="Days per decision")
    page.get_by_text("Absent players", exact=True).click()
    page.get_by_label("Vacation days of each player").fill("10")
    assert page.evaluate(STICKS_OUT) == 0
    button(page, "Create").click()
    page.get_by_role("heading", name="Slow cup").wait_for()
    return f"/tournaments/{page.url.rpartition('/')[2]}"


def test_a_vacation_stops_the_clocks_until_the_player_returns(open_page, service, organiser):
    path = found(open_page, service, organiser)
    ada, bruno = (requested(service, "/players", {"name": name}) for name in ("Ada", "Bruno"))
    for each in (ada, bruno):
        requested(service, f"{path}/entrants", {"player": each["player"]}, token=organiser)
    requested(service, f"{path}/start", {}, token=organiser)
    own, other = (
        look(open_page, service, path, each["key"], viewport=size) for each, size in ((ada, PHONE), (bruno, DESKTOP))
    )
    button(own, "Vacation").click(timeout=PATIENCE)
    dialog = own.get_by_role("dialog")
    dialog.get_by_text("10 days are left.").wait_for()
    dialog.get_by_role("spinbutton").fill("3")
    assert own.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(own, SCHEMES)
    dialog.get_by_role("button", name="Start the vacation").click()
    own.get_by_text("You are on vacation until").wait_for()
    other.locator("summary", has_text="2 entrants").click()
    other.get_by_text("on vacation until").first.wait_for(timeout=PATIENCE)
    other.locator(".cup-own a.primary").click()
    other.get_by_text("Ada is on vacation. The clocks stand still for").wait_for(timeout=PATIENCE)
    assert not other.locator(".clock.running").count()
    button(own, "End the vacation").click()
    own.get_by_role("dialog").get_by_role("button", name="End the vacation").click()
    own.get_by_text("You are on vacation until").wait_for(state="detached")
    other.get_by_text("Ada is on vacation.").wait_for(state="detached", timeout=PATIENCE)
    own.locator(".cup-log summary").click()
    own.get_by_text("Ada is back from vacation").wait_for()
