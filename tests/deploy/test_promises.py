"""Test that every promise to operators names an existing test."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROMISES = (ROOT / "deploy" / "PROMISES.md").read_text(encoding="utf-8")
ROWS = [line for line in PROMISES.splitlines() if line.startswith("| ") and not line.startswith("| promise")]


def test_each_promise_has_its_test():
    for row in ROWS:
        path, _, name = row.rsplit("`", 2)[1].partition("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert f"def {name}(" in text if name else "def test_" in text, row
    assert len(ROWS) > 20


def test_each_setting_that_a_promise_names_is_one():
    settings = (ROOT / "service" / "settings.py").read_text(encoding="utf-8")
    for name in set(re.findall(r"BOTTEGA_[A-Z_]+", PROMISES)):
        assert f'"{name}"' in settings
