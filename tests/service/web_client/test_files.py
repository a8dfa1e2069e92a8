"""Test the files of the web client: each module states its purpose, and the page obeys its content security policy."""

import re

import pytest

from service.api.pages import BUILT
from tests.workers.running import ROOT

CLIENT = ROOT / "service" / "web_client"
OWN = sorted((CLIENT / "src").rglob("*.ts*"))
MOST_LINES = 300
"""The most lines of a module; a list of words has a line for each text."""


@pytest.mark.parametrize("path", OWN, ids=lambda path: str(path.relative_to(CLIENT)))
def test_a_module_of_the_web_client_is_short_and_states_its_purpose(path):
    text = path.read_text(encoding="utf-8")
    assert "words" in path.parts or text.count("\n") <= MOST_LINES
    assert text.startswith("/**"), "a module begins with its job"


@pytest.mark.parametrize("path", OWN, ids=lambda path: str(path.relative_to(CLIENT)))
def test_the_page_writes_no_style_into_markup(path):
    assert not re.search(r'<[^>`]* style="', path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["index.html", "widget.html"])
def test_a_page_has_no_inline_script_and_no_inline_style(name):
    page = (ROOT / BUILT / name).read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?! type=\"importmap\")(?![^>]* src=)", page)


def test_a_page_lists_files_that_exist():
    for name in ("index.html", "widget.html"):
        page = (ROOT / BUILT / name).read_text(encoding="utf-8")
        listed = re.findall(r'(?:href|src)="/table/([^"]+)"', page)
        assert [each for each in listed if not (ROOT / BUILT / each).is_file()] == []
