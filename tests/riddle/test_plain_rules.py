"""Play random games in lockstep with an independent engine, with every number of seats, deck and mode."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from domain.riddle import RULESET
from domain.riddle.rules.cards import names, symbol_names
from domain.riddle.rules.state import OVER, STEP_NAMES, State
from domain.riddle.wire.facts import CardSeen, TradeSeen
from domain.riddle.wire.options import SETS, Options
from tests.random_play import EmittedFact
from tests.riddle.builders import at, hand
from tests.riddle.plain_rules import Game
from tests.riddle.random_games import seed, steps


def options(seats: int, number: int) -> Options:
    """Return base game, supplied deck and sets of cards in turn; the sets are as few as allowed, or more."""
    fewest = 3 if seats < 5 else 5
    sets = Random(number).sample(SETS, fewest + number // 3 % (len(SETS) - fewest + 1))
    return (Options(), Options("expansion"), Options("expansion", additional_sets=sets))[number % 3]


def shown(facts: list[EmittedFact]) -> list[str]:
    """List the cards that chance draws, in order."""
    return [
        fact.card if isinstance(fact, CardSeen) else fact.taken
        for fact, _ in facts
        if isinstance(fact, CardSeen | TradeSeen)
    ]


def written(actions: Any) -> list[str]:
    """Write actions as text, in alphabetical order."""
    return sorted(json.dumps(msgspec.to_builtins(each), sort_keys=True) for each in actions)


def compare(state: State, plain: Game) -> None:
    """Compare everything that the rules define."""
    assert (state.turn, state.keyless, state.step == OVER) == (plain.turn, plain.keyless, plain.over)
    assert state.active == plain.active
    assert written(RULESET.legal_actions(state, state.active)) == written(plain.legal())
    for seat in range(state.seats):
        assert {zone: card for zone in range(9) if (card := at(state, seat, zone))} == plain.tables[seat]
        assert set(hand(state, seat)) == plain.hands[seat]
        assert set(symbol_names(state.keys[seat])) == plain.keys[seat]
    assert state.free_used == plain.free_used
    for number, kind in enumerate(("main", "additional")):
        assert sorted(names(state.deck[number])) == sorted(plain.deck[kind])
        assert sorted(names(state.discard[number])) == sorted(plain.discards[kind])
    assert [names(each[:1])[0] for each in state.in_play] == [card for card, *_ in plain.lasting]
    if not plain.over:
        assert STEP_NAMES[state.step] == plain.step


def lockstep(seats: int, number: int) -> int:
    """Play a game in both engines; return the number of its actions."""
    chosen, facts = options(seats, number), []
    state = RULESET.setup(chosen, seats, seed(number).dice, lambda *fact: facts.append(fact))
    sets = None if chosen.additional_sets is msgspec.UNSET else chosen.additional_sets
    plain = Game(seats, chosen.mode, sets, [msgspec.to_builtins(fact) for fact, _ in facts], state.first)
    compare(state, plain)
    count = 0
    for after, _, action, emitted in steps(state, number):
        plain.apply(msgspec.to_builtins(action), shown(emitted))
        compare(after, plain)
        count += 1
    totals = [len(keys) for keys in plain.keys]
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert [(each.rank, each.total) for each in outcome.seats] == [
        (1 + sum(other > own for other in totals), own) for own in totals
    ]
    return count


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", range(RULESET.min_seats, RULESET.max_seats + 1))
def test_games_agree_with_an_independent_engine(seats: int) -> None:
    for number in range(4):
        assert lockstep(seats, number) > 0
