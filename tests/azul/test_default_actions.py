"""Test the default actions of an absent player in Azul."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.azul import RULESET
from domain.azul.wire.actions import ChooseKeep, DraftTiles, PassRound
from domain.azul.wire.facts import TilesDrafted
from domain.azul.wire.options import Options


def count(tiles: Any) -> int:
    return sum(msgspec.to_builtins(tiles).values())


def taken(state: Any, seat: int, action: Any) -> int:
    """Count the tiles that a seat takes by drafting."""
    emitted: list[Any] = []
    RULESET.apply(RULESET.clone(state), seat, action, Random(0), lambda fact, _: emitted.append(fact))
    return next(count(fact.tiles) for fact in emitted if isinstance(fact, TilesDrafted))


@pytest.mark.parametrize("seats", [2, 4])
def test_an_absent_player_drafts_the_fewest_tiles_passes_and_keeps_as_many_tiles_as_allowed(seats: int) -> None:
    """11.4.2"""
    rng, met = Random(seats), set()
    state = RULESET.setup(Options(), seats, rng)
    while waiting := RULESET.to_act(state):
        seat, legal = waiting[0], list(RULESET.legal_actions(state, waiting[0]))
        default = RULESET.default_action(state, seat)
        met.add(type(default))
        if isinstance(default, DraftTiles):
            assert taken(state, seat, default) == min(taken(state, seat, each) for each in legal)
        if PassRound() in legal:
            assert default == PassRound()
        if isinstance(default, ChooseKeep):
            assert count(default.keep) == max(count(each.keep) for each in legal)
        RULESET.apply(state, seat, rng.choice(legal), rng)
    assert {DraftTiles, PassRound, ChooseKeep} <= met
