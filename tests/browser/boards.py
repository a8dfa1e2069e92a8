"""Test the board that a package brings: played to its end, on all screens, offline and in a frame, and with errors."""

import re

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.chromium import executable
from tests.browser.playing import LEGAL, MEANT, created, finished, human, requested, requested_text, sit_down, tab_to
from tests.browser.records import DROP, assert_drawn_offline
from tests.browser.screens import faults
from tests.workers.packages import install, packaged, serving_packages
from tests.workers.path_proxy import proxying
from tests.workers.running import environ_for, run
from tests.workers.waiting import until

GAME = "connect_four"
BOARD = ".drawing > svg.board"
COLUMN = """.table [data-target='[["column","{}"]]']"""
PLAIN = ".plain .grid-drawing"
NOTICE = "This game's own board does not work"
DISCS = "all => all.map((each) => each.dataset.key).sort()"
OVER = ".results .score-sheet"
CONTROLLED = """navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null ||
  new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true))))"""
CACHED = "caches.match('/v1/rulesets/connect_four/board.js', { ignoreVary: true, ignoreSearch: true }).then(Boolean)"
KIT = 'import { html } from "bottega/kit-1";\n'
EMPTY = """html`<svg class="board" viewBox="0 0 9 9" />`"""
FAULTY = {
    "at_load": 'throw new Error("A fault of the board");',
    "in_its_syntax": "export const Board = ;",
    "in_its_exports": "export const Drawing = () => null;",
    "in_an_import": 'import { nothing } from "bottega/kit-1"; export const Board = () => nothing;',
    "at_draw": 'export const Board = () => { throw new Error("A fault of the board"); };',
}
FAULT = r"A fault of the board|SyntaxError|exports no function Board|does not provide an export|module specifier"
"""What the console says about a board with a fault."""
TRAP = """export const Board = () => html`<svg class="board" viewBox="0 0 9 9">
  <rect class="trap" width="9" height="9" onClick=${%s} /></svg>`;"""
HANDLERS = {
    "a handler": '() => { throw new Error("A fault of the board"); }',
    "a promise": 'async () => { throw new Error("A fault of the board"); }',
    "a timer": '() => setTimeout(() => { throw new Error("A fault of the board"); })',
}


@pytest.fixture(scope="module")
def hosting(tmp_path_factory):
    with serving_packages(tmp_path_factory.mktemp("packages"), (GAME,)) as served:
        yield served


def opened(open_page, service, *seats, **settings):
    """Open a page with seats of a new game of two."""
    game = created(service, GAME, human("Ada"), human("Bruno"))
    page = sit_down(open_page, service, game, *seats, **settings)
    page.wait_for_selector(BOARD)
    return page, game


def drops(service, game, *columns):
    """Drop a disc of the seat that must act into each of these columns, as another client does."""
    path = f"/games/{game['game_id']}"
    for column in columns:
        seat = requested(service, f"{path}/view")["to_act"][0]
        token = next(each["token"] for each in game["tokens"] if each["seat"] == seat)
        decision = requested(service, f"{path}/actions", token=token)["decision"]
        action = {"type": "drop_disc", "column": column}
        requested(service, f"{path}/actions", {"ruleset": GAME, "decision": decision, "action": action}, token=token)


def discs(page):
    """List the keys of the drawn discs."""
    return page.locator(f"{BOARD} [data-key^=disc-]").evaluate_all(DISCS)


def landed(column, row):
    """Return the selector of a disc in its cell: a selected one hangs above its column."""
    return f"[data-key=disc-{column}-{row}][transform='translate({100 * column} {100 * (5 - row)})']"


def test_a_player_wins_by_clicks(open_page, hosting):
    page, game = opened(open_page, hosting, 0)
    for row in range(4):
        page.click(COLUMN.format(2))
        page.wait_for_selector(f"{COLUMN.format(2)}.chosen")
        page.click(MEANT)
        page.wait_for_selector(landed(1, row))
        if row < 3:
            drops(hosting, game, 5)
            page.wait_for_selector(LEGAL)
    page.wait_for_selector(OVER)
    assert discs(page) == [*(f"disc-1-{row}" for row in range(4)), *(f"disc-4-{row}" for row in range(3))]
    assert requested(hosting, f"/games/{game['game_id']}/view")["outcome"][0]["rank"] == 1


def test_a_player_wins_with_the_keyboard_alone(open_page, hosting):
    page, game = opened(open_page, hosting, 0)
    for turn in range(4):
        assert tab_to(page, f"{COLUMN.format(1)}.legal > .focus-target")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"{COLUMN.format(1)}.chosen")
        page.keyboard.press("Enter")
        page.wait_for_selector(landed(0, turn))
        if turn < 3:
            drops(hosting, game, 7)
            page.wait_for_selector(LEGAL)
    page.wait_for_selector(OVER)


def test_arrow_keys_move_between_columns(open_page, hosting):
    page, _ = opened(open_page, hosting, 0)
    assert tab_to(page, ".table .legal > .focus-target")
    page.keyboard.press("ArrowRight")
    assert re.search(r"\b2$", page.evaluate("document.activeElement.getAttribute('aria-label')"))


def test_a_full_column_is_not_legal_and_says_why(open_page, hosting):
    page, game = opened(open_page, hosting, 0)
    drops(hosting, game, *[1] * 6)
    until(lambda: len(discs(page)) == 6, "the column is full")
    page.wait_for_selector(LEGAL)
    assert page.locator(LEGAL).count() == 6
    page.click(COLUMN.format(1))
    until(lambda: page.locator(".board-note.reason").inner_text(), "the page says why")


def test_the_disc_of_an_opponent_is_marked(open_page, hosting):
    page, game = opened(open_page, hosting, 1)
    drops(hosting, game, 4)
    page.wait_for_selector("[data-key='disc-3-0'][data-moved]")


def test_the_layout_of_the_board_has_no_fault_and_axe_is_content(open_page, hosting):
    page, game = opened(open_page, hosting, 0)
    drops(hosting, game, 4, 4, 3, 5)
    until(lambda: len(discs(page)) == 4, "the discs are drawn")
    page.click(COLUMN.format(3))
    assert faults(page) == []
    assert_axe_is_content(page, SCHEMES)


def test_a_spectator_sees_the_board_in_a_frame_and_can_choose_nothing(open_page, hosting):
    game = created(hosting, GAME, human("Ada"), human("Bruno"))
    drops(hosting, game, 4, 3)
    page = open_page(f"{hosting.address}/widget#/game/{game['game_id']}")
    until(lambda: discs(page) == ["disc-2-0", "disc-3-0"], "the discs are drawn")
    assert page.locator(LEGAL).count() == 0


def test_the_board_and_its_kit_are_loaded_under_a_path(open_page, tmp_path):
    with (
        proxying("/games/bottega", keeps=True) as proxy,
        serving_packages(tmp_path, (GAME,), BOTTEGA_PUBLIC_URL=f"{proxy.address}/") as served,
    ):
        proxy.service = served.address
        page, _ = opened(open_page, proxy, 0)
        page.context.close()
    assert proxy.outside == []


def test_a_record_is_replayed_on_the_board_offline(open_page, hosting):
    game = finished(hosting, GAME)
    record = requested_text(hosting, f"/games/{game['game_id']}/record")
    page = open_page(f"{hosting.address}/#/record", service_workers="allow")
    page.wait_for_selector(".drop-zone")
    assert page.evaluate(CONTROLLED)
    page.evaluate(DROP, ["game.json", record])
    page.wait_for_selector(BOARD)
    until(lambda: page.evaluate(CACHED), "the board is cached")
    assert_drawn_offline(page, hosting, record, GAME)
    assert page.locator(BOARD).count() == 1


def replaced(page, source):
    """Replace the module of the board."""
    headers = {"Content-Type": "text/javascript"}
    page.context.route(re.compile(r"/board\.js"), lambda route: route.fulfill(body=source, headers=headers))


def with_board(open_page, service, source):
    """Open a new game whose board has this module."""
    open_page.expects(FAULT)
    game = created(service, GAME, human("Ada"), human("Bruno"))
    page = open_page("about:blank")
    replaced(page, source)
    page.goto(f"{service.address}/#/game/{game['game_id']}/token/{game['tokens'][0]['token']}")
    return page


def assert_plain_and_playable(page):
    """Fail unless a notice says that the plain board replaces the board, and the plain board can be played."""
    page.wait_for_selector(PLAIN)
    assert NOTICE in page.locator(".table .notice").inner_text()
    page.click(".grid-cell[aria-label^='3a:']")
    page.click(MEANT)
    page.locator(".grid-cell[aria-label='3a: Ada']").wait_for()


@pytest.mark.parametrize("source", FAULTY.values(), ids=FAULTY)
def test_the_plain_board_replaces_a_board_with_a_fault(open_page, hosting, source):
    assert_plain_and_playable(with_board(open_page, hosting, f"{KIT}{source}"))


def test_the_plain_board_replaces_a_board_for_a_kit_that_is_not_here(open_page, hosting):
    assert_plain_and_playable(with_board(open_page, hosting, 'import { html } from "bottega/kit-2";'))


@pytest.mark.parametrize("handler", HANDLERS.values(), ids=HANDLERS)
def test_the_plain_board_replaces_a_board_whose_handler_fails(open_page, hosting, handler):
    page = with_board(open_page, hosting, KIT + TRAP % handler)
    page.click(".trap")
    assert_plain_and_playable(page)


def test_the_plain_board_replaces_a_board_that_fails_at_a_later_view(open_page, hosting):
    source = """export const Board = ({ view }) => {
      if (view.version) throw new Error("A fault of the board");
      return html`<svg class="board" viewBox="0 0 9 9" />`;
    };"""
    open_page.expects(FAULT)
    game = created(hosting, GAME, human("Ada"), human("Bruno"))
    page = open_page("about:blank")
    replaced(page, KIT + source)
    page.goto(f"{hosting.address}/widget#/game/{game['game_id']}")
    page.wait_for_selector(BOARD)
    drops(hosting, game, 3)
    page.wait_for_selector(PLAIN)
    assert NOTICE in page.locator(".table .notice").inner_text()


def test_a_board_loads_no_script_of_another_site_and_evaluates_no_text(open_page, hosting):
    source = """export const Board = () => html`<svg class="board" viewBox="0 0 9 9" />`;
    window.tried = Promise.allSettled([import("https://example.org/a.js"), new Promise(() => eval("1"))])
      .then((all) => all.map(({ status }) => status));"""
    open_page.expects("Content Security Policy", "example.org")
    page = with_board(open_page, hosting, KIT + source)
    page.wait_for_selector(BOARD)
    assert page.evaluate("window.tried") == ["rejected", "rejected"]


PROMISES = {
    "none": (None, 0, ""),
    "at_draw": (KIT + FAULTY["at_draw"], 1, "A fault of the board"),
    "nothing_to_select": (f"{KIT}export const Board = () => {EMPTY};", 1, "Broken promise"),
    "a_name": ('import { nothing } from "bottega/kit-1"; export const Board = nothing;', 1, "nothing"),
}
"""Modules of a board, with the exit code of `bottega check-ruleset` and a part of what it prints."""


@pytest.mark.parametrize(("source", "code", "part"), PROMISES.values(), ids=PROMISES)
def test_an_author_checks_a_board_in_a_browser(tmp_path, source, code, part):
    packaged(GAME, tmp_path / "source")
    if source:
        (tmp_path / "source" / f"bottega_{GAME}" / "board.js").write_text(source)
    install([tmp_path / "source"], tmp_path / "installed")
    environ = environ_for(tmp_path / "data", PYTHONPATH=str(tmp_path / "installed"), CHROMIUM=executable())
    done = run("check-ruleset", GAME, "-q", "-k", "test_boards", environ=environ)
    assert (done.returncode, part in done.stdout) == (code, True), done.stdout
