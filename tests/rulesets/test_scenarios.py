"""Test the search for scenarios."""

import dataclasses

import pytest
from msgspec.structs import replace

from domain.ruleset import AnyRuleset, RejectionCode
from domain.scenarios import Catalogue
from tests.tiny import TINY
from tests.zoo import connect_four
from workers.promises.games import home
from workers.promises.scenarios.__main__ import catalogue, text


@pytest.mark.parametrize("ruleset", [TINY, connect_four.RULESET], ids=["tiny", "connect_four"])
def test_the_search_finds_the_scenarios_that_are_committed(ruleset: AnyRuleset) -> None:
    assert text(catalogue(ruleset)) == (home(ruleset) / "scenarios.json").read_text(encoding="utf-8")


def test_a_search_shows_what_it_still_looks_for(capsys: pytest.CaptureFixture[str]) -> None:
    rejections = (*TINY.rejections, RejectionCode("never", "1.1", "Nothing causes this."))
    catalogue(dataclasses.replace(TINY, rejections=rejections), games=30, rounds=0)
    assert capsys.readouterr().out.splitlines()[1:] == ["tiny, after 25 games: looking for never"]


def test_a_search_does_not_wait_for_codes_that_the_game_does_not_raise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = connect_four.RULESET
    known = Catalogue(game.catalogue.scenarios[:1], game.catalogue.rejected_creations)
    assert catalogue(game, known=known).scenarios == known.scenarios
    assert capsys.readouterr().out == ""


def test_scenarios_that_still_show_their_name_stay_and_the_others_are_found_again() -> None:
    first, second, *others = TINY.catalogue.scenarios
    faulty = replace(first, shows=replace(first.shows, action={"type": "unknown"}))
    known = Catalogue((faulty, *others), TINY.catalogue.rejected_creations)
    found = catalogue(TINY, known=known)
    assert catalogue(TINY, known=TINY.catalogue) == TINY.catalogue
    assert [each.name for each in found.scenarios] == [each.name for each in TINY.catalogue.scenarios]
    assert found.scenarios[0] != faulty
    assert {each.name: each for each in found.scenarios[2:]} == {each.name: each for each in others}
    assert second.name == found.scenarios[1].name
