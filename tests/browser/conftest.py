"""Fixtures: one service and one browser for each test process, and pages that fail the test on an error."""

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
    """Return a function that opens a page in a new browser profile; an error in a page fails the test."""
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
