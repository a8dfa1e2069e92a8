"""Test the search for scenarios."""

from pathlib import Path

import tests.tiny
from tests.tiny import TINY
from workers.promises.scenarios.__main__ import catalogue, text


def test_the_search_finds_the_scenarios_that_are_committed() -> None:
    assert text(catalogue(TINY)) == Path(tests.tiny.__file__).with_name("scenarios.json").read_text(encoding="utf-8")
