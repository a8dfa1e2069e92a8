"""Test that each name of a module is defined once: the linter does not report a second assignment."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    path.relative_to(ROOT)
    for package in ("domain", "service", "workers", "tests", "openapi")
    for path in (ROOT / package).rglob("*.py")
    if "node_modules" not in path.parts
)


def defined(tree: ast.Module) -> Iterator[str]:
    """List the names that the statements of a module define, outside branches; overloads define none."""
    for node in tree.body:
        match node:
            case ast.Assign():
                names = [each for target in node.targets for each in ast.walk(target)]
                yield from (each.id for each in names if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
            case ast.AnnAssign(target=ast.Name(id=name)) if node.value is not None:
                yield name
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if not any(ast.unparse(each).endswith("overload") for each in node.decorator_list):
                    yield name


def repeated(source: str) -> list[str]:
    return [name for name, times in Counter(defined(ast.parse(source))).items() if times > 1 and name != "_"]


def test_a_second_definition_is_found():
    source = "a = 1\nb: int = 2\nc: int\nc = 3\n\ndef d(): ...\n\nclass a: ...\n\nb, e = 4, 5\n"
    assert repeated(source) == ["a", "b"]


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_defines_each_name_once(module):
    assert repeated((ROOT / module).read_text(encoding="utf-8")) == []
