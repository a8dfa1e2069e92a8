"""Find the rulesets: each sub-package of `domain` with a `RULESET` is one.

A folder that cannot be loaded is skipped with a warning that names it.
"""

import logging
import pkgutil
from collections.abc import Iterable, Mapping
from importlib import import_module
from types import MappingProxyType

import domain
from domain.data_files import BadDataFile
from domain.ruleset import AnyRuleset
from domain.versions import faults_of

logger = logging.getLogger(__name__)


class FaultyRuleset(Exception):
    """A folder that is not a valid ruleset; the message names the folder and the error."""


def find_rulesets(package: str = "domain", paths: Iterable[str] = domain.__path__) -> Mapping[str, AnyRuleset]:
    """Return the rulesets in the sub-packages of a package, by name in alphabetical order.

    Raises BadDataFile for an invalid data file of the operator, since only the operator can repair it.
    """
    found = {}
    for folder in sorted(module.name for module in pkgutil.iter_modules(paths) if module.ispkg):
        try:
            found[folder] = _load(package, folder)
        except FaultyRuleset as fault:
            logger.warning("%s", fault)
    for sentence in faults_of(found):
        logger.warning("%s", sentence)
    return MappingProxyType(found)


def _load(package: str, folder: str) -> AnyRuleset:
    """Import the ruleset of a folder; raises FaultyRuleset and BadDataFile."""
    try:
        ruleset: AnyRuleset = import_module(f"{package}.{folder}").RULESET
    except BadDataFile:
        raise
    except Exception as error:
        raise FaultyRuleset(f"{package}/{folder} is left out: {type(error).__name__}: {error}") from error
    if ruleset.name != folder:
        raise FaultyRuleset(f"{package}/{folder} is left out: its RULESET is called {ruleset.name!r}")
    return ruleset


RULESETS = find_rulesets()
PUBLISHED: Mapping[str, AnyRuleset] = {name: ruleset for name, ruleset in RULESETS.items() if ruleset.published}
"""The rulesets that are ready for players: those of the committed contract."""
