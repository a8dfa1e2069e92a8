"""The recorded games of a ruleset, read and replayed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from domain import replay
from domain.ruleset import AnyRuleset

FOLDER = Path(__file__).parent / "golden"


def recordings(ruleset: AnyRuleset) -> list[dict[str, Any]]:
    """Read the recorded games of a ruleset."""
    return [msgspec.json.decode(file.read_bytes()) for file in sorted((FOLDER / ruleset.name).glob("*.json"))]


def facts(ruleset: AnyRuleset, game: dict[str, Any]) -> Iterator[Any]:
    """Replay a recorded game for its facts."""
    seed = bytes.fromhex(game["seed"])
    options = msgspec.convert(game["options"], ruleset.options_type)
    position = replay.start(ruleset, options, len(game["levels"]), seed)
    for seat, wire in game["actions"]:
        action = msgspec.convert(wire, ruleset.action_type)
        for fact, _ in replay.step(ruleset, position, seat, action, seed):
            yield fact
