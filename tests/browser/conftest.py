"""One service and one browser for the tests of a process, and pages that must not complain."""

import pytest

from tests.browser.chromium import launched
from tests.workers.running import serving

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def service(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("table"), BOTTEGA_SANDBOX="on", BOTTEGA_ANALYSIS_ITERATIONS="5") as served:
        yield served


@pytest.fixture(scope="session")
def browser():
    with launched() as started:
        yield started


@pytest.fixture
def open_page(browser):
    """Open pages, each in a browser profile of its own, that fail the test if one throws an error."""
    contexts, errors = [], []

    def opened(address, *, viewport=DESKTOP, language="en-GB", motion="reduce", scheme="light", **settings):
        context = browser.new_context(
            viewport=viewport, locale=language, reduced_motion=motion, color_scheme=scheme, **settings
        )
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
