"""Test that sentences match the published vectors: in the terminal, and in the modules of the web client."""

import json
from typing import Any

import pytest

from domain.names import LANGUAGES
from tests.rulesets.games import PLAYED, PUBLISHED
from tests.rulesets.test_references import met
from tests.rulesets.test_sentences import described
from tests.service.test_table_modules import told
from tests.tools import ROOT
from workers.command.sentences import PLURALS, SentenceWriter

PLAYERS = ["Ada", "Bruno", "Carla", "Dino", "Ester"]
FILE = json.loads((ROOT / "openapi" / "vectors" / "sentences.json").read_text())
SHARED = {name: FILE[name] for name in ("names", "references")}
WRITE = """(m, asked) => asked.map(({ ruleset, language, players, sentences }) => {
    const lexicon = m.lexicon(ruleset, language, players);
    return sentences.map(({ part, value: { type, ...fields }, actor }) => part === "rejection"
        ? lexicon.why({ code: type, parameters: fields }) : lexicon.tell(part, { type, ...fields }, actor));
})"""


def question(vector: dict[str, Any]) -> dict[str, Any]:
    """Return the result of both implementations for a vector."""
    type_ = vector["value"]["type"]
    sentences = [{"part": vector["part"], "id": type_, "text": vector["text"]}]
    sentences += [
        {"part": "part", "id": f"{type_}.{name}", "text": text} for name, text in vector.get("parts", {}).items()
    ]
    return {
        "ruleset": {**SHARED, "sentences": sentences},
        "language": vector["language"],
        "players": FILE["players"],
        "sentences": [vector],
    }


def by_the_terminal(asked: dict[str, Any]) -> list[str]:
    """Return sentences as `bottega demo` writes them."""
    teller = SentenceWriter(asked["ruleset"], asked["players"], asked["language"])
    return [_written(teller, **each) for each in asked["sentences"]]


def _written(teller: SentenceWriter, part: str, value: Any, actor: int = 0, **_: Any) -> str:
    if part == "rejection":
        return teller.rejection(value["type"], {name: each for name, each in value.items() if name != "type"})
    return teller.action(value, actor) if part == "action" else teller.fact(value)


def happened(name: str) -> list[dict[str, Any]]:
    """List the facts, actions and rejections in two games and the scenarios of a ruleset."""
    return [
        {"part": "rejection" if part == "malformed" else part, "value": {"type": which, **shown}, "actor": 1}
        for part, which, shown in met(name)
        if part in ("fact", "action", "rejection", "malformed")
    ]


@pytest.mark.parametrize("vector", FILE["vectors"], ids=lambda vector: vector["rule"])
def test_the_terminal_writes_each_vector(vector: dict[str, Any]) -> None:
    assert by_the_terminal(question(vector)) == [vector["expected"]]


def test_the_browser_table_writes_each_vector() -> None:
    found = told("lexicon.js", WRITE, [question(vector) for vector in FILE["vectors"]])
    assert found == [[vector["expected"]] for vector in FILE["vectors"]]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_browser_table_and_the_terminal_write_whole_games_alike(name: str) -> None:
    asked = [
        {
            "ruleset": {"levels": [], **described(PLAYED[name], language)},
            "language": language,
            "players": PLAYERS,
            "sentences": happened(name),
        }
        for language in LANGUAGES
    ]
    assert told("lexicon.js", WRITE, asked) == [by_the_terminal(each) for each in asked]


def test_each_rule_has_one_vector() -> None:
    rules = [vector["rule"] for vector in FILE["vectors"]]
    assert len(set(rules)) == len(rules)


def test_what_has_no_sentence_is_shown_by_its_name() -> None:
    names = [{"kind": "fact", "id": "silent", "name": "Silence"}]
    teller = SentenceWriter({"names": names, "references": [], "sentences": []}, ())
    assert teller.fact({"type": "silent"}) == "Silence"
    assert teller.fact({"type": "unheard_of"}) == "unheard_of"


@pytest.mark.parametrize("language", PLURALS)
def test_the_terminal_chooses_plural_forms_as_browsers_do(language: str) -> None:
    numbers = list(range(130))
    rules = "(m, language, numbers) => numbers.map((each) => new Intl.PluralRules(language).select(each))"
    assert told("lexicon.js", rules, language, numbers) == [PLURALS[language](number) for number in numbers]
