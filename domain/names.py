"""What things are called at the table, in every language: ids never change, names are for people.

A ruleset's names stand in `names.json` beside its code and are loaded by `domain.data_files.read_names`. They are
those of the rulebooks; what a rulebook does not name in a language is translated in its vocabulary.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal, get_args

import msgspec

Language = Literal["en", "cs", "it", "ru"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""English, Czech, Italian and Russian, as ISO 639-1 codes."""
DEFAULT_LANGUAGE: Final[Language] = "en"


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The same words in every language."""

    en: str
    cs: str
    it: str
    ru: str
    forms: Mapping[Language, Mapping[str, str]] = {}
    """Of a name: its grammatical forms by language and case (`acc`, `gen`, ...), as sentences need them."""

    def read_in(self, language: Language) -> str:
        """Return the words in one language."""
        words: str = getattr(self, language)
        return words


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a ruleset calls by name."""

    title: Text
    """Of the board game."""
    rejections: Mapping[str, Text]
    """By code: a short phrase that says what is wrong, without a full stop. It is the title of the problem."""
    things: Mapping[str, Mapping[str, Text]]
    """By kind and id. Ids stand as on the wire, numbers in decimal digits."""

    def listed_in(self, language: Language) -> Iterator[tuple[str, str, str, Mapping[str, str]]]:
        """Go through the things in their order: kind, id, name, and its grammatical forms."""
        for kind, texts in self.things.items():
            for each, text in texts.items():
                yield kind, each, text.read_in(language), text.forms.get(language, {})


def agreed(known: Text | None, **given: str) -> Text:
    """Return the known names of a thing if they agree with those that its data gives, by language.

    Data that an operator has replaced may know the thing by another name, or know things of its own: then its names
    hold, and its English one in the languages that it leaves out.
    """
    if known is not None and all(getattr(known, language) == name for language, name in given.items()):
        return known
    return in_each(lambda language: given.get(language, given[DEFAULT_LANGUAGE]))


def in_each(words: Callable[[Language], str]) -> Text:
    """Return what `words` says in each language."""
    en, cs, it, ru = map(words, LANGUAGES)
    return Text(en, cs, it, ru)
