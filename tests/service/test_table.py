"""Test the files of the web client: vendored files are unchanged, and each module has one purpose."""

import hashlib
import re

import pytest

from tests.workers.running import ROOT

TABLE = ROOT / "service" / "table"
VENDOR = TABLE / "vendor"
OWN = sorted(path for path in TABLE.rglob("*.js") if VENDOR not in path.parents)
MOST_LINES = 300
"""The most lines of a module; a list of words has a line for each text."""


@pytest.mark.parametrize("line", (VENDOR / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
def test_a_vendored_module_is_as_its_package_has_it(line):
    digest, name = line.split()
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest


def test_every_vendored_module_has_its_recorded_hash():
    listed = {line.split()[1] for line in (VENDOR / "SHA256SUMS").read_text(encoding="utf-8").splitlines()}
    assert listed == {path.name for path in VENDOR.glob("*.js")}


@pytest.mark.parametrize("path", OWN, ids=lambda path: str(path.relative_to(TABLE)))
def test_a_module_of_the_web_client_is_short_and_states_its_purpose(path):
    text = path.read_text(encoding="utf-8")
    assert path.parent.name == "words" or text.count("\n") <= MOST_LINES
    assert text.startswith(("/**", "export default {")), "a module begins with its job; words need none"


@pytest.mark.parametrize("path", OWN, ids=lambda path: str(path.relative_to(TABLE)))
def test_the_page_writes_no_style_into_markup(path):
    assert not re.search(r'<[^>`]* style="', path.read_text(encoding="utf-8"))


def test_the_page_has_no_inline_script_and_no_inline_style():
    page = (TABLE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]* src=)", page)
