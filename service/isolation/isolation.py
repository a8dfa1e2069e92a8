"""Guard the rules of a service: name their faults, and run those of installed packages apart.

Code that this project has not tested must not stop the games of others. So the rules of a package run in a rule
process. It ends when a call takes too long, and it cannot use the memory of the service. A call costs less than 0.1 ms.
The rules of this repository run in the process of the service.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from importlib import import_module
from typing import Any

import msgspec

from domain.package import FUNCTIONS
from domain.ruleset import AnyRuleset, Emit, no_previews
from service import problems
from service.isolation.calls import SIGNATURES, Reply, call_of, decode
from service.isolation.faults import RuleFault
from service.isolation.processes import CallFailed, Limits, processes_of
from service.runtime.error_places import place_of

BUILT_IN = "domain."
WRONG_RESULT = "its result has the wrong type"


def guarded(rulesets: Mapping[str, AnyRuleset], limits: Limits) -> Mapping[str, AnyRuleset]:
    """Return rulesets whose functions raise RuleFault; those of installed packages run in rule processes."""
    return {name: _apart(each, limits) if _runs_apart(each) else _named(each) for name, each in rulesets.items()}


def is_built_in(ruleset: AnyRuleset) -> bool:
    """Whether a ruleset is one of this repository, which tests it."""
    return ruleset.package.startswith(BUILT_IN)


def _runs_apart(ruleset: AnyRuleset) -> bool:
    """Whether a ruleset is that of an installed package, which a rule process can load."""
    if is_built_in(ruleset):
        return False
    return getattr(import_module(ruleset.package), "RULESET", None) is ruleset


def _functions(ruleset: AnyRuleset) -> Mapping[str, Callable[..., Any]]:
    named = {name: getattr(ruleset, name) for name in (*FUNCTIONS, "standing")}
    return {name: each for name, each in named.items() if each not in (None, no_previews)}


def _named(ruleset: AnyRuleset) -> AnyRuleset:
    own: dict[str, Any] = {name: _guard(ruleset, name, each) for name, each in _functions(ruleset).items()}
    return replace(ruleset, **own)


def _guard(ruleset: AnyRuleset, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except problems.ProblemError:  # the request has computed for too long
            raise
        except Exception as error:
            raise RuleFault(ruleset.name, name, place_of(error)) from error

    return call


def _apart(ruleset: AnyRuleset, limits: Limits) -> AnyRuleset:
    remote: dict[str, Any] = {
        name: _remote(ruleset, name, limits) for name in _functions(ruleset) if name in SIGNATURES
    }
    return replace(ruleset, **remote, clone=lambda state: decode(ruleset, "state", msgspec.msgpack.encode(state)))


def _remote(ruleset: AnyRuleset, name: str, limits: Limits) -> Callable[..., Any]:
    signature, call = SIGNATURES[name], processes_of(ruleset.package, limits)

    def reply_to(arguments: tuple[Any, ...]) -> Reply:
        try:
            reply = call(call_of(ruleset, name, arguments))
        except CallFailed as failed:
            raise RuleFault(ruleset.name, name, str(failed)) from None
        if reply.fault:
            raise RuleFault(ruleset.name, name, reply.fault)
        return reply

    def read(kind: str, encoded: bytes) -> Any:
        try:
            return decode(ruleset, kind, encoded)
        except (msgspec.ValidationError, RecursionError) as error:
            raise RuleFault(ruleset.name, name, WRONG_RESULT) from error

    def result(*arguments: Any) -> Any:
        return read(signature.result, reply_to(arguments).result)

    def emitting(*arguments: Any, emit: Emit | None = None) -> Any:
        given = len(signature.arguments)
        emit = arguments[given] if len(arguments) > given else emit
        reply = reply_to(arguments[:given])
        found = read(signature.result, reply.result)
        if emit is not None:
            for fact, audience in read("facts", reply.facts):
                emit(fact, audience)
        return _change(arguments[0], found) if signature.changes else found

    return emitting if signature.emits else result


def _change(state: Any, after: Any) -> None:
    """Replace the content of a state in place by that of another one."""
    if isinstance(state, msgspec.Struct):
        for name in state.__struct_fields__:
            setattr(state, name, getattr(after, name))
    elif isinstance(state, dict):
        state.clear()
        state.update(after)
    elif isinstance(state, list):
        state[:] = after
    else:
        vars(state).update(vars(after))
