"""Test that each sampled state of a seat could have resulted from the game as the seat has read it.

For each face-down lab of another seat, the declaration that started it is replaced by the sampled invention. Each
sealed bid is replaced by the sampled amount. The game is replayed: all actions must be legal and read the same.
"""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.leonardo import RULESET
from domain.leonardo.rules.state import State, clone
from domain.leonardo.wire.actions import Bid, DeclareWork
from domain.leonardo.wire.constants import LABS
from domain.leonardo.wire.options import Options
from tests.leonardo.builders import known_to
from tests.leonardo.random_games import all_options, choose
from tests.random_play import EmittedFact, step_dice

Entry = tuple[int, Any, list[EmittedFact]]


@pytest.mark.no_cover
def test_a_sampled_state_is_reachable() -> None:
    rewritten = 0
    for number in range(12):
        seats = 2 + number % 4
        rewritten += _play_and_compare(all_options(seats)[number % 16], seats, number)
    assert rewritten > 100


def _play_and_compare(options: Options, seats: int, number: int) -> int:
    """Play a random game; every few steps sample it for a seat and replay the sample. Return the number of replays."""
    rng, rewritten = Random(number), 0
    state = RULESET.setup(options, seats, step_dice(bytes(32), 0))
    log: list[Entry] = []
    while waiting := RULESET.to_act(state):
        seat = rng.choice(list(waiting))
        action = _without_giving_up(choose(state, seat, 0, rng))
        log.append((seat, action, _act(state, seat, action, len(log) + 1)))
        if rng.random() < 0.15:
            viewer = rng.randrange(seats)
            sampled = RULESET.determinize(state, viewer, rng)
            rewritten += _replay_as_imagined(options, log, viewer, sampled)
    return rewritten


def _without_giving_up(action: Any) -> Any:
    """Return an action without the interrupted work: a sample cannot rewrite it."""
    return DeclareWork((), {}) if isinstance(action, DeclareWork) and action.interrupt else action


def _act(state: State, seat: int, action: Any, step: int) -> list[EmittedFact]:
    """Perform an action with the random draws of its step."""
    facts: list[EmittedFact] = []
    RULESET.apply(
        state, seat, action, step_dice(bytes(32), step), lambda fact, audience: facts.append((fact, audience))
    )
    return facts


def _replay_as_imagined(options: Options, log: list[Entry], viewer: int, sampled: State) -> bool:
    """Replay the log, rewritten to lead to the sampled labs and bids; return whether anything was rewritten."""
    actions = _rewritten(log, viewer, sampled)
    state = RULESET.setup(options, sampled.seats, step_dice(bytes(32), 0))
    for step, (action, (seat, _, facts)) in enumerate(zip(actions, log, strict=True), 1):
        assert RULESET.reject(state, seat, action) is None, (seat, action)
        assert known_to(_act(state, seat, action, step), viewer) == known_to(facts, viewer)
    assert (state.work, state.hand, state.bids) == (sampled.work, sampled.hand, sampled.bids)
    assert RULESET.view(state, viewer) == RULESET.view(clone(sampled), viewer)
    return actions != [action for _, action, _ in log]


def _rewritten(log: list[Entry], viewer: int, sampled: State) -> list[Any]:
    """Return the actions with the last start of each lab, and the sealed bids, as sampled."""
    actions, open_labs = [action for _, action, _ in log], {lab for lab, number in enumerate(sampled.work) if number}
    open_bids = {seat for seat, amount in enumerate(sampled.bids) if amount >= 0}
    for place in reversed(range(len(log))):
        seat, action, _ = log[place]
        if isinstance(action, Bid) and seat in open_bids:
            open_bids.remove(seat)
            actions[place] = Bid(sampled.bids[seat])
        if isinstance(action, DeclareWork):
            labs = {name: 2 * seat + LABS.index(name) for name in action.start}
            start = {name: sampled.work[lab] if lab in open_labs else action.start[name] for name, lab in labs.items()}
            actions[place] = replace(action, start=start)
            open_labs -= set(labs.values())
    return actions
