"""What a ruleset tells of the strength of its AI levels."""

import pytest

from domain.levels import LEVELS
from domain.ratings import Rating, read_ratings
from domain.registry import RULESETS

NORMAL = """[{"seats": 2, "level": "normal", "rating": 1400, "low": 1350, "high": 1460, "games": 200,
    "median_ms": 20.5, "percentile_95_ms": 31.0}]"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Make an importable package in which a ruleset was measured."""
    folder = tmp_path / "measured"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "strength.json").write_text(NORMAL)
    monkeypatch.syspath_prepend(tmp_path)
    return folder.name


def test_ratings_are_read_from_beside_the_code(package):
    assert read_ratings("measured", package) == (Rating(2, "normal", 1400, 1350, 1460, 200, 20.5, 31.0),)


def test_a_ruleset_that_nobody_measured_has_no_ratings():
    assert read_ratings("tiny", "tests.tiny") == ()


def test_another_data_file_is_another_game_and_has_no_ratings(package, tmp_path, monkeypatch):
    (tmp_path / "measured.json").touch()
    monkeypatch.setenv("BOTTEGA_TABLES", str(tmp_path))
    assert read_ratings("measured", package) == ()


@pytest.mark.parametrize("name", RULESETS)
def test_ratings_stand_in_order_within_their_intervals(name):
    ruleset, levels = RULESETS[name], list(LEVELS)
    places = [(each.seats, levels.index(each.level)) for each in ruleset.ratings]
    assert places == sorted(set(places))
    assert all(ruleset.min_seats <= seats <= ruleset.max_seats for seats, _ in places)
    assert all(each.low <= each.rating <= each.high for each in ruleset.ratings)
    assert all(each.median_ms <= each.percentile_95_ms for each in ruleset.ratings)
