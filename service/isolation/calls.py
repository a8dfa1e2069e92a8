"""Encode calls of the functions of a ruleset, so that they can run in another process.

All values are types of msgspec, which encodes and decodes them without loss: a ruleset promises that.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, Optional

import msgspec

from domain.dice import Dice
from domain.replay import EmittedFact
from domain.ruleset import AnyRuleset, Audience, Outcome, Rejection

encode = msgspec.msgpack.encode
SEED_BITS = 64


class Signature(NamedTuple):
    """The kinds of the arguments and of the result of a function; see `_types`."""

    arguments: tuple[str, ...]
    result: str
    emits: bool = False
    """Whether it passes facts to `emit`, its last argument."""
    changes: bool = False
    """Whether it changes its first argument in place, which is then the result."""


SIGNATURES: Final[Mapping[str, Signature]] = {
    "reject_setup": Signature(("options", "number"), "rejection"),
    "setup": Signature(("options", "number", "random"), "state", emits=True),
    "to_act": Signature(("state",), "seats"),
    "legal_actions": Signature(("state", "number"), "actions"),
    "previews": Signature(("state", "number", "actions"), "previews"),
    "reject": Signature(("state", "number", "action"), "rejection"),
    "apply": Signature(("state", "number", "action", "random"), "state", emits=True, changes=True),
    "outcome": Signature(("state",), "outcome"),
    "standing": Signature(("state",), "outcome"),
    "view": Signature(("state", "number"), "view"),
    "observe": Signature(("action", "number", "number"), "observed"),
    "determinize": Signature(("state", "number", "random"), "state"),
    "default_action": Signature(("state", "number"), "action"),
    "reveals_nothing": Signature(("state", "number", "action", "state"), "yes"),
    "teams": Signature(("options", "number"), "teams"),
}
"""The functions of a ruleset that run apart. A copy (`clone`) needs no code of the package."""


class Call(msgspec.Struct, frozen=True, array_like=True):
    """A call of a function."""

    package: str
    """The package with the ruleset, as `RULESET`."""
    function: str
    arguments: tuple[msgspec.Raw, ...]


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """The result of a call, or the reason why there is none."""

    result: msgspec.Raw = msgspec.Raw(b"\xc0")
    facts: msgspec.Raw = msgspec.Raw(b"\x90")
    fault: str = ""
    """What the function raised, and where; empty if it has returned."""
    is_exhausted: bool = False
    """Whether the process has no memory or no files left, perhaps because of earlier calls."""


class Randomness(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dice of a game, or a seed for other random numbers."""

    secret: bytes = b""
    seed: int = 0


@cache
def _types(ruleset: AnyRuleset) -> Mapping[str, Any]:
    """Return the type of each kind of value."""
    return {
        "options": ruleset.options_type,
        "state": ruleset.state_type,
        "action": ruleset.action_type,
        "actions": tuple[ruleset.action_type, ...],  # type: ignore[name-defined]  # known only at run time
        "observed": ruleset.observed_type,
        "view": ruleset.view_type,
        "previews": tuple[ruleset.preview_type, ...],  # type: ignore[name-defined]
        "facts": tuple[tuple[ruleset.fact_type, Audience], ...],  # type: ignore[name-defined]
        "outcome": Optional[Outcome],  # noqa: UP045  # a value of this mapping
        "rejection": Optional[Rejection],  # noqa: UP045
        "seats": tuple[int, ...],
        "teams": tuple[str, ...],
        "number": Optional[int],  # noqa: UP045
        "yes": bool,
        "random": Randomness,
    }


@cache
def _decoder(ruleset: AnyRuleset, kind: str) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(_types(ruleset)[kind])


def decode(ruleset: AnyRuleset, kind: str, encoded: bytes) -> Any:
    """Return a value of a kind. Raises msgspec.ValidationError."""
    return _decoder(ruleset, kind).decode(encoded)


def call_of(ruleset: AnyRuleset, function: str, arguments: Sequence[Any]) -> Call:
    """Return the call of a function with these arguments, without `emit`."""
    kinds = SIGNATURES[function].arguments
    encoded = (msgspec.Raw(encode(_sent(kind, each))) for kind, each in zip(kinds, arguments, strict=True))
    return Call(ruleset.package, function, tuple(encoded))


def _sent(kind: str, value: Any) -> Any:
    if kind != "random":
        return value
    return Randomness(secret=value.secret) if isinstance(value, Dice) else Randomness(seed=value.getrandbits(SEED_BITS))


def received(ruleset: AnyRuleset, kind: str, encoded: bytes) -> Any:
    """Return an argument of a kind."""
    value = decode(ruleset, kind, encoded)
    if kind != "random":
        return value
    return Dice(value.secret) if value.secret else Random(value.seed)  # noqa: S311  # a search is no secret


def answer(ruleset: AnyRuleset, call: Call) -> Reply:
    """Return the result of a call; raises what the function raises."""
    signature, facts = SIGNATURES[call.function], list[EmittedFact]()
    arguments = [received(ruleset, kind, each) for kind, each in zip(signature.arguments, call.arguments, strict=True)]
    emit = (lambda fact, audience: facts.append((fact, audience)),) if signature.emits else ()
    found = getattr(ruleset, call.function)(*arguments, *emit)
    result = arguments[0] if signature.changes else found
    return Reply(msgspec.Raw(encode(result)), msgspec.Raw(encode(facts)))
