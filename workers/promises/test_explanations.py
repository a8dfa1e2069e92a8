"""Test that a player reads a sentence about each illegal action, with the values of the position."""

import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from bottega_client import GameTexts

from domain.languages import DECLARED, LANGUAGES
from domain.ruleset import Rejection
from domain.sentences import NO_SENTENCES
from workers.promises.games import GAME_SIZES, PLAYED, play
from workers.promises.probes import probes
from workers.promises.sentences import described

PLAYERS = ("Ada", "Bruno", "Carla", "Dino", "Ester")
CYRILLIC = re.compile("[\u0400-\u04ff]")
GAPS = re.compile(r"[`{}#_]|  |\b(UNSET|none|true|false)\b|[:(,;] *\.|\( *\)|\.\.")
"""What remains of a sentence whose arguments are missing, and marks of the contract."""
TECHNICAL = re.compile("param[eé]t[re]|\u043f\u0430\u0440\u0430\u043c\u0435\u0442\u0440|\\bcode\\b", re.IGNORECASE)
"""The word `parameter` in all languages, and other words of the contract."""


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), [each for each in GAME_SIZES if PLAYED[each[0]].sentences != NO_SENTENCES])
def test_each_illegal_action_is_explained_in_words_for_players(name: str, seats: int) -> None:
    """Declare each argument of a rejection, and write its sentence without words of the contract."""
    reasons = {(each.code, msgspec.json.encode(each.parameters)): each for each in rejected(name, seats)}.values()
    assert len(reasons) > 1
    for language in LANGUAGES:
        writer = GameTexts(described(PLAYED[name], language), PLAYERS, language)
        for reason in reasons:
            sentence = writer.rejection(reason.code, reason.parameters)
            assert sentence.lstrip("\u201c\u00ab\u201e")[0].isupper(), sentence
            assert not GAPS.search(sentence), sentence
            assert not TECHNICAL.search(sentence), sentence
            if language in PLAYED[name].names.title.words:
                assert (CYRILLIC.search(sentence) is not None) == (DECLARED[language].script == "cyrillic"), sentence


def rejected(name: str, seats: int) -> Iterator[Rejection]:
    """Yield why actions that fit the schema are illegal, for each seat, over a random game."""
    game, rng = play(name, seats, 70 + seats), Random(seats)
    for state in game.states[:: 1 + len(game.steps) // 60]:
        near = [action for seat in range(seats) for action in game.ruleset.legal_actions(state, seat)]
        for seat in range(seats):
            for action in probes(game.ruleset, near, 30, rng):
                reason = game.ruleset.reject(state, seat, action)
                if reason is not None and not reason.malformed:
                    yield reason
