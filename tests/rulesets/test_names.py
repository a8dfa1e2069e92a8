"""Test the letters of names in each language, and names in the data of an operator."""

import re
from typing import Any

import msgspec
import pytest

from domain.lessons import Lesson, LessonPart, LessonStep
from domain.names import Text, agreed, read_texts
from domain.registry import RULESETS


class Labelled(msgspec.Struct):
    """A part of a data file: texts, and data that is no text."""

    name: Text
    short: Text
    data: dict[str, Any]


CYRILLIC = re.compile("[\u0400-\u04ff]")


LATIN = re.compile("[a-z]", re.IGNORECASE)


@pytest.mark.parametrize("name", RULESETS)
def test_each_name_is_written_in_the_letters_of_its_language(name):
    """Translate the name in `names.json`."""
    names = RULESETS[name].names
    texts = [names.title, *names.rejections.values()]
    for text in [*texts, *(text for named in names.things.values() for text in named.values())]:
        assert CYRILLIC.search(text.read_in("ru")), text
        for language in ("en", "cs", "it"):
            assert LATIN.search(text.read_in(language)), text
            assert not CYRILLIC.search(text.read_in(language)), text


def test_data_that_identifies_a_thing_by_its_names_leaves_the_others_unchanged():
    known = Text.of(en="Rope", cs="Provaz", it="Corda", ru="Верёвка")
    assert agreed(known, en="Rope", it="Corda") == known


def test_new_names_in_the_data_are_used_and_fall_back_to_english():
    again = Text.of(en="Cable", cs="Cable", it="Cavo", ru="Cable")
    assert agreed(Text.of(en="Rope", cs="Provaz", it="Corda", ru="Верёвка"), en="Cable", it="Cavo") == again
    assert agreed(None, en="Cable", it="Cavo") == again


def test_a_lesson_in_english_alone_has_plain_strings():
    step = b'{"title": "The goal", "parts": [{"text": "Win."}]}'
    read = read_texts(b'{"seats": 2, "seed": "00", "opponents": ["Ada"], "steps": [%s]}' % step, Lesson)
    parts = (LessonPart(Text.of(en="Win.")),)
    assert read == Lesson(2, "00", (Text.of(en="Ada"),), (LessonStep(Text.of(en="The goal"), parts),))


def test_data_beside_texts_stays_as_it_is():
    read = read_texts(b'{"name": {"en": "Key"}, "short": "Key", "data": {"en": "Key", "sizes": [1, 2]}}', Labelled)
    assert read == Labelled(Text.of(en="Key"), Text.of(en="Key"), {"en": "Key", "sizes": [1, 2]})
