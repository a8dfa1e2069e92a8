"""Test the reference data of every ruleset: its paragraphs, and an example of everything that can occur."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from domain.actions import IllegalAction, action_types
from domain.languages import LANGUAGES
from domain.standard_rejections import framework_codes
from workers.promises.citations import citations, cited, standing
from workers.promises.games import NAMES, PLAYED, home


@pytest.mark.no_cover
@pytest.mark.parametrize("name", NAMES)
def test_every_citation_can_be_looked_up_in_the_rules(name: str) -> None:
    """Cite paragraphs of `RULES.md` of this game in the code, as `(2.3)`, more than four in all."""
    known = standing((home(PLAYED[name]) / "RULES.md").read_text(encoding="utf-8"))
    found = [*citations(home(PLAYED[name]))]
    assert len({each.number for each in found}) > 4
    assert [each for each in found if each.number not in known] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_cited_paragraphs_of_rejections_are_served(name: str) -> None:
    """Cite in each rejection a list item of `RULES.md` that starts with its bold number."""
    served = {each.paragraph for each in PLAYED[name].paragraphs}
    assert {rejection.paragraph for rejection in PLAYED[name].rejections} <= served


@pytest.mark.parametrize("name", NAMES)
def test_the_texts_about_the_number_of_players_state_its_limits(name: str) -> None:
    """Write `MIN_SEATS` and `MAX_SEATS` into the paragraph that is cited if a game has too many players, in `RULES.md`.
    Correct the numbers in its translations, and in the text of the rejection (`wire`, `texts.json`).
    """
    ruleset = PLAYED[name]
    limits = {ruleset.min_seats, ruleset.max_seats}
    reason = ruleset.reject_setup(ruleset.options_type(), ruleset.max_seats + 1)
    assert reason, f"{ruleset.max_seats + 1} players are not rejected"
    cited = next(each for each in ruleset.paragraphs if each.paragraph == reason.paragraph)
    assert limits <= _numbers(cited.text), f"{cited.text} ({cited.paragraph}) against {limits}"
    error = IllegalAction(ruleset, reason)
    for text in (error.text_in(language) for language in LANGUAGES):
        assert {int(each) for each in re.findall(r"\d+", text)} in (limits, set()), f"{text} against {limits}"


WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _numbers(text: str) -> set[int]:
    """List the numbers of an English text, in digits or words."""
    found = re.findall(r"\w+", text.casefold())
    return {int(each) for each in found if each.isdigit()} | {WORDS.index(each) for each in found if each in WORDS}


@pytest.mark.parametrize("name", NAMES)
def test_paragraphs_are_listed_once_in_order_as_sentences(name: str) -> None:
    """Order the paragraphs of `RULES.md` by number, and write each as a sentence with a full stop."""
    paragraphs = PLAYED[name].paragraphs
    numbers = [[int(part) for part in each.paragraph.split(".")] for each in paragraphs]
    assert all(first < second for first, second in pairwise(numbers))
    assert [each for each in paragraphs if not re.fullmatch(r"[A-Z0-9\"(`].*[.)\"]", each.text)] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_action_type_is_legal_in_a_scenario_of_its_name(name: str) -> None:
    """Search for scenarios: `bottega scenarios NAME`. A rare action needs a `Lead` in `scenes.py`, which chooses the
    actions before it.
    """
    ruleset = PLAYED[name]
    shown = {each.name for each in ruleset.catalogue.scenarios if each.shows.action["type"] == each.name}
    assert set(action_types(ruleset)) - shown == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_code_of_the_game_has_one_example(name: str) -> None:
    """Search for scenarios: `bottega scenarios NAME`. Remove codes that nothing can cause, or add `tries` to
    `scenes.py` for rare ones. Codes that no function of the game raises need no example.
    """
    ruleset = PLAYED[name]
    shown = [each.code for each in ruleset.catalogue.scenarios if each.code]
    examples = Counter([*shown, *(each.code for each in ruleset.catalogue.rejected_creations)])
    codes = {rejection.code for rejection in ruleset.rejections}
    assert codes - framework_codes(ruleset) <= examples.keys() <= codes
    assert set(examples.values()) <= {1}


@pytest.mark.parametrize("name", NAMES)
def test_scenarios_differ_by_name_and_those_of_rejections_have_the_code_and_text(name: str) -> None:
    """Write `scenarios.json` again: `bottega scenarios NAME`."""
    scenarios = PLAYED[name].catalogue.scenarios
    texts = {rejection.code: rejection.text for rejection in PLAYED[name].rejections}
    assert len({each.name for each in scenarios}) == len(scenarios)
    for each in scenarios:
        assert re.fullmatch("[a-z][a-z0-9_]*", each.name)
        assert (each.name, each.title) == (each.code, texts[each.code]) if each.code else each.title.endswith(".")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("6.8.2", {"6.8.2"}),
        ("Tiles are lost (6.8.2, 8.1), see section 9.", {"6.8.2", "8.1", "9"}),
        ("Checks 13.2.4 to 13.2.6, a weight of 0.5 (0.25) on Python 3.11", {"13.2.4", "13.2.6"}),
        ("version 1.2.3.4 (of 2 seats)", set()),
    ],
)
def test_citations_are_distinguished_from_other_numbers(text: str, numbers: set[str]) -> None:
    assert cited(text) == numbers
