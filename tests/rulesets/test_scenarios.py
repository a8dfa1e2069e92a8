"""Test the search for scenarios."""

from pathlib import Path

from msgspec.structs import replace

import tests.tiny
from domain.scenarios import Catalogue
from tests.tiny import TINY
from workers.promises.scenarios.__main__ import catalogue, text


def test_the_search_finds_the_scenarios_that_are_committed() -> None:
    assert text(catalogue(TINY)) == Path(tests.tiny.__file__).with_name("scenarios.json").read_text(encoding="utf-8")


def test_scenarios_that_still_show_their_name_are_kept_and_the_others_are_found_again() -> None:
    first, second, *others = TINY.catalogue.scenarios
    faulty = replace(first, shows=replace(first.shows, action={"type": "unknown"}))
    known = Catalogue((faulty, *others), TINY.catalogue.rejected_creations)
    found = catalogue(TINY, kept=known)
    assert catalogue(TINY, kept=TINY.catalogue) == TINY.catalogue
    assert [each.name for each in found.scenarios] == [each.name for each in TINY.catalogue.scenarios]
    assert found.scenarios[0] != faulty
    assert {each.name: each for each in found.scenarios[2:]} == {each.name: each for each in others}
    assert second.name == found.scenarios[1].name
