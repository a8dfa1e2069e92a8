"""Test the documentation in a real browser: phone, tablet and desktop, light and dark, without another host."""

import time
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.people import SCHEMES, assert_axe_is_content

TABLET = {"width": 820, "height": 1180}
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
PATHS = ("/docs", "/docs/introduction", "/docs/reference", "/docs/rules/azul", "/docs/errors", "/docs/errors/game_over")
FIRST_OPERATION = "#reference .section .operation-title h3"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def documentation(open_page, service):
    """Return a function that opens pages of the documentation; a request to another host fails the test."""
    elsewhere = []

    def opened(path, **how):
        page = open_page("about:blank", **how)
        page.on("request", lambda request: elsewhere.append(request.url))
        page.goto(f"{service.address}{path}")
        return page

    yield opened
    assert {urlsplit(url).netloc for url in elsewhere} <= {
        urlsplit(service.address).netloc,
        "",
    }  # "": data within a page


def assert_it_fits(page):
    """Fail if a page is too wide for a device, or if axe reports a fault there."""
    wide = {}
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        wide[size] = page.evaluate(OVERFLOW)
        assert_axe_is_content(page)
    assert wide == dict.fromkeys(SIZES, 0)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("path", PATHS)
def test_a_page_fits_and_axe_reports_no_fault(documentation, path, scheme):
    assert_it_fits(documentation(path, scheme=scheme))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", SIZES)
def test_axe_reports_no_fault_in_the_reference(documentation, size, scheme):
    page = documentation("/docs/reference/games", viewport=SIZES[size], scheme=scheme)
    page.wait_for_selector(FIRST_OPERATION)
    assert page.evaluate(OVERFLOW) == 0
    assert_axe_is_content(page)


def test_the_first_operation_is_visible_without_scrolling(documentation, record_property):
    page = documentation("/docs")  # the browser has the files of the navigation
    start = time.perf_counter()
    page.goto(page.url + "/reference/games")
    page.wait_for_selector(FIRST_OPERATION)
    record_property("seconds", round(time.perf_counter() - start, 2))
    assert page.locator(FIRST_OPERATION).first.bounding_box()["y"] < DESKTOP["height"]


def test_a_link_to_an_operation_leads_there(documentation):
    page = documentation("/docs/reference/actions#tag/actions/undoAction")
    page.wait_for_selector(FIRST_OPERATION)
    page.wait_for_function("""() => {
        const place = document.querySelector("[id$='/undoAction']")?.getBoundingClientRect();
        return place !== undefined && 0 <= place.top && place.top < innerHeight / 2;
    }""")


def test_an_operation_has_samples_in_three_languages_and_recorded_examples(documentation):
    page = documentation("/docs/reference/games#tag/games/createGame")
    operation = page.locator("section[id$='/createGame']")
    operation.get_by_text("Shell Curl").click()
    offered = page.get_by_role("option").all_inner_texts()
    assert sorted(offered) == ["Curl", "HTTPX (Sync)", "TypeScript openapi-fetch"]
    page.get_by_role("option", name="TypeScript").click()
    operation.get_by_text("createClient").first.wait_for()
    assert '"creator_token"' in operation.inner_text()


def test_a_request_can_be_tried_with_a_stored_token(documentation):
    page = documentation("/docs/reference/games")
    page.get_by_placeholder("Token").first.fill("a-secret")
    page.wait_for_function("() => JSON.stringify({...localStorage}).includes('a-secret')")
    page.goto(page.url.replace("games", "rulesets"))
    assert page.get_by_placeholder("Token").first.input_value() == "a-secret"
    page.get_by_role("button", name="Test Request").first.click()
    page.get_by_role("button", name="Send").first.click()
    page.get_by_text("200 OK").first.wait_for()


def test_the_search_leads_to_a_section(documentation):
    page = documentation("/docs", viewport=PHONE)
    page.get_by_role("button", name="Search").click()
    page.get_by_role("searchbox", name="Search").fill("spectator")
    page.wait_for_selector("dialog li")
    assert_axe_is_content(page)
    page.get_by_role("link", name="Spectator").first.click()
    page.wait_for_url("**/docs/glossary#spectator")


def test_the_keyboard_opens_the_search_and_the_first_result(documentation):
    page = documentation("/docs/errors")
    page.keyboard.press("Control+k")
    page.keyboard.type("pagination")
    page.wait_for_selector("dialog li")
    page.keyboard.press("Enter")
    page.wait_for_url("**/docs/glossary#pagination")


def test_the_colours_follow_the_system_until_the_user_switches_them(documentation):
    page = documentation("/docs", scheme="dark")
    shown = "document.documentElement.dataset.theme"
    assert page.evaluate(shown) == "dark"
    page.get_by_role("button", name="Switch between light and dark").click()
    page.reload()
    assert page.evaluate(shown) == "light"


def test_the_menu_of_a_phone_has_all_pages(documentation):
    page = documentation("/docs", viewport=PHONE)
    page.get_by_role("button", name="Menu").click()
    assert_axe_is_content(page)
    page.get_by_role("link", name="Glossary").first.click()
    page.wait_for_url("**/docs/glossary")
