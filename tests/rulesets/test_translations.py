"""Test that all longer texts of a ruleset exist in every language; missing translations are in English."""

import re
from collections import Counter
from pathlib import Path

import pytest

from domain.actions import IllegalAction
from domain.languages import LANGUAGES
from domain.paragraphs import parse_paragraphs
from domain.registry import PUBLISHED, RULESETS
from domain.ruleset import Rejection
from domain.sentences import NO_SENTENCES
from domain.translations import UNTRANSLATED, read_translations, text_in
from tests.rulesets.games import home
from tests.tiny import TINY

OTHERS = [language for language in LANGUAGES if language != "en"]
FILES = sorted(file for ruleset in RULESETS.values() for file in home(ruleset).glob("RULES.*.md"))


def label(file: Path) -> str:
    """Return the name of a file of translated paragraphs."""
    return f"{file.parent.name}-{file.suffixes[0][1:]}"


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_rules_of_a_published_ruleset_are_there_in_every_language(name: str) -> None:
    """Add `RULES.cs.md`, `RULES.it.md` and `RULES.ru.md`."""
    assert set(RULESETS[name].translations.paragraphs) == set(OTHERS)


@pytest.mark.parametrize("file", FILES, ids=label)
def test_translated_paragraphs_have_the_numbers_and_marks_of_the_english_ones(file: Path) -> None:
    translated = parse_paragraphs(file.read_text(encoding="utf-8"))
    english = RULESETS[file.parent.name].paragraphs
    assert [(each.paragraph, each.ruling) for each in translated] == [(each.paragraph, each.ruling) for each in english]


@pytest.mark.parametrize("file", FILES, ids=label)
def test_translated_paragraphs_are_served_in_their_language(file: Path) -> None:
    ruleset, translated = RULESETS[file.parent.name], parse_paragraphs(file.read_text(encoding="utf-8"))
    language = next(each for each in LANGUAGES if file.suffixes[0] == f".{each}")
    assert tuple(ruleset.translations.paragraph_in(language, each) for each in ruleset.paragraphs) == translated


CODE_OR_SOURCE = re.compile("`|rulebook|reconstructed|attested|engine", re.IGNORECASE)


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_paragraphs_for_players_contain_neither_code_nor_notes_on_sources(name: str) -> None:
    """Move such words below the paragraph in `RULES.md`, after an empty line."""
    ruleset = RULESETS[name]
    for language in LANGUAGES:
        texts = [ruleset.translations.paragraph_in(language, each).text for each in ruleset.paragraphs]
        assert [each for each in texts if CODE_OR_SOURCE.search(each)] == []


@pytest.mark.parametrize("name", PUBLISHED)
def test_no_paragraph_repeats_another_one(name: str) -> None:
    """State each fact of `RULES.md` in one paragraph, and cite that one elsewhere."""
    for language in LANGUAGES:
        shown = (RULESETS[name].translations.paragraph_in(language, each) for each in RULESETS[name].paragraphs)
        sentences = Counter(sentence for each in shown for sentence in re.split(r"(?<=\D[.]) ", each.text))
        assert [sentence for sentence, times in sentences.items() if times > 1] == []


@pytest.mark.parametrize("name", PUBLISHED)
def test_rejections_options_and_scenarios_are_translated_whole(name: str) -> None:
    """Translate the rejections, options and scenarios in `texts.json`, in the order of the ruleset."""
    ruleset, texts = RULESETS[name], RULESETS[name].translations.texts
    assert list(texts.rejections) == [each.code for each in ruleset.rejections]
    assert list(texts.options) == list(ruleset.options_type.__struct_encode_fields__)
    assert list(texts.scenarios) == [each.name for each in ruleset.catalogue.scenarios if not each.code]


@pytest.mark.parametrize("name", RULESETS)
def test_no_text_remains_in_english(name: str) -> None:
    """Translate the text in `texts.json`."""
    texts = RULESETS[name].translations.texts
    english = {each.text for each in RULESETS[name].rejections}
    for known in (texts.rejections, texts.options, texts.scenarios):
        for text in known.values():
            own = {text[language] for language in OTHERS}
            assert not own & english
            assert len(own) == len(OTHERS)


def test_a_ruleset_without_translations_speaks_english() -> None:
    assert read_translations("tests.tiny") == UNTRANSLATED
    rejected = IllegalAction(TINY, Rejection("not_your_turn", TINY.paragraphs[0].paragraph))
    for language in LANGUAGES:
        assert [UNTRANSLATED.paragraph_in(language, each) for each in TINY.paragraphs] == list(TINY.paragraphs)
        assert rejected.text_in(language) == str(rejected)
        assert rejected.rule_in(language) == TINY.paragraphs[0].text


def test_a_rejection_is_in_the_requested_language() -> None:
    azul = RULESETS["azul"]
    rejected = IllegalAction(azul, Rejection("space_taken", "6.2.1"))
    cited = next(each for each in azul.paragraphs if each.paragraph == "6.2.1")
    for language in OTHERS:
        assert rejected.text_in(language) == azul.translations.texts.rejections["space_taken"][language]
        assert rejected.rule_in(language) == azul.translations.paragraph_in(language, cited).text


def test_a_text_without_a_translation_is_english() -> None:
    known = {"peace": {"cs": "mír", "it": "pace", "ru": "мир"}}
    facts = {language: text_in(language, known, "peace", "peace") for language in LANGUAGES}
    assert facts == {**dict.fromkeys(LANGUAGES, "peace"), **known["peace"]}
    assert {text_in(language, known, "war", "war") for language in LANGUAGES} == {"war"}


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_ruleset_has_sentences(name: str) -> None:
    """Add `sentences.json`."""
    assert RULESETS[name].sentences != NO_SENTENCES
