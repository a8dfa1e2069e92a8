"""Find the rulesets: sub-packages of `domain` with a `RULESET`, and installed packages that name one.

A package names its ruleset by an entry point of the group `bottega.rulesets`. The entry point has the name of the
ruleset, and its value is the module with `RULESET` and `INTERFACE`:

    [project.entry-points."bottega.rulesets"]
    goofspiel = "bottega_goofspiel"

A ruleset that cannot be loaded is left out, with a warning that names its package and the reason.
"""

import logging
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from random import Random
from types import MappingProxyType
from typing import NamedTuple

import msgspec

import domain
from domain.data_files import BadDataFile
from domain.package import GROUP, NAME
from domain.references import references
from domain.ruleset import INTERFACE, AnyRuleset, Ruleset
from domain.versions import faults_of

logger = logging.getLogger(__name__)


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


class Found(NamedTuple):
    """The result of the search for rulesets."""

    rulesets: Mapping[str, AnyRuleset]
    """The rulesets by name in alphabetical order."""
    faults: tuple[str, ...]
    """A line for each source that is left out."""


def folders(package: str = "domain", paths: Iterable[str] = domain.__path__) -> Iterator[Source]:
    """List the sub-packages of a package as sources."""
    for folder in sorted(module.name for module in pkgutil.iter_modules(paths) if module.ispkg):
        yield Source(folder, f"{package}.{folder}", f"{package}/{folder}")


def installed() -> Iterator[Source]:
    """List the entry points of installed packages as sources, by package."""
    found = [(entry.dist, entry) for entry in entry_points(group=GROUP) if entry.dist]
    for package, entry in sorted(found, key=lambda each: (each[0].name, each[1].name)):
        yield Source(entry.name, entry.value, f"{package.name} {package.version}", is_built_in=False)


def find_rulesets(sources: Iterable[Source]) -> Found:
    """Load the rulesets of these sources. Of two sources with one name, the first is loaded.

    Raises BadDataFile for an invalid data file of the operator, since only the operator can repair it.
    """
    loaded: dict[str, AnyRuleset] = {}
    origins: dict[str, str] = {}
    faults = []
    for source in sources:
        try:
            loaded[source.name] = _load(source, origins.get(source.name))
        except FaultyRuleset as fault:
            logger.warning("%s", fault)
            faults.append(str(fault))
        else:
            origins[source.name] = source.origin
    for sentence in faults_of(loaded):
        logger.warning("%s", sentence)
    return Found(MappingProxyType(dict(sorted(loaded.items()))), tuple(faults))


def _load(source: Source, other: str | None) -> AnyRuleset:
    """Import the ruleset of a source; `other` is an origin with a ruleset of this name.

    Raises FaultyRuleset and BadDataFile.
    """
    if other is not None:
        raise FaultyRuleset(source, f"{other} has a ruleset of the same name")
    try:
        module = import_module(source.module)
        ruleset: AnyRuleset = module.RULESET
        interface = INTERFACE if source.is_built_in else module.INTERFACE
    except BadDataFile:
        raise
    except (Exception, SystemExit) as error:
        raise FaultyRuleset(source, _in_a_line(error)) from error
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
        waiting = ruleset.to_act(state)
    except Exception as error:
        raise FaultyRuleset(source, _in_a_line(error)) from error
    if not waiting:
        raise FaultyRuleset(source, "no seat must act after its set-up")


def _in_a_line(error: BaseException) -> str:
    """Return type and message of an error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


RULESETS, FAULTS = find_rulesets([*folders(), *installed()])
PUBLISHED: Mapping[str, AnyRuleset] = {
    name: ruleset for name, ruleset in RULESETS.items() if ruleset.published and ruleset.package.startswith("domain.")
}
"""The built-in rulesets that are ready for players: those of the committed contract."""
