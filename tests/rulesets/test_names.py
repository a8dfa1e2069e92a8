"""Test the letters of names in each language, and names in the data of an operator."""

import re

import pytest

from domain.names import Text, agreed
from domain.registry import RULESETS

CYRILLIC = re.compile("[\u0400-\u04ff]")


LATIN = re.compile("[a-z]", re.IGNORECASE)


@pytest.mark.parametrize("name", RULESETS)
def test_each_name_is_written_in_the_letters_of_its_language(name):
    """Translate the name in `names.json`."""
    names = RULESETS[name].names
    texts = [names.title, *names.rejections.values()]
    for text in [*texts, *(text for named in names.things.values() for text in named.values())]:
        assert CYRILLIC.search(text.ru), text
        for language in ("en", "cs", "it"):
            assert LATIN.search(text.read_in(language)), text
            assert not CYRILLIC.search(text.read_in(language)), text


def test_data_that_identifies_a_thing_by_its_names_leaves_the_others_unchanged():
    known = Text(en="Rope", cs="Provaz", it="Corda", ru="Верёвка")
    assert agreed(known, en="Rope", it="Corda") == known


def test_new_names_in_the_data_are_used_and_fall_back_to_english():
    again = Text(en="Cable", cs="Cable", it="Cavo", ru="Cable")
    assert agreed(Text(en="Rope", cs="Provaz", it="Corda", ru="Верёвка"), en="Cable", it="Cavo") == again
    assert agreed(None, en="Cable", it="Cavo") == again
