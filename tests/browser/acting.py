"""Test what the web client shows of the moves of others, and how a player acts on the board."""

import json

import pytest

from domain.registry import RULESETS
from tests.browser.conftest import PHONE
from tests.browser.playing import LEGAL, acts, computer, created, finished, human, play, requested, sit_down
from tests.workers.waiting import until

CARD, ZONE = (f""".table .legal[data-target*='["{name}"']:visible""" for name in ("card", "zone"))
MOVED = ".table [data-moved]"
WINDOWS = ((1440, 900), (1024, 768))
MOST_PANEL_PIXELS = 280
MOST_COVERED_PIXELS = 5
OVERFLOW = "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
FOCUSED_IN = "selector => document.activeElement.closest(selector) !== null"
TILE_AT_CENTRE = """frame => {
  const { x, y, width, height } = frame.previousElementSibling.getBoundingClientRect();
  const [middle, level] = [x + width / 2, y + height / 2];
  const [top] = document.elementsFromPoint(middle, level).map((each) => each.closest(".selectable")).filter(Boolean);
  const tiles = [...document.querySelectorAll("[data-place]")].filter((tile) => {
    const box = tile.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - middle, box.y + box.height / 2 - level) < box.height / 5;
  });
  return [top?.dataset.target, tiles.map((tile) => tile.dataset.key.split("-")[0])];
}"""


FLIGHTS = """() => {
  window.flights = [];
  new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node) => node.classList?.contains("flight")).forEach((node) => window.flights.push(node.textContent)),
  ).observe(document.querySelector(".plain"), { childList: true });
}"""


def two_browsers(open_page, service, ruleset="azul", seed="", **settings):
    """Open a game of two human players in two browsers; return both pages. A seed determines the deal."""
    options = {"start_seat": 0} if ruleset == "azul" else {}
    deal = {"sandbox": {"seed": seed}} if seed else {}
    game = created(service, ruleset, human("Ada"), human("Bruno"), options=options, **deal)
    return [sit_down(open_page, service, game, seat, **settings) for seat in (0, 1)]


@pytest.mark.parametrize("is_plain", [False, True], ids=["drawn", "plain"])
def test_what_an_opponent_has_moved_is_marked_until_the_next_action(open_page, service, is_plain):
    ada, bruno = two_browsers(open_page, service)
    if is_plain:
        ada.click(".board-switch")
    acts(ada)
    assert ada.locator(MOVED).count() == 0
    acts(bruno)
    ada.wait_for_selector(f"{MOVED} >> visible=true")
    play(ada, until=lambda page: page.locator(".selection").count() > 0)
    assert ada.locator(MOVED).count() > 0
    acts(ada)
    assert ada.locator(MOVED).count() == 0


def test_what_others_move_flies_over_the_plain_board(open_page, service):
    ada, bruno = two_browsers(open_page, service, motion="no-preference")
    ada.click(".board-switch")
    ada.wait_for_selector(".plain")
    acts(ada)
    ada.evaluate(FLIGHTS)
    acts(bruno)
    flown = until(lambda: ada.evaluate("window.flights"), "something flies")
    names = {each["name"] for each in requested(service, "/rulesets/azul")["names"]}
    assert {name.rpartition("× ")[2] for name in flown} <= names
    ada.wait_for_selector(".flight", state="detached")


def test_what_others_have_moved_is_marked_after_a_reload(open_page, service):
    ada, bruno = two_browsers(open_page, service)
    acts(ada)
    acts(bruno)
    ada.reload()
    ada.wait_for_selector(f"{MOVED} >> visible=true")
    assert ada.locator(".is-past").count() == 0


def test_the_latest_moves_are_shown_again(open_page, service):
    ada, bruno = two_browsers(open_page, service)
    acts(ada)
    acts(bruno)
    ada.wait_for_selector(".show-again")
    ada.click("h1", force=True)
    ada.keyboard.press("Shift+ArrowLeft")
    ada.wait_for_selector(".is-past")
    assert ada.locator(".slider-number").inner_text() == "1/2"
    ada.wait_for_selector(".is-past", state="detached")
    assert ada.locator(".panel.deciding").count() == 1


def middle(locator):
    """Return the centre of an element."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def with_cards(open_page, service, **settings):
    """Open the page of the player who may bring cards into zones."""
    for page in two_browsers(open_page, service, "riddle", **settings):
        page.wait_for_selector(".panel")
        if page.locator(".deciding").count():
            play(page, until=lambda now: now.locator(CARD).count() and now.locator(ZONE).count())
            return page
    raise AssertionError("nobody may play a card")


def test_a_card_is_dragged_into_a_zone(open_page, service):
    page = with_cards(open_page, service)
    page.mouse.move(*middle(page.locator(CARD).first))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(ZONE).last), steps=5)
    assert "Play" in page.locator(".preview").inner_text()
    assert page.locator(".ghost").count() == 1
    page.mouse.up()
    page.wait_for_selector(".entry")
    assert page.locator(".ghost").count() == 0


def test_a_drag_that_ends_elsewhere_makes_no_move(open_page, service):
    page = with_cards(open_page, service)
    page.mouse.move(*middle(page.locator(CARD).first))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".log")), steps=5)
    page.mouse.up()
    page.wait_for_selector(".selection")
    assert page.locator(".entry").count() == 0


def test_a_card_is_dragged_with_a_finger_that_rests_on_it_first(open_page, service):
    page = with_cards(open_page, service, viewport=PHONE, has_touch=True, is_mobile=True)
    start, end = middle(page.locator(CARD).first), middle(page.locator(ZONE).first)
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        places = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    touch("touchStart", start)
    page.wait_for_selector(".ghost")
    touch("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    touch("touchMove", end)
    touch("touchEnd")
    page.wait_for_selector(".entry")


@pytest.mark.parametrize("way", ["click", "Enter", "panel"])
def test_a_selected_move_is_confirmed(open_page, service, way):
    ada, _ = two_browsers(open_page, service)
    chosen = ada.locator(LEGAL).first
    chosen.locator(".hit").last.click()
    sentence = ada.locator(".selected-action .primary")
    assert sentence.inner_text().startswith("Take ")
    assert ada.locator(".entry").count() == 0
    if way == "click":
        ada.locator(".table .chosen path").last.click(force=True)
    elif way == "Enter":
        ada.keyboard.press("Enter")
    else:
        sentence.click()
    ada.wait_for_selector(".entry")


def is_beside(page, note, target):
    """Whether a callout is above, below or at a side of a target, less than its own height away."""
    one, other = page.locator(note).bounding_box(), target.bounding_box()
    gaps = [
        max(other[start] - one[start] - one[size], one[start] - other[start] - other[size])
        for start, size in (("x", "width"), ("y", "height"))
    ]
    return -MOST_COVERED_PIXELS < max(gaps) < one["height"]


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [("00" * 32, "Take 1 green and 1 wild from Factory 1"), ("02" * 32, "Take 1 green from Factory 1")],
    ids=["two lines", "one line"],
)
def test_a_preview_is_shown_beside_the_target(open_page, service, seed, sentence):
    """A factory at the upper edge has room above it for one line only; two lines are at its side."""
    ada, _ = two_browsers(open_page, service, seed=seed)
    target = ada.locator(LEGAL).first
    target.locator(".hit").last.hover()
    ada.locator(".preview", has_text=sentence).wait_for()
    assert is_beside(ada, ".preview", target)


def test_the_reason_is_shown_beside_what_cannot_be_chosen(open_page, service):
    ada, _ = two_browsers(open_page, service)
    ada.wait_for_selector(LEGAL)
    space = ada.locator(".table .selectable:not(.legal)[data-target*=star]").first
    space.locator(".hit, path").last.click(force=True)
    ada.wait_for_selector(".board-note:not(:empty)")
    assert is_beside(ada, ".board-note", space)


def test_the_centre_of_each_target_lies_on_its_own_tile(open_page, service):
    ada, _ = two_browsers(open_page, service)
    ada.wait_for_selector(LEGAL)
    frames = ada.locator(".table .legal > .focus-target[aria-label^=Factory]").all()
    assert len(frames) > 5
    for frame in frames:
        target = json.loads(frame.locator("..").get_attribute("data-target"))
        found, tiles = frame.evaluate(TILE_AT_CENTRE)
        assert json.loads(found) == target
        assert tiles == [dict(target)["colour"]]


def test_the_focus_stays_on_the_board_and_in_the_panel(open_page, service):
    ada, bruno = two_browsers(open_page, service)
    ada.wait_for_selector(LEGAL)
    ada.locator(".table .legal > .focus-target").first.focus()
    ada.keyboard.press("Enter")
    ada.wait_for_selector(".selected-action")
    ada.keyboard.press("Enter")
    ada.wait_for_selector(".waiting-panel")
    assert ada.evaluate(FOCUSED_IN, ".table")
    bruno.locator(LEGAL).first.locator(".hit").last.click()
    bruno.locator(".selected-action .primary").focus()
    bruno.keyboard.press("Enter")
    bruno.wait_for_selector(".waiting-panel")
    assert bruno.evaluate(FOCUSED_IN, ".panel")


def test_the_focus_moves_to_the_content_of_a_new_page(open_page, service):
    page = open_page(f"{service.address}/#/")
    page.locator(".box").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("form.create")
    assert page.evaluate("document.activeElement.id") == "main"


def test_screen_readers_hear_each_move_of_others_once(open_page, service):
    ada, bruno = two_browsers(open_page, service)
    acts(ada)
    bruno.wait_for_selector(".panel.deciding")
    acts(bruno)
    spoken = ada.locator(".log [aria-live] p:not(:empty)")
    spoken.first.wait_for(state="attached")
    assert ["Bruno takes" in text for text in spoken.all_text_contents()] == [True]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_fits_each_window(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), computer(), computer(), computer())
    page = sit_down(open_page, service, game, 0)
    play(page, until=lambda now: now.locator(".entry").count() > 8 and now.locator(".deciding").count())
    found = {}
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.wait_for_selector(".panel.deciding")
        for is_plain in (False, True):
            page.wait_for_selector(".plain", state="attached" if is_plain else "detached")
            drawing = page.locator(".drawing > *").bounding_box()
            found[width, is_plain] = (
                page.evaluate(OVERFLOW),
                page.locator(".panel").bounding_box()["width"] <= MOST_PANEL_PIXELS,
                is_plain or drawing["y"] + drawing["height"] <= height,
            )
            page.click(".board-switch")
    assert all(each == ([0, 0], True, True) for each in found.values()), found


def test_the_log_scrolls_with_the_slider(open_page, service):
    page = sit_down(open_page, service, finished(service, "riddle"), 0)
    page.wait_for_selector(".slider")
    page.locator(".slider input").fill("9")
    page.locator(".entry.shown .entry-number", has_text="9").wait_for()
    entry, log = (page.locator(each).bounding_box() for each in (".entry.shown", ".log-list"))
    assert log["y"] <= entry["y"] < log["y"] + log["height"]


def test_each_player_has_score_hand_and_presence_in_their_pill(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), presence=True)
    sit_down(open_page, service, game, 1).wait_for_selector(".player")
    ada = sit_down(open_page, service, game, 0)
    ada.wait_for_selector(".player.seat-1 .presence.is-present")
    assert ada.locator(".player.own .presence").count() == 0
    assert ada.locator(".player .score").all_inner_texts() == ["score\n5", "score\n5"]
    assert [text.split()[-3:] for text in ada.locator(".player .in-hand").all_inner_texts()] == [
        ["0", "in", "hand"]
    ] * 2


def test_long_names_and_names_from_the_right_stay_on_their_line(open_page, service):
    game = created(service, "azul", human("Ada" * 13), human("\u05d0\u05d1"))
    page = sit_down(open_page, service, game, 0)
    names = page.locator(".player-name")
    names.first.wait_for()
    assert names.all_text_contents() == ["Ada" * 13, "\u2068\u05d0\u05d1\u2069"]
    assert len({box.bounding_box()["y"] for box in page.locator(".player").all()}) == 1


def test_a_character_has_the_same_name_in_the_lobby_and_in_the_game(open_page, service):
    game = created(service, "azul", human("Ada"), computer("easy"), options={"start_seat": 1})
    page = open_page(f"{service.address}/#/game/{game['game_id']}")
    page.wait_for_selector(".entry")
    assert page.locator(".player-name").all_inner_texts() == ["Ada", "Lapo"]
    lobby = open_page(f"{service.address}/#/")
    line = lobby.locator(f".game-link[href$='{game['game_id']}'] .game-names")
    line.wait_for()
    assert "Lapo Easy" in " ".join(line.inner_text().split())


def test_the_log_says_that_the_clock_has_moved(open_page, service):
    clock = {"clock": {"kind": "per_decision", "seconds": 1}, "absence": {"on_timeout": "default_action"}}
    game = created(service, "azul", human("Ada"), human("Bruno"), **clock)
    page = open_page(f"{service.address}/#/game/{game['game_id']}")
    page.wait_for_selector(".entry.by-clock", timeout=60_000)
    assert page.locator(".entry.by-clock .substitute").first.inner_text() == "by the clock"


def test_on_a_phone_held_sideways_the_decision_is_beside_the_board(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), options={"start_seat": 0})
    sideways = {"width": PHONE["height"], "height": PHONE["width"]}
    page = sit_down(open_page, service, game, 0, viewport=sideways)
    board, panel = (page.locator(each).first.bounding_box() for each in (".drawing > svg", ".deciding"))
    assert board["x"] + board["width"] <= panel["x"]
    assert panel["y"] + panel["height"] <= sideways["height"]
