"""Recorded games of every ruleset come out the same to the byte: `bottega record` writes them."""

from pathlib import Path

import pytest

from domain.registry import RULESETS
from domain.verification import verify
from tests.rulesets.games import PUBLISHED

FOLDER = Path(__file__).parent
RECORDINGS = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_ruleset_has_recorded_games(name: str) -> None:
    assert [each for each in RECORDINGS if each.parent.name == name]


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_is_rebuilt_to_the_byte(recording: Path) -> None:
    assert verify(recording.read_bytes(), RULESETS)["ruleset"] == recording.parent.name
