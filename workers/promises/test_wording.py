"""Test that the texts that players read use the words of players, not those of the contract."""

import re

import pytest

from domain.actions import IllegalAction
from domain.languages import LANGUAGES
from domain.ruleset import Rejection
from workers.promises.games import NAMES, PLAYED

CONTRACT_WORDS = re.compile(
    r"[`{}]|:=|param[eè]t[re]|\u043f\u0430\u0440\u0430\u043c\u0435\u0442\u0440|\b(schema|JSON|codes?|senders?)\b"
    r"|\b(k\u00f3dy|codici|\u043a\u043e\u0434\u044b|odes\u00edlatel\w*|mittente|"
    r"\u043e\u0442\u043f\u0440\u0430\u0432\u0438\u0442\u0435\u043b\w*)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", NAMES)
def test_the_paragraphs_of_the_rules_use_no_words_of_the_contract(name: str) -> None:
    """Write each served paragraph for players: put the words of clients into the text below it."""
    ruleset = PLAYED[name]
    translated = [
        ruleset.translations.paragraph_in(language, each) for language in LANGUAGES for each in ruleset.paragraphs
    ]
    assert [(each.paragraph, each.text) for each in translated if CONTRACT_WORDS.search(each.text)] == []


@pytest.mark.parametrize("name", NAMES)
def test_rejections_use_no_words_of_the_contract(name: str) -> None:
    """Say in the text of each rejection what a player can understand."""
    ruleset = PLAYED[name]
    errors = [IllegalAction(ruleset, Rejection(each.code, each.paragraph)) for each in ruleset.rejections]
    texts = [error.text_in(language) for error in errors for language in LANGUAGES]
    assert [text for text in texts if CONTRACT_WORDS.search(text)] == []


@pytest.mark.parametrize("name", NAMES)
def test_names_use_no_words_of_the_contract(name: str) -> None:
    """Name each thing and each rejection as players of the game say it."""
    names = [text for language in LANGUAGES for *_, text, _ in PLAYED[name].names.listed_in(language)]
    assert [each for each in names if CONTRACT_WORDS.search(each)] == []
