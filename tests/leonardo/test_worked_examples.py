"""Test that every worked example and every step of the transcript has a test that names its paragraph."""

import ast
import re
from itertools import chain
from pathlib import Path

EXAMPLES = {1: 6, 2: 10, 3: 7, 4: 11, 5: 11, 6: 3, 7: 8, 8: 10, 9: 4, 10: 4, 11: 10}
"""Number of examples in each part of section 16."""

TRANSCRIPT_STEPS = 29


def test_every_worked_example_has_a_test() -> None:
    expected = {f"16.{part}.{number}" for part, count in EXAMPLES.items() for number in range(1, count + 1)}
    expected |= {f"17.{step}" for step in range(1, TRANSCRIPT_STEPS + 1)}
    named = set(chain.from_iterable(_paragraphs(file) for file in Path(__file__).parent.glob("test_*.py")))
    assert expected - named == set()
    assert {paragraph for paragraph in named if paragraph.startswith(("16.", "17."))} - expected == set()


def _paragraphs(file: Path) -> list[str]:
    """List the paragraphs in the docstrings of a file's tests."""
    functions = [node for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef)]
    docstrings = [ast.get_docstring(node) or "" for node in functions if node.name.startswith("test_")]
    return re.findall(r"\b\d+(?:\.\d+)+\b", " ".join(docstrings))
