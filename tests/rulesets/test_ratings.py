"""Test the published strength of AI levels."""

from dataclasses import replace
from itertools import product

import pytest
from msgspec import UNSET

from domain.levels import LEVELS, differing_levels
from domain.ratings import Rating, read_ratings
from domain.registry import PUBLISHED, RULESETS
from tests.tiny import TINY

NORMAL = """[{"seats": 2, "level": "normal", "rating": 1400, "low": 1350, "high": 1460, "games": 200,
    "median_ms": 20.5, "percentile_95_ms": 31.0}]"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Create an importable package with the measured strength of a ruleset."""
    folder = tmp_path / "measured"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "strength.json").write_text(NORMAL)
    monkeypatch.syspath_prepend(tmp_path)
    return folder.name


def test_ratings_are_read_from_the_file_beside_the_code(package):
    assert read_ratings("measured", package) == (Rating(2, "normal", 1400, 1350, 1460, 200, 20.5, 31.0),)


def test_a_ruleset_without_measurements_has_no_ratings():
    assert read_ratings("tiny", "tests.tiny") == ()


def test_another_data_file_is_another_game_and_has_no_ratings(package, tmp_path, monkeypatch):
    (tmp_path / "measured.json").touch()
    monkeypatch.setenv("BOTTEGA_DATA_FILES", str(tmp_path))
    assert read_ratings("measured", package) == ()


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_level_is_rated_for_every_number_of_seats_within_its_interval(name):
    """Run `make arena`, which writes `strength.json`."""
    ruleset = RULESETS[name]
    tables = range(ruleset.min_seats, ruleset.max_seats + 1)
    assert [(each.seats, each.level) for each in ruleset.ratings] == list(product(tables, LEVELS))
    assert all(each.low <= each.rating <= each.high for each in ruleset.ratings)
    assert all(each.median_ms <= each.percentile_95_ms for each in ruleset.ratings)
    assert all(each.differs is not UNSET for each in ruleset.ratings)


def rated(levels, seats=2):
    """Return ratings of levels, each with whether it differs."""
    return tuple(Rating(seats, level, 1000, 900, 1100, 40, 1.0, 2.0, differs) for level, differs in levels.items())


def test_levels_that_differ_are_listed_by_number_of_seats_weakest_first():
    of_two, of_three = dict.fromkeys(LEVELS, True), dict.fromkeys(LEVELS, True) | {"hard": False}
    measured = replace(TINY, ratings=(*reversed(rated(of_two)), *rated(of_three, 3)))
    assert differing_levels(measured, 2) == tuple(LEVELS)
    assert differing_levels(measured, 3) == tuple(level for level in LEVELS if level != "hard")


def test_the_lowest_level_always_differs():
    measured = replace(TINY, ratings=rated(dict.fromkeys(LEVELS, False)))
    assert differing_levels(measured, 2) == tuple(LEVELS)[:1]


@pytest.mark.parametrize("unknown", [{}, {"expert": UNSET}])
def test_no_levels_are_listed_unless_all_were_measured(unknown):
    known = {level: True for level in LEVELS if level != "expert"}
    assert differing_levels(replace(TINY, ratings=rated(known | unknown)), 2) == ()
