"""The recorded games of Maestro Leonardo cover what a change of the rules could break."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from domain import replay
from domain.leonardo import RULESET
from domain.leonardo.facts import BidsRevealed, InventionFinished

FOLDER = Path(__file__).parent.parent / "golden" / "leonardo"


def recordings() -> list[dict[str, Any]]:
    """Read the recorded games."""
    return [msgspec.json.decode(file.read_bytes()) for file in sorted(FOLDER.glob("*.json"))]


def facts(game: dict[str, Any]) -> Iterator[Any]:
    """Replay a recorded game for its facts."""
    seed = bytes.fromhex(game["seed"])
    options = msgspec.convert(game["options"], RULESET.options_type)
    position = replay.start(RULESET, options, len(game["levels"]), seed)
    for seat, wire in game["actions"]:
        action = msgspec.convert(wire, RULESET.action_type)
        for fact, _ in replay.step(RULESET, position, seat, action, seed):
            yield fact


def test_the_recorded_games_cover_every_player_count_set_up_and_codex() -> None:
    games = recordings()
    assert len(games) >= 6
    assert {len(game["levels"]) for game in games} == {2, 3, 4, 5}
    assert {game["options"].get("setup", "beginner") for game in games} == {"beginner", "expert"}
    for codex in ("codex_1", "codex_2"):
        assert {game["options"].get(codex, False) for game in games} == {False, True}


def test_the_recorded_games_have_a_shared_auction_and_a_late_completion() -> None:
    told = [fact for game in recordings() for fact in facts(game)]
    assert any(isinstance(fact, BidsRevealed) for fact in told)
    assert any(isinstance(fact, InventionFinished) and fact.late for fact in told)
