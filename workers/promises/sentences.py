"""Helpers that the tests of `test_sentences.py` share with others."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.languages import LANGUAGES
from domain.references import references
from domain.ruleset import AnyRuleset


def described(ruleset: AnyRuleset, language: Any) -> dict[str, Any]:
    """Return the description of a ruleset as in `getRuleset`, as far as sentences need it."""
    names = [
        {"kind": kind, "id": each, "name": name, "forms": forms}
        for kind, each, name, forms in ruleset.names.listed_in(language)
    ]
    texts = [{"part": part, "id": each, "text": text} for part, each, text in ruleset.sentences.listed_in(language)]
    return {"names": names, "references": msgspec.to_builtins(references(ruleset)), "sentences": texts}


def texts(ruleset: AnyRuleset) -> Iterator[tuple[str, str, str, str]]:
    """List all sentences of a ruleset in the languages of its title: language, category, id, text."""
    for language in LANGUAGES:
        if language in ruleset.names.title.words:
            for part, each, text in ruleset.sentences.listed_in(language):
                yield language, part, each, text
