"""Test that sentences match the published vectors: in the terminal, and in the modules of the web client."""

import json
from itertools import zip_longest
from typing import Any

import pytest
from bottega_client import GameTexts
from bottega_client.messages import PLURALS

from domain.names import LANGUAGES
from domain.registry import PUBLISHED
from tests.rulesets.games import PLAYED, play
from tests.service.table_modules import TABLE, reported
from tests.tools import ROOT
from workers.promises.previews import offered
from workers.promises.references import as_json, met
from workers.promises.sentences import described

PLAYERS = ["Ada", "Bruno", "Carla", "Dino", "Ester"]
FILE = json.loads((ROOT / "openapi" / "vectors" / "sentences.json").read_text())
SHARED = {name: FILE[name] for name in ("names", "references")}
WRITE = """(m, asked) => asked.map(({ ruleset, language, players, sentences }) => {
    const texts = m.gameTexts(ruleset, language, players);
    return sentences.map(({ part, value: { type, ...fields }, actor, preview }) => part === "rejection"
        ? texts.rejectionText({ code: type, parameters: fields })
        : texts.sentence(part, { type, ...fields, ...preview }, actor));
})"""

EVENTS = """(m, log, asked) => asked.map(({ ruleset, language, players, events }) => {
    const texts = m.gameTexts(ruleset, language, players);
    return events.map((event, index) => log.isCompleted(texts, event, events[index + 1])
        ? [] : log.sentences(texts, event).map(({ text }) => text));
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


def by_the_terminal(wanted: dict[str, Any]) -> list[str]:
    """Return sentences as `bottega demo` writes them."""
    teller = GameTexts(wanted["ruleset"], wanted["players"], wanted["language"])
    return [_written(teller, **each) for each in wanted["sentences"]]


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
    found = reported("client/texts.js", WRITE, [question(vector) for vector in FILE["vectors"]])
    assert found == [[vector["expected"]] for vector in FILE["vectors"]]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_web_client_and_the_terminal_write_whole_games_equally(name: str) -> None:
    wanted = [
        {
            "ruleset": {"levels": [], **described(PLAYED[name], language)},
            "language": language,
            "players": PLAYERS,
            "sentences": happened(name),
        }
        for language in LANGUAGES
    ]
    assert reported("client/texts.js", WRITE, wanted) == [by_the_terminal(each) for each in wanted]


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


def lines_by_the_terminal(asked: dict[str, Any]) -> list[list[str]]:
    """Write the events of a game log as `bottega demo` does."""
    writer = GameTexts(asked["ruleset"], asked["players"], asked["language"])
    return [
        []
        if following and writer.is_completed(each, following)
        else writer.event(each["action"], each["seat"], each["facts"])
        for each, following in zip_longest(asked["events"], asked["events"][1:])
    ]


def lines_by_the_browser_table(asked: list[dict[str, Any]]) -> Any:
    """Write the events of game logs as the web client does."""
    module = json.dumps((TABLE / "log.js").as_uri())
    return reported("client/texts.js", f"async (m, asked) => ({EVENTS})(m, await import({module}), asked)", asked)


@pytest.mark.parametrize("vector", FILE["log"], ids=lambda vector: vector["rule"])
def test_the_terminal_writes_each_event_of_the_vectors(vector: dict[str, Any]) -> None:
    assert lines_by_the_terminal(event_question(vector))[0] == vector["expected"]


def test_the_browser_table_writes_each_event_of_the_vectors() -> None:
    found = lines_by_the_browser_table([event_question(vector) for vector in FILE["log"]])
    assert [lines[0] for lines in found] == [vector["expected"] for vector in FILE["log"]]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_browser_table_and_the_terminal_write_the_log_of_a_game_alike(name: str) -> None:
    game = play(name, PLAYED[name].min_seats, 0)
    events = [
        {"seat": step.seat, "action": as_json(step.action), "facts": [as_json(fact) for fact, _ in step.emitted]}
        for step in game.steps
    ]
    asked = [
        {
            "ruleset": {"levels": [], **described(PLAYED[name], each)},
            "language": each,
            "players": PLAYERS,
            "events": events,
        }
        for each in LANGUAGES
    ]
    written = [lines_by_the_terminal(each) for each in asked]
    assert lines_by_the_browser_table(asked) == written
    assert sum(map(len, written[0])) < sum(1 + len(each["facts"]) for each in events)


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
    assert reported("client/texts.js", rules, language, numbers) == [PLURALS[language](number) for number in numbers]
