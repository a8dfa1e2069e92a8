"""Test the board that a ruleset brings: it imports what the kit has, and draws every scenario in a browser."""

import pytest

from domain.registry import RULESETS
from service.api.pages import manifest
from workers.promises.board_modules import exported_names, imported, imported_names, syntax_error
from workers.promises.board_pages import browser_path, opened_pages
from workers.promises.games import NAMES, PLAYED

every_ruleset = pytest.mark.parametrize("name", NAMES)


def source_of(name):
    """Return the module of the board of a ruleset; an empty text without a board."""
    board = PLAYED[name].board
    return board.source if board else ""


@every_ruleset
def test_the_kit_of_a_board_exists(name):
    """Import from a kit of the web client, such as `bottega/kit-1`."""
    board = PLAYED[name].board
    assert board is None or str(board.kit) in manifest()["kits"]


@every_ruleset
def test_a_board_imports_from_its_kit_only(name):
    """Bundle the modules of a board into one file, which imports from the kit alone."""
    board = PLAYED[name].board
    assert imported(source_of(name)) == ({f"bottega/kit-{board.kit}"} if board else set())


@every_ruleset
def test_a_board_imports_what_its_kit_exports(name):
    """Import only names that the guide "A board of its own" lists."""
    board = PLAYED[name].board
    exported = manifest()["kits"].get(str(board.kit), ()) if board else ()
    assert imported_names(source_of(name)) - {*exported} == set()


@every_ruleset
def test_a_board_is_a_module_that_exports_the_component(name):
    """Correct the syntax of `board.js`, and export the function `Board`."""
    assert syntax_error(source_of(name)) == ""
    assert PLAYED[name].board is None or "Board" in exported_names(source_of(name))


@every_ruleset
def test_a_board_draws_every_scenario_and_submits_an_action(name):
    """Let `Board` draw each scenario without an error, and let a legal action be selected on the board.

    The test needs an installed package, Playwright and Chromium; without one of them it opens no page.
    """
    browser = browser_path()
    if not browser or not PLAYED[name].board or RULESETS.get(name) is not PLAYED[name]:
        return
    with opened_pages(browser) as pages:
        acted = []
        for scenario in pages.scenarios(name):
            page, game = pages.opened(name, scenario)
            if scenario["to_act"] and not any(acted):
                acted.append(pages.acts(page, game))
            page.context.close()
    assert pages.errors == []
    assert any(acted)
