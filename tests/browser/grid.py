"""Test the grid of the generic board: two games of packages that declare one, by mouse, touch and keyboard.

The operator has switched the boards of packages off.
"""

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.playing import LEGAL, MEANT, created, human, requested, sit_down, tab_to
from tests.workers.packages import serving_packages
from tests.workers.waiting import until

GAMES = ("connect_four", "gomoku")
SMALL_PHONE = {"width": 375, "height": 812}
TOUCH = {"viewport": SMALL_PHONE, "has_touch": True, "is_mobile": True}
LARGE = {"size": "large"}
CELL = ".grid-cell[aria-label^='{}:']"
ENLARGED = ".grid-frame button"
FOCUSED = "document.activeElement.getAttribute('aria-label')"


@pytest.fixture(scope="module")
def hosting(tmp_path_factory):
    with serving_packages(tmp_path_factory.mktemp("packages"), GAMES, BOTTEGA_PACKAGE_BOARDS="off") as served:
        yield served


def opened(open_page, service, ruleset, options=None, seats=(0,), **settings):
    """Open a page with seats of a new game of two."""
    game = created(service, ruleset, human("Ada"), human("Bruno"), options=options or {})
    page = sit_down(open_page, service, game, *seats, **settings)
    page.wait_for_selector(".grid-drawing")
    return page, game


def played(service, game, **action):
    """Submit an action of the seat that must act, as another client does."""
    path = f"/games/{game['game_id']}"
    seat = requested(service, f"{path}/view")["to_act"][0]
    token = next(each["token"] for each in game["tokens"] if each["seat"] == seat)
    decision = requested(service, f"{path}/actions", token=token)["decision"]
    requested(
        service, f"{path}/actions", {"ruleset": game["ruleset"], "decision": decision, "action": action}, token=token
    )


def on_the_board(page):
    """List the cells with a piece, as a screen reader reads them."""
    labels = page.locator(".grid-cell").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    return sorted(label for label in labels if not label.endswith("empty"))


def test_a_cell_of_a_column_drops_a_disc_into_it(open_page, hosting):
    page, game = opened(open_page, hosting, "connect_four")
    page.click(CELL.format("3e"))
    assert page.locator(".grid-cell.chosen").count() == 6
    page.click(MEANT)
    until(lambda: on_the_board(page) == ["3a: Ada"], "the disc lies below")
    assert page.locator(LEGAL).count() == 0
    played(hosting, game, type="drop_disc", column=3)
    until(lambda: on_the_board(page) == ["3a: Ada", "3b: Bruno"], "the disc of the opponent is drawn")


def test_the_piece_of_an_opponent_is_marked_until_the_player_acts(open_page, hosting):
    page, game = opened(open_page, hosting, "connect_four", seats=(1,))
    played(hosting, game, type="drop_disc", column=4)
    page.wait_for_selector(".grid-piece[data-moved] .grid-last")
    page.reload()
    page.wait_for_selector(".grid-piece[data-moved] .grid-last")
    page.click(CELL.format("1a"))
    page.click(MEANT)
    until(lambda: len(on_the_board(page)) == 2, "the disc is drawn")
    assert page.locator("[data-moved]").count() == 0


def test_a_full_column_is_not_legal_and_says_why(open_page, hosting):
    page, game = opened(open_page, hosting, "connect_four")
    for _ in range(6):
        played(hosting, game, type="drop_disc", column=1)
    until(lambda: len(on_the_board(page)) == 6, "the column is full")
    page.wait_for_selector(LEGAL)
    assert page.locator(LEGAL).count() == 36
    page.click(CELL.format("1c"), force=True)  # a screen reader hears that it is not enabled
    until(lambda: "Not possible now" in page.locator(".board-note").inner_text(), "the page says why")


def test_arrow_keys_move_over_the_points_and_enter_puts_a_stone(open_page, hosting):
    page, _ = opened(open_page, hosting, "gomoku", LARGE)
    assert page.locator(".grid-cell[tabindex='0']").count() == 1
    assert tab_to(page, ".grid-cell")
    assert page.evaluate(FOCUSED) == "a19: empty"
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate(FOCUSED) == "b17: empty"
    page.keyboard.press("Enter")
    page.wait_for_selector(".grid-cell.chosen")
    page.keyboard.press("Enter")
    until(lambda: on_the_board(page) == ["b17: Ada"], "the stone is drawn")


def test_a_tap_on_small_points_enlarges_a_part_of_the_board(open_page, hosting):
    page, _ = opened(open_page, hosting, "gomoku", LARGE, **TOUCH)
    page.locator(CELL.format("q16")).tap()
    page.wait_for_selector(ENLARGED)
    assert page.locator(".grid-cell.chosen").count() == 0
    point = page.locator(CELL.format("q16")).bounding_box()
    assert point["width"] >= 24
    page.locator(CELL.format("q16")).tap()
    page.wait_for_selector(".grid-cell.chosen")
    page.locator(MEANT).tap()
    until(lambda: on_the_board(page) == ["q16: Ada"], "the stone is drawn")
    page.locator(ENLARGED).tap()
    page.wait_for_selector(ENLARGED, state="detached")


def test_large_cells_need_no_second_tap(open_page, hosting):
    page, _ = opened(open_page, hosting, "connect_four", **TOUCH)
    page.locator(CELL.format("3d")).tap()
    page.wait_for_selector(".grid-cell.chosen")


def test_lines_and_marks_follow_the_size_in_the_view(open_page, hosting):
    page, _ = opened(open_page, hosting, "gomoku")
    assert page.locator(".grid-cell").count() == 81
    assert page.locator(".grid-labels text").all_text_contents()[:2] == ["a", "b"]
    assert page.locator(".grid-dot").count() == 1


def test_a_spectator_sees_the_grid_and_can_choose_nothing(open_page, hosting):
    game = created(hosting, "gomoku", human("Ada"), human("Bruno"))
    played(hosting, game, type="place_stone", column=5, row=5)
    page = open_page(f"{hosting.address}/#/game/{game['game_id']}")
    page.wait_for_selector(".grid-drawing")
    until(lambda: on_the_board(page) == ["e5: Ada"], "the stone is drawn")
    assert page.locator(LEGAL).count() == 0


@pytest.mark.parametrize("ruleset", GAMES)
def test_axe_reports_no_fault_on_a_grid(open_page, hosting, ruleset):
    page, _ = opened(open_page, hosting, ruleset)
    assert_axe_is_content(page, SCHEMES)
