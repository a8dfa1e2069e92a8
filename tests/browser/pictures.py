"""Take screenshots of the web client, for the guides and the README: `make pictures`."""

import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.registry import RULESETS
from tests.browser.chromium import ROOT, launched
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import computer, created, finished, human, requested, sit_down
from tests.workers.running import serving

FOLDER = ROOT / "openapi" / "guides" / "pictures"
MOMENTS = {
    "azul": lambda view, actions: view["round"] > 3 and view["decision_kind"] == "draft_tiles",
    "leonardo": lambda view, actions: view["round"] > 3 and view["decision_kind"] == "place" and len(actions) < FEW,
}
"""The moment for a screenshot of each ruleset: many components in play, and one that can be chosen."""
FEW = 20
LATEST = 8
"""The number of the player's own decisions before a screenshot of any other ruleset."""
DICE = 4
DRAWN = """() => Promise.all([...document.querySelectorAll("image")].map((each) => {
  const icon = new Image();
  icon.src = each.getAttribute("href");
  return icon.decode();
}))"""
"""Waits until all icons are loaded."""
FINE = 1.75
LANGUAGES = ("en", "cs", "it", "ru")
SHAPES = {"desktop": {"viewport": DESKTOP, "scheme": "light"}, "phone": {"viewport": PHONE, "scheme": "dark"}}


def opening(browser):
    """Return a function that opens pages in a browser, by default at a high resolution."""

    def opened(address, *, viewport=DESKTOP, language="en", scheme="light", scale=FINE):
        context = browser.new_context(
            viewport=viewport, locale=language, color_scheme=scheme, reduced_motion="reduce", device_scale_factor=scale
        )
        page = context.new_page()
        page.goto(address)
        return page

    return opened


def take(page, name):
    """Save a screenshot of a page, and close the page."""
    page.evaluate(DRAWN)
    page.wait_for_timeout(800)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=70)
    page.context.close()


def brought_on(service, game):
    """Play the first seat at random until it is time for a screenshot."""
    path, token = f"/games/{game['game_id']}", game["tokens"][0]["token"]
    is_worth_it = MOMENTS.get(game["ruleset"], lambda view, actions: False)
    dice, decisions = random.Random(DICE), 0
    while decisions < LATEST or game["ruleset"] in MOMENTS:
        seen = requested(service, f"{path}/view?include=actions", token=token)
        actions = seen.get("actions", [])
        if not actions:
            time.sleep(0.05)  # the others think
            continue
        if is_worth_it(seen["view"], actions):
            return
        advances = [each for each in actions if not each["type"].startswith("pass")] or actions
        body = {"ruleset": game["ruleset"], "decision": seen["decision"], "action": dice.choice(advances)}
        requested(service, f"{path}/actions", body, token=token)
        decisions += 1


def of_a_game(opened, service, ruleset):
    """Play for a while, then take a screenshot in each size and language."""
    game = created(service, ruleset, human("Ada"), computer("greedy"), computer("normal"))
    brought_on(service, game)
    for shape, settings in SHAPES.items():
        take(seated(opened, service, game, **settings), f"{ruleset}-{shape}")
    for language in LANGUAGES[1:]:
        take(seated(opened, service, game, language=language, scale=1), f"{ruleset}-{language}")


def seated(opened, service, game, **settings):
    """Claim the first seat and wait until it must act."""
    page = sit_down(opened, service, game, 0, **settings)
    page.wait_for_selector(".panel.deciding")
    return page


def of_the_rest(opened, service):
    """Take screenshots of the lobby, and of a finished game with its score sheet."""
    page = opened(f"{service.address}/#/")
    page.wait_for_selector(".box")
    take(page, "lobby")
    page = sit_down(opened, service, finished(service, next(iter(RULESETS))), 0)
    page.wait_for_selector(".score-sheet tfoot")
    take(page, "score-sheet")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as directory, serving(Path(directory)) as service, launched() as browser:
        opened = opening(browser)
        of_the_rest(opened, service)
        for ruleset in RULESETS:
            of_a_game(opened, service, ruleset)


if __name__ == "__main__":
    main()
