"""Names of the ids of a ruleset in every language: ids never change, names are display text.

A ruleset's names are in `names.json` beside its code, loaded by `domain.data_files.read_names`. They follow the
rulebooks. Names that a rulebook lacks in a language are translated in its vocabulary.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from domain.languages import DEFAULT_LANGUAGE, LANGUAGES, Language

T = TypeVar("T")


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in every language."""

    words: Mapping[Language, str]
    """The text by language, at least in English."""
    forms: Mapping[Language, Mapping[str, str]] = {}
    """Grammatical forms of a name by language and case (`acc`, `gen`, ...), for use in sentences."""

    @classmethod
    def of(cls, **words: str) -> "Text":
        """Return a text from its words by language.

        >>> Text.of(en="Key", cs="Klíč").read_in("cs")
        'Klíč'
        """
        return cls(words)

    @property
    def en(self) -> str:
        """Return the text in English."""
        return self.words[DEFAULT_LANGUAGE]

    def read_in(self, language: Language) -> str:
        """Return the text in a language, or in English if there is no translation."""
        return self.words.get(language, self.en)

    def forms_in(self, language: Language) -> Mapping[str, str]:
        """Return the grammatical forms of `read_in`."""
        return self.forms.get(language if language in self.words else DEFAULT_LANGUAGE, {})


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All names of a ruleset."""

    title: Text
    """Name of the board game."""
    rejections: Mapping[str, Text] = {}
    """For each code: a short phrase without a full stop that states the error, used as title of the problem."""
    things: Mapping[str, Mapping[str, Text]] = {}
    """The names by kind and id. Ids are as in the API, numbers in decimal digits."""

    def listed_in(self, language: Language) -> Iterator[tuple[str, str, str, Mapping[str, str]]]:
        """Yield kind, id, name and grammatical forms of each entry, in order."""
        for kind, texts in self.things.items():
            for each, text in texts.items():
                yield kind, each, text.read_in(language), text.forms_in(language)


def agreed(known: Text | None, **given: str) -> Text:
    """Return the known names if they agree with the names in the data, by language; otherwise the names in the data.

    An operator's data file may rename components or add some. Its English name is then used in the languages that it
    omits.
    """
    if known is not None and all(known.read_in(language) == name for language, name in given.items()):
        return known
    return in_each(lambda language: given.get(language, given[DEFAULT_LANGUAGE]))


def in_each(words: Callable[[Language], str]) -> Text:
    """Return a text in every language from a function of the language."""
    return Text({language: words(language) for language in LANGUAGES})


def read_texts(content: bytes, shape: type[T]) -> T:
    """Return data with texts from JSON. A text is an object of its words by language, and its `forms`.

    A text in English alone may be a plain string.

    >>> read_texts(b'{"en": "Key", "cs": "Klic"}', Text) == Text.of(en="Key", cs="Klic")
    True
    >>> read_texts(b'"Key"', Text) == Text.of(en="Key")
    True
    """
    return msgspec.convert(_grouped(msgspec.json.decode(content), inspect.type_info(shape)), shape)


def _grouped(value: Any, shape: inspect.Type) -> Any:
    """Return JSON data in which each text has its words in a field of their own."""
    match shape:
        case inspect.StructType(cls=cls) if cls is Text:
            return _text(value)
        case inspect.StructType(fields=fields) if isinstance(value, dict):
            shapes = {each.encode_name: each.type for each in fields}
            return {name: _grouped(each, shapes.get(name, inspect.AnyType())) for name, each in value.items()}
        case inspect.DictType(value_type=values) if isinstance(value, dict):
            return {name: _grouped(each, values) for name, each in value.items()}
        case inspect.VarTupleType(item_type=items) if isinstance(value, list):
            return [_grouped(each, items) for each in value]
        case inspect.UnionType(types=types) if value is not None:
            return _grouped(value, next(each for each in types if not isinstance(each, inspect.NoneType)))
    return value


def _text(value: Any) -> Any:
    """Return the JSON of a text with the words in a field of their own."""
    if isinstance(value, str):
        return {"words": {DEFAULT_LANGUAGE: value}}
    if not isinstance(value, dict):
        return value
    return {"words": {name: each for name, each in value.items() if name != "forms"}, "forms": value.get("forms", {})}
