"""A package on top of the service is removed by deleting its folder and the lines that name it."""

import ast
import json
import subprocess
import sys
from os import environ, pathsep
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree

import pytest

from service.resources.accounts import PlayerExport

ROOT = Path(__file__).parents[3]
NAMING = {"service/app.py", "service/assembly.py"}
"""The modules that name a package on top of the service."""
REMOVED = {
    "blocks": ("/blocked-players", "blocked_players"),
    "matchmaking": ("/seeks", "seeks"),
    "seasons": ("/seasons", "seasons"),
    "tournaments": ("/tournaments", "tournaments", "claim_texts"),
}
"""For each package a part of its URLs, and its lists in an export."""
ON_TOP = {"tournaments": ["seasons"]}
"""The packages that import a package, and that are removed with it."""


class Remover(ast.NodeTransformer):
    """Deletes the imports from a package, and the imported names from lists."""

    def __init__(self, package):
        self.package, self.names = f"service.{package}", set()

    def visit_ImportFrom(self, node):
        if f"{node.module}.".startswith(f"{self.package}."):
            self.names |= {each.asname or each.name for each in node.names}
            return None
        return node

    def visit_Tuple(self, node):
        node.elts = [each for each in node.elts if not (isinstance(each, ast.Name) and each.id in self.names)]
        return self.generic_visit(node)


def without(place, package):
    """Copy the service without a package and those on top of it; return the modules that named it."""
    copytree(ROOT / "service", place / "service", ignore=ignore_patterns("__pycache__"))
    for each in ON_TOP.get(package, ()):
        remove(place, each)
    return remove(place, package)


def remove(place, package):
    """Remove a package from a copy of the service; return the modules that named it."""
    rmtree(place / "service" / package)
    naming = set()
    for module in (place / "service").rglob("*.py"):
        remover, tree = Remover(package), ast.parse(module.read_text())
        changed = remover.visit(tree)
        if remover.names:
            naming.add(module.relative_to(place).as_posix())
            module.write_text(ast.unparse(changed))
    return naming


@pytest.mark.parametrize("package", REMOVED)
def test_a_service_without_a_package_serves_all_others(redis_url, tmp_path, package):
    url, *lists = REMOVED[package]
    assert without(tmp_path, package) == NAMING
    program = [sys.executable, "-m", "tests.service.installation.without_a_package", redis_url]
    path = pathsep.join(map(str, (tmp_path, ROOT, ROOT / "openapi/clients/python")))
    run = subprocess.run(
        program, cwd=tmp_path, env={**environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    removed = {*lists, *ON_TOP.get(package, ())}
    assert [each for each in found.pop("paths") if url in each] == []
    assert found == {
        "statuses": [201, 200, 204, 200],
        "games": 1,
        "lists": sorted({*PlayerExport.__struct_fields__} - removed),
        "ann has the seat": [True, False],
        "faults": [],
    }
