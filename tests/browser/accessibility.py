"""Test accessibility: languages, keyboard, phone, screen reader, and several players at one device."""

import itertools
import json
import re

import pytest

from domain.languages import LANGUAGES
from tests.browser.chromium import TOOLS
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import (
    LEGAL,
    MOST_TABS,
    computer,
    created,
    finished,
    human,
    play,
    requested,
    requested_text,
    sit_down,
    tab_to,
)
from tests.browser.records import DROP

AXE = (TOOLS / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
FAULTS = "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']}).then((found) => found.violations)"
"""Without the elements that pass, which would be many times as much to return."""
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules whose result depends on the colours; the others need one scheme only."""
AT_REST = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  await Promise.allSettled(document.getAnimations()
    .filter((each) => each.playState === "running" && each.effect.getComputedTiming().endTime < Infinity)
    .map((each) => each.finished));
}"""
"""Waits until the page is drawn in its colours, and none changes any more."""
SCHEMES = ("light", "dark")
SMALL_PHONE = {"width": 360, "height": 640}
FIRST = {"azul": {"start_seat": 0}}
SCORES = "found => found.map((each) => each.lastChild.textContent)"
CUT_OFF = "found => found.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
WANDERING = ["ArrowDown"] * 10 + ["ArrowRight"] * 10 + ["ArrowUp"] * 20


def assert_axe_is_content(page, schemes=(None,)):
    """Fail with all findings of axe about a page, in each of these colour schemes. None is the one of the page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)  # by the debugger, which no Content-Security-Policy holds back
    reported = []
    for rules, scheme in zip(itertools.chain([STANDARDS], itertools.repeat(OF_COLOURS)), schemes, strict=False):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(AT_REST)
        found = page.evaluate(FAULTS, rules)
        reported += [
            f"{each['id']}: {node['html'][:200]} {node['failureSummary']} {scheme or ''}"
            for each in found
            for node in each["nodes"]
        ]
    assert not reported, "\n".join(reported)


NOTHING = "x" * 20
MISSING = (
    "new/nope",
    f"join/{NOTHING}",
    f"game/{NOTHING}",
    f"watch/{NOTHING}",
    "rules/nope",
    f"tournament/to_{NOTHING}",
)


@pytest.mark.parametrize("place", ["", "tournaments", "new-tournament", "new/azul", "record", "rules/azul", *MISSING])
def test_each_screen_has_one_heading_also_if_what_it_names_is_missing(open_page, service, place):
    open_page.expects(r"^(400|404|422) GET ")
    page = open_page(f"{service.address}/#/{place}")
    page.locator("main h1").wait_for()
    assert page.locator("h1").count() == 1


FAINT_IN_THE_DARK = """<html lang="en"><title>Faint</title><main><h1>Faint</h1></main><style>
  h1 { color: #000; background: #fff }
  @media (prefers-color-scheme: dark) { h1 { color: #222; background: #000 } }</style>"""


def test_axe_reports_a_fault_of_one_colour_scheme(open_page):
    page = open_page("about:blank")
    page.set_content(FAINT_IN_THE_DARK)
    assert_axe_is_content(page, ["light"])
    with pytest.raises(AssertionError, match=r"(?s)^color-contrast: <h1>.* dark\n"):
        assert_axe_is_content(page, SCHEMES)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_reports_no_fault_in_the_lobby_and_the_form(open_page, service, viewport):
    page = open_page(f"{service.address}/#/", viewport=viewport)
    page.wait_for_selector(".box")
    assert_axe_is_content(page, SCHEMES)
    page.locator(".box").first.click()
    page.wait_for_selector("form.create")
    assert_axe_is_content(page, SCHEMES)


@pytest.mark.parametrize("ruleset", ["azul", "leonardo", "riddle"])
def test_axe_reports_no_fault_in_a_game_and_its_plain_table(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), human("Bruno"))
    page = sit_down(open_page, service, game, 0, 1)
    assert_axe_is_content(page, SCHEMES)
    play(page, until=lambda now: now.locator(".panel.deciding").count() > 0)
    assert_axe_is_content(page, SCHEMES)
    page.click(".board-switch")
    page.wait_for_selector(".plain")
    assert_axe_is_content(page, SCHEMES)
    page.click(".board-switch")
    page.wait_for_selector(".plain", state="detached")
    play(page, until=lambda now: now.locator(".entry").count() > 1)
    assert_axe_is_content(page, SCHEMES)
    page.locator(".tools button").first.click()
    page.wait_for_selector("dialog[open]")
    assert_axe_is_content(page, SCHEMES)


def test_axe_reports_no_fault_at_the_end_of_a_game(open_page, service):
    game = finished(service, "riddle")
    page = sit_down(open_page, service, game, 0)
    page.wait_for_selector(".score-sheet tfoot")
    page.get_by_role("button", name="Analyse the game").click()
    page.wait_for_selector(".chart", timeout=60_000)
    assert_axe_is_content(page)
    page.locator(".paragraph").first.click()
    page.wait_for_selector("dialog .rule-text")
    assert_axe_is_content(page)


def test_a_phone_shows_the_end_of_a_game_first(open_page, service):
    page = sit_down(open_page, service, finished(service, "riddle"), 0, viewport=PHONE)
    assert page.locator(".results").bounding_box()["y"] < page.locator(".players").bounding_box()["y"]
    assert page.get_by_role("button", name="Rematch").bounding_box()["y"] < PHONE["height"]


def test_axe_reports_no_fault_in_a_record(open_page, service):
    page = open_page(f"{service.address}/#/record")
    page.wait_for_selector(".drop-zone")
    assert_axe_is_content(page, SCHEMES)
    page.evaluate(
        DROP, ["game.json", requested_text(service, f"/games/{finished(service, 'riddle')['game_id']}/record")]
    )
    page.wait_for_selector(".checks.right")
    page.locator(".slider input").fill("9")
    assert_axe_is_content(page, SCHEMES)


def test_the_paragraph_of_an_option_is_one_click_away(open_page, service):
    page = open_page(f"{service.address}/#/new/azul")
    page.click(".option .paragraph")
    page.wait_for_selector("dialog .rule-text")
    assert page.locator(".option .paragraph").inner_text() not in page.locator(".option small").inner_text()


def test_the_strip_of_players_has_the_colours_of_the_boards(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"))
    page = sit_down(open_page, service, game, 0, 1)
    play(page, until=lambda now: now.locator(".player").count() > 0)
    ruleset = requested(service, "/rulesets/azul")
    ids = [each["id"] for each in ruleset["names"] if each["kind"] == "player_colour"]
    colours = {each["id"]: each["colour"] for each in ruleset["appearances"] if each["kind"] == "player_colour"}
    shown = page.evaluate(
        "[...document.querySelectorAll('.player .disc')].map((each) => getComputedStyle(each).backgroundColor)"
    )
    assert shown == [f"rgb({', '.join(str(part) for part in bytes.fromhex(colours[each][1:]))})" for each in ids[:2]]


@pytest.mark.parametrize("ruleset", ["azul", "leonardo", "riddle"])
def test_the_strip_of_players_shows_scores_and_names(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), human("Maximiliana"), computer())
    page = sit_down(open_page, service, game, 0, viewport=PHONE)
    page.wait_for_selector(".player .score")
    view = requested(service, f"/games/{game['game_id']}/view")["view"]
    scores = [int(text) for text in page.locator(".player .score").evaluate_all(SCORES)]
    assert scores == [seat["score"] for seat in view["seats"]]
    assert page.locator(".player-name").evaluate_all(CUT_OFF) == []


def test_the_keyboard_shows_why_something_cannot_be_chosen(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), options={"start_seat": 0})
    page = sit_down(open_page, service, game, 0)
    page.wait_for_selector(".selectable.legal")
    assert tab_to(page, ".table .focus-target")
    for key in WANDERING:
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.matches('.focus-target[aria-disabled=true]')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".board-note:not(:empty)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_uses_the_language_of_the_browser(open_page, service, language):
    page = open_page(f"{service.address}/#/", language=language)
    page.wait_for_selector(".box")
    assert page.evaluate("document.documentElement.lang") == language
    assert not keys_in(page)
    page.locator(".box").first.click()
    page.locator(".create .primary").click()
    page.wait_for_selector(".game .players")
    play(page, until=lambda now: now.locator(".entry").count() > 2)
    assert not keys_in(page)


def keys_in(page):
    """List the keys of translations that a page shows in place of their text."""
    return re.findall(r"\b[a-z]+_[a-z_]+\b", page.inner_text("body"))


def focus_on(page, pattern):
    """Press Tab until the text of the focused element matches; return the text."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        words = page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText ?? ''")
        if re.search(pattern, words):
            return words
    raise AssertionError(f"nothing that can be reached with Tab reads {pattern}")


def test_a_game_is_created_and_a_move_is_made_with_the_keyboard_only(open_page, service):
    page = open_page(f"{service.address}/#/")
    page.wait_for_selector(".box")
    focus_on(page, "Azul")
    page.keyboard.press("Enter")
    page.wait_for_selector("form.create")
    focus_on(page, "^Start$")
    page.keyboard.press("Enter")
    page.wait_for_selector(".panel.deciding")
    before = page.locator(".entry").count()
    for _ in range(8):
        if page.locator(".selected-action .primary").count():
            break
        page.wait_for_selector(".selectable.legal")
        assert tab_to(page, ".table .focus-target, .chip.legal, .choice")
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
    assert tab_to(page, ".selected-action .primary")
    page.keyboard.press("Enter")
    page.locator(".entry").nth(before).wait_for()


def test_escape_undoes_a_choice(open_page, service):
    game = created(service, "riddle", human("Ada"), human("Bruno"))
    page = sit_down(open_page, service, game, 0, 1)
    play(page, until=lambda now: now.locator(".selection").count() > 0)
    page.keyboard.press("Escape")
    page.wait_for_selector(".selection", state="detached")


@pytest.mark.parametrize("ruleset", ["azul", "leonardo", "riddle"])
def test_no_element_exceeds_a_small_phone(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), computer())
    page = sit_down(open_page, service, game, 0, viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    page.wait_for_selector(".panel")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]


@pytest.mark.parametrize("ruleset", ["azul", "leonardo", "riddle"])
def test_a_hint_is_marked_on_the_drawing(open_page, service, ruleset):
    page, hinted = advised(open_page, service, ruleset)
    marked = page.locator(".table .selectable.legal.hinted")
    marked.first.wait_for()
    said = [json.loads(target) for target in marked.evaluate_all("all => all.map((each) => each.dataset.target)")]
    assert all(value in words(hinted) for points in said for _, value in points)
    assert page.locator(".table .selectable.legal:not(.hinted)").count()


def advised(open_page, service, ruleset):
    """Request a hint that points to a component; return the page and the first action of the hint."""
    game = created(service, ruleset, human("Ada"), computer(), options=FIRST.get(ruleset, {}))
    page = sit_down(open_page, service, game, 0)
    play(page, until=lambda now: now.locator(".hint-ask").count() and now.locator(LEGAL).count() > 2)
    with page.expect_response("**/hints") as answered:
        page.click(".hint-ask")
    page.wait_for_selector(".choice.hinted")
    return page, answered.value.json()["actions"][0]["action"]


def words(action):
    """List all texts of an action that a component can match."""
    if isinstance(action, dict):
        return [word for pair in action.items() for each in pair for word in words(each)]
    return [word for each in action for word in words(each)] if isinstance(action, list) else [str(action)]


def test_the_mark_of_a_hint_has_its_own_shape(open_page, service):
    page, _ = advised(open_page, service, "azul")
    ring = page.locator(".selectable.hinted .hint-corners").first
    assert ring.locator(".hint-line").get_attribute("d").count("M") == len(("left", "right")) * len(("top", "bottom"))
    stroke = "(path) => getComputedStyle(path).stroke"
    assert ring.locator(".hint-line").evaluate(stroke) != ring.locator(".hint-background").evaluate(stroke)


def test_the_mark_of_a_hint_disappears_with_another_choice(open_page, service):
    page, _ = advised(open_page, service, "azul")
    page.locator(".table .selectable.legal:not(.hinted)").first.locator(".hit").last.click()
    page.wait_for_selector(".panel .selected-action")
    assert page.locator(".table .selectable.hinted").count() == 0


def test_the_panel_on_a_phone_is_folded_while_the_board_offers_the_choices(open_page, service):
    game = created(service, "azul", human("Ada"), computer(), options=FIRST["azul"])
    page = sit_down(open_page, service, game, 0, viewport=PHONE, has_touch=True, is_mobile=True)
    panel = page.locator(".panel.deciding")
    page.wait_for_selector(".panel.folded")
    assert panel.bounding_box()["height"] < PHONE["height"] / 12
    page.click(".fold")
    page.wait_for_selector(".hint-ask")
    assert panel.bounding_box()["height"] < PHONE["height"] / 5
    page.click(".fold")
    page.wait_for_selector(".hint-ask", state="hidden")
    page.locator(LEGAL).first.locator(".hit").last.click()
    page.wait_for_selector(".panel .selected-action .primary")
    assert panel.bounding_box()["height"] < PHONE["height"] / 5


def test_several_players_share_one_device(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), options={"start_seat": 1})
    page = sit_down(open_page, service, game, 0, 1)
    page.wait_for_selector(".hotseat")
    assert page.locator(".table").count() == 0
    page.click(".hotseat .primary")
    page.wait_for_selector(".panel.deciding")
    assert page.locator(".player.own").inner_text().startswith("B\nBruno")


def test_a_secret_choice_is_covered(open_page, service):
    game = created(service, "leonardo", human("Ada"), human("Bruno"))
    page = sit_down(open_page, service, game, 0, 1)
    play(page, until=lambda now: now.locator(".panel .cover").count() > 0)
    assert page.locator(".panel .choice").count() == 0


def test_screen_readers_announce_events(open_page, service):
    game = created(service, "azul", human("Ada"), computer())
    page = sit_down(open_page, service, game, 0)
    play(page, until=lambda now: now.locator(".log [aria-live=polite] p:not(:empty)").count() > 0)
