"""Test the secret link with which a calendar program follows a player and private tournaments."""

from urllib.request import urlopen

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.contacts import OVERFLOW, signed_in
from tests.browser.playing import requested
from tests.browser.tournament import organiser

__all__ = ["organiser"]
LINK = ".calendar-link input"


@pytest.fixture
def ada(service):
    return requested(service, "/players", {"name": "Ada"})


@pytest.fixture
def cup(service, organiser, ada):
    plan = {
        "name": "Cup",
        "ruleset": "riddle",
        "stages": [{"format": "swiss", "rounds": 1}],
        "entrants": [{"player": ada["player"]}],
        "visibility": "private",
        "starts_at": "2099-02-01T18:00:00Z",
    }
    return requested(service, "/tournaments", plan, token=organiser)["tournament"]


def calendar(link):
    with urlopen(link) as response:
        return response.read().decode()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_player_creates_replaces_and_removes_the_link(open_page, service, ada, cup, viewport):
    page = signed_in(open_page, service, ada, viewport=viewport)
    page.get_by_role("button", name="Ada", exact=True).first.click()
    page.get_by_text("Calendar link").click()
    page.get_by_role("button", name="Create the link").click()
    page.wait_for_selector(LINK)
    first = page.input_value(LINK)
    assert "SUMMARY:Cup" in calendar(first)
    page.get_by_role("button", name="Replace the link").click()
    page.wait_for_function("([name, old]) => document.querySelector(name)?.value !== old", arg=[LINK, first])
    assert "SUMMARY:Cup" in calendar(page.input_value(LINK))
    assert not page.evaluate(OVERFLOW)
    assert_axe_is_content(page, SCHEMES)
    page.get_by_role("button", name="Remove the link").click()
    page.get_by_role("button", name="Create the link").wait_for()
    assert "calendar_token" not in requested(service, "/me", token=ada["key"])


@pytest.mark.parametrize(
    ("language", "label", "create"),
    [
        ("en-GB", "Calendar link", "Create the link"),
        ("cs", "Odkaz pro kalendář", "Vytvořit odkaz"),
        ("it", "Link per il calendario", "Crea il link"),
        ("ru", "Ссылка для календаря", "Создать ссылку"),
    ],
)
def test_a_private_tournament_has_a_link(open_page, service, ada, cup, language, label, create):
    page = signed_in(open_page, service, ada, f"/tournament/{cup}", language=language)
    page.locator(".cup-details > summary").click()
    page.get_by_text(label, exact=True).click()
    page.get_by_role("button", name=create).click()
    page.wait_for_selector(LINK)
    assert f"/v1/tournaments/{cup}/calendar?calendar_token=" in page.input_value(LINK)
    assert "SUMMARY:Cup" in calendar(page.input_value(LINK))
