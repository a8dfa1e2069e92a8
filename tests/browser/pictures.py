"""Takes pictures of the table, for the guides and the README: `make pictures`."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.registry import RULESETS
from tests.browser.chromium import ROOT, launched
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import computer, created, finished, person, play, sit_down
from tests.workers.running import serving

FOLDER = ROOT / "openapi" / "guides" / "pictures"
STEPS = 40
LANGUAGES = ("en", "cs", "it", "ru")
SHAPES = {"desktop": {"viewport": DESKTOP, "scheme": "light"}, "phone": {"viewport": PHONE, "scheme": "dark"}}


def opening(browser):
    """Return what opens pages in a browser; each is twice as fine as a plain screen."""

    def opened(address, *, viewport=DESKTOP, language="en", scheme="light"):
        context = browser.new_context(
            viewport=viewport, locale=language, color_scheme=scheme, reduced_motion="reduce", device_scale_factor=2
        )
        page = context.new_page()
        page.goto(address)
        return page

    return opened


def take(page, name):
    """Keep a picture of a page, and close it."""
    page.wait_for_timeout(800)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)
    page.context.close()


def of_a_game(opened, service, ruleset):
    """Play a while, then take the table in each shape and language."""
    game = created(service, ruleset, person("Ada"), computer("greedy"), computer("normal"))
    page = sit_down(opened, service, game, 0)
    with suppress(AssertionError):
        play(page, steps=STEPS)
    play(page, until=lambda now: now.locator(".panel.deciding").count() > 0)
    page.context.close()
    for shape, settings in SHAPES.items():
        take(sit_down(opened, service, game, 0, **settings), f"{ruleset}-{shape}")
    for language in LANGUAGES[1:]:
        take(sit_down(opened, service, game, 0, language=language), f"{ruleset}-{language}")


def of_the_rest(opened, service):
    """Take the lobby, and the end of a game with its score sheet."""
    page = opened(f"{service.address}/#/")
    page.wait_for_selector(".box")
    take(page, "lobby")
    page = sit_down(opened, service, finished(service, next(iter(RULESETS))), 0)
    page.wait_for_selector(".sheet tfoot")
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
