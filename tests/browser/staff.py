"""Test the staff of a tournament on its page: the organiser names players, who see the buttons of their right only."""

from tests.browser.accessibility import assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.browser.tournament import ALL_OPEN, STICKS_OUT, button, founded, look, organiser

__all__ = ["organiser"]
SWISS = {"format": "swiss", "rounds": 2}
OF_ORGANISERS = ("Start", "Pause", "Change", "Cancel the tournament")
OF_REFEREES = ("Withdraw: Ada", "Withdraw: Bruno")
OF_ASSISTANTS = ("Add",)


def named(service, path, key, **rights):
    """Create a player for each right, and name them; return their keys by right."""
    players = {right: requested(service, "/players", {"name": name}) for right, name in rights.items()}
    staff = [{"player": each["player"], "right": right} for right, each in players.items()]
    requested(service, path, {"staff": staff}, token=key, method="PATCH")
    return {right: each["key"] for right, each in players.items()}


def shown(page):
    """Return which buttons of the organiser, of referees and of assistants a page shows."""
    page.wait_for_selector(".cup-staff")
    page.evaluate(ALL_OPEN)
    groups = (OF_ORGANISERS, OF_REFEREES, OF_ASSISTANTS)
    return [[name for name in group if button(page, name).count()] for group in groups]


def test_the_organiser_names_players_by_name_and_id_and_removes_them(open_page, service, organiser):
    ann, rita = (requested(service, "/players", {"name": name}) for name in ("Ann", "Rita"))
    path = founded(service, organiser, SWISS, entrants=[{"player": ann["player"]}])
    page = look(open_page, service, path, organiser, viewport=PHONE)
    for number, who in enumerate(("Nobody", "ann", f"{service.address}/#/player/{rita['player']}")):
        page.locator(".cup-staff input").fill(who)
        page.get_by_label("Role").select_option("assist")
        button(page, "Add to the staff").click()
        if who == "Nobody":
            page.get_by_text("No player of this tournament has this name.").wait_for()
        else:
            page.wait_for_selector(f".cup-staff li >> nth={number - 1}")
    assert page.locator(".cup-staff li bdi").all_inner_texts() == ["Ann", "Rita"]
    page.evaluate(ALL_OPEN)
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page)
    button(page, "Remove Ann from the staff").click()
    page.locator(".cup-staff li", has_text="Ann").wait_for(state="detached")
    page.get_by_text("Rita is now an assistant (Olga)").wait_for()
    page.get_by_text("Ann leaves the staff (Olga)").wait_for()


def test_players_of_the_staff_see_the_buttons_of_their_right_only(open_page, service, organiser):
    path = founded(service, organiser, SWISS, visibility="private")
    keys = named(service, path, organiser, organise="Olaf", referee="Rita", assist="Aldo")
    all_groups = [[*group] for group in (OF_ORGANISERS, OF_REFEREES, OF_ASSISTANTS)]
    expected = {"organise": all_groups, "referee": [[], all_groups[1], []], "assist": [[], [], all_groups[2]]}
    for right, key in {**keys, "": organiser}.items():
        page = look(open_page, service, path, key, viewport=DESKTOP)
        assert shown(page) == expected.get(right, all_groups), right
        assert bool(button(page, "Add to the staff").count()) is (right == "")


def test_a_referee_sets_a_result_and_leaves_and_the_log_says_who(open_page, service, organiser):
    path = founded(service, organiser, SWISS, next_round="organiser")
    requested(service, f"{path}/start", {}, token=organiser)
    requested(service, f"{path}/rounds", {}, token=organiser)
    key = named(service, path, organiser, referee="Rita")["referee"]
    page = look(open_page, service, path, key)
    page.locator(".cup-table-foot button").first.click()
    page.get_by_label("Reason (shown in the log)", exact=True).fill("Seen at the table.")
    button(page, "Set the result").click()
    page.locator(".cup-changes, dialog [role=status]").first.wait_for()
    button(page, "Close").last.click()
    page.locator(".cup-log summary").click()
    entry = page.locator(".cup-entries li", has_text="by ruling")
    entry.wait_for()
    assert "(Rita)" in entry.inner_text()
    page.evaluate(ALL_OPEN)
    button(page, "Leave the staff").click()
    page.locator(".cup-staff").wait_for(state="detached")
    page.wait_for_function("() => !document.querySelector('.cup-table-foot button')")


def test_the_organiser_lets_a_substitute_play_for_an_entrant(open_page, service, organiser):
    ann, gina = (requested(service, "/players", {"name": name}) for name in ("Ann", "Gina"))
    path = founded(service, organiser, SWISS, entrants=[{"player": ann["player"]}, {"level": "random"}])
    requested(service, f"{path}/start", {}, token=organiser)
    page = look(open_page, service, path, organiser, viewport=PHONE)
    page.locator(".cup-entrants summary").click()
    button(page, "Substitute: Ann").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("textbox", name="Player").fill(f"{service.address}/#/player/{gina['player']}")
    dialog.get_by_role("button", name="Substitute", exact=True).click()
    dialog.wait_for(state="detached")
    page.locator(".cup-entrants bdi", has_text="Gina").wait_for()
    page.locator(".cup-log summary").click()
    page.get_by_text("A substitute plays on: Gina (Olga)").wait_for()


def test_the_organiser_changes_the_staff_after_the_end(open_page, service, organiser):
    rita = requested(service, "/players", {"name": "Rita"})["player"]
    path = founded(service, organiser, SWISS)
    requested(service, f"{path}/cancel", {}, token=organiser)
    page = look(open_page, service, path, organiser, viewport=PHONE)
    page.wait_for_selector(".cup-staff")
    page.evaluate(ALL_OPEN)
    page.locator(".cup-staff input").fill(rita)
    button(page, "Add to the staff").click()
    page.locator(".cup-staff li", has_text="Rita").wait_for()
    button(page, "Remove Rita from the staff").click()
    page.locator(".cup-staff li", has_text="Rita").wait_for(state="detached")
