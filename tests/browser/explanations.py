"""Test that the web client says why each element that cannot be selected is not legal, in words for players."""

import random
import re
import sys
from collections import Counter

import pytest

from tests.browser.playing import created, human, requested, sit_down
from tests.workers.packages import serving_packages

LANGUAGES = ("en", "cs", "it", "ru")
GAMES = {
    "azul-A": ("azul", {"side": "A"}),
    "azul-B": ("azul", {"side": "B"}),
    "leonardo": ("leonardo", {}),
    "leonardo-expert": ("leonardo", {"setup": "expert", "codex_1": True, "codex_2": True}),
    "riddle": ("riddle", {}),
    "riddle-expansion": ("riddle", {"mode": "expansion"}),
}
PACKAGED = ("connect_four", "gomoku")
"""Games of packages, which have English texts only."""
MOST_ACTIONS = 140
"""The number of random actions after which a game has shown most of its decisions."""
MOST_SEEN = 1
"""The number of positions in which each kind of decision is examined."""
FETCHES = """() => {
  const fetched = window.fetch;
  window.pending = 0;
  window.fetch = async (...sent) => {
    window.pending += 1;
    try { return await fetched(...sent); } finally { window.pending -= 1; }
  };
}"""
"""Count the requests of the page that have no response yet."""
CLICK_ALL = """async ([first, most]) => {
  const MOST_LOOKS = 600;
  const shown = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const note = () => document.querySelector(".board-note").textContent;
  const settled = async (before) => {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      await shown();
      if (!window.pending && (selection() !== before || note())) break;
    }
    await shown();
  };
  const pick = (state) => [...document.querySelectorAll(`.table .selectable${state}`)];
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const clear = async () => { document.querySelector(".selection .quiet")?.click(); await shown(); };
  const select = async () => {
    await clear();
    const legal = pick(".legal");
    if (legal.length) { click(legal[first % legal.length]); await shown(); }
  };
  const selection = () => [...document.querySelectorAll(".selection .chip")].map((chip) => chip.textContent).join();
  const found = [];
  const start = async () => (first < 0 ? clear() : select());
  await start();
  const targets = [...new Set(pick(":not(.legal):not(.chosen)").map(({ dataset }) => dataset.target))];
  const step = Math.max(1, Math.floor(targets.length / most));
  for (const target of targets.filter((_, index) => index % step === 0)) {
    await start();
    const element = pick(":not(.legal):not(.chosen)").find(({ dataset }) => dataset.target === target);
    if (!element) continue;
    const before = selection();
    click(element);
    await settled(before);
    if (selection() === before) found.push([target, before, note()]);
  }
  await clear();
  return found;
}"""
"""Click each element that is not legal, with nothing or a legal element selected; return what the page says.

A click that changes the selection needs no text.
"""
MOST_CLICKED = 24


def views(service, game):
    """Yield the view of each seat that must act, with its token."""
    for each in game["tokens"]:
        view = requested(service, f"/games/{game['game_id']}/view?include=actions", token=each["token"])
        if "decision" in view:
            yield each["seat"], view, each["token"]


def act(service, game, dice, seat_view):
    """Submit a random action of a seat."""
    _, view, token = seat_view
    actions = view["actions"]
    advancing = [each for each in actions if each["type"] not in ("pass_round", "end_step")] or actions
    body = {"ruleset": view["ruleset"], "decision": view["decision"], "action": dice.choice(advancing)}
    requested(service, f"/games/{game['game_id']}/actions", body, token=token)


def positions(service, game, dice, first=0):
    """Play at random; yield kind and seat of some positions of each kind of decision, from the action `first` on."""
    seen = Counter()
    for number in range(MOST_ACTIONS):
        pending = list(views(service, game))
        if not pending:
            return
        seat, view, _ = pending[0]
        kind = view["view"].get("decision_kind")
        late = number >= first and seen[kind] < MOST_SEEN and dice.random() < (1 if not seen[kind] else 0.2)
        if late:
            seen[kind] += 1
            yield kind, seat
        act(service, game, dice, pending[0])


def answers(page, dice):
    """Return what the page says to clicks on elements that are not legal."""
    page.evaluate(FETCHES)
    alone = page.evaluate(CLICK_ALL, [-1, MOST_CLICKED])
    return alone + page.evaluate(CLICK_ALL, [dice.randrange(50), MOST_CLICKED // 3])


FAULTS = {
    "a mark of the code": r"[`_{}]|undefined|\b(UNSET|none|true|false)\b",
    "the word parameter": "(?i)param[eé]t[re]|\u043f\u0430\u0440\u0430\u043c\u0435\u0442\u0440",
    "a technical word": r"\b(schema|JSON|code|field)\b",
    "a cost without a number": r"^\D*\b(costs|stojí|costa|\u0441\u0442\u043e\u0438\u0442)\b\D*$",
    "no sentence": r"^(?![“«„]?[^\W\d_])",
}
ENGLISH = re.compile(r"\b(the|you|your|that|with)\b")
CYRILLIC = re.compile("[\u0400-\u04ff]")


def faults(text, language):
    """List what is wrong with a text for a player."""
    found = [name for name, pattern in FAULTS.items() if re.search(pattern, text)]
    is_foreign = (CYRILLIC.search(text) is not None) != (language == "ru")
    return found + ["another language"] * (is_foreign or (language != "en" and ENGLISH.search(text) is not None))


@pytest.mark.parametrize("name", GAMES)
def test_each_element_that_is_not_legal_says_why_in_words_for_players(open_page, service, name):
    ruleset, options = GAMES[name]
    assert_players_read_sentences(open_page, service, ruleset, LANGUAGES, options=options)


@pytest.mark.parametrize("name", GAMES)
def test_the_board_as_text_says_why_in_words_for_players(open_page, service, name):
    ruleset, options = GAMES[name]
    assert_players_read_sentences(open_page, service, ruleset, LANGUAGES, options=options, board="plain")


@pytest.fixture(scope="module")
def hosting(tmp_path_factory):
    """Run a service with packages, whose games are drawn on the generic board."""
    with serving_packages(tmp_path_factory.mktemp("packages"), PACKAGED, BOTTEGA_PACKAGE_BOARDS="off") as served:
        yield served


@pytest.mark.parametrize("name", PACKAGED)
def test_the_board_of_a_packaged_game_says_why_in_words_for_players(open_page, hosting, name):
    assert_players_read_sentences(open_page, hosting, name, ("en",), board="packaged", first=10)


def assert_players_read_sentences(open_page, service, ruleset, languages, *, options=None, board="drawn", first=0):
    """Click what is not legal at many positions of a random game; read all that the page says."""
    dice, table = random.Random(f"{ruleset} {options}"), Counter()
    game = created(service, ruleset, human("Ada"), human("Bruno"), options=options or {})
    for turn, (kind, seat) in enumerate(positions(service, game, dice, first)):
        language = languages[turn % len(languages)]
        for viewer in {seat, 1 - seat} if turn % 3 == 0 else {seat}:
            shown = kind if viewer == seat else "another turn"
            page = board_of(open_page, service, game, viewer, language, board)
            for _, _, text in answers(page, dice):
                table[str(shown), language, text] += 1
            page.close()
    for (kind, language, text), count in sorted(table.items()):
        sys.stdout.write(f"{kind:16} {language} {count:4} {text}\n")  # `pytest -s` shows the table of all answers
    assert table
    assert [(each, found) for each in table if (found := faults(each[2], each[1]))] == []


def board_of(open_page, service, game, viewer, language, board):
    """Open a page of a seat, with the drawing of the board or with the board as text."""
    page = sit_down(open_page, service, game, viewer, language=language)
    page.wait_for_selector(".table svg.board" if board != "packaged" else ".table .plain")
    page.wait_for_selector(".panel.deciding, .waiting-panel")
    if page.locator(".panel .cover").count():
        page.click(".panel .cover")
    if board == "plain":
        page.click(".board-switch")
        page.wait_for_selector(".table .plain")
    return page


def in_decision(service, game, kind, name):
    """Play at random until a kind of decision is pending; return the seat that must act."""
    return next(seat for each, seat in positions(service, game, random.Random(name)) if each == kind)


def azul(service):
    """Create a game of two on the boards with coloured stars."""
    return created(service, "azul", human("Ada"), human("Bruno"), options={"side": "A"})


def test_a_selected_colour_stays_when_a_space_takes_another(open_page, service):
    game = azul(service)
    page = sit_down(open_page, service, game, in_decision(service, game, "place_or_pass", "colour"))
    spaces = ".table .legal[data-target*=star]"
    page.wait_for_selector(spaces)
    before = {each.get_attribute("data-target") for each in page.locator(spaces).all()}
    page.locator(".table .legal[data-target*=place_tile] .hit").first.click()
    page.wait_for_selector(".selection")
    chosen = page.locator(".selection .chip").all_inner_texts()
    after = {each.get_attribute("data-target") for each in page.locator(spaces).all()}
    other = min(before - after)
    page.locator(".table .selectable").and_(page.locator(f"[data-target='{other}']")).locator(".hit").click(force=True)
    page.wait_for_selector(".board-note:not(:empty)")
    assert page.locator(".selection .chip").all_inner_texts() == chosen


def test_the_payment_of_another_player_offers_nothing_on_my_board(open_page, service):
    game = azul(service)
    payer = in_decision(service, game, "choose_payment", "payment")
    pages = [sit_down(open_page, service, game, seat) for seat in (payer, 1 - payer)]
    for page in pages:
        page.wait_for_selector(".table svg.board")
    pages[0].wait_for_selector(".panel .choice")
    labels = pages[0].locator(".table .legal > .focus-target").evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert all(re.match(r"Place an? \w+ tile and pay \d \w+", each) for each in labels), labels
    assert [page.locator(".table [data-target*=wilds]").count() > 0 for page in pages] == [True, False]


COVERED = """() => {
  const { left, right, top, bottom } = document.querySelector(".preview").getBoundingClientRect();
  return [...document.querySelectorAll(".table [data-place]:not([data-place^=board])")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < right - 4 && left < box.right - 4 && box.top < bottom - 4 && top < box.bottom - 4;
  }).map(({ dataset }) => dataset.place);
}"""


def test_the_text_about_a_selected_tile_covers_no_tile(open_page, service):
    page = sit_down(open_page, service, azul(service), 0, 1)
    if page.locator(".hotseat").count():
        page.click(".hotseat .primary")
    page.wait_for_selector(".table .legal")
    for index in range(0, page.locator(".table .legal").count(), 3):
        page.locator(".table .legal").nth(index).locator(".hit").last.click()
        page.wait_for_selector(".preview:not(:empty)")
        assert page.evaluate(COVERED) == [], page.locator(".preview").inner_text()
        page.keyboard.press("Escape")
        page.wait_for_selector(".selection", state="detached")
