"""Test that the recorded games of The Riddle of Leonardo cover everything that a change of the rules could break."""

import msgspec

from domain.riddle import RULESET
from domain.riddle.wire.actions import UseAction
from domain.riddle.wire.facts import DeckRenewed, FreeKeyTaken, GameEnded, KeysReceived
from tests.recordings import facts, recordings


def test_the_recorded_games_cover_both_modes_with_every_player_count() -> None:
    found = {(game["options"]["mode"], len(game["seats"])) for game in recordings(RULESET)}
    assert found == {(mode, seats) for mode in ("base", "expansion") for seats in (2, 3, 4, 5)}


def test_the_recorded_games_use_every_action_card() -> None:
    actions = [
        msgspec.convert(event["action"], RULESET.action_type)
        for game in recordings(RULESET)
        for event in game["events"]
    ]
    used = {action.card[:3] for action in actions if isinstance(action, UseAction)}
    assert used == {design.id for design in RULESET.constants.action_designs}


def test_the_recorded_games_have_line_keys_a_free_key_and_a_renewed_deck() -> None:
    emitted = {type(fact) for game in recordings(RULESET) for fact in facts(RULESET, game)}
    assert emitted >= {KeysReceived, FreeKeyTaken, DeckRenewed, GameEnded}
