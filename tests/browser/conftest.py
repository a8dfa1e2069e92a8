"""Fixtures: one service and one browser for each test process, and pages that fail the test on an error.

An error is an exception of a script, an error in the console, a request without a response, or a response with an error
status. A test that causes some on purpose names them: `open_page.expects(r"422 POST .*/actions")`.
"""

import re

import pytest

from tests.browser.chromium import launched
from tests.workers.running import serving

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
FIRST_ERROR = 400
"""The lowest status of an error."""
ABORTED = r"^net::ERR_ABORTED "
"""A request that the page itself has ended, for example a stream of a screen that was left."""
LOST = r"^net::ERR_(INTERNET_DISCONNECTED|FAILED) |error occurred when fetching the script"
"""A request of a page whose connection a test has taken away, as the page or its service worker reports it."""


@pytest.fixture(scope="session")
def service(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("table"), BOTTEGA_SANDBOX="on", BOTTEGA_ANALYSIS_ITERATIONS="5") as served:
        yield served


@pytest.fixture(scope="session")
def browser():
    with launched() as started:
        yield started


class Pages:
    """Opens pages, each in a new browser profile, and collects their errors.

    A page has no service worker unless a test allows it: at each start, the worker loads all files of the web client.
    """

    def __init__(self, browser):
        self._browser, self._contexts = browser, []
        self._errors, self._expected = [], [ABORTED, LOST]

    def __call__(self, address, *, viewport=DESKTOP, language="en-GB", motion="reduce", scheme="light", **settings):
        shown = {"viewport": viewport, "locale": language, "reduced_motion": motion, "color_scheme": scheme}
        context = self._browser.new_context(**{**shown, "service_workers": "block", **settings})
        context.set_default_timeout(60_000)
        self._contexts.append(context)
        self._listen(context)
        page = context.new_page()
        page.goto(address)
        return page

    def expects(self, *patterns):
        """Accept the errors that match one of these patterns, for the rest of the test."""
        self._expected += patterns

    def errors(self):
        """List the errors of all pages that the test does not expect."""
        return [each for each in self._errors if not any(re.search(pattern, each) for pattern in self._expected)]

    def close(self):
        for context in self._contexts:
            context.close()

    def _listen(self, context):
        context.on("weberror", lambda error: self._errors.append(str(error.error)))
        context.on("console", self._note_console)
        context.on("requestfailed", lambda request: self._note(request.failure, request))
        context.on("response", lambda response: response.ok or self._note_status(response))

    def _note(self, what, request):
        self._errors.append(f"{what} {request.method} {request.url}")

    def _note_status(self, response):
        if response.status >= FIRST_ERROR:
            self._note(response.status, response.request)

    def _note_console(self, message):
        is_of_request = message.text.startswith("Failed to load resource")  # the request is noted itself
        if message.type == "error" and not is_of_request:
            self._errors.append(message.text)


@pytest.fixture
def open_page(browser):
    """Return a function that opens a page in a new browser profile; an error in a page fails the test."""
    pages = Pages(browser)
    yield pages
    pages.close()
    assert pages.errors() == []
