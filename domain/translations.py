"""Read the translations of a ruleset's long texts; texts without a translation are shown in English.

`texts.json` has translations by id. `RULES.<language>.md` has the paragraphs of `RULES.md` in a language, with the same
numbers in the same order.
"""

from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from domain.names import DEFAULT_LANGUAGE, LANGUAGES, Language
from domain.paragraphs import Paragraph, parse_paragraphs


class Translation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in every language except English; the code and `RULES.md` have the English text."""

    cs: str
    it: str
    ru: str


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


def text_in(language: Language, known: Mapping[str, Translation], each: str, english: str) -> str:
    """Return a text in a language, or the English one if there is no translation."""
    if language == DEFAULT_LANGUAGE or each not in known:
        return english
    text: str = getattr(known[each], language)
    return text


def read_translations(package: str) -> Translations:
    """Return the translations in a ruleset's package; files may be missing."""
    folder = files(package)
    texts = folder.joinpath("texts.json")
    rules = {language: folder.joinpath(f"RULES.{language}.md") for language in LANGUAGES}
    return Translations(
        texts=msgspec.json.decode(texts.read_bytes(), type=Texts) if texts.is_file() else Texts(),
        paragraphs={language: _texts_of(file) for language, file in rules.items() if file.is_file()},
    )


def _texts_of(file: Traversable) -> dict[str, str]:
    """Return the texts of translated paragraphs by number."""
    return {each.paragraph: each.text for each in parse_paragraphs(file.read_text(encoding="utf-8"))}
