"""Test the bracket of a knock-out before it starts: on the page, on paper, on the large screen and in the widget."""

import pytest

from tests.browser.accessibility import assert_axe_is_content
from tests.browser.acting import OVERFLOW
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.browser.tournament import look, organiser

__all__ = ["organiser"]
NAMES = ("Anna", "Bartholomew the Younger", "Cyril", "Dana", "Emil", "Franta")
GROUPS = {"format": "round_robin", "groups": 2, "qualify": 2}
PLACES = ".cup-bracket .bracket-name"


def founded(service, organiser, *stages):
    """Create a tournament of AI players with distinct ratings; return its path."""
    entrants = [{"level": "random", "name": name, "rating": 1500 - at} for at, name in enumerate(NAMES)]
    plan = {"name": "Spring cup", "ruleset": "riddle", "stages": stages, "entrants": entrants}
    return f"/tournaments/{requested(service, '/tournaments', plan, token=organiser)['tournament']}"


@pytest.fixture(scope="session")
def cup(service, organiser):
    return founded(service, organiser, {"format": "knockout"})


@pytest.fixture(scope="session")
def league(service, organiser):
    return founded(service, organiser, GROUPS, {"format": "knockout"})


@pytest.mark.parametrize(
    ("language", "first", "second", "winner"),
    [
        ("en-GB", "Seed 1 (Anna)", "Seed 2 (Bartholomew th…)", "Winner of quarter-final 2"),
        ("cs", "Nasazený č. 1 (Anna)", "Nasazený č. 2 (Barthol…)", "Vítěz 2. čtvrtfinále"),
        ("it", "Testa di serie 1 (Anna)", "Testa di serie 2 (Barthol…)", "Vincitore quarto 2"),
        ("ru", "Посев №1 (Anna)", "Посев №2 (Bartholomew…)", "Победитель 1/4 финала №2"),
    ],
)
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_the_page_names_the_seeds_before_the_start(open_page, service, cup, language, first, second, winner, viewport):
    page = look(open_page, service, cup, language=language, viewport=viewport)
    page.wait_for_selector(PLACES)
    shown = page.locator(PLACES).all_text_contents()
    assert [first, second, winner] == [each for each in (first, second, winner) if each in shown]
    assert page.evaluate(OVERFLOW)[0] <= 0


@pytest.mark.parametrize(
    ("language", "place"),
    [("en-GB", "1st of a group"), ("cs", "1. ze skupiny"), ("it", "1º di un girone"), ("ru", "1-е место в группе")],  # noqa: RUF001
)
def test_the_page_names_the_places_of_the_groups(open_page, service, league, language, place):
    page = look(open_page, service, league, language=language)
    page.wait_for_selector(PLACES)
    assert page.locator(PLACES).all_text_contents().count(place) == 2
    assert page.locator(".cup-bracket p").count() == 1
    assert_axe_is_content(page)


def test_the_sheet_and_the_large_screen_have_the_places(open_page, service, league):
    for path in (league.replace("tournaments", "print") + "/bracket", league.replace("tournaments", "venue")):
        page = open_page(f"{service.address}/#{path}")
        page.wait_for_selector(".bracket-name", timeout=60_000)
        assert page.locator(".bracket-name").all_text_contents().count("2nd of a group") == 2


def test_the_widget_has_the_seeds(open_page, service, cup):
    page = open_page(f"{service.address}/widget#/{cup.replace('/tournaments', 'bracket')}")
    page.wait_for_selector(PLACES)
    assert page.locator(PLACES).first.text_content() == "Seed 1 (Anna)"
