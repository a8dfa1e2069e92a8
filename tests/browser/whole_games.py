"""Play whole games of each ruleset by clicking only."""

import itertools

import pytest

from domain.registry import RULESETS
from tests.browser.conftest import PHONE
from tests.browser.playing import computer, created, human, play, sit_down
from tests.workers.packages import install
from tests.workers.running import serving
from workers.command import new_ruleset

DEVICES = {"desktop": {}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}
GAMES = dict(zip(RULESETS, itertools.cycle(reversed(DEVICES))))
"""Which device plays each ruleset."""


@pytest.mark.parametrize(("ruleset", "device"), GAMES.items())
def test_a_whole_game_is_played_with_the_pointer_only(open_page, service, ruleset, device):
    game = created(service, ruleset, human("Ada"), computer())
    page = sit_down(open_page, service, game, 0, **DEVICES[device])
    play(page)
    assert page.locator(".results .score-sheet tfoot").is_visible()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_plain_table_plays_a_ruleset_that_has_no_drawing(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), computer())
    page = sit_down(open_page, service, game, 0)
    page.click(".board-switch")
    play(page, until=lambda now: now.locator(".entry").count() > 12)
    assert page.locator(".plain").is_visible()


@pytest.fixture
def service_with_a_package(tmp_path):
    """Serve with a game of an installed package, which the page does not know."""
    new_ruleset.create(tmp_path / "source", "nim")
    install([tmp_path / "source"], tmp_path / "installed")
    with serving(tmp_path, PYTHONPATH=str(tmp_path / "installed"), BOTTEGA_API_WORKERS="1") as served:
        yield served


def test_a_game_of_a_package_is_played_at_once(open_page, service_with_a_package):
    service = service_with_a_package
    page = open_page(f"{service.address}/#/")
    page.click("a[href='#/new/nim']")
    page.locator(".create .primary").click()
    page.wait_for_selector(".game")
    play(page)
    assert page.locator(".results .score-sheet").is_visible()
