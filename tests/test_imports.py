"""Test the import rules that import-linter cannot express; its contracts are in `pyproject.toml`."""

import ast
import re
import sys
from pathlib import Path

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


def read(module):
    return (ROOT / module).read_text(encoding="utf-8")


def test_the_domain_needs_only_the_standard_library_and_msgspec():
    allowed = {"domain", "msgspec", *sys.stdlib_module_names}
    domain = [module for module in MODULES if module.parts[0] == "domain"]
    assert [module for module in domain if not {name.split(".")[0] for name in imported(module)} <= allowed] == []


def test_a_ruleset_imports_no_other():
    for module in MODULES:
        if folder(module):
            others = {name.split(".")[1] for name in imported(module) if name.startswith("domain.")} & set(RULESETS)
            assert others <= {folder(module)}, module


def test_no_module_outside_its_folder_names_a_ruleset():
    named = re.compile(rf"\b({'|'.join(RULESETS)})\b", re.IGNORECASE)
    assert [module for module in MODULES if not folder(module) and named.search(read(module))] == []


def test_only_the_store_knows_the_names_of_keys():
    key = re.compile(r"bottega:[{\w]")
    assert [
        module for module in MODULES if not {"store", "store.py"} & {*module.parts} and key.search(read(module))
    ] == []


def test_handlers_know_neither_redis_nor_the_rules():
    handlers = [module for module in MODULES if module.parts[0] == "service" and {"api", "api.py"} & {*module.parts}]
    assert handlers != []
    for module in handlers:
        names = imported(module)
        assert not {"redis", "rq"} & {name.split(".")[0] for name in names}, module
        assert not [name for name in names if name.startswith("domain.replay")], module


def test_only_one_function_counts_the_retries_of_conflicting_writes():
    counting = [module for module in MODULES if "MOST_ATTEMPTS" in read(module)]
    assert counting == [Path("service/installation/conflicts.py")]


def test_no_test_needs_the_laboratory():
    tests = sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py"))
    others = [module for module in tests if module.parts[:2] != ("tests", "lab")]
    assert [module for module in others if any(name.startswith("tests.lab") for name in imported(module))] == []
