"""Public interface of the rules as a library, imported by `from domain import ...`.

Every board game has the same functions in its `Ruleset`, which `domain.ruleset` documents:

>>> from random import Random
>>> from domain import RULESETS
>>> rules, rng = next(iter(RULESETS.values())), Random(7)
>>> state = rules.setup(rules.options_type(), 2, rng)
>>> seat = rules.to_act(state)[0]
>>> action = rules.legal_actions(state, seat)[0]
>>> trial = rules.clone(state)
>>> rules.apply(trial, seat, action, rng)
>>> rules.outcome(trial) is None
True

Only `apply` changes a state, in place: `clone` the state to try an action. All randomness comes from the `rng` passed
in.
"""

from typing import Any

import msgspec

from domain.actions import IllegalAction, check, read_action
from domain.registry import RULESETS
from domain.rollout import play_out
from domain.ruleset import AnyRuleset as Ruleset
from domain.ruleset import Outcome

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
    """Return a state from its JSON form, as in a response of `samplePositions`; raises msgspec.ValidationError.

    >>> from random import Random
    >>> from domain import RULESETS
    >>> rules = next(iter(RULESETS.values()))
    >>> state = rules.setup(rules.options_type(), 2, Random(7))
    >>> read_state(rules, msgspec.to_builtins(state)) == state
    True
    """
    return msgspec.convert(wire, ruleset.state_type, str_keys=True)


def write_action(action: Any) -> Any:
    """Return the JSON form of an action for requests; `read_action` is the inverse.

    >>> from random import Random
    >>> from domain import RULESETS, read_action
    >>> rules = next(iter(RULESETS.values()))
    >>> state = rules.setup(rules.options_type(), 2, Random(7))
    >>> first = rules.legal_actions(state, rules.to_act(state)[0])[0]
    >>> read_action(rules, write_action(first)) == first
    True
    """
    return msgspec.to_builtins(action)
