"""Test that sentences match the published vectors: in the terminal, and in the TypeScript client."""

import json
from typing import Any

import pytest
from bottega_client import GameTexts
from bottega_client.messages import PLURALS

from domain.languages import LANGUAGES
from domain.registry import PUBLISHED
from tests.client.typescript_modules import reported
from tests.client.web_client_data import PLAYERS, lines_by_the_terminal
from tests.rulesets.games import PLAYED
from tests.tools import ROOT
from workers.promises.previews import offered
from workers.promises.references import met
from workers.promises.sentences import described

FILE = json.loads((ROOT / "openapi" / "vectors" / "sentences.json").read_text())
SHARED = {name: FILE[name] for name in ("names", "references")}
WRITE = """(m, asked) => asked.map(({ ruleset, language, players, sentences }) => {
    const texts = m.gameTexts(ruleset, language, players);
    return sentences.map(({ part, value: { type, ...fields }, actor, preview }) => part === "rejection"
        ? texts.rejectionText({ code: type, parameters: fields })
        : texts.sentence(part, { type, ...fields, ...preview }, actor));
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


def by_the_terminal(expected: dict[str, Any]) -> list[str]:
    """Return sentences as `bottega demo` writes them."""
    teller = GameTexts(expected["ruleset"], expected["players"], expected["language"])
    return [_written(teller, **each) for each in expected["sentences"]]


def _written(teller: GameTexts, part: str, value: Any, actor: int | None = None, preview: Any = None, **_: Any) -> str:
    if part == "rejection":
        return teller.rejection(value["type"], {name: each for name, each in value.items() if name != "type"})
    if preview is not None:
        return teller.button(value, preview)
    return teller.action(value, actor) if part == "action" else teller.fact(value)


def happened(name: str) -> list[dict[str, Any]]:
    """List the facts, all forms of actions, and rejections that two games and the scenarios of a ruleset show."""
    buttons = [{"part": "action", "value": action, "preview": preview} for action, preview in offered(name)]
    return buttons + [
        {"part": "rejection" if part == "malformed" else part, "value": {"type": which, **shown}, **acting}
        for part, which, shown in met(name)
        if part in ("fact", "action", "rejection", "malformed")
        for acting in ([{"actor": 1}, {}] if part == "action" else [{}])
    ]


@pytest.mark.parametrize("vector", FILE["vectors"], ids=lambda vector: vector["rule"])
def test_the_terminal_writes_each_vector(vector: dict[str, Any]) -> None:
    assert by_the_terminal(question(vector)) == [vector["expected"]]


def test_the_web_client_renders_each_vector() -> None:
    found = reported("texts.js", WRITE, [question(vector) for vector in FILE["vectors"]])
    assert found == [[vector["expected"]] for vector in FILE["vectors"]]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_web_client_and_the_terminal_write_whole_games_equally(name: str) -> None:
    expected = [
        {
            "ruleset": described(PLAYED[name], language) | {"levels": []},
            "language": language,
            "players": PLAYERS,
            "sentences": happened(name),
        }
        for language in LANGUAGES
    ]
    assert reported("texts.js", WRITE, expected) == [by_the_terminal(each) for each in expected]


def event_question(vector: dict[str, Any]) -> dict[str, Any]:
    """Return the event of a vector for a game log, with all that a client needs to write it."""
    return {
        "ruleset": {**SHARED, "sentences": vector["sentences"]},
        "language": vector["language"],
        "players": FILE["players"],
        "events": [
            {"seat": each["actor"], "action": each["action"], "facts": each["facts"]}
            for each in (vector, vector.get("next"))
            if each
        ],
    }


@pytest.mark.parametrize("vector", FILE["log"], ids=lambda vector: vector["rule"])
def test_the_terminal_writes_each_event_of_the_vectors(vector: dict[str, Any]) -> None:
    assert lines_by_the_terminal(event_question(vector))[0] == vector["expected"]


def test_each_rule_has_one_vector() -> None:
    rules = [vector["rule"] for vector in [*FILE["vectors"], *FILE["log"]]]
    assert len(set(rules)) == len(rules)


def test_a_thing_without_a_sentence_is_shown_by_its_name() -> None:
    names = [{"kind": "fact", "id": "silent", "name": "Silence"}]
    teller = GameTexts({"names": names, "references": [], "sentences": []}, ())
    assert teller.fact({"type": "silent"}) == "Silence"
    assert teller.fact({"type": "unheard_of"}) == "unheard_of"


@pytest.mark.parametrize("language", PLURALS)
def test_the_terminal_chooses_plural_forms_as_browsers_do(language: str) -> None:
    numbers = list(range(130))
    rules = "(m, language, numbers) => numbers.map((each) => new Intl.PluralRules(language).select(each))"
    assert reported("texts.js", rules, language, numbers) == [PLURALS[language](number) for number in numbers]
