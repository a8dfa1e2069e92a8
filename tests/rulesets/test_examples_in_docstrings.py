"""Test that the examples in docstrings return the stated values."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("domain", "service", "workers", "tests/tools", "openapi/clients/python/bottega_client")
NEED_A_SERVICE = ("client.py", "following.py", "mcp_seat.py")
"""Modules whose examples `tests/client/test_python_client.py` runs on a service."""
WITH_EXAMPLES = [
    file.relative_to(ROOT)
    for folder in FOLDERS
    for file in sorted((ROOT / folder).rglob("*.py"))
    if "    >>> " in file.read_text(encoding="utf-8") and file.name not in NEED_A_SERVICE
]


def module_name(path):
    """Return the name under which a module is imported."""
    parts = path.with_suffix("").parts
    return ".".join(parts[3:] if parts[0] == "openapi" else parts)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=str)
def test_the_examples_of_a_module_return_the_stated_values(path):
    ran = doctest.testmod(import_module(module_name(path)), optionflags=doctest.ELLIPSIS)
    assert ran.attempted > 0
    assert ran.failed == 0
