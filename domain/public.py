"""The rules as a library: what programs outside this project may rely on, reached by `from domain import ...`.

All board games are played by the same few verbs of their `Ruleset` (`domain.ruleset` explains each):

>>> from random import Random
>>> from domain import RULESETS
>>> rules, rng = next(iter(RULESETS.values())), Random(7)
>>> state = rules.setup(rules.options_type(), 2, rng)
>>> seat = rules.to_act(state)[0]
>>> action = rules.legal_actions(state, seat)[0]
>>> imagined = rules.clone(state)
>>> rules.apply(imagined, seat, action, rng)
>>> rules.outcome(imagined) is None
True

States are changed in place by `apply` alone, so whoever tries something out takes a `clone`. All dice are handed in.
"""

from typing import Any

import msgspec

from domain.playout import play_out
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset as Ruleset
from domain.ruleset import IllegalAction, Outcome, check, read_action

__all__ = [
    "RULESETS",
    "IllegalAction",
    "Outcome",
    "Ruleset",
    "check",
    "play_out",
    "read_action",
    "read_state",
    "write_action",
]


def read_state(ruleset: Ruleset, wire: Any) -> Any:
    """Read a state from its wire form, as `samplePositions` gives it; raise msgspec.ValidationError if it is none.

    >>> from random import Random
    >>> from domain import RULESETS
    >>> rules = next(iter(RULESETS.values()))
    >>> state = rules.setup(rules.options_type(), 2, Random(7))
    >>> read_state(rules, msgspec.to_builtins(state)) == state
    True
    """
    return msgspec.convert(wire, ruleset.state_type, str_keys=True)


def write_action(action: Any) -> Any:
    """Return the wire form of an action, to be sent to a service; `read_action` reads it.

    >>> from random import Random
    >>> from domain import RULESETS, read_action
    >>> rules = next(iter(RULESETS.values()))
    >>> state = rules.setup(rules.options_type(), 2, Random(7))
    >>> first = rules.legal_actions(state, rules.to_act(state)[0])[0]
    >>> read_action(rules, write_action(first)) == first
    True
    """
    return msgspec.to_builtins(action)
