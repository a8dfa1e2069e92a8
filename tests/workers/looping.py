"""An application with the tiny ruleset, whose rules never end at some actions: stakes of 1 and 2.

`LOOP` in the environment names the kind of loop for a stake of 2.
"""

import os
import re
from dataclasses import replace
from itertools import repeat

from service.app import create_app
from service.settings import read_settings
from tests import tiny
from tests.tiny import TINY


def in_python():
    while True:
        pass


def in_a_pattern():
    re.fullmatch("(a|aa)+", "a" * 1000 + "b")


def in_c():
    any(repeat(0))  # does not return to the interpreter


KINDS = {each.__name__: each for each in (in_python, in_a_pattern, in_c)}


def apply(state, seat, action, rng, emit=None):
    if isinstance(action, tiny.SetStake) and action.stake == 2:
        KINDS[os.environ["LOOP"]]()
    tiny.apply(state, seat, action, rng, emit)


app = create_app(read_settings(), {TINY.name: replace(TINY, apply=apply)})
