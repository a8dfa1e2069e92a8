"""Compare fast forms of the rules with direct ones in random games."""

from random import Random

import pytest

from domain.riddle import RULESET
from domain.riddle.rules import flow, keys, plays
from domain.riddle.rules.state import FREE_KEY, OVER, STEP_NAMES, State
from domain.riddle.wire.actions import PlayCard
from domain.riddle.wire.facts import StepOpened
from domain.riddle.wire.options import Options
from domain.ruleset import Emit
from tests.riddle.builders import EmittedFact
from tests.riddle.random_games import choose, opening, steps


def base_turn(state: State, action: PlayCard, rng: Random, emit: Emit) -> None:
    """Play a turn of the base game step by step: `play`, keys, `free_key` and `draw` (section 4)."""
    seat = state.active
    plays.apply(state, seat, action, rng, emit)
    state.step = FREE_KEY
    lines, patterns = keys.symbols_on(state, seat)
    if gained := lines & ~state.keys[seat]:
        keys.receive_lines(state, seat, gained, emit)
    if state.step != OVER and not (patterns and not state.free_used[seat]):
        flow.proceed(state, rng, emit)
    elif state.step != OVER:
        emit(StepOpened(STEP_NAMES[state.step]), None)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_turn_of_the_base_game_is_its_steps_one_after_another(seats: int) -> None:
    """4.1.1, 4.1.2, 4.1.3"""
    for number in range(6):
        state, rng = opening(Options("base"), seats, number), Random(number)
        while RULESET.to_act(state):
            action, seat, dice = choose(state, state.active, number, rng), state.active, rng.random()
            plain, emitted, plainly_emitted = RULESET.clone(state), list[EmittedFact](), list[EmittedFact]()
            RULESET.apply(state, seat, action, Random(dice), lambda *fact, emitted=emitted: emitted.append(fact))
            if isinstance(action, PlayCard):
                base_turn(plain, action, Random(dice), lambda *fact, emitted=plainly_emitted: emitted.append(fact))
                assert (state, emitted) == (plain, plainly_emitted)


def test_there_is_a_choice_in_step_play_where_two_actions_are_legal() -> None:
    """5.3.1, 16.1.3: computed from the hand and the prohibited zones without listing the plays."""
    met = set()
    for number in range(12):
        for after, _, _, _ in steps(opening(Options("expansion"), 2 + number % 4, number), number):
            for seat in range(after.seats):
                legal = plays.legal_actions(after, seat)
                can_play = any(isinstance(each, PlayCard) for each in legal)
                assert plays.can_play(after, seat) == can_play
                assert plays.has_choice(after, seat) == (len(legal) > 1)
                met.add((can_play, len(legal) > 1))
    assert met >= {(True, True), (False, False)}
