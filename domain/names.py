"""Names of the ids of a ruleset in every language: ids never change, names are display text.

A ruleset's names are in `names.json` beside its code, loaded by `domain.data_files.read_names`. They follow the
rulebooks. Names that a rulebook lacks in a language are translated in its vocabulary.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal, get_args

import msgspec

Language = Literal["en", "cs", "it", "ru"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""English, Czech, Italian and Russian, as ISO 639-1 codes."""
DEFAULT_LANGUAGE: Final[Language] = "en"


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A text in every language."""

    en: str
    cs: str
    it: str
    ru: str
    forms: Mapping[Language, Mapping[str, str]] = {}
    """Grammatical forms of a name by language and case (`acc`, `gen`, ...), for use in sentences."""

    def read_in(self, language: Language) -> str:
        """Return the text in a language."""
        words: str = getattr(self, language)
        return words


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All names of a ruleset."""

    title: Text
    """Name of the board game."""
    rejections: Mapping[str, Text]
    """For each code: a short phrase without a full stop that states the error, used as title of the problem."""
    things: Mapping[str, Mapping[str, Text]]
    """The names by kind and id. Ids are as in the API, numbers in decimal digits."""

    def listed_in(self, language: Language) -> Iterator[tuple[str, str, str, Mapping[str, str]]]:
        """Yield kind, id, name and grammatical forms of each entry, in order."""
        for kind, texts in self.things.items():
            for each, text in texts.items():
                yield kind, each, text.read_in(language), text.forms.get(language, {})


def agreed(known: Text | None, **given: str) -> Text:
    """Return the known names if they agree with the names in the data, by language; otherwise the names in the data.

    An operator's data file may rename components or add some. Its English name is then used in the languages that it
    omits.
    """
    if known is not None and all(getattr(known, language) == name for language, name in given.items()):
        return known
    return in_each(lambda language: given.get(language, given[DEFAULT_LANGUAGE]))


def in_each(words: Callable[[Language], str]) -> Text:
    """Return a text in every language from a function of the language."""
    en, cs, it, ru = map(words, LANGUAGES)
    return Text(en, cs, it, ru)
