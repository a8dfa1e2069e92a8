"""Records of games, dropped on the page: checked, told, and watched without a connection."""

import json

import pytest

from tests.browser.playing import asked_text, finished

DROP = """([name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name, { type: "application/json" }));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


@pytest.fixture(scope="session")
def record(service):
    return asked_text(service, f"/games/{finished(service, 'riddle')['game_id']}/record")


def dropped(page, text):
    page.wait_for_selector(".box")
    page.evaluate(DROP, ["game.json", text])
    page.wait_for_selector(".checks")


def test_a_record_dropped_on_the_page_is_checked_and_told(open_page, service, record):
    page = open_page(f"{service.address}/#/")
    dropped(page, record)
    assert page.locator(".checks.right li.right").count() == 3
    page.locator(".slider input").fill(str(len(json.loads(record)["events"])))
    page.wait_for_selector(".entry.shown")
    assert page.locator(".sheet tfoot").is_visible()


@pytest.mark.parametrize("change", ["event", "seed", "space"])
def test_a_record_that_was_changed_is_found_out(open_page, service, record, change):
    changed = json.loads(record)
    if change == "event":
        changed["events"][3]["seat"] ^= 1
    if change == "seed":
        changed["seed"] = "00" * 32
    text = json.dumps(changed, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    page = open_page(f"{service.address}/#/")
    dropped(page, text if change != "space" else f" {record}")
    assert page.locator(".checks.wrong li.wrong").count() >= 1


def test_a_page_without_tls_checks_a_record_with_its_own_sha_256(open_page, service, record):
    page = open_page(f"{service.address}/#/")
    page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    dropped(page, record)
    assert page.locator(".checks.right li.right").count() == 3


def test_a_record_is_watched_without_a_connection(open_page, service, record):
    page = open_page(f"{service.address}/#/new/riddle")
    page.wait_for_selector("form.create")
    page.evaluate("navigator.serviceWorker.ready.then(() => new Promise((kept) => setTimeout(kept, 1500)))")
    page.reload()
    page.wait_for_selector("form.create")
    page.context.set_offline(True)
    page.goto(f"{service.address}/#/record")
    page.reload()
    page.wait_for_selector(".drop")
    page.evaluate(DROP, ["game.json", record])
    page.wait_for_selector(".checks.right")
    assert "Riddle" in page.locator("h1").inner_text()


def test_a_file_that_is_no_record_is_refused_kindly(open_page, service):
    page = open_page(f"{service.address}/#/record")
    page.wait_for_selector(".drop")
    page.evaluate(DROP, ["letter.json", "{}"])
    page.wait_for_selector(".trouble")
