"""Test the arrows of the last moves, the sounds of a game, and the small scenes on its board."""

import pytest

from domain.registry import RULESETS
from tests.browser.acting import two_browsers
from tests.browser.playing import acts, created, human, play, requested, sit_down
from tests.browser.screens import SETTLED, brought_to, is_draft, seated
from tests.workers.waiting import until

ARROW = ".trail g"
SEED = "5eed" * 16
"""A deal in which the moves of the tests are long enough for arrows."""
LISTEN = """() => {
  window.tones = 0;
  window.trembles = [];
  for (const kind of ["createOscillator", "createBufferSource"]) {
    const create = AudioContext.prototype[kind];
    AudioContext.prototype[kind] = function () { window.tones += 1; return create.call(this); };
  }
  Navigator.prototype.vibrate = function (pattern) { window.trembles.push(pattern); return true; };
}"""
NOT_CLICKED = "() => Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })"
"""The browser of the tests counts as clicked as soon as a test looks at the page."""
WATCH = """() => {
  window.scenes = 0;
  const count = (changes) => changes.flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node) => node.classList?.contains("scene")).forEach(() => { window.scenes += 1; });
  new MutationObserver(count).observe(document.querySelector(".table"), { childList: true });
}"""
COVERED = """() => document.querySelectorAll(".trail, .scene").values()
  .some((each) => getComputedStyle(each).pointerEvents !== "none")"""
FAR_FROM_A_MOVED_PART = """() => [...document.querySelectorAll(".trail .trail-line")].map((line) => {
  const [x, y] = line.getAttribute("d").match(/Q[^ ]+ [^ ]+ ([^ ]+) ([^M]+)/).slice(1).map(Number);
  const frame = document.querySelector(".trail").getBoundingClientRect();
  const away = [...document.querySelectorAll("[data-moved]")].map((each) => {
    const box = each.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - frame.x - x, box.y + box.height / 2 - frame.y - y) - box.width;
  });
  return Math.min(...away);
}).filter((away) => away > 30)"""
"""Lists arrows that end far from each part that has moved, with the distance in pixels."""
ENDS_AT_A_FACTORY = """() => {
  const frame = document.querySelector(".trail").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("[data-path^='factories/']")].map((each) => each.getBoundingClientRect());
  return [...document.querySelectorAll(".trail .trail-line")].filter((line) => {
    const [x, y] = line.getAttribute("d").match(/Q[^ ]+ [^ ]+ ([^ ]+) ([^M]+)/).slice(1).map(Number);
    return boxes.some((box) => Math.abs(box.x + box.width / 2 - frame.x - x) < box.width / 2 &&
      Math.abs(box.y + box.height / 2 - frame.y - y) < box.height / 2);
  }).length;
}"""
"""Counts the arrows that end in a factory."""
LOUDEST = 0.5
CLICK = 0.001
"""A sample at the edge of a sound that is louder is heard as a click."""
MOST_DECIBELS_APART = 7
"""How far the loudest tenths of a second of all sounds are apart at most."""
LONGEST_SECONDS = 1.5
SOUNDS = """async (url) => {
  const { compose } = await import(url);
  const found = {};
  for (const sound of ["tile", "card", "coin", "key", "win", "end", "turn"]) {
    const context = new OfflineAudioContext(1, 2 * 44100, 44100);
    const seconds = compose(context, sound, 0);
    const samples = (await context.startRendering()).getChannelData(0);
    const highest = (part) => part.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    const tenths = Array.from({ length: 20 }, (_, at) => samples.subarray(at * 4410, (at + 1) * 4410));
    const power = Math.max(...tenths.map((part) => part.reduce((sum, each) => sum + each * each, 0) / part.length));
    const end = Math.round(seconds * 44100);
    found[sound] = {
      seconds,
      peak: highest(samples),
      decibels: 10 * Math.log10(power),
      edges: Math.max(Math.abs(samples[0]), highest(samples.subarray(end - 2, end))),
    };
  }
  return found;
}"""
SCENES = [
    ("azul", "star_to_complete"),
    ("azul", "last_action"),
    ("leonardo", "auction_tie"),
    ("riddle", "two_keys_at_once"),
    ("riddle", "winning_play"),
]
"""Positions whose next action is a scene on the board: a star, the end, a card of an auction, Keys, the winner."""


def opened_at(open_page, service, ruleset, name, **settings):
    """Open a scenario as a spectator who sees motion; return the page, and a function that plays the shown action."""
    listed = requested(service, f"/rulesets/{ruleset}/scenarios")["scenarios"]
    scenario = next(each for each in listed if each["name"] == name)
    seats = [human(f"Player {number}") for number in range(scenario["seats"])]
    game = created(service, ruleset, *seats, sandbox={"scenario": name})
    page = open_page(f"{service.address}/#/game/{game['game_id']}", **settings)
    page.wait_for_selector(".board, .plain")

    def play_on():
        seat, action = scenario["attempt"]["seat"], scenario["attempt"]["action"]
        token = next(each["token"] for each in game["tokens"] if each["seat"] == seat)
        path = f"/games/{game['game_id']}/actions"
        decision = requested(service, path, token=token)["decision"]
        requested(service, path, {"ruleset": ruleset, "decision": decision, "action": action}, token=token)

    return page, play_on


@pytest.mark.parametrize("is_plain", [False, True], ids=["drawn", "plain"])
def test_an_arrow_shows_the_move_of_an_opponent_until_the_player_acts(open_page, service, is_plain):
    ada, bruno = two_browsers(open_page, service, seed=SEED)
    if is_plain:
        ada.click(".board-switch")
    acts(ada)
    assert ada.locator(ARROW).count() == 0
    acts(bruno)
    ada.wait_for_selector(ARROW, state="attached")
    acts(ada)
    assert ada.locator(ARROW).count() == 0


def test_the_arrow_of_a_move_is_there_after_a_reload(open_page, service):
    ada, bruno = two_browsers(open_page, service)
    acts(ada)
    acts(bruno)
    ada.reload()
    ada.wait_for_selector(ARROW, state="attached")


def test_an_arrow_ends_where_a_tile_lies_after_its_motion(open_page, service):
    page, play_on = opened_at(open_page, service, "azul", "draft_tiles", motion="no-preference")
    play_on()
    page.wait_for_selector(ARROW, state="attached")
    page.wait_for_function("() => document.getAnimations().every(({ id }) => id !== 'glide')")
    assert page.evaluate(FAR_FROM_A_MOVED_PART) == []


@pytest.mark.parametrize(("seats", "seed"), [(2, "3"), (2, "4"), (4, SEED)])
def test_no_arrow_ends_at_a_tile_that_a_new_round_has_dealt(open_page, service, seats, seed):
    game = seated(service, "azul", seats, options={"start_seat": 0}, sandbox={"seed": seed.rjust(64, "0")})
    page = sit_down(open_page, service, game, brought_to(service, game, is_draft))
    page.wait_for_selector(".table [data-key][data-moved]", state="attached")
    page.evaluate(SETTLED)
    assert page.evaluate(ENDS_AT_A_FACTORY) == 0


def test_an_earlier_position_shows_what_its_move_has_moved(open_page, service):
    ada, bruno = two_browsers(open_page, service)
    acts(ada)
    acts(bruno)
    acts(ada)
    ada.click(".entry-button >> nth=0")
    ada.wait_for_selector(".is-past .table [data-moved]", state="attached")
    ada.wait_for_selector(ARROW, state="attached")


def test_the_moves_before_a_reload_are_spoken_once(open_page, service):
    ada, bruno = two_browsers(open_page, service)
    acts(ada)
    acts(bruno)
    ada.reload()
    spoken = ada.locator('[role="log"] p')
    until(lambda: spoken.count() == 1, "the move of the opponent is spoken")
    assert spoken.inner_text().startswith("Bruno takes")


def test_each_sound_is_short_without_clicks_and_as_loud_as_the_others(open_page, service):
    page = open_page(f"{service.address}/#/")
    manifest = page.evaluate("async () => (await fetch('/table/serviceworker.js')).text()")
    name = next(each for each in manifest.split('"') if "/sounds-" in each)
    heard = page.evaluate(SOUNDS, name)
    assert {sound: each for sound, each in heard.items() if each["seconds"] > LONGEST_SECONDS} == {}
    assert {sound: each for sound, each in heard.items() if each["peak"] > LOUDEST} == {}
    assert {sound: each for sound, each in heard.items() if each["edges"] > CLICK} == {}
    decibels = [each["decibels"] for each in heard.values()]
    assert max(decibels) - min(decibels) < MOST_DECIBELS_APART, heard


def test_a_page_is_silent_until_the_user_has_clicked(open_page, service):
    page, play_on = opened_at(open_page, service, "azul", "draft_tiles")
    page.evaluate(LISTEN)
    page.evaluate(NOT_CLICKED)
    play_on()
    page.wait_for_selector(ARROW, state="attached")
    assert page.evaluate("[window.tones, window.trembles.length]") == [0, 0]


def test_the_moves_of_others_sound_although_the_user_wants_no_motion(open_page, service):
    page, play_on = opened_at(open_page, service, "azul", "draft_tiles", motion="reduce")
    page.mouse.click(5, 5)
    page.evaluate(LISTEN)
    play_on()
    until(lambda: page.evaluate("window.tones"), "a tile sounds")


def test_sounds_and_vibrations_have_a_switch_each(open_page, service):
    ada, bruno = two_browsers(open_page, service)
    for name in ("Sounds", "Vibration"):
        ada.click(".settings summary")
        ada.get_by_label(name).uncheck()
        ada.reload()
        ada.wait_for_selector(".settings")
    ada.click(".settings summary")
    assert [ada.get_by_label(name).is_checked() for name in ("Sounds", "Vibration")] == [False, False]
    ada.evaluate(LISTEN)
    acts(ada)
    acts(bruno)
    ada.wait_for_selector(".panel.deciding")
    assert ada.evaluate("[window.tones, window.trembles.length]") == [0, 0]
    ada.get_by_label("Vibration").check()
    acts(ada)
    acts(bruno)
    until(lambda: ada.evaluate("window.trembles.length"), "the device vibrates")
    assert ada.evaluate("window.tones") == 0


@pytest.mark.parametrize(("ruleset", "scenario"), SCENES)
def test_what_is_won_is_a_small_scene_that_blocks_nothing(open_page, service, ruleset, scenario):
    page, play_on = opened_at(open_page, service, ruleset, scenario, motion="no-preference")
    page.evaluate(WATCH)
    play_on()
    until(lambda: page.evaluate("window.scenes"), "a scene is shown")
    assert not page.evaluate(COVERED)
    page.wait_for_selector(".scene", state="detached")


def test_a_page_without_motion_shows_no_scene(open_page, service):
    page, play_on = opened_at(open_page, service, "riddle", "two_keys_at_once", motion="reduce")
    page.evaluate(WATCH)
    play_on()
    page.wait_for_selector(ARROW, state="attached")
    assert page.evaluate("window.scenes") == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_arrows_stay_on_the_board(open_page, service, ruleset):
    game = created(service, ruleset, human("Ada"), human("Bruno"))
    page = sit_down(open_page, service, game, 0, 1)
    play(page, until=lambda now: now.locator(".entry").count() > 6)
    page.click(".entry-button >> nth=3")
    page.wait_for_selector(".is-past")
    boxes = page.locator(ARROW).evaluate_all("all => all.map((each) => each.getBoundingClientRect().toJSON())")
    table = page.locator(".table").bounding_box()
    margin = 0.15 * table["width"]  # an arrow may bend beside the board
    assert [box for box in boxes if not -margin < box["x"] - table["x"] < table["width"] + margin] == []
