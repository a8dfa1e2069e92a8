"""Test the published strength of AI levels."""

from itertools import product

import pytest

from domain.levels import LEVELS
from domain.ratings import Rating, read_ratings
from domain.registry import PUBLISHED, RULESETS

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
