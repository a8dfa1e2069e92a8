"""Find the rulesets: sub-packages of `domain` with a `RULESET`, and installed packages that name one.

A package names its ruleset by an entry point of the group `bottega.rulesets`. The entry point has the name of the
ruleset, and its value is the module with `RULESET` and `INTERFACE`:

    [project.entry-points."bottega.rulesets"]
    goofspiel = "bottega_goofspiel"

A ruleset that cannot be loaded is left out, with a warning that names its package and the reason. An installed package
is first tried out in another process (`trials`).
"""

import logging
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import NamedTuple

import domain
from domain import trials
from domain.loading import FaultyRuleset, Source, load
from domain.package import GROUP
from domain.ruleset import AnyRuleset
from domain.versions import faults_of

logger = logging.getLogger(__name__)


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
    faults, found = [], [*sources]
    tried = trials.faults_of([each for each in found if not each.is_built_in])
    for source in found:
        try:
            loaded[source.name] = _loaded(source, origins.get(source.name), tried.get(source))
        except FaultyRuleset as fault:
            logger.warning("%s", fault)
            faults.append(str(fault))
        else:
            origins[source.name] = source.origin
    for sentence in faults_of(loaded):
        logger.warning("%s", sentence)
    return Found(MappingProxyType(dict(sorted(loaded.items()))), tuple(faults))


def _loaded(source: Source, other: str | None, fault: str | None) -> AnyRuleset:
    """Return the ruleset of a source. `other` is an origin with a ruleset of this name, `fault` that of its trial.

    Raises FaultyRuleset and BadDataFile.
    """
    if other is not None:
        raise FaultyRuleset(source, f"{other} has a ruleset of the same name")
    if fault is not None:
        raise FaultyRuleset(source, fault)
    return load(source)


RULESETS, FAULTS = find_rulesets([*folders(), *installed()])
PUBLISHED: Mapping[str, AnyRuleset] = {
    name: ruleset for name, ruleset in RULESETS.items() if ruleset.published and ruleset.package.startswith("domain.")
}
"""The built-in rulesets that are ready for players: those of the committed contract."""
