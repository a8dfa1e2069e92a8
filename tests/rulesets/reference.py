"""Helpers that the tests of `test_reference.py` share with others."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
