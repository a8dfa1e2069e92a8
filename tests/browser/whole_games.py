"""Play whole games of each ruleset by clicking, tapping or with the keyboard only."""

import itertools

import pytest

from domain.registry import RULESETS
from tests.browser.conftest import PHONE
from tests.browser.playing import computer, created, human, play, sit_down, step_by_keys
from tests.workers.packages import install
from tests.workers.running import serving
from workers.command import new_ruleset

DEVICES = {"desktop": {}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}
CHOICES = (".table .focus-target[tabindex='0']", ".panel .chip.legal", ".panel .choice")
NAMES = """selector => [...document.querySelectorAll(selector)]
  .map((each) => each.getAttribute("aria-label") ?? each.closest(".facet")?.ariaLabel + ": " + each.innerText)"""
GAMES = dict(zip(RULESETS, itertools.cycle(reversed(DEVICES))))
"""Which device plays each ruleset."""
OPPONENT = computer("greedy")
"""Reaches the goal of a race soon: against a random opponent, a game of Riddle has six times as many decisions."""
LAST = [*RULESETS][-1]
"""The ruleset whose whole game is played with the keyboard here, and by clicks in `long_games`."""


def play_with_pointer(open_page, service, ruleset, device):
    game = created(service, ruleset, human("Ada"), OPPONENT)
    page = sit_down(open_page, service, game, 0, **DEVICES[device])
    play(page)
    assert page.locator(".results .score-sheet tfoot").is_visible()


def play_with_keyboard(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), OPPONENT)
    page = sit_down(open_page, service, game, 0)
    play(page, step=step_by_keys)
    assert page.locator(".results .score-sheet tfoot").is_visible()


@pytest.mark.parametrize(("ruleset", "device"), [each for each in GAMES.items() if each[0] != LAST])
def test_a_whole_game_is_played_with_the_mouse_or_a_finger_only(open_page, service, ruleset, device):
    play_with_pointer(open_page, service, ruleset, device)


def test_a_whole_game_is_played_with_the_keyboard_only(open_page, service):
    play_with_keyboard(open_page, service, LAST)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_that_can_be_chosen_has_a_name_of_its_own(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), human("Bruno"))
    page = sit_down(open_page, service, game, 0, 1)

    def has_names(now):
        for choice in CHOICES:
            names = now.evaluate(NAMES, choice)
            assert all(names), names
            assert len(set(names)) == len(names) or ruleset == "riddle", names  # a hand may have two equal cards
        return now.locator(".entry").count() > 30

    play(page, until=has_names)


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
    open_page.expects("ERR_CONNECTION")  # the service ends before the page
    page = open_page(f"{service.address}/#/")
    page.click("a[href='#/new/nim']")
    page.locator(".create .primary").click()
    page.wait_for_selector(".game")
    play(page)
    assert page.locator(".results .score-sheet").is_visible()
