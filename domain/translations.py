"""What a ruleset says at length, in the languages other than English; whatever is not translated is said in English.

Two kinds of files in its folder hold it: `texts.json`, by the id of what it belongs to, and for each language a
`RULES.<language>.md`, which has the paragraphs of `RULES.md` under the same numbers in the same order.
"""

from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from domain.names import DEFAULT_LANGUAGE, LANGUAGES, Language
from domain.paragraphs import Paragraph, parse_paragraphs


class Translation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same words in every language but English, in which they stand where they are written first."""

    cs: str
    it: str
    ru: str


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of `texts.json`."""

    rejections: Mapping[str, Translation] = {}
    """What each rejection says, by code."""
    options: Mapping[str, Translation] = {}
    """What each option of the set-up decides, by its name on the wire."""
    scenarios: Mapping[str, Translation] = {}
    """What each scenario shows, by its name; that of a rejection shows what the rejection says."""


class Translations(msgspec.Struct, frozen=True):
    """All that a ruleset says at length in other languages."""

    texts: Texts = Texts()
    paragraphs: Mapping[Language, Mapping[str, str]] = {}
    """What each paragraph of the rules says, by language and number."""

    def paragraph_in(self, language: Language, paragraph: Paragraph) -> Paragraph:
        """Return a paragraph with its text in a language."""
        text = self.paragraphs.get(language, {}).get(paragraph.paragraph, paragraph.text)
        return msgspec.structs.replace(paragraph, text=text)


UNTRANSLATED: Final = Translations()


def text_in(language: Language, known: Mapping[str, Translation], each: str, english: str) -> str:
    """Return a text in a language, the English one for want of another."""
    if language == DEFAULT_LANGUAGE or each not in known:
        return english
    text: str = getattr(known[each], language)
    return text


def read_translations(package: str) -> Translations:
    """Return what the files in a ruleset's package translate, as far as they are there."""
    folder = files(package)
    texts = folder.joinpath("texts.json")
    rules = {language: folder.joinpath(f"RULES.{language}.md") for language in LANGUAGES}
    return Translations(
        texts=msgspec.json.decode(texts.read_bytes(), type=Texts) if texts.is_file() else Texts(),
        paragraphs={language: _texts_of(file) for language, file in rules.items() if file.is_file()},
    )


def _texts_of(file: Traversable) -> dict[str, str]:
    """Read the texts of translated paragraphs by their numbers."""
    return {each.paragraph: each.text for each in parse_paragraphs(file.read_text(encoding="utf-8"))}
