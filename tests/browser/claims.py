"""Test claims on the page of a tournament: a player files one, a referee decides it, and the log says so."""

from tests.browser.accessibility import assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.browser.tournament import ALL_OPEN, STICKS_OUT, button, founded, look, organiser

__all__ = ["organiser"]
SWISS = {"format": "swiss", "rounds": 2}


def filled(page, label, text, verb):
    """Fill in a text of a dialog, and send the dialog."""
    dialog = page.locator("dialog[open]")
    dialog.get_by_label(label).fill(text)
    dialog.get_by_role("button", name=verb, exact=True).last.click()
    dialog.wait_for(state="detached")


def test_a_player_claims_the_other_answers_and_a_referee_decides(open_page, service, organiser):
    ann, bea, rita = (requested(service, "/players", {"name": name}) for name in ("Ann", "Bea", "Rita"))
    entrants = [{"player": each["player"]} for each in (ann, bea)]
    path = founded(service, organiser, SWISS, entrants=entrants)
    staff = [{"player": rita["player"], "right": "referee"}]
    requested(service, path, {"staff": staff}, token=organiser, method="PATCH")
    requested(service, f"{path}/start", {}, token=organiser)
    page = look(open_page, service, path, ann["key"], viewport=PHONE)
    page.locator(".cup-claims summary").click()
    button(page, "File a claim").click()
    page.get_by_label("What it is about").select_option("Technical failure")
    page.get_by_label("Positions in the game log (optional)").fill("0, 1")
    filled(page, "What happened", "The clock went on without me.", "File a claim")
    page.get_by_text("Claim 1: round 1, table 1").wait_for()
    page.get_by_role("link", name="Game 1, log: 0, 1").wait_for()
    page.evaluate(ALL_OPEN)
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page)
    other = look(open_page, service, path, bea["key"], viewport=DESKTOP)
    button(other, "Answer").click()
    filled(other, "Your answer", "Mine did not.", "Answer")
    other.get_by_text("Bea answers:").wait_for()
    referee = look(open_page, service, path, rita["key"], viewport=DESKTOP)
    referee.locator(".cup-claims").get_by_role("button", name="Set the result", exact=True).wait_for()
    button(referee, "Uphold").click()
    filled(referee, "Reason (shown in the log)", "Seen at the table.", "Uphold")
    referee.get_by_text("Rita upholds the claim:").wait_for()
    spectator = look(open_page, service, path, viewport=DESKTOP)
    spectator.locator(".cup-log summary").click()
    spectator.locator(".cup-entries li", has_text="Claim 1 (round 1, table 1): upheld").wait_for()
    assert not spectator.locator(".cup-claims").count()
    assert not spectator.get_by_text("The clock went on without me.").count()
