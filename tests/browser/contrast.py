"""Test the contrast of the texts in drawings, which the accessibility checker does not read."""

import base64
from pathlib import Path

import pytest

from domain.registry import RULESETS
from tests.browser.playing import finished, requested, sit_down
from tests.browser.screens import BOARD, PHASES, SETTLED, SIZES, brought_to, seated
from tests.browser.tournament import PATIENCE, founded, look, new_players, organiser

__all__ = ["organiser"]

LOW_CONTRASTS = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
SCHEMES = ("light", "dark")
WIDTHS = (375, 1440)
ALONE = ".top, .players, .panel, .notice, .trail, .tooltip, .board-note { visibility: hidden !important }"
"""Hides what may lie over a board."""
WITHOUT_TEXTS = "svg text { visibility: hidden !important }"


STYLED = """(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
}"""
"""Adds rules to a page, whose policy forbids inline styles."""


def picture(page):
    return base64.b64encode(page.screenshot(full_page=True, animations="disabled")).decode()


def low_contrasts(page):
    """List the texts in drawings of a page that have too little contrast."""
    shown = picture(page)
    page.evaluate(STYLED, WITHOUT_TEXTS)
    bare = picture(page)
    page.evaluate("document.adoptedStyleSheets.pop()")
    return page.evaluate(LOW_CONTRASTS, [shown, bare])


def low_contrasts_everywhere(page):
    """List the texts in drawings with too little contrast, on a phone and a desktop, in light and dark."""
    page.evaluate(STYLED, ALONE)
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": SIZES[width]})
            page.evaluate(SETTLED)
            found += [f"{scheme} {width}: {each}" for each in low_contrasts(page)]
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_text_of_a_board_has_enough_contrast_in_light_and_dark(open_page, service, ruleset):
    game, found = seated(service, ruleset, clock={"kind": "budget", "seconds": 90_000}), []
    for is_reached in PHASES.get(ruleset, (lambda view: True,)):
        page = sit_down(open_page, service, game, brought_to(service, game, is_reached))
        page.wait_for_selector(BOARD)
        found += low_contrasts_everywhere(page)
        page.context.close()
    assert found == []


def test_every_text_of_an_analysis_has_enough_contrast_in_light_and_dark(open_page, service):
    page = sit_down(open_page, service, finished(service, "riddle"), 0)
    page.get_by_role("button", name="Analyse the game").click()
    page.wait_for_selector(".chart text", timeout=PATIENCE)
    assert low_contrasts_everywhere(page) == []


def test_every_text_of_a_bracket_has_enough_contrast_in_light_and_dark(open_page, service, organiser):
    path = founded(service, organiser, {"format": "knockout"}, entrants=new_players(service))
    requested(service, f"{path}/start", {}, token=organiser)
    page = look(open_page, service, path)
    page.wait_for_selector(".cup-bracket text")
    assert low_contrasts_everywhere(page) == []
