"""Test records of games that are dropped on the page: verified, shown, and replayed offline."""

import json

import pytest

from domain.record import AFTER_HEAD, seal, write
from tests.browser.conftest import PHONE
from tests.browser.playing import finished, requested_text, sit_down
from tests.workers.waiting import until

DROP = """([name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name, { type: "application/json" }));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""

MOMENT = "2031-01-01T00:00:00.000000Z"
DRAWN = ".game.drawn .drawing > svg"
STORED = r"""async ([game, ruleset]) => {
  const has = async (path) => (await caches.match(path, { ignoreVary: true, ignoreSearch: true })) !== undefined;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
    .filter((path) => /^\/table\/(board|chunk|page)-/.test(path));
  const icons = `/v1/rulesets/${ruleset}/icons`;
  const needed = [`/cached/${game}`, icons, ...loaded];
  return (await Promise.all(needed.map(has))).every(Boolean);
}"""
"""Whether the browser has cached a game and its drawings."""
NAMED = "caches.match('/v1/rulesets/riddle?language=en', { ignoreVary: true }).then((cached) => cached !== undefined)"


@pytest.fixture(scope="session")
def record(service):
    return requested_text(service, f"/games/{finished(service, 'riddle')['game_id']}/record")


def dropped(page, text):
    page.wait_for_selector(".box")
    page.evaluate(DROP, ["game.json", text])
    page.wait_for_selector(".checks")


def test_a_record_dropped_on_the_page_is_verified_and_shown(open_page, service, record):
    page = open_page(f"{service.address}/#/")
    dropped(page, record)
    assert page.locator(".checks.right li.right").count() == 4
    page.locator(".slider input").fill(str(len(json.loads(record)["events"])))
    page.wait_for_selector(".entry.shown")
    assert page.locator(".score-sheet tfoot").is_visible()


@pytest.mark.parametrize("change", ["event", "seed", "space"])
def test_a_changed_record_is_detected(open_page, service, record, change):
    changed = json.loads(record)
    if change == "event":
        changed["events"][3]["seat"] ^= 1
    if change == "seed":
        changed["seed"] = "00" * 32
    text = json.dumps(changed, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    page = open_page(f"{service.address}/#/")
    dropped(page, text if change != "space" else f" {record}")
    assert page.locator(".checks.wrong li.wrong").count() >= 1


def test_a_forged_record_is_detected_by_the_hash_that_the_service_published(open_page, service, record):
    found = json.loads(record)
    head = {name: each for name, each in found.items() if name not in AFTER_HEAD} | {"created_at": MOMENT}
    hashed = (found["setup"], *found["events"])
    entries = [{name: each for name, each in entry.items() if name != "hash"} for entry in hashed]
    page = open_page(f"{service.address}/#/")
    dropped(page, write(seal(head, [*entries, found["result"]])).decode())
    assert page.locator(".checks.wrong li.wrong").count() == 1


@pytest.fixture(scope="session")
def finished_games(service):
    return {ruleset: finished(service, ruleset) for ruleset in ("azul", "leonardo", "riddle")}


def record_of(service, game):
    return requested_text(service, f"/games/{game['game_id']}/record")


@pytest.mark.parametrize("ruleset", ["azul", "leonardo", "riddle"])
def test_a_record_of_a_game_played_here_is_drawn_move_by_move(open_page, service, finished_games, ruleset):
    record = record_of(service, finished_games[ruleset])
    page = open_page(f"{service.address}/#/")
    dropped(page, record)
    page.wait_for_selector(DRAWN)
    before = page.locator(DRAWN).inner_html()
    page.locator(".slider input").fill(str(len(json.loads(record)["events"])))
    page.wait_for_selector(".entry.shown")
    assert page.locator(DRAWN).inner_html() != before
    assert page.locator(".player-note").all_inner_texts() != ["", ""], "the last view tells the ranks"
    assert page.locator(".selectable.legal").count() == 0


def test_a_record_that_was_drawn_is_drawn_without_a_connection(open_page, service, finished_games):
    record = record_of(service, finished_games["leonardo"])
    page = open_page(f"{service.address}/#/record", service_workers="allow")
    page.wait_for_selector(".drop-zone")
    page.evaluate(DROP, ["game.json", record])
    page.wait_for_selector(DRAWN)
    assert_drawn_offline(page, service, record, "leonardo")


def test_a_record_that_was_saved_is_drawn_without_a_connection(open_page, service, finished_games):
    page = sit_down(open_page, service, finished_games["azul"], 0, service_workers="allow")
    with page.expect_download() as saving:
        page.click("a[download]")
    assert_drawn_offline(page, service, saving.value.path().read_text(encoding="utf-8"), "azul")


def assert_drawn_offline(page, service, record, ruleset):
    """Wait until the drawing's files are cached, go offline, open the page again and drop the record."""
    until(lambda: page.evaluate(STORED, [json.loads(record)["game_id"], ruleset]), "the drawing is cached")
    page.context.set_offline(True)
    page.goto(f"{service.address}/#/record")
    page.reload()
    page.wait_for_selector(".drop-zone")
    page.evaluate(DROP, ["game.json", record])
    page.wait_for_selector(DRAWN)
    assert page.locator(".checks.right").is_visible()


def test_a_record_from_another_installation_is_shown_in_sentences(open_page, service, finished_games):
    foreign = json.loads(record_of(service, finished_games["azul"]))
    foreign["game_id"] = "a" * len(foreign["game_id"])
    open_page.expects(r"^404 GET .*/games/aaaa")
    assert_only_reported(open_page, service, foreign)


@pytest.mark.parametrize("change", ["action", "rules_version", "length"])
def test_a_record_that_differs_from_its_game_is_reported_in_sentences(open_page, service, finished_games, change):
    other = json.loads(record_of(service, finished_games["azul"]))
    if change == "action":
        other["events"][5]["action"]["type"] = "pass_round"
    if change == "rules_version":
        other["rules_version"] -= 1
    if change == "length":
        other["events"].pop()
    assert_only_reported(open_page, service, other)


def assert_only_reported(open_page, service, record):
    """Drop a record, wait until the service has responded, and check that only its sentences are shown."""
    page = open_page(f"{service.address}/#/")
    with page.expect_response(f"**/games/{record['game_id']}/**"):
        dropped(page, json.dumps(record))
    page.wait_for_load_state("networkidle")
    page.locator(".slider input").fill("3")
    page.wait_for_selector(".entry.shown")
    assert page.locator(".table").count() == 0


def test_the_slider_of_a_drawn_record_stays_in_sight_on_a_phone(open_page, service, finished_games):
    page = open_page(f"{service.address}/#/", viewport=PHONE, has_touch=True, is_mobile=True)
    dropped(page, record_of(service, finished_games["azul"]))
    page.wait_for_selector(DRAWN)
    box = page.locator(".slider").bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"]


def test_a_page_without_tls_checks_a_record_with_its_own_sha_256(open_page, service, record):
    page = open_page(f"{service.address}/#/")
    page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    dropped(page, record)
    assert page.locator(".checks.right li.right").count() == 4


def test_a_record_is_watched_without_a_connection(open_page, service, record):
    page = open_page(f"{service.address}/#/new/riddle", service_workers="allow")
    page.wait_for_selector("form.create")
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), "the service worker is active")
    page.reload()
    page.wait_for_selector("form.create")
    until(lambda: page.evaluate(NAMED), "the names of the ruleset are cached")
    page.context.set_offline(True)
    page.goto(f"{service.address}/#/record")
    page.reload()
    page.wait_for_selector(".drop-zone")
    page.evaluate(DROP, ["game.json", record])
    page.wait_for_selector(".checks.right")
    assert "Riddle" in page.locator("h1").inner_text()


def test_a_file_that_is_no_record_is_rejected_kindly(open_page, service):
    page = open_page(f"{service.address}/#/record")
    page.wait_for_selector(".drop-zone")
    page.evaluate(DROP, ["letter.json", "{}"])
    page.wait_for_selector(".error-message")
