"""Test "How to play": the page of each game in each language, its links, and the same chapters beside a game."""

import pytest

from domain.languages import LANGUAGES
from domain.registry import PUBLISHED, RULESETS
from tests.browser.accessibility import assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import created, human, sit_down

SIZES = {"phone": (PHONE, "dark"), "desktop": (DESKTOP, "light")}
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT_OFF = """[...document.querySelectorAll('.howto-scroll')]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.innerText)"""
MISSING = """() => Promise.all([...document.querySelectorAll('.howto-page img')].map(async (each) => {
  each.loading = 'eager';
  await each.decode().catch(() => undefined);
  return each.naturalWidth ? [] : [each.src];
})).then((found) => found.flat())"""
SHOWN = ".howto-chapter :is(h2, h3):focus"


def opened(open_page, service, name, chapter="", **settings):
    """Open the page of a game at a chapter, and wait for its text and boards."""
    page = open_page(f"{service.address}/#/how-to-play/{name}/{chapter}", **settings)
    page.wait_for_selector(".howto-chapter")
    for index in range(page.locator(".howto-board").count()):
        page.locator(".howto-board").nth(index).locator(".drawing svg").first.wait_for()
    return page


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PUBLISHED)
def test_a_page_fits_the_screen_shows_all_pictures_and_is_accessible(open_page, service, name, language, size):
    viewport, scheme = SIZES[size]
    page = opened(open_page, service, name, viewport=viewport, scheme=scheme, language=language)
    written = RULESETS[name].how_to_play.pages[language]
    assert page.locator("h1").inner_text() == written.title
    assert page.locator(".howto-chapter > h2").all_inner_texts() == [each.title for each in written.chapters]
    assert (page.evaluate(TOO_WIDE), page.evaluate(CUT_OFF), page.evaluate(MISSING)) == (0, [], [])
    assert_axe_is_content(page)


def test_a_turn_is_explained_on_the_first_screen(open_page, service):
    for name in PUBLISHED:
        page = opened(open_page, service, name)
        assert page.locator("#chapter-short li").last.bounding_box()["y"] < DESKTOP["height"]


def test_a_url_leads_to_a_chapter(open_page, service):
    page = opened(open_page, service, "azul", "bonus")
    page.wait_for_selector(SHOWN)
    assert page.locator(SHOWN).inner_text() == "Bonus tiles"
    assert 0 <= page.locator(SHOWN).bounding_box()["y"] < DESKTOP["height"] / 2


def test_the_table_of_contents_leads_to_a_chapter_and_back(open_page, service):
    page = opened(open_page, service, "azul")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Passing").click()
    page.wait_for_url("**/#/how-to-play/azul/pass")
    assert page.locator(SHOWN).inner_text() == "Passing"
    page.go_back()
    page.wait_for_url("**/#/how-to-play/azul/")


def test_a_citation_shows_its_paragraph_and_keeps_the_place(open_page, service):
    page = opened(open_page, service, "azul")
    page.locator("#chapter-draft").get_by_role("link", name="§ 5.2.2").click()
    page.get_by_role("dialog", name="§ 5.2.2").get_by_text("A draft takes all tiles of one colour").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert page.url.endswith("/#/how-to-play/azul/")


def test_the_lobby_and_the_rules_link_to_the_page(open_page, service):
    page = open_page(f"{service.address}/#/")
    page.get_by_role("link", name="How to play").first.click()
    page.wait_for_selector(".howto-chapter")
    page.get_by_role("link", name="All rules").click()
    page.get_by_role("link", name="How to play").click()
    page.wait_for_selector(".howto-chapter")


@pytest.mark.parametrize("size", SIZES)
def test_a_game_shows_the_chapters_and_stays_open(open_page, service, size):
    game = created(service, "azul", human("Ada"), human("Bruno"))
    viewport, scheme = SIZES[size]
    page = sit_down(open_page, service, game, 0, viewport=viewport, scheme=scheme)
    url = page.url
    page.get_by_role("button", name="How to play").click()
    dialog = page.get_by_role("dialog", name="Azul: Summer Pavilion")
    dialog.get_by_text("Contents").click()
    dialog.get_by_role("button", name="Passing").click()
    assert page.locator(SHOWN).inner_text() == "Passing"
    dialog.get_by_role("link", name="§ 6.8.2").click()
    page.get_by_role("dialog", name="§ 6.8.2").wait_for()
    assert_axe_is_content(page)
    page.keyboard.press("Escape")
    assert page.evaluate(TOO_WIDE) == 0
    assert_axe_is_content(page)
    page.keyboard.press("Escape")
    page.wait_for_selector(".game .board")
    assert page.url == url


def test_a_print_has_the_text_without_the_navigation(open_page, service):
    page = opened(open_page, service, "riddle")
    page.emulate_media(media="print")
    assert page.locator(".howto-chapter").last.is_visible()
    assert not any(page.locator(each).is_visible() for each in (".top", ".howto-contents", ".howto-ways"))
