"""What every ruleset says of itself: the paragraphs that can be cited, and an example of all that can be met."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset, action_types
from domain.scenarios import Catalogue, read_catalogue
from tests.rulesets.games import NAMES, PLAYED, home

NUMBER = re.compile(r"\d+(\.\d+)+")
"""A paragraph, wherever it stands as a text of its own."""


def cited(ruleset: AnyRuleset) -> Iterator[tuple[str, int, str]]:
    """List the texts in a ruleset's code that are paragraphs: module, line and paragraph."""
    for file in sorted(home(ruleset).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBER.fullmatch(node.value):
                yield file.name, node.lineno, node.value


@pytest.mark.parametrize("name", NAMES)
def test_every_paragraph_that_the_code_cites_is_told(name: str) -> None:
    told = {each.paragraph for each in PLAYED[name].paragraphs}
    places = list(cited(PLAYED[name]))
    assert len({paragraph for _, _, paragraph in places}) > 4
    assert [place for place in places if place[2] not in told] == []
    assert {refusal.paragraph for refusal in PLAYED[name].refusals} <= told


@pytest.mark.parametrize("name", NAMES)
def test_paragraphs_are_told_once_in_order_and_in_a_sentence(name: str) -> None:
    paragraphs = PLAYED[name].paragraphs
    numbers = [[int(part) for part in each.paragraph.split(".")] for each in paragraphs]
    assert all(first < second for first, second in pairwise(numbers))
    assert [each for each in paragraphs if not re.fullmatch(r"[A-Z].*\.", each.text)] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_action_type_is_legal_in_a_scenario_of_its_name(name: str) -> None:
    ruleset = PLAYED[name]
    shown = {each.name for each in ruleset.catalogue.scenarios if each.shows.action["type"] == each.name}
    assert set(action_types(ruleset)) - shown == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_code_has_one_example(name: str) -> None:
    catalogue = PLAYED[name].catalogue
    examples = Counter(each.code for each in (*catalogue.scenarios, *catalogue.refused_creations) if each.code)
    assert examples == Counter(refusal.code for refusal in PLAYED[name].refusals)


@pytest.mark.parametrize("name", NAMES)
def test_scenarios_differ_by_name_and_those_of_refusals_bear_the_code_and_text(name: str) -> None:
    scenarios = PLAYED[name].catalogue.scenarios
    texts = {refusal.code: refusal.text for refusal in PLAYED[name].refusals}
    assert len({each.name for each in scenarios}) == len(scenarios)
    for each in scenarios:
        assert re.fullmatch("[a-z][a-z0-9_]*", each.name)
        assert (each.name, each.title) == (each.code, texts[each.code]) if each.code else each.title.endswith(".")


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_replaced_data_file_leaves_no_scenarios(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTTEGA_TABLES", str(tmp_path))
    assert read_catalogue(name, f"domain.{name}") == PLAYED[name].catalogue
    (tmp_path / f"{name}.json").write_text("{}")
    assert read_catalogue(name, f"domain.{name}") == Catalogue()


def test_a_ruleset_in_the_making_has_no_scenarios() -> None:
    assert read_catalogue("none", "domain") == Catalogue()
