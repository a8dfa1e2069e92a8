"""Test what helps new players: rules with a search, help cards and tooltips."""

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import created, human, sit_down
from tests.browser.tournament import STICKS_OUT

SIZES = {"desktop": DESKTOP, "phone": PHONE}


def test_the_lobby_shows_duration_and_complexity_of_each_game(open_page, service):
    page = open_page(f"{service.address}/#/")
    page.wait_for_selector(".box")
    azul = page.locator(".box", has_text="Azul")
    assert "30 to 50 min" in azul.inner_text()
    assert "Complexity 2 of 5" in azul.text_content()
    assert azul.locator("img.picture").evaluate("(drawing) => drawing.decode().then(() => drawing.naturalWidth > 0)")


def test_one_click_starts_a_game_against_the_computer(open_page, service):
    page = open_page(f"{service.address}/#/")
    page.get_by_role("button", name="Play against the computer").first.click()
    page.wait_for_selector(".game .board")
    assert "Normal" in page.locator(".players").inner_text()


def test_the_rules_are_searched_and_a_paragraph_has_a_link(open_page, service):
    page = open_page(f"{service.address}/#/rules/azul/6.3.1")
    cited = page.locator(".rule.cited")
    cited.wait_for()
    assert "§ 6.3.1" in cited.inner_text()
    page.get_by_label("Search the rules").fill("WILD token")
    page.wait_for_selector(".rule mark")
    rules = page.locator(".rule-list > .rule").all_inner_texts()
    assert rules
    assert all("wild" in each.lower() and "token" in each.lower() for each in rules)


@pytest.mark.parametrize("size", SIZES)
def test_axe_reports_no_fault_in_the_rules(open_page, service, size):
    page = open_page(f"{service.address}/#/rules/riddle", viewport=SIZES[size])
    page.wait_for_selector(".help li")
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page, SCHEMES)


def test_a_tooltip_names_a_thing_on_the_pointer_on_focus_and_on_a_long_press(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), options={"start_seat": 0})
    page = sit_down(open_page, service, game, 0)
    target = page.locator(".selectable.legal").first
    name = target.locator(":scope > .focus-target").get_attribute("aria-label")
    shown = page.locator(".tooltip:not([hidden])")
    target.hover()
    shown.wait_for()
    assert shown.inner_text() == name
    page.keyboard.press("Escape")
    shown.wait_for(state="detached")
    page.keyboard.press("Tab")  # the focus is shown for the keyboard only
    target.locator(":scope > .focus-target").focus()
    shown.wait_for()
    assert shown.inner_text() == name
    page.keyboard.press("Escape")
    shown.wait_for(state="detached")
    touch = {"pointerType": "touch", "bubbles": True}
    target.locator(":scope > .focus-target").dispatch_event("pointerdown", touch)
    shown.wait_for()
    target.locator(":scope > .focus-target").dispatch_event("pointerup", touch)
    assert shown.inner_text() == name
    assert page.locator(".selectable.chosen").count() == 0
