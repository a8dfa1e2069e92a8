"""Test that recorded games are rebuilt byte for byte and keep the rules; `make golden` records them."""

from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from domain import replay
from domain.actions import read_action
from domain.dice import Seed
from domain.registry import PUBLISHED, RULESETS
from domain.verification import verify

FOLDER = Path(__file__).parent
RECORDINGS = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_ruleset_has_recorded_games(name: str) -> None:
    assert [each for each in RECORDINGS if each.parent.name == name]


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_is_rebuilt_to_the_byte(recording: Path) -> None:
    assert verify(recording.read_bytes(), RULESETS)["ruleset"] == recording.parent.name


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_follows_the_simple_invariants(recording: Path) -> None:
    """Checks every state by `tests/<ruleset>/invariants.py`, which shares no code with the rules."""
    record = msgspec.json.decode(recording.read_bytes())
    ruleset, invariants = RULESETS[record["ruleset"]], import_module(f"tests.{record['ruleset']}.invariants")
    seed = Seed(bytes.fromhex(record["seed"]), bytes.fromhex(record["salt"]))
    options = msgspec.convert(record["options"], ruleset.options_type)
    position = replay.start(ruleset, options, len(record["seats"]), seed)
    watch = invariants.Watch(position.state)
    for event in record["events"]:
        action = read_action(ruleset, event["action"])
        watch.after(position.state, replay.step(ruleset, position, event["seat"], action, seed))
    outcome = ruleset.outcome(position.state)
    assert msgspec.json.decode(msgspec.json.encode(outcome.seats)) == record["result"]["seats"]
