"""Test the layout of every screen at all sizes and in all languages, with long names and names from the right."""

import random
from pathlib import Path

import pytest

from domain.languages import LANGUAGES
from domain.registry import RULESETS
from tests.browser.playing import LEGAL, created, finished, human, point_at, requested, sit_down
from tests.browser.tournament import founded, look, organiser
from tests.workers.waiting import until

__all__ = ["organiser"]
SIZES = {375: 812, 820: 1180, 1024: 768, 1440: 900, 2560: 1440}
"""The heights of windows by their width: a phone, a tablet, a laptop, and two desktops."""
PHONE_WIDTH = min(SIZES)
ENDS = (PHONE_WIDTH, 1024)
LONGEST = "ru"
"""The language with the longest words, which is measured at each size; the others are measured on a phone."""
MEASURES = (Path(__file__).parent / "measures.js").read_text(encoding="utf-8")
TOUCHED, POINTED = 44, 24
"""The least size of a control, in pixels, on a phone and with a mouse (WCAG 2.5.8)."""
FROM_THE_RIGHT = "\u05d0\u05d1\u05e8\u05d4\u05dd \u05d1\u05df \u05e9\u05dc\u05de\u05d4"
NAMES = ("Ada", FROM_THE_RIGHT, "Maximiliana von Hohenzollern-Sigmaringen", "Bruno")
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ENLARGES = "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('handling'))"
"""Waits until the module that enlarges parts of the board is loaded."""
LEAST_NOTICE = 150
"""The least width of the text of a notice, in pixels."""
BOARD = ".drawing > svg"
CUT_ON_A_PHONE = """(targets) => {
  const top = document.querySelector(".players").getBoundingClientRect().bottom;
  const bottom = document.querySelector(".panel").getBoundingClientRect().top;
  return [...document.querySelectorAll(targets)].map((each) => each.getBoundingClientRect())
    .filter((box) => box.top < top || box.bottom > bottom).length;
}"""


def faults(page, sizes=SIZES):
    """List all faults that the measures find in a page, at each size."""
    found = []
    for width in sizes:
        page.set_viewport_size({"width": width, "height": SIZES[width]})
        page.evaluate(SETTLED)
        least = TOUCHED if width == PHONE_WIDTH else POINTED
        found += [f"{width}: {fault}" for fault in page.evaluate(MEASURES, least)]
    return found


def faults_in_all_languages(page, ready, sizes=SIZES):
    """List all faults of a page in each language, with the language. The longest one is measured at each size."""
    found = []
    for language in LANGUAGES:
        page.select_option(".language select", language)
        page.locator(f"html[lang={language}]").wait_for(state="attached")
        page.wait_for_selector(ready)
        measured = sizes if language == LONGEST else (PHONE_WIDTH,)
        found += [f"{language} {fault}" for fault in faults(page, measured)]
    return found


def is_draft(view):
    return view["decision_kind"] == "draft_tiles" and view["round"] > 1


def is_payment(view):
    return view.get("payment", {}).get("max_wilds", 0) > view.get("payment", {}).get("min_wilds", 0)


PHASES = {
    "azul": (is_draft, lambda view: view["decision_kind"].startswith("place") and view["round"] > 1, is_payment),
    "leonardo": (
        lambda view: view["decision_kind"] == "place" and view["round"] > 1,
        lambda view: view["decision_kind"] == "area_turn",
    ),
    "riddle": (lambda view: view["round"] > 3,),
}
"""The phases of each game in which its board has another layout."""


def brought_to(service, game, is_reached):
    """Play all seats of a game at random until a decision is reached; return the seat that must act."""
    path, dice = f"/games/{game['game_id']}", random.Random(4)
    tokens = {each["seat"]: each["token"] for each in game["tokens"]}
    while True:
        [seat, *_] = until(lambda: requested(service, f"{path}/view")["to_act"], "a seat must act")
        seen = requested(service, f"{path}/view?include=actions", token=tokens[seat])
        if is_reached(seen["view"]):
            return seat
        advances = [each for each in seen["actions"] if not each["type"].startswith("pass")] or seen["actions"]
        body = {"ruleset": game["ruleset"], "decision": seen["decision"], "action": dice.choice(advances)}
        requested(service, f"{path}/actions", body, token=tokens[seat])


def seated(service, ruleset, players=4, **more):
    return created(service, ruleset, *[human(name) for name in NAMES[:players]], **more)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_fits_in_each_phase_at_each_size_and_in_each_language(open_page, service, ruleset):
    game, found = seated(service, ruleset, clock={"kind": "budget", "seconds": 90_000}), []
    for is_reached in PHASES.get(ruleset, (lambda view: True,)):
        page = sit_down(open_page, service, game, brought_to(service, game, is_reached))
        page.wait_for_selector(BOARD)
        found += faults_in_all_languages(page, BOARD)
        page.context.close()
    assert found == []


SCREENS = {
    "/": ".box",
    "/new/azul": "form.create",
    "/new/riddle": "form.create",
    "/rules/leonardo": ".rules .rule",
    "/how-to-play/leonardo": ".howto-chapter",
    "/learn/azul": ".coach h2",
    "/record": ".drop-zone",
    "/tournaments": "main button, main .button",
}


def test_the_screens_before_a_game_fit_in_each_language(open_page, service):
    created(service, "azul", *map(human, NAMES[1:3]), {"kind": "open"}, starts="when_seated")
    page, found = open_page(f"{service.address}/#/"), []
    for path, ready in SCREENS.items():
        page.evaluate("path => { location.hash = path; }", path)
        page.wait_for_selector(ready)
        found += [f"{path} {fault}" for fault in faults_in_all_languages(page, ready, ENDS)]
    assert found == []


def test_the_page_of_a_game_that_waits_for_players_fits(open_page, service):
    game = created(service, "leonardo", *map(human, NAMES[1:3]), {"kind": "open"}, starts="when_seated")
    page = sit_down(open_page, service, game, 1)
    page.wait_for_selector(".players")
    assert faults_in_all_languages(page, ".players", ENDS) == []


def test_the_result_and_an_earlier_position_of_a_game_fit(open_page, service):
    page = sit_down(open_page, service, finished(service, "azul"), 0)
    page.wait_for_selector(".score-sheet tfoot")
    found = faults_in_all_languages(page, ".score-sheet tfoot")
    page.locator(".slider input").fill("9")
    page.wait_for_selector(".is-past")
    assert found + faults(page) == []


def test_the_page_of_a_tournament_fits(open_page, service, organiser):
    entrants = [{"level": "random", "name": name} for name in NAMES]
    path = founded(service, organiser, {"format": "swiss", "rounds": 1}, entrants=entrants, name=" ".join(NAMES))
    requested(service, f"{path}/start", {}, token=organiser)
    page = look(open_page, service, path, organiser)
    page.wait_for_selector(".cup-standings")
    assert faults_in_all_languages(page, ".cup-standings", ENDS) == []


def opened_to_place(open_page, service, ruleset, is_reached, **settings):
    """Open the page of a seat of a game of two that must make a decision."""
    game = seated(service, ruleset, 2)
    seat = brought_to(service, game, is_reached)
    phone = {"width": PHONE_WIDTH, "height": SIZES[PHONE_WIDTH]}
    page = sit_down(open_page, service, game, seat, viewport=phone, **settings)
    page.wait_for_selector(LEGAL)
    return page


@pytest.mark.parametrize("ruleset", ["azul", "riddle"])
def test_hand_board_and_choices_are_in_view_on_a_phone(open_page, service, ruleset):
    page = opened_to_place(open_page, service, ruleset, PHASES[ruleset][-1], has_touch=True, is_mobile=True)
    page.wait_for_selector(".panel.folded")
    assert page.evaluate(CUT_ON_A_PHONE, ".table .selectable.legal") == 0
    point_at(page, page.locator(LEGAL).last)
    page.wait_for_selector(".selection")
    assert page.evaluate(CUT_ON_A_PHONE, ".table .selectable:is(.legal, .chosen)") == 0


def test_the_players_stay_in_view_on_a_phone(open_page, service):
    page = opened_to_place(open_page, service, "azul", is_draft)
    page.mouse.wheel(0, 500)
    page.wait_for_function("() => scrollY > 300")
    assert page.locator(".players").bounding_box()["y"] == 0


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        ("level", "Your time ran out, so the computer plays your seat."),
        ("level_once", "Your time ran out, so one move was made for you."),
    ],
)
def test_a_notice_says_what_was_decided_when_the_time_ran_out(open_page, service, policy, text):
    late = {"clock": {"kind": "per_decision", "seconds": 1}, "absence": {"on_timeout": policy, "level": "random"}}
    game = seated(service, "azul", 2, options={"start_seat": 0}, **late)
    page = sit_down(open_page, service, game, 0, viewport={"width": 1440, "height": 900})
    words = page.locator(".notice .grow", has_text=text)
    words.wait_for(timeout=60_000)
    assert words.bounding_box()["width"] > LEAST_NOTICE


def of_an_opponent(open_page, service, **settings):
    """Open a game of four on a laptop; return the page, the board of an opponent, its width and its middle."""
    page = sit_down(open_page, service, seated(service, "azul"), 0, viewport={"width": 1024, "height": 768}, **settings)
    part = page.locator(".enlargeable").last
    part.wait_for()
    page.wait_for_function(ENLARGES)
    page.evaluate(SETTLED)
    box = part.locator("rect").first.bounding_box()
    return page, part, box["width"], (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_board_of_an_opponent_is_enlarged_under_the_mouse(open_page, service):
    page, _, width, (x, y) = of_an_opponent(open_page, service)
    page.mouse.move(x, y)
    page.mouse.move(x, y - 20)
    page.wait_for_selector(".enlarged svg")
    assert page.locator(".enlarged").bounding_box()["width"] > 2 * width
    page.mouse.move(2, 2)
    page.wait_for_selector(".enlarged", state="detached")


def test_the_board_of_an_opponent_is_enlarged_by_a_tap(open_page, service):
    page, _, width, middle = of_an_opponent(open_page, service, has_touch=True)
    page.touchscreen.tap(*middle)
    page.wait_for_selector(".enlarged svg")
    assert page.locator(".enlarged").bounding_box()["width"] > 2 * width
    page.touchscreen.tap(*middle)
    page.wait_for_selector(".enlarged", state="detached")


def test_the_board_of_an_opponent_is_enlarged_by_the_keyboard(open_page, service):
    page, part, width, _ = of_an_opponent(open_page, service)
    part.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".enlarged svg")
    assert page.locator(".enlarged").bounding_box()["width"] > 2 * width
    page.keyboard.press("Escape")
    page.wait_for_selector(".enlarged", state="detached")


def test_an_enlarged_board_disappears_when_the_window_gets_another_size(open_page, service):
    page, part, _, _ = of_an_opponent(open_page, service)
    part.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".enlarged svg")
    page.set_viewport_size({"width": 2560, "height": 1440})
    page.wait_for_selector(".enlarged", state="detached")


def test_lists_and_forms_are_larger_on_very_wide_screens(open_page, service):
    page = open_page(f"{service.address}/#/", viewport={"width": 1440, "height": 900})
    page.wait_for_selector(".box")
    before = page.locator(".box").first.bounding_box()["width"]
    page.set_viewport_size({"width": 2560, "height": 1440})
    assert page.locator(".box").first.bounding_box()["width"] > 1.2 * before


def test_very_wide_screens_are_used(open_page, service):
    page = sit_down(open_page, service, seated(service, "azul"), 0, viewport={"width": 2560, "height": 1440})
    page.wait_for_selector(BOARD)
    board, log = (page.locator(each).bounding_box() for each in (BOARD, ".log"))
    assert board["height"] > 0.85 * 1440
    assert log["x"] + log["width"] > 0.97 * 2560
