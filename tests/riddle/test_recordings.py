"""The recorded games of The Riddle of Leonardo cover what a change of the rules could break."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from domain import replay
from domain.riddle import RULESET
from domain.riddle.actions import UseAction
from domain.riddle.facts import DeckRenewed, FreeKeyTaken, GameEnded, KeysReceived

FOLDER = Path(__file__).parent.parent / "golden" / "riddle"


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


def test_the_recorded_games_cover_both_modes_with_every_player_count() -> None:
    found = {(game["options"]["mode"], len(game["levels"])) for game in recordings()}
    assert found == {(mode, seats) for mode in ("base", "expansion") for seats in (2, 3, 4, 5)}


def test_the_recorded_games_use_every_action_card() -> None:
    actions = [msgspec.convert(wire, RULESET.action_type) for game in recordings() for _, wire in game["actions"]]
    used = {action.card[:3] for action in actions if isinstance(action, UseAction)}
    assert used == {design.id for design in RULESET.tables.action_designs}


def test_the_recorded_games_have_line_keys_a_free_key_and_a_renewed_deck() -> None:
    told = {type(fact) for game in recordings() for fact in facts(game)}
    assert told >= {KeysReceived, FreeKeyTaken, DeckRenewed, GameEnded}
