"""A ruleset of a package that fails in each way that code can fail: the stake of an action chooses how.

It is the tiny ruleset otherwise. It stands for a package that this project has not tested.
"""

import os
import random
import re
import signal
import sys
import time
from dataclasses import replace
from itertools import repeat

from tests import tiny
from tests.tiny import TINY, SetStake


def loop(state):
    while True:
        pass


def loop_in_a_pattern(state):
    re.fullmatch("(a|aa)+", "a" * 1000 + "b")


def loop_in_c(state):
    any(repeat(0))  # does not return to the interpreter


def wait(state):
    time.sleep(1000)


def divide(state):
    1 / 0  # noqa: B018


def leave(state):
    sys.exit(3)


def end(state):
    os._exit(3)


def crash(state):
    os.kill(os.getpid(), signal.SIGSEGV)


def give_up(state):
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(1000)


def grow(state):
    state.deck = bytearray(4 << 30)


def swell(state):
    state.deck = list(range(3_000_000))


def recurse(state):
    recurse(state)


def interrupt(state):
    raise KeyboardInterrupt


def flood(state):
    while True:
        print("x" * 10_000)


def spoil(state):
    state.deck = [object()]


def confuse(state):
    state.deck = "no cards"


WAYS = (
    loop,
    loop_in_a_pattern,
    loop_in_c,
    wait,
    divide,
    leave,
    end,
    crash,
    give_up,
    grow,
    swell,
    recurse,
    interrupt,
    flood,
    spoil,
    confuse,
)
STAKES = {way.__name__: stake for stake, way in enumerate(WAYS, 3)}
"""The stake for each way to fail."""
LEAKED = []
LEAK = 38
"""A stake at which the rules take memory for ever."""
RESHUFFLED = 37
"""A stake at which another source than the dice deals the hands again."""
LUCKY = 39
"""A stake that makes the rules draw from another source than the dice."""
UNSEEN = 40
"""A stake that makes the view fail, which the action does not show."""
UNDECIDED = 41
"""A stake that makes `to_act` fail."""


def reject(state, seat, action):
    return None if isinstance(action, SetStake) and not state.stake else tiny.reject(state, seat, action)


def apply(state, seat, action, rng, emit=None):
    if isinstance(action, SetStake) and action.stake in STAKES.values():
        WAYS[action.stake - 3](state)
    if isinstance(action, SetStake) and action.stake == LEAK:
        LEAKED.append(bytearray(100 << 20))
    if isinstance(action, SetStake) and action.stake == LUCKY:
        state.points[seat] += random.randrange(1_000_000)
    if isinstance(action, SetStake) and action.stake == RESHUFFLED:
        cards = random.sample(range(1, 37), 36)
        state.hands = [sorted(cards.pop() for _ in hand) for hand in state.hands]
        state.deck = sorted(cards)
    tiny.apply(state, seat, action, rng, emit)


def view(state, seat):
    if state.stake == UNSEEN:
        raise LookupError("the hand of seat 1 is secret")
    return tiny.view(state, seat)


def to_act(state):
    if state.stake == UNDECIDED:
        raise LookupError("the hand of seat 1 is secret")
    return tiny.to_act(state)


RULESET = replace(
    TINY,
    package=__name__,
    reject=reject,
    apply=apply,
    view=view,
    to_act=to_act,
)
