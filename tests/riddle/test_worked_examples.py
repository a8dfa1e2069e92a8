"""Test that every worked example has a test that names its paragraph."""

import ast
import re
from itertools import chain
from pathlib import Path

EXAMPLES = {2: 16, 3: 30}
"""Number of examples in each part of section 19."""


def test_every_worked_example_has_a_test() -> None:
    expected = {f"19.{part}.{number}" for part, count in EXAMPLES.items() for number in range(1, count + 1)}
    named = set(chain.from_iterable(_paragraphs(file) for file in Path(__file__).parent.glob("test_*.py")))
    assert expected - named == set()
    assert {paragraph for paragraph in named if paragraph.startswith("19.")} - expected == set()


def _paragraphs(file: Path) -> list[str]:
    """List the paragraphs in the docstrings of a file's tests."""
    functions = [node for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef)]
    docstrings = [ast.get_docstring(node) or "" for node in functions if node.name.startswith("test_")]
    return re.findall(r"\b\d+(?:\.\d+)+\b", " ".join(docstrings))
