"""Test that `deploy/SETTINGS.md` describes exactly the settings of the code."""

import re
from pathlib import Path

from tests.tools.settings_table import PAGE, page

ROOT = Path(__file__).parents[2]


def test_the_page_equals_the_output_of_make_settings():
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_page_lists_every_variable_that_the_code_reads():
    sources = (ROOT / "service" / "settings.py", ROOT / "domain" / "data_files.py")
    known = {name for source in sources for name in re.findall(r'"(BOTTEGA_[A-Z_]+)"', source.read_text())}
    assert set(re.findall(r"^\| `(BOTTEGA_[A-Z_]+)` \|", page(), re.MULTILINE)) == known


def test_every_setting_has_a_meaning():
    assert not re.findall(r"^\| .*\|\s*\|$", page(), re.MULTILINE)
