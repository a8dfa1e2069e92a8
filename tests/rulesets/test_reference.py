"""Test that tests cite all rules of this repository, and that scenarios depend on the data file."""

from pathlib import Path

import pytest

from domain.registry import RULESETS
from domain.scenarios import Catalogue, read_catalogue
from tests.rulesets.reference import ROOT
from workers.promises.citations import citations, standing
from workers.promises.games import PLAYED, home


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_paragraph_is_cited_by_a_test(name: str) -> None:
    """Write a test for each of these paragraphs, with their numbers as docstring."""
    seen = {each.number for each in citations(ROOT / "tests" / name)}
    assert [each.paragraph for each in PLAYED[name].paragraphs if each.paragraph not in seen] == []


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_replaced_data_file_removes_the_scenarios(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read `scenarios.json` with `data_files`."""
    monkeypatch.setenv("BOTTEGA_DATA_FILES", str(tmp_path))
    assert read_catalogue(name, f"domain.{name}") == PLAYED[name].catalogue
    (tmp_path / f"{name}.json").write_text("{}")
    assert read_catalogue(name, f"domain.{name}") == Catalogue()


def test_a_ruleset_in_the_making_has_no_scenarios() -> None:
    assert read_catalogue("none", "domain") == Catalogue()


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_citation_of_a_test_can_be_looked_up_in_the_rules(name: str) -> None:
    """Cite paragraphs of `RULES.md` of this game in the tests."""
    known = standing((home(PLAYED[name]) / "RULES.md").read_text(encoding="utf-8"))
    assert [each for each in citations(ROOT / "tests" / name) if each.number not in known] == []
