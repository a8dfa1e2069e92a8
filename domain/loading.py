"""Load one ruleset from its source, and check what the contract and each new game need from it."""

import traceback
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from domain.data_files import BadDataFile
from domain.defaults import lacking
from domain.package import NAME
from domain.references import references
from domain.ruleset import INTERFACE, AnyRuleset, Ruleset


class Source(NamedTuple):
    """A module with a ruleset."""

    name: str
    """The name that the ruleset must have."""
    module: str
    origin: str
    """The folder or the package, for messages."""
    is_built_in: bool = True


class FaultyRuleset(Exception):
    """A source without a valid ruleset; the message names the origin and the error."""

    def __init__(self, source: Source, fault: str) -> None:
        super().__init__(f"{source.origin} is left out: {fault}")
        self.fault = fault


def load(source: Source) -> AnyRuleset:
    """Import the ruleset of a source. Raises FaultyRuleset, BadDataFile and MemoryError."""
    try:
        module = import_module(source.module)
        ruleset: AnyRuleset = module.RULESET
        interface = INTERFACE if source.is_built_in else module.INTERFACE
    except (BadDataFile, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        raise FaultyRuleset(source, _described(source, error)) from error
    if interface != INTERFACE:
        raise FaultyRuleset(source, f"it has version {interface} of the interface, and this service has {INTERFACE}")
    if not isinstance(ruleset, Ruleset):
        raise FaultyRuleset(source, f"its RULESET is of type {type(ruleset).__name__}")
    if ruleset.name != source.name:
        raise FaultyRuleset(source, f"its RULESET is called {ruleset.name!r}")
    if not source.is_built_in:
        _try_out(source, ruleset)
    return ruleset


def _try_out(source: Source, ruleset: AnyRuleset) -> None:
    """Check what the contract and each new game need from a ruleset; raises FaultyRuleset."""
    if not NAME.fullmatch(ruleset.name):
        raise FaultyRuleset(source, f"{ruleset.name!r} must have lower-case letters and digits, with `_` between words")
    try:
        msgspec.json.schema_components(
            [
                ruleset.options_type,
                ruleset.action_type,
                ruleset.observed_type,
                ruleset.fact_type,
                ruleset.view_type,
                type(ruleset.constants),
            ]
        )
        references(ruleset)
        state = ruleset.setup(ruleset.options_type(), ruleset.min_seats, Random(0))
        ruleset.view(state, None)
        waiting, missing = ruleset.to_act(state), lacking(ruleset, ruleset.min_seats)
    except MemoryError:
        raise
    except Exception as error:
        raise FaultyRuleset(source, _described(source, error)) from error
    if not waiting:
        raise FaultyRuleset(source, "no seat must act after its set-up")
    if missing:
        raise FaultyRuleset(source, missing)


def _described(source: Source, error: BaseException) -> str:
    """Return an error in one line, with the line of the ruleset's module that raised it.

    An error that none of its modules raised has no such line: the `__init__` of a package reads its data files.
    """
    places = [
        f"{Path(frame.f_code.co_filename).name}:{line}"
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_globals.get("__name__", "").startswith(f"{source.module}.")
    ]
    return f"{in_a_line(error)} ({places[-1]})" if places else in_a_line(error)


def in_a_line(error: BaseException) -> str:
    """Return type and message of an error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
