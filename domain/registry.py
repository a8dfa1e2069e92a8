"""The rulesets, found by walking the sub-packages of `domain`: a folder with a `RULESET` is a ruleset."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

import domain
from domain.ruleset import AnyRuleset


def find_rulesets() -> Mapping[str, AnyRuleset]:
    """Import each sub-package of `domain` and collect its `RULESET`, by name in alphabetical order."""
    folders = sorted(module.name for module in pkgutil.iter_modules(domain.__path__) if module.ispkg)
    found = [import_module(f"domain.{folder}").RULESET for folder in folders]
    return MappingProxyType({ruleset.name: ruleset for ruleset in found})


RULESETS = find_rulesets()
