"""Recorded games of every ruleset are replayed exactly: `bottega record` writes them, `workers.record` says how."""

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import replay
from domain.registry import RULESETS
from domain.ruleset import Outcome, check

FOLDER = Path(__file__).parent
RECORDINGS = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_ruleset_has_recorded_games(name: str) -> None:
    assert [each for each in RECORDINGS if each.parent.name == name]


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_is_replayed_to_the_same_end(recording: Path) -> None:
    game = msgspec.json.decode(recording.read_bytes())
    ruleset = RULESETS[game["ruleset"]]
    assert recording.parent.name == ruleset.name
    assert (game["format"], game["rules_version"]) == (1, ruleset.version)
    position = replayed(game)
    assert hashlib.sha256(replay.encode(position)).hexdigest() == game["snapshot_sha256"]
    assert ruleset.outcome(position.state) == msgspec.convert(game["outcome"], Outcome)


def replayed(game: dict[str, Any]) -> replay.Position[Any]:
    """Play the actions of a recording, each of which must be legal."""
    ruleset, seed = RULESETS[game["ruleset"]], bytes.fromhex(game["seed"])
    options = msgspec.convert(game["options"], ruleset.options_type)
    position = replay.start(ruleset, options, len(game["levels"]), seed)
    for seat, wire in game["actions"]:
        action = msgspec.convert(wire, ruleset.action_type)
        check(ruleset, position.state, seat, action)
        replay.step(ruleset, position, seat, action, seed)
    return position
