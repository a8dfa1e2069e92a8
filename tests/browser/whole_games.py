"""Play whole games of each ruleset by clicking only."""

import shutil

import pytest

from domain.registry import RULESETS
from tests.browser.conftest import PHONE
from tests.browser.playing import computer, created, human, play, sit_down
from tests.tools.new_game import ROOT, lay_out
from tests.workers.running import serving

COPIED = ("domain", "service", "workers", "deploy", "openapi", "workers/promises/template")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_is_played_with_the_pointer_only(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), computer())
    page = sit_down(open_page, service, game, 0)
    play(page)
    assert page.locator(".results .score-sheet tfoot").is_visible()


def test_a_game_is_played_to_its_end_on_a_phone(open_page, service):
    game = created(service, "riddle", human("Ada"), computer())
    page = sit_down(open_page, service, game, 0, viewport=PHONE, has_touch=True, is_mobile=True)
    play(page)
    assert page.locator(".results .score-sheet tfoot").is_visible()


def test_the_plain_table_plays_a_ruleset_that_has_no_drawing(open_page, service):
    game = created(service, "riddle", human("Ada"), computer())
    page = sit_down(open_page, service, game, 0)
    page.click(".board-switch")
    play(page)
    assert page.locator(".plain").is_visible()


@pytest.fixture
def service_with_a_new_game(tmp_path):
    """Serve a copy of everything with one more game, which the page does not know."""
    root = tmp_path / "copy"
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "tests" / "template" / "checks").mkdir(exist_ok=True)
    lay_out("nim", root)
    with serving(tmp_path, PYTHONPATH=str(root), BOTTEGA_API_WORKERS="1") as served:
        yield served


def test_an_unknown_ruleset_is_played_at_once(open_page, service_with_a_new_game):
    service = service_with_a_new_game
    page = open_page(f"{service.address}/#/")
    page.click("a[href='#/new/nim']")
    page.locator(".create .primary").click()
    page.wait_for_selector(".game")
    play(page)
    assert page.locator(".results .score-sheet").is_visible()
