"""Read the translations of a ruleset's long texts; texts without a translation are shown in English.

`texts.json` has translations by id. `RULES.<language>.md` has the paragraphs of `RULES.md` in a language, with the same
numbers in the same order.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.languages import LANGUAGES, Language
from domain.package_files import content, reading, text
from domain.paragraphs import Paragraph, parse_paragraphs

FILE: Final = "texts.json"

Translation = Mapping[Language, str]
"""A text by language, without English: the code and `RULES.md` have the English text."""


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of `texts.json`."""

    rejections: Mapping[str, Translation] = {}
    """The text of each rejection, by code."""
    options: Mapping[str, Translation] = {}
    """The description of each set-up option, by field name."""
    scenarios: Mapping[str, Translation] = {}
    """The description of each scenario, by name. A scenario of a rejection uses the rejection's text."""


class Translations(msgspec.Struct, frozen=True):
    """All translated long texts of a ruleset."""

    texts: Texts = Texts()
    paragraphs: Mapping[Language, Mapping[str, str]] = {}
    """The text of each paragraph of the rules, by language and number."""

    def paragraph_in(self, language: Language, paragraph: Paragraph) -> Paragraph:
        """Return a paragraph with its text in a language."""
        text = self.paragraphs.get(language, {}).get(paragraph.paragraph, paragraph.text)
        return msgspec.structs.replace(paragraph, text=text)


UNTRANSLATED: Final = Translations()
UNTRANSLATED_TEXT: Final[Translation] = {}


def text_in(language: Language, known: Mapping[str, Translation], each: str, english: str) -> str:
    """Return a text in a language, or the English one if there is no translation."""
    return known.get(each, UNTRANSLATED_TEXT).get(language, english)


def read_translations(package: str) -> Translations:
    """Return the translations in a ruleset's package; files may be missing."""
    rules = {language: text(package, f"RULES.{language}.md") for language in LANGUAGES}
    return Translations(
        texts=_texts(package),
        paragraphs={language: _texts_of(found) for language, found in rules.items() if found is not None},
    )


def _texts(package: str) -> Texts:
    found = content(package, FILE)
    with reading(FILE):
        return Texts() if found is None else msgspec.json.decode(found, type=Texts)


def _texts_of(rules: str) -> dict[str, str]:
    """Return the texts of translated paragraphs by number."""
    return {each.paragraph: each.text for each in parse_paragraphs(rules)}
