"""A ruleset of a package in which any one function of the interface of rulesets fails: an option names it.

It is the tiny ruleset otherwise. A function of the state works until the first action, so that its game starts.
`observe` sees no option: it fails for the stake `UNSEEN`.
"""

import dataclasses
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.ruleset import Outcome
from service.isolation.calls import SIGNATURES
from tests import hostile, tiny
from tests.hostile import UNSEEN
from tests.tiny import HEURISTICS, NAMES, TINY, SetStake, called

FUNCTIONS = tuple(SIGNATURES)
"""The functions of the interface that run in rule processes."""
POLICIES = tuple(each.name for each in dataclasses.fields(HEURISTICS) if callable(getattr(HEURISTICS, each.name)))
"""The functions of the heuristics, which run in thinking workers."""

AT_ONCE = ("apply", "reveals_nothing", "standing")
"""Functions that fail before the first action, too, since the game starts without them."""


class Options(tiny.Options, frozen=True):
    """The options of the tiny ruleset, and the function that fails."""

    failing: Annotated[Any, Meta(extra_json_schema={"type": "string"})] = ""


@dataclasses.dataclass
class State(tiny.State):
    """The state of the tiny ruleset, and the function that fails."""

    failing: str = ""


def setup(options, seats, rng, emit=None):
    dealt = tiny.setup(options, seats, rng, emit)
    return State(**vars(dealt), failing=options.failing)


def clone(state):
    return State(**vars(tiny.clone(state)), failing=state.failing)


def determinize(state, seat, rng):
    return State(**vars(tiny.determinize(state, seat, rng)), failing=state.failing)


def standing(state):
    return Outcome(tiny.outcome(dataclasses.replace(state, round=tiny.ROUNDS + 1)).seats)


OWN = {
    "setup": setup,
    "determinize": determinize,
    "standing": standing,
    "reject": hostile.reject,
    "previews": lambda state, seat, legal: (),
    "teams": lambda options, seats: (),
}
"""The functions that the tiny ruleset lacks, or that differ from its own."""


def fails(name, first):
    """Whether a function fails, from its first argument."""
    if isinstance(first, State):
        return first.failing == name and (name in AT_ONCE or first.stake > 0)
    if isinstance(first, Options):
        return first.failing == name
    return isinstance(first, SetStake) and first.stake == UNSEEN


def failing(name, function):
    def call(first, *arguments, **named):
        while name in POLICIES and first.failing == f"endless {name}":
            pass
        if fails(name, first) or (name in POLICIES and first.failing == name):
            raise LookupError("the hand of seat 1 is secret")
        return function(first, *arguments, **named)

    return call


CHANGED = {name: failing(name, OWN.get(name) or getattr(TINY, name)) for name in FUNCTIONS}
THINKING = {name: failing(name, getattr(HEURISTICS, name)) for name in POLICIES}
THINGS = {**NAMES.things, "option": {**NAMES.things["option"], "failing": called("failing")}}


def ruleset(name, package):
    """Return the ruleset under a name."""
    return dataclasses.replace(
        TINY,
        name=name,
        package=package,
        options_type=Options,
        state_type=State,
        names=msgspec.structs.replace(NAMES, things=THINGS),
        heuristics=dataclasses.replace(HEURISTICS, **THINKING),
        clone=clone,
        **CHANGED,
    )
