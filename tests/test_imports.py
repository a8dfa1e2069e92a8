"""Test the import rules that import-linter cannot express; its contracts are in `pyproject.toml`."""

import ast
import re
import sys
from pathlib import Path

import pytest

from domain.registry import RULESETS

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "service", "workers")
MODULES = sorted(path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def imported(module):
    """List the modules that a module imports, by full name."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    plain = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    origins = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert all(node.level == 0 for node in origins), "imports are absolute"
    return plain + [f"{node.module}.{name.name}" for node in origins for name in node.names]


def folder(module):
    """Return the ruleset whose folder contains a module; None outside all of them."""
    return module.parts[1] if module.parts[0] == "domain" and module.parts[1] in RULESETS else None


@pytest.mark.parametrize("module", [module for module in MODULES if module.parts[0] == "domain"], ids=str)
def test_the_domain_needs_only_the_standard_library_and_msgspec(module):
    roots = {name.split(".")[0] for name in imported(module)}
    assert roots - {"domain", "msgspec"} <= sys.stdlib_module_names


@pytest.mark.parametrize("module", [module for module in MODULES if folder(module)], ids=str)
def test_a_ruleset_imports_no_other(module):
    others = {name.split(".")[1] for name in imported(module) if name.startswith("domain.")} & set(RULESETS)
    assert others <= {folder(module)}


@pytest.mark.parametrize("module", [module for module in MODULES if not folder(module)], ids=str)
def test_no_module_outside_its_folder_names_a_ruleset(module):
    text = (ROOT / module).read_text(encoding="utf-8").lower()
    assert not [name for name in RULESETS if re.search(rf"\b{name}\b", text)]


@pytest.mark.parametrize("module", [module for module in MODULES if "store" not in module.parts], ids=str)
def test_only_the_store_knows_the_names_of_keys(module):
    text = (ROOT / module).read_text(encoding="utf-8")
    assert not re.search(r"bottega:[{\w]", text)


@pytest.mark.parametrize("module", [module for module in MODULES if module.parts[0] == "service"], ids=str)
def test_handlers_know_neither_redis_nor_the_rules(module):
    if "api" in module.parts:
        assert not {"redis", "rq"} & {name.split(".")[0] for name in imported(module)}
        assert not [name for name in imported(module) if name.startswith("domain.replay")]
