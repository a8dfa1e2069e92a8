"""Test lessons as a learner walks through them: by touch, with the keyboard, on every board, without a connection."""

import re

import pytest

from domain.lesson_stages import stages
from domain.registry import RULESETS
from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.acting import OVERFLOW, WINDOWS
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.tournament import STICKS_OUT

GAMES = ("azul", "leonardo", "riddle")
SIZES = {"desktop": DESKTOP, "phone": PHONE}
LIT = ".spotlight rect"
END = ".lesson-end"
SHOW_ME, CONTINUE = ".coach .show-me", ".coach .way .primary"
MOST_TABS = 80
MOST_TAPS = 6

PATHS = "() => [...document.querySelectorAll('.drawing [data-path]')].map((each) => each.dataset.path)"
IS_FOCUSED = "selector => document.activeElement.matches(selector)"
IS_SEEN = """() => {
  const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
  const lit = boxOf(".spotlight rect");
  return lit.top < boxOf(".coach").top && lit.bottom > boxOf(".top").bottom;
}"""


def lesson(open_page, service, ruleset, stage="", **settings):
    """Open a lesson at a stage, with a list of the requests that change something."""
    page = open_page(f"{service.address}/#/learn/{ruleset}/{stage}", **settings)
    page.wait_for_selector(".lesson-game .drawing > :first-child:not(.spotlight)")
    page.wait_for_selector(f"{SHOW_ME}:enabled, {CONTINUE}, {END}")
    return page


def move_on(page, step):
    """Do one step of a lesson, and wait until the next stage is shown."""
    before, said = page.url, page.locator(".coach").inner_text()
    step(page)
    page.wait_for_url(lambda url: url != before)
    page.wait_for_function("said => document.querySelector('.coach')?.innerText !== said", arg=said)
    page.wait_for_selector(f"{SHOW_ME}:enabled, {CONTINUE}, {END}")


def walk(page, step):
    """Walk through a lesson to its end."""
    while page.locator(END).count() == 0:
        move_on(page, step)


def tap(page):
    """Do a step by touch: choose what is shown on the board, and confirm the action that was shown."""
    if page.locator(CONTINUE).count():
        page.locator(CONTINUE).tap()
        return
    page.locator(SHOW_ME).tap()
    hinted = page.locator(".drawing .selectable.hinted")
    for _ in range(MOST_TAPS):
        if page.locator(".selected-action button").count() or hinted.count() == 0:
            break
        hinted.first.tap()
    shown, chosen = page.locator(".choice.hinted"), page.locator(".selected-action button")
    is_same = chosen.count() and shown.inner_text() in chosen.inner_text()
    (chosen if is_same else shown).tap()


def press(page):
    """Do a step with the keyboard alone."""
    if page.locator(CONTINUE).count():
        tab_to(page, CONTINUE)
        page.locator(CONTINUE).press("Enter")
    else:
        tab_to(page, SHOW_ME)
        page.locator(SHOW_ME).press("Enter")
        page.wait_for_function(IS_FOCUSED, arg=".choice.hinted")
        page.locator(".choice.hinted").press("Enter")


def tab_to(page, selector):
    """Move the focus to an element."""
    for _ in range(MOST_TABS):
        if page.evaluate(IS_FOCUSED, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{MOST_TABS} tabs do not reach {selector}")


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_lesson_is_played_by_touch_on_a_phone(open_page, service, ruleset):
    page = lesson(open_page, service, ruleset, viewport=PHONE, has_touch=True)
    walk(page, tap)
    page.get_by_role("heading", name="Well done!").wait_for()
    assert page.get_by_role("link", name="How to play").get_attribute("href") == f"#/how-to-play/{ruleset}"


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_lesson_is_played_with_the_keyboard_alone(open_page, service, ruleset):
    page = lesson(open_page, service, ruleset)
    walk(page, press)
    page.get_by_role("heading", name="Well done!").wait_for()


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_lesson_changes_nothing_at_the_service_and_leaves_no_game(open_page, service, ruleset):
    page = lesson(open_page, service, ruleset)
    sent, said = [], []
    page.on("request", lambda request: sent.append(request.url))
    page.on("console", lambda message: "Service Worker" in message.text or said.append(message.text))
    walk(page, press)
    assert [url for url in sent if "/v1/" in url] == []
    assert said == []
    assert page.evaluate("localStorage.getItem('bottega.games')") is None


def test_a_lesson_goes_on_without_a_connection(open_page, service):
    open_page.expects("ERR_INTERNET_DISCONNECTED", "fetching the script")  # the service worker is not ready
    page = lesson(open_page, service, "azul")
    page.context.set_offline(True)
    walk(page, press)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ruleset", GAMES)
def test_each_board_shows_the_areas_of_its_lesson(open_page, service, ruleset, size):
    page = lesson(open_page, service, ruleset, viewport=SIZES[size])
    taught = stages(RULESETS[ruleset], RULESETS[ruleset].lesson)
    named = {area for stage in taught for area in stage.part.areas}
    page.wait_for_selector(LIT)
    assert named - {*page.evaluate(PATHS)} == set()


def test_the_generic_board_lights_up_as_well(open_page, service):
    page = lesson(open_page, service, "azul", 6)
    page.click(".board-switch")
    page.wait_for_selector(".plain")
    page.wait_for_selector(LIT)


@pytest.mark.parametrize("stage", [1, 5, 13])
def test_text_and_lit_area_are_seen_together_on_a_phone(open_page, service, stage):
    page = lesson(open_page, service, "azul", stage, viewport=PHONE)
    page.wait_for_function(IS_SEEN)
    assert page.evaluate(STICKS_OUT) == 0


def test_another_legal_move_gets_friendly_advice(open_page, service):
    page = lesson(open_page, service, "azul", 7)
    page.locator(".all summary").click()
    page.locator(".all .choice").filter(has_text="Factory 5").filter(has_text="red").click()
    page.get_by_role("status").filter(has_text="Well seen").wait_for()
    assert page.url.endswith("/7")


def test_several_moves_may_be_right(open_page, service):
    page = lesson(open_page, service, "azul", 17)
    (red,) = [
        number
        for number, each in enumerate(stages(RULESETS["azul"], RULESETS["azul"].lesson))
        if each.after == 17 and each.moves[0].action["tiles"] == {"red": 2}
    ]
    tile = page.locator(""".drawing .selectable[data-target*='"red"']""")
    tile.first.click()
    tile.nth(1).click()
    page.locator(".selected-action button").click()
    page.wait_for_url(re.compile(f"/{red}$"))
    page.get_by_text("your red star grows").wait_for()


def test_reload_and_the_button_of_the_browser_keep_the_place(open_page, service):
    page = lesson(open_page, service, "riddle")
    for _ in range(3):
        move_on(page, press)
    page.get_by_text("These five cards are your hand").wait_for()
    page.reload()
    page.get_by_text("These five cards are your hand").wait_for()
    page.go_back()
    page.get_by_text("A line is what counts").wait_for()
    page.get_by_role("button", name="Back").click()
    page.get_by_text("Five cards lie in front of you").wait_for()


def test_the_focus_moves_to_the_text(open_page, service):
    page = lesson(open_page, service, "leonardo")
    move_on(page, press)
    page.wait_for_function(IS_FOCUSED, arg="#lesson-title")
    assert page.locator(".coach-text [aria-live=polite]").count() == 1


def test_moves_of_the_opponent_are_shown_one_after_the_other(open_page, service):
    page = lesson(open_page, service, "azul", 9, motion="no-preference")
    page.wait_for_selector(f"{SHOW_ME}:enabled")
    move_on(page, press)
    hand = page.locator("svg.board [aria-label*='Tiles beside the board']").first
    page.wait_for_function("element => element.ariaLabel.includes('6 × Red')", arg=hand.element_handle())
    page.wait_for_function("element => element.ariaLabel.includes('3 × Orange')", arg=hand.element_handle())


@pytest.mark.parametrize("ruleset", GAMES)
def test_axe_reports_no_fault_in_a_lesson(open_page, service, ruleset):
    for size in SIZES.values():
        page = lesson(open_page, service, ruleset, viewport=size)
        assert_axe_is_content(page, SCHEMES)
        while page.locator(SHOW_ME).count() == 0:
            move_on(page, press)
        assert page.evaluate(STICKS_OUT) == 0
        page.evaluate("scrollTo(0, document.body.scrollHeight)")  # nothing is below the text of the lesson
        assert_axe_is_content(page, SCHEMES)


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_lesson_fits_the_window(open_page, service, ruleset):
    for width, height in WINDOWS:
        page = lesson(open_page, service, ruleset, viewport={"width": width, "height": height})
        assert page.evaluate(OVERFLOW) == [0, 0]


def test_a_lesson_ends_with_a_first_game_and_can_be_left(open_page, service):
    page = lesson(open_page, service, "azul")
    page.get_by_role("link", name="Leave").click()
    page.wait_for_selector(".box")
    assert page.locator("#mine-title").count() == 0
    page.goto(f"{service.address}/#/learn/azul/end")
    page.get_by_role("heading", level=1).wait_for()
    assert_axe_is_content(page, SCHEMES)
    page.get_by_role("button", name="Play a first game against an easy computer").click()
    page.wait_for_selector(".game .board")
    assert "Easy" in page.locator(".players").inner_text()
