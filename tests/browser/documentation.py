"""Test the documentation in a real browser: phone, tablet and desktop, light and dark, without another host."""

from urllib.parse import urlsplit

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE

TABLET = {"width": 820, "height": 1180}
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
PATHS = (
    "/docs",
    "/docs/guides/front-end",
    "/docs/introduction",
    "/docs/reference",
    "/docs/reference/games",
    "/docs/reference/games/createGame",
    "/docs/schemas/GameRequest",
    "/docs/schemas/AzulGameRequest",
    "/docs/rules/azul",
    "/docs/how-to-play/azul",
    "/docs/errors",
    "/docs/errors/game_over",
)
THEME = "document.documentElement.dataset.theme"
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
        assert_axe_is_content(page, SCHEMES)
    assert wide == dict.fromkeys(SIZES, 0)


@pytest.mark.parametrize("path", PATHS)
def test_a_page_fits_and_axe_reports_no_fault(documentation, path):
    assert_it_fits(documentation(path))


def test_the_navigation_marks_the_operation_of_the_page(documentation):
    page = documentation("/docs/reference/games/createGame")
    assert page.locator("h1").inner_text() == "Create a game"
    assert page.locator("nav [aria-current=page]").inner_text().startswith("Create a game")


def test_an_operation_has_samples_in_three_languages_and_recorded_examples(documentation):
    page = documentation("/docs/reference/games/createGame")
    assert page.get_by_role("tab").all_inner_texts() == ["JavaScript", "Python", "HTTP"]
    page.get_by_role("tab", name="HTTP").click()
    page.get_by_text("curl http").first.wait_for()
    assert '"creator_token"' in page.locator("main").inner_text()


def test_a_field_leads_to_its_type(documentation):
    page = documentation("/docs/reference/games/createGame")
    page.get_by_role("link", name="CreatedGame", exact=True).first.click()
    page.get_by_role("link", name="AzulCreatedGame").click()
    page.wait_for_url("**/docs/schemas/AzulCreatedGame")
    assert "creator_token" in page.locator("main").inner_text()


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
    assert page.evaluate(THEME) == "dark"
    page.get_by_role("button", name="Switch between light and dark").click()
    page.reload()
    assert page.evaluate(THEME) == "light"


def test_the_menu_of_a_phone_has_all_pages(documentation):
    page = documentation("/docs", viewport=PHONE)
    page.get_by_role("button", name="Menu").click()
    assert_axe_is_content(page)
    page.get_by_role("link", name="Glossary").first.click()
    page.wait_for_url("**/docs/glossary")


def test_a_chosen_tab_is_shown_in_all_groups_and_on_other_pages(documentation):
    page = documentation("/docs")
    page.get_by_role("tab", name="React").first.click()
    shown = "document.querySelectorAll('.tab:not([hidden])')"
    assert page.evaluate(f"[...{shown}].map((each) => each.dataset.tab)") == ["React", "React"]
    page.goto(f"{page.url}/guides/front-end")
    assert {*page.evaluate(f"[...{shown}].map((each) => each.dataset.tab)")} == {"React"}
    page.get_by_role("tab", name="React").first.press("ArrowLeft")
    assert {*page.evaluate(f"[...{shown}].map((each) => each.dataset.tab)")} == {"JavaScript"}


def test_a_link_to_a_section_shows_its_tab(documentation):
    page = documentation("/docs#python-1")
    assert page.get_by_role("tab", selected=True).all_inner_texts() == ["Python", "Python"]
    assert page.get_by_text("from bottega_client import Client").is_visible()


def test_a_sample_is_copied(documentation):
    page = documentation("/docs", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").first.click()
    page.get_by_role("button", name="Copied").wait_for()
    command = page.evaluate("navigator.clipboard.readText()")
    assert command.strip() == page.locator("pre").first.inner_text().strip()
    assert command.startswith(f"npm install {urlsplit(page.url).scheme}://{urlsplit(page.url).netloc}/clients/")


def test_without_scripts_every_section_is_readable(documentation):
    page = documentation("/docs", java_script_enabled=False)
    assert page.get_by_role("heading", name="Kotlin").is_visible()
    assert page.get_by_text("pip install").is_visible()


def test_a_search_without_results_leads_to_all_questions(documentation):
    page = documentation("/docs")
    page.keyboard.press("Control+k")
    page.keyboard.type("zzzzzzzz")
    page.get_by_role("link", name="All questions").click()
    page.wait_for_url("**/docs/questions")
